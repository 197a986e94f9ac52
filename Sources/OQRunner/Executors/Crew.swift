import Dispatch
import OQDriver
import OQHistory

/// Executors of one subject that run trials at the same time.
///
/// A trial that stands still waits and does next to no work: several of them take hardly
/// longer than one. Everything but ``together(_:)`` is done by the first of them.
///
/// Used by one thread at a time.
package final class Crew: Executor {
  /// Members that are made at most.
  private static let most = 32

  private let make: () throws -> any Executor
  private var members: [any Executor] = []
  private var parts: [Crew] = []

  /// See ``Executor/calibration``.
  package var calibration: Calibration? {
    didSet { for member in members { member.calibration = calibration } }
  }

  /// Makes a crew without members: they come when they are needed.
  ///
  /// - Parameter make: makes a member.
  package init(_ make: @escaping () throws -> any Executor) { self.make = make }

  /// See ``Executor/patience``; set before the crew has members.
  package var patience: Duration?

  /// See ``Executor/breadth``; set before the crew has members.
  package private(set) var breadth = Crew.most

  private func member(_ position: Int) throws -> any Executor {
    while members.count <= position {
      let member = try make()
      member.calibration = calibration
      member.patience = patience
      members.append(member)
    }
    return members[position]
  }

  package func together<Answer: Sendable>(
    _ work: [@Sendable (any Executor) throws -> Answer]
  ) throws -> [Answer] {
    try work.indices.map(member).concurrently { position, member in
      try work[position](member)
    }
  }

  /// Crews of their own, each with as many members as count a finding in one go; the same ones
  /// every time, since their processes go on.
  package func divided(into count: Int) throws -> [any Executor] {
    guard count > 1 else { return [self] }
    while parts.count < count {
      let part = Crew(make)
      part.calibration = calibration
      part.patience = patience
      part.breadth = Workshop.attempts
      // Threads cannot make members at the same time.
      _ = try part.member(part.breadth - 1)
      parts.append(part)
    }
    return Array(parts.prefix(count))
  }

  // MARK: What the first member does

  package func calibrate() throws -> Calibration? { try member(0).calibrate() }

  package func execute(_ program: Program) throws -> Execution { try member(0).execute(program) }

  package func execute(_ program: Program, index: UInt64) throws -> Execution {
    try member(0).execute(program, index: index)
  }

  package func execute(_ program: Program, index: UInt64, following pins: Pins) throws -> Execution
  {
    try member(0).execute(program, index: index, following: pins)
  }

  package func executeQuickly(_ program: Program, following pins: Pins?) throws -> Execution {
    try member(0).executeQuickly(program, following: pins)
  }

  package func executeQuickly(_ program: Program, _ mode: TrialMode) throws -> Execution {
    try member(0).executeQuickly(program, mode)
  }

  package func executeInOrder(
    _ programs: [Program], following pins: Pins?
  ) throws -> (last: Execution, ran: Int) {
    try member(0).executeInOrder(programs, following: pins)
  }

  package func shutDown() {
    for part in parts { part.shutDown() }
    for member in members { member.shutDown() }
  }
}

extension [any Executor] {
  /// Does something with each of them at once, on threads of their own.
  ///
  /// - Parameter work: what is done with one, told its place; called on several threads.
  /// - Returns: what came of it, in their order.
  /// - Throws: what the first of them threw.
  package func concurrently<Answer: Sendable>(
    _ work: @escaping @Sendable (Int, any Executor) throws -> Answer
  ) throws -> [Answer] {
    guard count > 1 else { return try enumerated().map { try work($0, $1) } }
    let answers = Slots<Result<Answer, any Error>>(count)
    let group = DispatchGroup()
    for (position, executor) in enumerated() {
      group.enter()
      let executor = Confined(executor)
      PlainThread.start {
        answers.fill(position, with: Result { try work(position, executor.value) })
        group.leave()
      }
    }
    group.wait()
    return try answers.all.map { try $0.get() }
  }
}
