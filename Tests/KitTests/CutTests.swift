import OQAdapters
import OQContracts
import OQDriver
import OQHistory
import OQPrograms
import OQRunner
import OQSpecification
import TestSupport
import Testing

import OQKit

/// The same programs on the same queue, through an adapter and through the narrow waist that it
/// hides, both in workers.
@Suite(.waiting, .limit(minutes: 10)) struct `The cut between adapter and waist` {
  /// Where threads race, a program need not observe the same twice, on any side of the cut: so it
  /// is run several times, and some programs may still differ.
  @Test(arguments: [
    ("reference", ReferenceAdapter<Correct>.self as any QueueAdapter.Type),
    ("foundation", FoundationAdapter.self),
  ])
  func `shows in tickets only`(_ waist: String, _ adapter: any QueueAdapter.Type) throws {
    let adapted = try AdapterTypes.subject(of: adapter)
    let selection = try Selection(
      patterns: [], contract: .operations, subject: adapted.description, profile: .core)
    // Half of the programs are about what few of all programs use.
    let generators = [selection.judged, selection.judged.filter(\.needsFurther)].map { rules in
      let vocabulary = Vocabulary(
        capabilities: adapted.description.capabilities, rules: rules.map(\.id))
      return Generator(seed: 4, vocabulary: vocabulary, rules: rules.map(\.id))
    }
    let sides = [waist, adapted.workerName].map { name in
      WorkerExecutor(WorkerExecutor.Options(WorkerOptions(subject: name)))
    }
    defer { for side in sides { side.shutDown() } }
    let count = 1_000
    var differing: [UInt64] = []
    var verbs = (same: [Verb: Int](), differing: [Verb: Int]())
    for index in 0..<UInt64(count) {
      var program = generators[Int(index % 2)].program(at: index)
      program.settings = Program.Settings()
      var isSame = false
      for _ in 0..<5 where !isSame {
        let both = try sides.map { try $0.executeQuickly(program) }
        #expect(both.allSatisfy { $0.unusable == nil }, "\(program.text)")
        isSame = both[0].history.views == both[1].history.views
      }
      if !isSame { differing.append(index) }
      for verb in program.verbs {
        if isSame {
          verbs.same[verb, default: 0] += 1
        } else {
          verbs.differing[verb, default: 0] += 1
        }
      }
    }
    #expect(differing.count * 20 <= count, "\(differing)")
    // A call that comes back otherwise on one side differs in most of its programs, of which there
    // may be few.
    for verb in generators[0].vocabulary.verbs {
      let same = verbs.same[verb] ?? 0
      let others = verbs.differing[verb] ?? 0
      #expect(same > 0 && others <= max(1, same / 2), "\(verb): \(same), \(others)")
    }
  }
}

extension Rule {
  /// Whether the rule is about something beyond queues, operations and blocks.
  var needsFurther: Bool { !Set(needs).isDisjoint(with: Capability.further) }
}

extension Capability {
  /// What goes beyond queues, operations, blocks and the classes of clients.
  static let further: [Capability] = [
    .kvo, .qos, .progress, .threadPriority, .invocation, .exceptions, .mainQueue,
    .underlyingQueue,
  ]
}

extension Program {
  /// What clients and client code call.
  fileprivate var verbs: Set<Verb> {
    Set(
      allSteps.compactMap { step in
        switch step {
        case .command(let command), .until(.reads(let command, _)): command.verb
        default: nil
        }
      })
  }
}
