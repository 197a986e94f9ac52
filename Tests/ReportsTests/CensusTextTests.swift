import Foundation
import OQModel
import OQReport
import OQReports
import OQSpecification
import Testing

@Suite struct CensusTextTests {
  @Test func `a report shows what was seen, by number, and names the rest`() throws {
    let report = try Samples.report(outcome: .conformant, rules: [], census: Samples.census())
    let text = TerminalReport(report, catalogue: try Samples.catalogue(), detail: .whole).text
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
    let text = TerminalReport(report, catalogue: try Samples.catalogue(), detail: .whole).text
    #expect(!text.contains("Census"))
    #expect(try !JSONFormat().text(report).contains("census"))
  }

  @Test func `a census lists every outcome that the profile leaves`() throws {
    let outcomes = Census.freedoms(.core).flatMap(\.branches)
    #expect(outcomes.count == Branch.allCases.count && Set(outcomes).count == outcomes.count)
    let reference = Census.freedoms(.reference).first { $0.number == 22 }
    #expect(reference?.branches == [.nd22Ignored])
  }

  @Test func `JSON is read back, and refused where it lists other outcomes`() throws {
    let report = try Samples.report(outcome: .conformant, rules: [], census: Samples.census())
    let text = try JSONFormat().text(report)
    #expect(try JSONFormat.read(text) == report)
    let other = text.replacing("\"id\": \"ND-22\"", with: "\"id\": \"ND-99\"")
    let error = #expect(throws: JSONFault.self) { try JSONFormat.read(other) }
    #expect(error?.place == "census")
  }
}
