import OQReport
import OQReports
import OQSpecification
import Testing

@Suite struct MutantsTextTests {
  private static let killed = JSONMutants.Mutant(
    KillRow(
      "last-edge-only", breaks: "DEP-1", blamed: [.rule("DEP-1")], programs: 7,
      killer: try? Samples.dependency()), grade: "steady")

  private static func lastLines(_ mutants: [JSONMutants.Mutant]) -> [String] {
    let lines = MutantsText(JSONMutants(mutants)).text.split(separator: "\n").map(String.init)
    // The heading of the table and a line for each mutant come first.
    return Array(lines.dropFirst(1 + mutants.count))
  }

  @Test func `ends with the mutants that were not killed, and with what was seen of them`() {
    let lines = Self.lastLines([
      JSONMutants.Mutant(
        KillRow("too-shy", breaks: "SUSP-1", blamed: [], programs: nil, killer: nil),
        grade: "rare"),
      Self.killed,
      JSONMutants.Mutant(
        KillRow(
          "slot-leaks", breaks: "LIMIT-4", blamed: [.crash, .rule("WAIT-3")], programs: nil,
          killer: nil), grade: "rare"),
    ])
    #expect(
      lines == [
        "1 of 3 killed by their own rule, 1 of them clean",
        "not killed: too-shy, which breaks SUSP-1; no rule was violated",
        "not killed: slot-leaks, which breaks LIMIT-4; violated: WAIT-3 crash",
      ])
  }

  @Test func `ends with the sums where every mutant was killed`() {
    #expect(Self.lastLines([Self.killed]) == ["1 of 1 killed by their own rule, 1 of them clean"])
  }
}
