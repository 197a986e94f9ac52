import OQCommandLine
import OQReports
import OQSpecification
import Testing

@Suite struct RuleTextTests {
  @Test func `the table has a line of titles and one entry per rule`() throws {
    let catalogue = try Samples.catalogue()
    try Golden.expect(
      RuleText.table(catalogue.rules, style: ReportStyle(width: 100)), "rules.txt")
    #expect(RuleText.table([]) == "")
  }

  @Test(arguments: ["DEP-1", "DEP-2", "DEP-9", "WAIT-2", "WAIT-4"])
  func `an explanation has everything that the chapter says`(id: String) throws {
    let catalogue = try Samples.catalogue()
    let rule = try #require(RuleID(id).flatMap { catalogue[$0] })
    try Golden.expect(
      RuleText.explanation(of: rule, in: catalogue), "explain-\(id).txt")
  }

  @Test func `every rule of the specification can be explained within the width`() {
    for rule in Catalogue.current.rules {
      let text = RuleText.explanation(of: rule, style: ReportStyle(width: 100))
      #expect(text.hasPrefix("\(rule.id) \(rule.title)\n"))
      for line in text.split(separator: "\n").dropFirst() {
        #expect(line.count <= 100 || !line.drop { $0 == " " }.contains(" "), "\(line)")
      }
    }
  }
}
