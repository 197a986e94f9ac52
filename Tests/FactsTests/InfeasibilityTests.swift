import OQFacts
import OQHistory
import OQModel
import OQPrograms
import TestSupport
import Testing

/// What no program comes to has a reason.
@Suite(.computing) struct InfeasibilityTests {
  private static let composition = Composition(.full)

  /// The pairs of facts that a verb's programs cannot come to.
  private func infeasible(_ verb: Verb) -> [Cell] {
    let domain = Self.composition.domain(of: verb)
    var cells: [Cell] = []
    for one in domain {
      for two in domain - one.aspect.facts where two.rawValue > one.rawValue {
        let cell = Cell(verb, [one, two])
        if FactSolver(cell.facts, in: domain, for: verb) == nil { cells.append(cell) }
      }
    }
    return cells
  }

  @Test(arguments: [Verb.cancel, .wait, .start, .suspend, .add, .reportFinished])
  func `every pair that cannot be reached has its exclusions, and no superfluous one`(
    _ verb: Verb
  ) {
    let domain = Self.composition.domain(of: verb)
    let cells = infeasible(verb)
    #expect(cells.count > 100)
    for cell in cells {
      let exclusions = Infeasibility.exclusions(cell, in: domain)
      #expect(!exclusions.isEmpty, "\(cell.text)")
      #expect(exclusions.allSatisfy { !$0.reason.isEmpty })
      #expect(Set(Infeasibility.reasons(cell, in: domain)) == Set(exclusions.map(\.reason)))
    }
  }

  /// The reasons speak of all states, so that no call of any program may refute one.
  ///
  /// Composed programs keep to the reasons; programs for rules and free ones do not know of them.
  @Test func `no call of any program has facts that the model is said not to have`() throws {
    let generator = Generator(seed: 11, vocabulary: .full, rules: Generator.rules)
    var refuted: [String: String] = [:]
    for index in UInt64(0)..<2_500 {
      let program = generator.program(at: index)
      guard EagerRun.fault(program) == nil, program.operations.count < 60 else { continue }
      var run = EagerRun(program)
      var reader = FactReader(program)
      run.finish { moment in
        if let command = moment.step.command {
          for x in subjects(of: command, moment.state) where program[x].kind.isOfFacts {
            let facts = reader.facts(at: moment, about: x)
            for reason in Self.reasons(against: facts, command.verb) where refuted[reason] == nil {
              let text = facts.map(\.text).joined(separator: " ")
              refuted[reason] = "\(command.verb) on \(moment.lane): \(text)\n\(program.text)"
            }
          }
        }
        reader.note(moment)
      }
    }
    for (reason, proof) in refuted { Issue.record("\(reason): \(proof)") }
  }

  private static func reasons(against facts: FactSet, _ verb: Verb) -> Set<String> {
    let scope = Exclusion.Scope(verb)
    return Set(
      Exclusion.all.filter {
        $0.ground == .impossible && scope.takes($0.scope) && $0.holds(in: facts)
      }.map(\.reason))
  }

  /// The operations that a call may be about.
  private func subjects(of command: Command, _ state: State) -> [OperationID] {
    if let operation = command.operation { return [operation] }
    let listed = state.operations.indices.filter {
      command.queue?.index == Int(state.operations[$0].owner)
    }
    // Facts of a queue are those of the operation's own.
    let operands = command.operands.filter { state.operations[$0.index].phase == .new }
    return operands + listed.map(OperationID.init)
  }

  @Test func `what can be reached has no reason against it, and what is not said has one`() {
    let domain = Self.composition.domain(of: .cancel)
    let (queued, new) = (Fact.phaseQueued, Fact.phaseNew)
    #expect(Infeasibility.reasons(Cell(.cancel, [queued, .limitOne]), in: domain) == [])
    #expect(
      Infeasibility.reasons(Cell(.cancel, [new, .cancelledFinished]), in: domain) == [
        "what is cancelled after its finish has finished"
      ])
    let waits = Self.composition.domain(of: .wait)
    #expect(
      Infeasibility.reasons(Cell(.wait, [.callerOwn]), in: waits) == [
        "no wait is called with caller=own"
      ])
  }
}

extension Program.Kind {
  /// Whether the table of facts speaks of operations of the kind.
  fileprivate var isOfFacts: Bool {
    switch self {
    case .barrier, .closure, .observer: false
    default: true
    }
  }
}
