import Foundation
import OQHistory
import OQJudging
import OQPrograms
import OQReport
import OQReports
import OQSpecification
import OQText
import Testing

// The testing library has a type of this name, too.
private typealias Expectation = OQReport.Expectation

/// The window of a failure in words.
@Suite struct WindowTextTests {
  private static let symbol = "$s10Foundation9OperationC7isReadySbvg"
  private static let sentence =
    "client1 stands, in its call 2, behind pthread_mutex_unlock in "
    + "Foundation.Operation.isReady.getter : Swift.Bool, until everything else is at rest"

  private func finding(_ pins: String) throws -> Finding {
    var finding = try Samples.dependency()
    finding.pins = try Pins(parsing: pins, for: finding.program)
    (finding.reproduced, finding.attempts) = (100, 100)
    return finding
  }

  private func report(_ finding: Finding) throws -> Report {
    var report = try Samples.report(
      outcome: .violated, rules: [Samples.result("DEP-1", .violated, 1, 0, 1)], findings: [finding])
    let cause = Cause(
      try Trigger(parsing: "op a; op b deps=a; undepend b a"), seenAs: [.rule("DEP-1")],
      programs: 1)
    report.causes = [cause]
    report.findings[0].cause = cause.id
    return report
  }

  @Test(arguments: ReportFormats.all.map(\.name).filter { $0 != "badge" })
  func `every format names it, as text or as the pins`(name: String) throws {
    let held = try finding("client1 in 2 pthread_mutex_unlock \(Self.symbol) 1 until rest\n")
    let format = try #require(ReportFormats.all.first { $0.name == name })
    var setting = Presentation()
    (setting.detail, setting.style.width) = (.whole, 1000)
    let text = try format.report(report(held), setting).replacing(#/\s+/#, with: " ")
      .replacing("\\_", with: "_")
    #expect(
      text.contains(["json", "jsonl"].contains(name) ? Self.symbol : Self.sentence), "\(text)")
  }

  @Test func `a lane that waits for another one says for what, and how often it shows`() throws {
    let held = try finding(
      "client1 call 1\nd after sem_post library.so+0x2a 3 until x begin\n")
    let lines = FindingText(
      held, catalogue: try Samples.catalogue(), reproduction: Samples.reproduction,
      style: ReportStyle(width: 1000)
    ).lines.map { $0.trimmingPrefix(while: { $0 == " " }) }
    #expect(
      lines.contains(
        "d stands, after it has returned, behind sem_post in library.so+0x2a for the 3. time, "
          + "until x has passed its begin."))
    #expect(lines.contains { $0.hasSuffix("in the order of harness points that the file holds") })
    let alone = try finding("client1 in 2 sem_post f 1 until rest\n")
    let rate = FindingText(
      alone, catalogue: try Samples.catalogue(), reproduction: Samples.reproduction,
      style: ReportStyle()
    ).rate
    #expect(rate == "reproduced 100 of 100, with a lane held at a point of the subject")
  }

  @Test func `it names the code that led there, and the points at which it shows`() throws {
    var held = try finding("client1 in 2 pthread_mutex_unlock f 1 until rest\n")
    held.window = HeldWindow(
      traces: [["g", Self.symbol]], span: HeldWindow.Span(first: 94, last: 96, points: 120))
    func lines(_ finding: Finding) throws -> [String] {
      FindingText(
        finding, catalogue: try Samples.catalogue(), reproduction: Samples.reproduction,
        style: ReportStyle(width: 1000)
      ).lines.map { String($0.trimmingPrefix(while: { $0 == " " })) }
    }
    #expect(
      try lines(held).contains(
        "client1 stands, in its call 2, behind pthread_mutex_unlock in f, called by g, called by "
          + "Foundation.Operation.isReady.getter : Swift.Bool, until everything else is at rest."))
    #expect(try lines(held).contains("the window spans points 94 to 96 of the lane's 120."))
    held.window?.span = HeldWindow.Span(first: 7, last: 7, points: 9)
    #expect(try lines(held).contains("the window is point 7 of the lane's 9."))
    let read = try JSONDecoder().decode(Finding.self, from: JSONEncoder().encode(held))
    #expect(read.window == held.window)
  }

  @Test func `an expectation with a pin speaks of the cause that is held there`() throws {
    let held = try report(
      finding("client1 in 2 pthread_mutex_unlock \(Self.symbol) 7 until rest\n"))
    let trigger = "DEP-1 when op x; op y deps=x; undepend y x\n"
    func expected(_ pin: String) throws -> [Expectation] {
      let file = try ExpectationFile(parsing: trigger + (pin.isEmpty ? "" : "  pin: \(pin)\n"))
      return file.valid(for: "1", on: "2027-01-01")
    }
    let here = "pthread_mutex_unlock \(Self.symbol)"
    for pin in ["", here] {
      #expect(try held.isExpected(by: expected(pin)))
      #expect(try held.stale(expected(pin)) == [])
    }
    let other = try expected("pthread_mutex_lock \(Self.symbol)")
    #expect(!held.isExpected(by: other))
    #expect(held.stale(other) == other)
    let free = try report(finding("client1 call 1\n"))
    #expect(try !free.isExpected(by: expected(here)))
    #expect(try #require(expected(here).first).text.hasSuffix("\n  pin: \(here)\n"))
    #expect(held.pins(of: held.causes[0]).map(\.description) == [here])
    // How a race is made to show differs from run to run.
    #expect(held.expectable(pinned: false).map(\.pin) == [nil])
    #expect(held.expectable(pinned: true).map(\.pin?.description) == [here])
  }
}
