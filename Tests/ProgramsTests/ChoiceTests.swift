import OQHistory
import OQPrograms
import Testing

struct ChoiceTests {
  @Test func `SplitMix64 gives the published sequence of seed 1234567`() {
    var stream = SplitMix64(seed: 1_234_567)
    #expect(stream.next() == 6_457_827_717_110_365_317)
    #expect(stream.next() == 3_203_168_211_198_807_973)
    #expect(stream.next() == 9_817_491_932_198_370_423)
    #expect(stream.next() == 4_593_380_528_125_082_431)
    #expect(stream.next() == 16_408_922_859_458_223_821)
  }

  @Test func `replaying the drawn choices draws them again`() {
    var fresh = ChoiceSource(seed: 9)
    let drawn = (1...200).map { fresh.draw($0) }
    var replayed = ChoiceSource(replaying: fresh.drawn)
    #expect((1...200).map { replayed.draw($0) } == drawn)
    #expect(replayed.drawn == fresh.drawn)
  }

  @Test func `missing choices read 0 and large ones wrap around`() {
    var source = ChoiceSource(replaying: ChoiceSequence([7]))
    #expect(source.draw(5) == 2)
    #expect(source.draw(5) == 0)
    #expect(source.chance(2) == false)
    #expect(source.pick(["simple", "other"]) == "simple")
    #expect(source.number(3...9) == 3)
    #expect(source.shuffled([1, 2, 3]) == [1, 2, 3])
  }

  @Test func `a sequence is read back from its text without trailing zeros`() {
    let sequence = ChoiceSequence([1, 0, 255, 0, 0])
    #expect(sequence.text == "1 0 ff")
    #expect(ChoiceSequence(text: sequence.text)?.values == [1, 0, 255])
    #expect(ChoiceSequence(text: "1 x") == nil)
  }

  @Test func `shuffled keeps every value`() {
    var source = ChoiceSource(seed: 3)
    for _ in 0..<50 {
      #expect(source.shuffled([1, 2, 3, 4, 5]).sorted() == [1, 2, 3, 4, 5])
    }
  }
}
