import Dispatch
import OQDriver
import OQHistory

/// Executors of one subject that run trials at the same time.
///
/// A trial that stands still waits and does next to no work: several of them take hardly
/// longer than one. Everything but ``together(_:)`` is done by the first of them.
///
/// Used by one thread at a time.
final class Crew: Executor {
  /// Members that are made at most.
  private static let most = 32

  private let make: () throws -> any Executor
  private var members: [any Executor] = []

  var calibration: Calibration? {
    didSet { for member in members { member.calibration = calibration } }
  }

  /// Makes a crew without members: they come when they are needed.
  ///
  /// - Parameter make: makes a member.
  init(_ make: @escaping () throws -> any Executor) { self.make = make }

  /// See ``Executor/patience``; set before the crew has members.
  var patience: Duration?

  var breadth: Int { Crew.most }

  private func member(_ position: Int) throws -> any Executor {
    while members.count <= position {
      let member = try make()
      member.calibration = calibration
      member.patience = patience
      members.append(member)
    }
    return members[position]
  }

  func together<Answer: Sendable>(
    _ work: [@Sendable (any Executor) throws -> Answer]
  ) throws -> [Answer] {
    guard work.count > 1 else { return try work.map { try $0(member(0)) } }
    let members = try work.indices.map(member)
    let answers = Slots<Result<Answer, any Error>>(work.count)
    let group = DispatchGroup()
    for (position, piece) in work.enumerated() {
      group.enter()
      let member = Confined(members[position])
      PlainThread.start {
        let answer = Result { try piece(member.value) }
        answers.fill(position, with: answer)
        group.leave()
      }
    }
    group.wait()
    return try answers.all.map { try $0.get() }
  }

  // MARK: What the first member does

  func calibrate() throws -> Calibration? { try member(0).calibrate() }

  func execute(_ program: Program) throws -> Execution { try member(0).execute(program) }

  func execute(_ program: Program, index: UInt64) throws -> Execution {
    try member(0).execute(program, index: index)
  }

  func execute(_ program: Program, index: UInt64, following pins: Pins) throws -> Execution {
    try member(0).execute(program, index: index, following: pins)
  }

  func executeQuickly(_ program: Program, following pins: Pins?) throws -> Execution {
    try member(0).executeQuickly(program, following: pins)
  }

  func executeQuickly(_ program: Program, _ mode: TrialMode) throws -> Execution {
    try member(0).executeQuickly(program, mode)
  }

  func executeInOrder(
    _ programs: [Program], following pins: Pins?
  ) throws -> (last: Execution, ran: Int) {
    try member(0).executeInOrder(programs, following: pins)
  }

  func shutDown() { for member in members { member.shutDown() } }
}
