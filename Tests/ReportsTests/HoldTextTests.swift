import OQReport
import OQReports
import Testing

/// What reports say of lanes that were held at points of the subject.
@Suite struct HoldTextTests {
  private func report(_ change: (inout HoldCount) -> Void) throws -> Report {
    var report = try Samples.conformant()
    var count = HoldCount()
    change(&count)
    report.holds = count
    return report
  }

  private func scanned() throws -> Report {
    try report {
      ($0.programs, $0.points, $0.schedules, $0.held) = (9, 1083, 212, 150)
      ($0.givenUp, $0.notReached, $0.deaths, $0.showings) = (40, 22, 2, 3)
      ($0.blind, $0.large) = (1, 4)
    }
  }

  @Test func `a scan says what ran, what was held, and what tried nothing`() throws {
    #expect(
      try scanned().holdsLine
        == "212 schedules of 9 programs ran; 3 broke a rule; 150 held as meant, 40 given up, "
        + "22 not reached, 2 ended the process; 1083 points seen; in 1 program no point of the "
        + "subject was seen; of 4 programs some of the points were tried")
  }

  @Test func `lanes that nobody can hold are counted`() throws {
    var lanes = HoldCount.Lanes()
    (lanes.all, lanes.withoutPoints) = (4, 1)
    let one = try report { ($0.programs, $0.lanes) = (1, lanes) }
    #expect(one.holdsLine.contains("; none in 1 of 4 lanes"), "\(one.holdsLine)")
    var both = try #require(one.holds)
    both.merge(try #require(one.holds))
    #expect(both.lanes?.all == 8)
    #expect(both.lanes?.withoutPoints == 2)
  }

  @Test func `programs of files that followed their pins are counted`() throws {
    var kept = HoldCount.Kept()
    kept.programs = 1
    let one = try report { $0.kept = kept }
    #expect(one.holdsLine == "1 program of files followed its pins, and broke no rule")
    kept.showings = 1
    let broken = try report { $0.kept = kept }
    #expect(broken.holdsLine == "1 program of files followed its pins, and broke a rule")
    var both = try #require(one.holds)
    both.merge(try #require(broken.holds))
    #expect(
      try report { $0 = both }.holdsLine
        == "2 programs of files followed their pins, of which 1 broke a rule")
    let scan = try report { ($0.programs, $0.kept) = (1, kept) }
    #expect(scan.holdsLine.contains("; 1 program of files followed"), "\(scan.holdsLine)")
  }

  @Test func `what tried nothing is not silent`() throws {
    #expect(try report { _ in }.holdsLine == "no program was scanned")
    #expect(
      try report { $0.blind = 3 }.holdsLine == "no scan: no point of the subject can be seen")
    #expect(
      try report { $0.drawn = 5 }.holdsLine
        == "5 times a lane was held for a moment, at a point that was drawn")
    #expect(
      try Samples.conformant().holdsLine == "none; lanes were not held at points of the subject")
  }

  @Test(arguments: ReportFormats.all.map(\.name).filter { $0 != "badge" })
  func `every format but the badge says it`(name: String) throws {
    let format = try #require(ReportFormats.all.first { $0.name == name })
    let text = try format.text(scanned()).replacing(#/\s+/#, with: " ")
    let isValue = name == "json" || name == "jsonl"
    #expect(
      text.contains(isValue ? "\"notReached\"" : "212 schedules of 9 programs ran"), "\(text)")
  }
}
