import OQReport
import OQReports
import OQSpecification
import Testing

@Suite struct MissTextTests {
  @Test func `what runs did instead is counted`() {
    var text = MissText()
    #expect(text.lines.isEmpty)
    for miss in [
      Miss.conformant, .stalled, .other([.rule("DEP-9"), .rule("DEP-10"), .crash]),
      .undecided(reason: "nobody knows", output: "a\nb\n"), .conformant, .other([.unexplained]),
      .other([.unexplained]), .undecided(reason: "another", output: ""),
    ] {
      text.add(miss)
    }
    #expect(!text.hasFault)
    text.add(.unusable("the adapter\nis gone"))
    #expect(text.hasFault)
    #expect(
      text.lines == [
        "  2 conformant", "  2 unexplained", "  1 violated DEP-9, DEP-10, crash",
        "  1 stalled, without a rule that objects", "  2 undecided:", "    nobody knows",
        "    It wrote to standard error:", "      a", "      b",
        "  1 with a fault of the adapter:", "    the adapter", "    is gone",
      ])
  }
}
