import OQHistory
import OQPrograms
import OQSpecification
import TestSupport
import Testing

/// Programs in which two clients make calls about the same thing over and over.
@Suite(.computing) struct `Programs of two clients that repeat their calls` {
  /// What each of two clients does oftenest, and how often, in free programs with every word.
  private static let strains: [(program: Program, verbs: [Verb], times: [Int])] = {
    let generator = Generator(seed: 11, vocabulary: .full, rules: [])
    return (UInt64(4_096)..<16_000).compactMap { index in
      let program = generator.program(at: index)
      guard program.clients.count == 2, program.scripts.count == 2 else { return nil }
      let most = program.clients.map { client in
        Dictionary(grouping: client.steps.compactMap(\.command?.verb)) { $0 }
          .map { (verb: $0.key, times: $0.value.count) }
          .max { ($0.times, $0.verb.rawValue) < ($1.times, $1.verb.rawValue) }
      }
      guard let one = most[0], let two = most[1], min(one.times, two.times) >= 8 else { return nil }
      return (program, [one.verb, two.verb], [one.times, two.times])
    }
  }()

  @Test(arguments: [
    [Verb.setName, .setName], [.setName, .name], [.start, .setCompletion], [.add, .setCompletion],
    [.setCompletion, .setCompletion], [.addExecutionBlock, .addExecutionBlock],
    [.add, .addExecutionBlock], [.setPriority, .priority], [.setQueueName, .queueName],
    [.add, .add], [.add, .operations], [.setLimit, .limit], [.start, .cancel],
    [.setQuality, .quality],
  ])
  func `change a thing while it changes, is looked at, or runs`(pair: [Verb]) {
    #expect(Self.strains.contains { $0.verbs == pair })
  }

  @Test func `edit edges on both sides, and suspend beside resumptions`() {
    for pair in [[Verb.addDependency, .removeDependency], [.suspend, .resume]] {
      #expect(
        Self.strains.contains { strain in
          strain.program.clients.allSatisfy { client in
            pair.allSatisfy { verb in client.steps.count { $0.command?.verb == verb } >= 40 }
          }
        })
    }
  }

  @Test func `repeat a call hundreds of times`() {
    #expect(Self.strains.contains { $0.times == [300, 300] })
  }

  @Test func `end, whatever a correct queue chooses and whoever comes first`() {
    #expect(Self.strains.count > 80)
    for (number, strain) in Self.strains.enumerated() {
      #expect(faults(strain.program) == [], "\(strain.program.text)")
      for run in UInt64(0)..<3 {
        var rehearsal = Rehearsal(strain.program, seed: mix(UInt64(number), run))
        #expect(rehearsal.stuckLanes() == [], "\(strain.program.text)")
      }
    }
  }
}
