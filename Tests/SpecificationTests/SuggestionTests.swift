import OQSpecification
import Testing

@Suite struct SuggestionTests {
  @Test(arguments: [
    ("", "", 0), ("seed", "seed", 0), ("sed", "seed", 1), ("seedd", "seed", 1), ("send", "seed", 1),
    ("esed", "seed", 1), ("", "abc", 3), ("abc", "", 3), ("kitten", "sitting", 3), ("ca", "abc", 3),
  ])
  func `counts insertions, deletions, replacements and swaps`(
    first: String, second: String, distance: Int
  ) {
    #expect(Suggestion.distance(first, second) == distance)
    #expect(Suggestion.distance(second, first) == distance)
  }

  @Test(arguments: [
    ("sed", "seed"), ("SEED", "seed"), ("shrad", "shard"), ("program", "programs"),
    ("prog", "programs"), ("voc", "vocabulary"),
  ])
  func `finds the word that was meant`(typed: String, meant: String) {
    #expect(
      Suggestion.nearest(typed, among: ["seed", "shard", "programs", "vocabulary"]).first == meant)
  }

  @Test(arguments: ["x", "", "colour", "pr", "seedling", "programmatically"])
  func `stays silent when nothing is close`(typed: String) {
    #expect(Suggestion.nearest(typed, among: ["q", "seed", "shard", "programs"]).isEmpty)
  }

  @Test func `ranks by distance, then by the order given, without duplicates`() {
    let known = ["DEP-19", "DEP-1", "DEP-9", "DEP-1", "LIMIT-1"]
    #expect(Suggestion.nearest("dep-1", among: known) == ["DEP-1", "DEP-19", "DEP-9"])
    #expect(Suggestion.nearest("DEP-2", among: known, limit: 2) == ["DEP-1", "DEP-9"])
    #expect(Suggestion.nearest("DEP-2", among: known, limit: 0).isEmpty)
  }
}
