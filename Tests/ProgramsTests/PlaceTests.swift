import OQHistory
import OQPrograms
import OQSpecification
import Testing

/// Which programs of a campaign are composed.
struct PlaceTests {
  private let generator = Generator(
    seed: 1, vocabulary: .full, rules: Generator.rules,
    repertoire: .operations.composing { _ in
      Composer { draft, ordinal, _ in
        let queue = draft.queue()
        for _ in 0...(ordinal % 3) { draft.add(queue, draft.operation()) }
      }
    })

  @Test func `composed programs are numbered without a gap, and are 0.618 of all`() {
    var next: UInt64 = 0
    for index in UInt64(0)..<5_000 {
      guard let ordinal = generator.composed(at: index) else { continue }
      #expect(ordinal == next)
      next += 1
    }
    #expect(3_089...3_091 ~= next)
  }

  @Test func `every shard has its share of composed programs`() {
    for count in UInt64(2)...6 {
      for part in 0..<count {
        let indices = stride(from: part, to: 6_000, by: Int(count))
        let share = Double(indices.count { generator.composed(at: $0) != nil })
        #expect(abs(share / (6_000 / Double(count)) - 0.618) < 0.02, "\(part)/\(count)")
      }
    }
  }

  @Test func `the targets of the other programs are those of a campaign without composed ones`() {
    let plain = Generator(seed: 1, vocabulary: .full, rules: Generator.rules)
    var next: UInt64 = 0
    for index in UInt64(0)..<2_000 where generator.composed(at: index) == nil {
      #expect(generator.targets(at: index) == plain.targets(at: next))
      next += 1
    }
  }

  @Test func `composed programs replay from their choices`() {
    for index in UInt64(0)..<200 where generator.composed(at: index) != nil {
      let made = generator.generate(at: index)
      #expect(generator.program(at: index, replaying: made.choices) == made.program)
    }
  }
}
