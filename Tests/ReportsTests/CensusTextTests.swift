import Foundation
import OQModel
import OQReport
import OQReports
import OQSpecification
import Testing

@Suite struct CensusTextTests {
  @Test func `a report shows what was seen, by number, and names the rest`() throws {
    let report = try Samples.report(outcome: .conformant, rules: [], census: Samples.census())
    let text = TerminalReport(report, catalogue: try Samples.catalogue()).text
    let section = text.components(separatedBy: "\n\n").first { $0.hasPrefix("Census") }
    #expect(
      section == """
        Census of the freedoms (5 programs, 1 undecided, 1 unexplained)
          ND-1   first 2, other 1       Which of several equals comes next
          ND-22  rejected 1, ignored 0  Start of a finished operation
          not seen: ND-3, ND-4, ND-5, ND-6, ND-7, ND-8, ND-9, ND-10, ND-11, ND-12,
            ND-13, ND-14, ND-15, ND-18, ND-19, ND-20, ND-21, ND-23, ND-24, ND-25, ND-28,
            ND-29, ND-30, ND-31, ND-34, ND-35, ND-36, ND-37, ND-38, ND-39, ND-40, ND-41,
            ND-42, ND-43, ND-44
        """)
  }

  @Test func `a report without a census says nothing of it`() throws {
    let report = try Samples.report(outcome: .conformant, rules: [])
    #expect(!TerminalReport(report, catalogue: try Samples.catalogue()).text.contains("Census"))
    #expect(try !JSONReport(report).text().contains("census"))
  }

  @Test func `JSON has every outcome that the profile leaves`() throws {
    let census = JSONReport.Census(Samples.census(), .core)
    #expect(census.programs == 5 && census.undecided == 1 && census.unexplained == 1)
    let outcomes = census.freedoms.flatMap { freedom in
      freedom.outcomes.map { "\(freedom.id) \($0.name)" }
    }
    #expect(outcomes.count == Branch.allCases.count && Set(outcomes).count == outcomes.count)
    let second = census.freedoms.first { $0.id == "ND-22" }?.outcomes.map(\.count)
    #expect(second == [1, 0])
    let reference = JSONReport.Census(Samples.census(), .reference)
    #expect(
      reference.freedoms.first { $0.id == "ND-22" }?.outcomes.map(\.name) == ["ignored"])
  }

  @Test func `JSON is read back`() throws {
    let report = try Samples.report(outcome: .conformant, rules: [], census: Samples.census())
    #expect(try JSONReport(parsing: JSONReport(report).text()) == JSONReport(report))
  }
}
