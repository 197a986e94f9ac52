import OQHistory
import OQPrograms
import OQSpecification
import Testing

struct VocabularyTests {
  @Test func `a vocabulary is read back from its text`() throws {
    let small = Vocabulary(capabilities: [.queueWait], rules: ["DEP-1", "START-4"])
    #expect(try Vocabulary(text: small.description) == small)
    #expect(try Vocabulary(text: "full") == .full)
    #expect(try Vocabulary(text: Vocabulary.full.description) == .full)
  }

  @Test func `an unknown word is named with what may have been meant`() {
    let error = #expect(throws: Vocabulary.UnknownWord.self) {
      try Vocabulary(text: "add,cancle")
    }
    #expect(error?.description.contains("cancel") == true)
  }

  @Test func `verbs need their capabilities and misuse needs a rule`() {
    let small = Vocabulary(capabilities: [.queueWait], rules: ["DEP-1"])
    #expect(small.contains(.add) && small.contains(.waitAll))
    #expect(!small.contains(.start) && !small.contains(Verb.setCompletion))
    #expect(!small.contains(.misuse))
    #expect(small.kinds == [.task, .closure])
    let misuse = Vocabulary(capabilities: [.manualStart], rules: ["START-4"])
    #expect(misuse.contains(.misuse) && misuse.contains(.start))
  }

  @Test func `a rule has programs of its own wherever its needs are met`() {
    let without = Catalogue.current.rules.filter { rule in
      let vocabulary = Vocabulary(
        capabilities: rule.needs, rules: Generator.rules, profile: .reference)
      return Generator.rules.contains(rule.id)
        && Generator(seed: 1, vocabulary: vocabulary, rules: [rule.id]).targets.isEmpty
    }
    // Programs of LIMIT-1 with limit 1 decide it; its own have several blocks.
    #expect(without.map(\.id) == ["LIMIT-2"])
  }

  @Test func `programs keep to their vocabulary`() {
    let vocabulary = Vocabulary(capabilities: [.queueWait], rules: Generator.rules)
    let generator = Generator(seed: 5, vocabulary: vocabulary, rules: Generator.rules)
    for index in UInt64(0)..<1_500 {
      let program = generator.program(at: index)
      for step in program.allSteps {
        if let verb = step.command?.verb { #expect(vocabulary.contains(verb)) }
        if case .until(.reads(let command, _)) = step { #expect(vocabulary.contains(command.verb)) }
      }
      #expect(program.operations.allSatisfy { vocabulary.contains($0.kind) && !$0.completion })
    }
  }

  @Test func `the programs depend on the vocabulary alone`() {
    let first = Vocabulary(capabilities: Capability.allCases, rules: Generator.rules)
    let second = Vocabulary(capabilities: Capability.allCases.reversed(), rules: Generator.rules)
    #expect(first == second)
    #expect(first.intersection(.full) == first)
  }
}
