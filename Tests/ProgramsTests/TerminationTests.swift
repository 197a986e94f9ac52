import OQHistory
import OQPrograms
import OQSpecification
import TestSupport
import Testing

/// Every program ends by itself, whatever a correct queue chooses.
@Suite(.computing) struct TerminationTests {
  @Test func `without its feature no program waits for what profile reference promises`() throws {
    let words = Vocabulary.full.words.filter { $0 != "with=reference" }
    let vocabulary = try Vocabulary(text: words.joined(separator: ","))
    let generator = Generator(seed: 7, vocabulary: vocabulary, rules: ["STATE-52", "CANCEL-51"])
    for index in UInt64(256)..<456 {
      let program = generator.program(at: index)
      for run in UInt64(0)..<3 {
        var rehearsal = Rehearsal(program, seed: mix(index, run))
        #expect(rehearsal.stuckLanes() == [], "program \(index)\n\(program.text)")
      }
    }
  }

  @Test(arguments: [UInt64(7), 8, 9])
  func `all lanes come to their end in every rehearsal`(seed: UInt64) {
    let generator = fullGenerator(seed: seed)
    for index in UInt64(0)..<600 {
      let program = generator.program(at: index)
      for run in UInt64(0)..<3 {
        var rehearsal = Rehearsal(
          program, seed: mix(seed, index &* 16 &+ run),
          ignoresDependencies: isForReference(generator.targets(at: index).first),
          runsBlocksAtOnce: generator.targets(at: index).first == "BLOCK-3")
        let stuck = rehearsal.stuckLanes()
        guard !stuck.isEmpty else { continue }
        let target = generator.targets(at: index).first?.description ?? "free"
        Issue.record("\(target), program \(index): \(stuck)\n\(program.text)")
        return
      }
    }
  }

  /// Whether programs with a target may wait for what only profile reference promises.
  private func isForReference(_ target: RuleID?) -> Bool {
    target.map { ["STATE-52", "CANCEL-51"].contains($0) } ?? false
  }

  @Test func `a rehearsal notices lanes that wait for each other`() throws {
    let circular = try Program(
      parsing: """
        oqprogram 1
        queue q limit=1
        op a
        op b
        in a: hold
        client 1
          add q a
          until begin a
          add q b
          until end b
          open a
        """)
    var rehearsal = Rehearsal(circular, seed: 1)
    #expect(rehearsal.stuckLanes() == ["client1 before 'until end b'", "inside a"])
  }
}
