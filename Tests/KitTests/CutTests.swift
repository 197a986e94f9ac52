import OQAdapters
import OQDriver
import OQHistory
import OQPrograms
import OQRunner
import OQSpecification
import TestSupport
import Testing

@testable import OperationQueueConformance

/// The same programs on the same queue, through an adapter and through the narrow waist that it
/// hides, both in workers.
@Suite(.waiting, .limit(minutes: 10)) struct `The cut between adapter and waist` {
  /// Where threads race, a program need not observe the same twice, on any side of the cut: so it
  /// is run several times, and some programs may still differ.
  @Test func `shows in tickets only`() throws {
    let adapted = try AdapterTypes.subject(of: ReferenceAdapter<Correct>.self)
    let selection = try Selection(patterns: [], subject: adapted.description, profile: .core)
    let rules = selection.judged.map(\.id)
    let generator = Generator(
      seed: 3,
      vocabulary: Vocabulary(capabilities: adapted.description.capabilities, rules: rules),
      rules: rules)
    let sides = ["reference", adapted.workerName].map { name in
      WorkerExecutor(WorkerExecutor.Options(WorkerOptions(subject: name)))
    }
    defer { for side in sides { side.shutDown() } }
    let count = 500
    var differing: [UInt64] = []
    for index in 0..<UInt64(count) {
      var program = generator.program(at: index)
      program.settings = Program.Settings()
      var isSame = false
      for _ in 0..<5 where !isSame {
        let both = try sides.map { try $0.executeQuickly(program) }
        #expect(both.allSatisfy { $0.unusable == nil }, "\(program.text)")
        isSame = both[0].history.views == both[1].history.views
      }
      if !isSame { differing.append(index) }
    }
    #expect(differing.count * 20 <= count, "\(differing)")
  }
}
