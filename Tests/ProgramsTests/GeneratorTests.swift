import OQHistory
import OQPrograms
import OQSpecification
import Testing

struct GeneratorTests {
  static let seed: UInt64 = 7
  static let count: UInt64 = 2_000

  @Test func `seed 7 gives the same 2000 programs in every build`() {
    var fingerprint = Fingerprint()
    let generator = fullGenerator(seed: Self.seed)
    for index in 0..<Self.count { fingerprint.combine(generator.program(at: index).text) }
    // Generated once: it changes only together with Generator.version.
    #expect(fingerprint.value == 17_357_808_133_061_639_129)
    #expect(Generator.version == 32)
  }

  @Test func `every program is read back from its text and is free of faults`() throws {
    let generator = fullGenerator(seed: Self.seed)
    for index in 0..<Self.count {
      let program = generator.program(at: index)
      #expect(try Program(parsing: program.text) == program)
      #expect(faults(program) == [], "program \(index)")
      #expect(!program.clients.isEmpty, "program \(index)")
    }
  }

  @Test func `one program in a thousand is large, beyond the first twenty thousand`() throws {
    let generator = fullGenerator(seed: Self.seed)
    for index in stride(from: UInt64(999), to: 20_000, by: 1_000) {
      #expect(generator.program(at: index).operations.count < 1_000, "program \(index)")
    }
    var sizes: Set<Int> = []
    // Two rounds of all shapes.
    for index in stride(from: UInt64(20_999), to: 34_999, by: 1_000) {
      let made = generator.generate(at: index)
      let (program, choices) = (made.program, made.choices)
      #expect(generator.targets(at: index) == ["DEP-5"])
      #expect((1_000...100_002).contains(program.operations.count), "program \(index)")
      #expect(faults(program) == [], "program \(index)")
      #expect(generator.program(at: index, replaying: choices) == program)
      if program.operations.count < 5_000 {
        #expect(try Program(parsing: program.text) == program)
      }
      #expect(generator.program(at: index + 1).operations.count < 1_000)
      sizes.insert(program.operations.count)
    }
    #expect(sizes.count > 1)
    #expect(generator.largeIndices == (0..<7).map { 20_999 + 1_000 * $0 })
    // Who does not judge by the rule on large graphs has none.
    let others = Generator(seed: 1, vocabulary: generator.vocabulary, rules: ["DEP-1"])
    #expect(others.program(at: 20_999).operations.count < 1_000)
    #expect(others.largeIndices.isEmpty)
  }

  @Test func `every rule with a situation is a target early, and a third of the programs is free`()
  {
    let generator = fullGenerator(seed: Self.seed)
    let targets = (0..<UInt64(900)).map { generator.targets(at: $0).first }
    #expect(generator.targets.filter { !targets.contains($0) } == [])
    let free = targets.count { $0 == nil }
    #expect(297...303 ~= free)
  }

  @Test func `shards merge to the whole campaign`() {
    let whole = fullGenerator(seed: 3)
    let shard = fullGenerator(seed: 3)
    for index in stride(from: UInt64(5), to: 300, by: 7) {
      #expect(shard.program(at: index) == whole.program(at: index))
    }
  }

  @Test func `seeds and indices give different programs`() {
    var texts: Set<String> = []
    for seed in UInt64(0)..<4 {
      for index in UInt64(300)..<500 {
        texts.insert(fullGenerator(seed: seed).program(at: index).text)
      }
    }
    #expect(texts.count > 600)
  }

  @Test func `recorded choices replay to the same program`() {
    let generator = fullGenerator(seed: 11)
    for index in UInt64(0)..<1_000 {
      let made = generator.generate(at: index)
      #expect(generator.program(at: index, replaying: made.choices) == made.program)
    }
  }

  @Test func `whatever is deleted from the choices, the rest is a program without faults`() throws {
    let generator = fullGenerator(seed: 12)
    for index in UInt64(256)..<456 {
      let choices = generator.generate(at: index).choices
      for span in choices.spans {
        let program = generator.program(at: index, replaying: choices.removing(span.range))
        #expect(faults(program) == [])
        #expect(try Program(parsing: program.text) == program)
      }
      let simplest = generator.program(at: index, replaying: ChoiceSequence())
      #expect(faults(simplest) == [])
    }
  }

  @Test func `most programs are small`() {
    let generator = fullGenerator(seed: Self.seed)
    let steps = (0..<Self.count).map { generator.program(at: $0).steps }.sorted()
    #expect(8...13 ~= steps[steps.count / 2])
    #expect(steps[steps.count * 9 / 10] <= 26)
    #expect(steps.last.map { $0 <= 120 } == true)
  }
}
