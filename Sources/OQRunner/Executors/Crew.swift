import Foundation
import OQDriver
import OQHistory

/// Executors of one subject that run trials at the same time.
///
/// A trial that stands still costs a second of waiting and next to no work: several of them take no
/// longer than one. Everything but ``together(_:)`` is done by the first of them.
///
/// Used by one thread at a time.
final class Crew: Executor {
  /// Members that are made at most.
  private static let most = 6

  private let make: () throws -> any Executor
  private var members: [any Executor]

  /// Makes a crew of one; the others come when they are needed.
  ///
  /// - Parameter make: makes a member.
  /// - Throws: a fault of the suite or of the machine.
  init(_ make: @escaping () throws -> any Executor) throws {
    self.make = make
    members = [try make()]
  }

  var breadth: Int { Crew.most }

  func together<Answer: Sendable>(
    _ work: [@Sendable (any Executor) throws -> Answer]
  ) throws -> [Answer] {
    while members.count < work.count {
      let member = try make()
      member.calibration = calibration
      members.append(member)
    }
    guard work.count > 1 else { return try work.map { try $0(members[0]) } }
    let answers = Slots<Result<Answer, any Error>>(work.count)
    let group = DispatchGroup()
    for (position, piece) in work.enumerated() {
      group.enter()
      let member = Confined(members[position])
      let thread = Thread {
        HarnessThreads.addCurrent()
        let answer = Result { try piece(member.value) }
        answers.fill(position, with: answer)
        group.leave()
      }
      thread.stackSize = 8 << 20
      thread.start()
    }
    group.wait()
    return try answers.all.map { try $0.get() }
  }

  // MARK: What the first member does

  private var first: any Executor { members[0] }

  var calibration: Calibration? {
    get { first.calibration }
    set { for member in members { member.calibration = newValue } }
  }

  var mayHaveCompanions: Bool { first.mayHaveCompanions }

  func calibrate() throws -> Calibration? { try first.calibrate() }

  func execute(_ program: Program) throws -> Execution { try first.execute(program) }

  func execute(_ program: Program, index: UInt64) throws -> Execution {
    try first.execute(program, index: index)
  }

  func execute(_ program: Program, index: UInt64, following pins: Pins) throws -> Execution {
    try first.execute(program, index: index, following: pins)
  }

  func executeQuickly(_ program: Program, following pins: Pins?) throws -> Execution {
    try first.executeQuickly(program, following: pins)
  }

  func executeQuickly(
    _ program: Program, following pins: Pins?, points: PointMode
  ) throws -> Execution {
    try first.executeQuickly(program, following: pins, points: points)
  }

  func executeInOrder(
    _ programs: [Program], following pins: Pins?
  ) throws -> (last: Execution, ran: Int) {
    try first.executeInOrder(programs, following: pins)
  }

  func shutDown() { for member in members { member.shutDown() } }
}
