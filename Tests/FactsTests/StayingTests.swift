import OQFacts
import OQHistory
import OQModel
import OQPrograms
import OQSpecification
import TestSupport
import Testing

/// Composed programs keep a task inside that has made the call, and give the dependencies of an
/// operation a world of their own.
@Suite(.computing) struct StayingTests {
  private static let composition = Composition(.full)

  private func programs(_ cell: Cell) -> [Program] {
    (UInt64(0)..<60).map { ordinal in
      var draft = Draft(choices: ChoiceSource(seed: mix(1, ordinal)), vocabulary: .full)
      Self.composition.write(&draft, cell, plain: false)
      return draft.program
    }
  }

  /// The meeting after which a task that has made a call ends, where it stays inside.
  private func leaving(_ program: Program, _ verb: Verb) -> Int? {
    for script in program.scripts where script.lane.callback?.point == .body {
      guard script.steps.contains(where: { $0.command?.verb == verb }), script.steps.count > 2,
        case .meet(let arrival) = script.steps[script.steps.count - 2],
        case .meet(let leaving) = script.steps[script.steps.count - 1], arrival != leaving
      else { continue }
      return leaving
    }
    return nil
  }

  @Test(arguments: [Fact.callerTask, .callerElsewhere])
  func `a task stays inside until what its call owes has come`(_ caller: Fact) {
    var (stays, shown) = (0, 0)
    let free: FactSet = [
      .phaseNew, .readyYes, .kindTask, .limitNone, .suspendedNot, .barrierNone, .homePlain,
      .cancelledNo,
    ]
    for program in programs(Cell(.add, free | [caller])) {
      guard let leaving = leaving(program, .add) else { continue }
      stays += 1
      let steps = program.steps(of: .client(1))
      let added = program.allSteps.compactMap(\.command).filter { $0.verb == .add }
      let before = steps.prefix { $0 != .meet(leaving) }
      let isAwaited = added.contains { add in
        program.scripts.contains {
          $0.lane.callback?.point == .body && $0.steps.contains(.command(add))
        }
          && add.operands.contains { x in
            before.contains { step in
              if case .until(.reads(let read, _)) = step { return read.operation == x }
              return step.command?.verb == .wait && step.command?.operation == x
            }
          }
      }
      if isAwaited { shown += 1 }
    }
    #expect(stays > 10)
    #expect(shown * 2 > stays)
  }

  @Test func `a call that may not come back is made by a task that ends after it`() {
    let programs = programs(Cell(.wait, [.callerTask, .phaseQueued]))
    #expect(programs.allSatisfy { leaving($0, .wait) == nil })
  }

  @Test func `dependencies are shared, and share what they depend on`() {
    var (siblings, roots, chains) = (0, 0, 0)
    for program in programs(Cell(.add, [.dependsWaiting, .secondNone, .phaseNew])) {
      let operations = program.operations
      for (index, operation) in operations.enumerated() where !operation.dependencies.isEmpty {
        let alike = operations.enumerated().filter {
          $0.offset != index
            && !Set($0.element.dependencies).isDisjoint(with: operation.dependencies)
        }
        if !alike.isEmpty { siblings += 1 }
        let isDependedOn = operations.contains { $0.dependencies.contains(OperationID(index)) }
        if isDependedOn { chains += 1 }
      }
    }
    for program in programs(Cell(.add, [.dependsWaiting, .secondWaiting, .phaseNew])) {
      let operations = program.operations
      if operations.contains(where: { operation in
        let above = operation.dependencies.flatMap { operations[$0.index].dependencies }
        return Set(above).count < above.count
      }) {
        roots += 1
      }
    }
    #expect(siblings > 5)
    #expect(chains > 5)
    #expect(roots > 2)
  }

  @Test func `a meeting to which one more lane comes keeps the others`() throws {
    let program = try Program(
      parsing: """
        oqprogram 1
        queue q
        op a
        in a
          meet 1
        client 1
          add q a
        """)
    var free = EagerRun(program)
    free.finish { _ in }
    #expect(free.unfinishedLanes == [])
    #expect(free.state.operations[0].phase == .finished)
    var kept = EagerRun(program, keeping: 1)
    kept.finish { _ in }
    #expect(kept.unfinishedLanes == [.callback(Callback(OperationID(0)))])
    #expect(kept.state.operations[0].phase != .finished)
  }
}
