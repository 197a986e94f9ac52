import Foundation
import OQReports
import OQSpecification
import OQText
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

  @Test(arguments: [Profile.guide, .reference])
  func `the lists of two profiles differ in the rules that name one of them`(profile: Profile) {
    let (core, other) = (entries(of: .core), entries(of: profile))
    let differing = Set(core.keys).union(other.keys).filter { core[$0] != other[$0] }
    let naming = Catalogue.current.rules.filter { $0.names(profile) }.map(\.id.description)
    #expect(differing == Set(naming))
    #expect(!naming.isEmpty)
  }

  @Test func `the list of a profile has the enforced rules with their outcomes`() throws {
    let core = entries(of: .core)
    let enforced = Catalogue.current.rules.filter { $0.standing(in: .core).isEnforced }
    #expect(Set(core.keys) == Set(enforced.map(\.id.description)))
    #expect(core["PRIO-7"] == nil)
    let start = try #require(Catalogue.current["START-6"])
    for profile in Profile.allCases {
      let accepted = start.standing(in: profile).accepted.joined(separator: ", ")
      #expect(entries(of: profile)["START-6"]?.contains("  \(accepted)  ") == true, "\(profile)")
    }
    #expect(RuleText.table([], in: .core) == "")
  }

  /// The lines of the list of a profile, by rule; the columns of different lists differ in width.
  private func entries(of profile: Profile) -> [String: String] {
    let text = RuleText.table(
      Catalogue.current.rules, in: profile, style: ReportStyle(width: 1000))
    var entries: [String: String] = [:]
    for line in text.split(separator: "\n").dropFirst() {
      let cells = line.split(separator: "  ", omittingEmptySubsequences: true).map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      entries[cells[0]] = cells.joined(separator: "  ")
    }
    return entries
  }
}
