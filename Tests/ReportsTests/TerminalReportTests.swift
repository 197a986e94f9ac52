import OQHistory
import OQJudging
import OQReport
import OQReports
import OQSpecification
import OQText
import Testing

@Suite struct TerminalReportTests {
  private func text(
    _ report: Report, style: ReportStyle = ReportStyle(), detail: ReportDetail = .whole
  ) throws -> String {
    TerminalReport(
      report, catalogue: try Samples.catalogue(), reproduction: Samples.reproduction,
      style: style, detail: detail
    ).text
  }

  private func lastLine(_ report: Report) throws -> String? {
    try text(report, style: ReportStyle(width: 200)).split(separator: "\n").last.map(String.init)
  }

  @Test func `a report with every verdict and every kind of finding`() throws {
    try Golden.expect(text(Samples.violated()), "violated.txt")
  }

  @Test func `a conformant report`() throws {
    try Golden.expect(text(Samples.conformant()), "conformant.txt")
  }

  @Test func `a report of the model says what was not taken`() throws {
    try Golden.expect(text(Samples.model()), "model.txt")
  }

  @Test func `a report without rules, programs and findings`() throws {
    try Golden.expect(text(Samples.empty()), "empty.txt")
  }

  @Test func `a quiet report has findings and the outcome only`() throws {
    let style = ReportStyle(width: 60, glyphs: .ascii)
    try Golden.expect(text(Samples.violated(), style: style, detail: .quiet), "quiet-ascii-60.txt")
    let quiet = try text(Samples.conformant(), detail: .quiet)
    #expect(
      quiet == "conformant (core, complete)\n")
  }

  @Test func `what fits a screen has causes, programs, areas and the outcome`() throws {
    try Golden.expect(text(Samples.sorted(), detail: .screen), "screen.txt")
    try Golden.expect(text(Samples.violated(), detail: .screen), "screen-unsorted.txt")
    try Golden.expect(text(Samples.conformant(), detail: .screen), "screen-conformant.txt")
    try Golden.expect(text(Samples.empty(), detail: .screen), "screen-empty.txt")
  }

  @Test func `an answer that is none yet names the rules and the next step`() throws {
    let report = try Samples.report(
      outcome: .inconclusive, missing: [],
      rules: [
        Samples.result("DEP-1", .inconclusive, 0, 4), Samples.result("WAIT-1", .vacuous, 0, 0),
      ])
    let shown = try text(report, detail: .screen)
    #expect(
      shown.contains(
        """
        No answer yet
          DEP-1: no history decided a case
          no program has put WAIT-1 to the test
          Run more programs, such as with --budget 2m, or choose rules with --rules.
        """), "\(shown)")
    #expect(try !text(Samples.conformant(), detail: .screen).contains("No answer yet"))
  }

  @Test func `many causes are named, and a long program is cut off on a screen`() throws {
    var finding = try Samples.dependency()
    finding.program.operations += (1...200).map { Program.Operation("o\($0)") }
    let report = try Samples.report(
      outcome: .violated, rules: [Samples.result("DEP-1", .violated, 1, 0, 1)],
      findings: Array(repeating: finding, count: 30))
    let shown = try text(report, detail: .screen)
    #expect(shown.contains("and 21 more, found as DEP-1, DEP-1"), "\(shown)")
    #expect(shown.contains("and 198 more lines"))
    #expect(lines(shown) <= 60, "\(shown)")
  }

  private func lines(_ text: String) -> Int {
    text.split(separator: "\n", omittingEmptySubsequences: false).count
  }

  @Test(arguments: [45, 60, 80, 200]) func `what fits a screen goes by its height`(
    height: Int
  ) throws {
    let finding = try Samples.dependency()
    let report = try Samples.report(
      outcome: .violated, rules: [Samples.result("DEP-1", .violated, 1, 0, 1)],
      findings: Array(repeating: finding, count: 9))
    func programs(_ detail: ReportDetail) throws -> Int {
      let shown = try text(report, style: ReportStyle(height: height), detail: detail)
      #expect(lines(shown) <= height, "\(shown)")
      return shown.split(separator: "\n").count { $0.contains("op x deps=d") }
    }
    let screen = try programs(.screen)
    // More room shows more programs, and without rules and counts there is more room.
    #expect(screen == [45: 1, 60: 2, 80: 3, 200: 4][height])
    #expect(try programs(.quiet) >= screen)
  }

  @Test func `a report in ASCII has ASCII only`() throws {
    let report = try text(Samples.violated(), style: ReportStyle(glyphs: .ascii))
    #expect(!report.unicodeScalars.contains { !$0.isASCII })
  }

  @Test func `every outcome has its line, and it is the last one`() throws {
    let rules = [
      Samples.result("DEP-1", .inconclusive, 0, 3, reason: "r"),
      Samples.result("DEP-2", .vacuous, 0, 0, reason: "r"),
      Samples.result("DEP-9", .vacuous, 0, 0, reason: "r"),
      Samples.result("WAIT-2", .vacuous, 0, 0, level: .profile(.guide), reason: "r"),
    ]
    let scope = "(core, without operationWait, manualStart)"
    #expect(
      try lastLine(Samples.report(outcome: .inconclusive, rules: rules))
        == "inconclusive: 1 rule undecided, 2 rules vacuous \(scope)")
    #expect(
      try lastLine(Samples.report(outcome: .inconclusive, isComplete: false, rules: []))
        == "inconclusive: not everything ran \(scope), ended early")
    #expect(
      try lastLine(Samples.empty())
        == "inconclusive: no program ran (core, complete), ended early")
    #expect(
      try lastLine(
        Samples.report(outcome: .unusable, reason: "offers listing, lists nothing", rules: []))
        == "unusable: offers listing, lists nothing")
    #expect(
      try lastLine(Samples.report(outcome: .conformant, rules: [])) == "conformant \(scope)")
    #expect(
      try lastLine(Samples.violated())
        == "violated: 2 rules, 1 crash, 1 unexplained history \(scope)")
  }

  @Test func `styles change nothing but escape sequences`() throws {
    let plain = try text(Samples.violated())
    let painted = try text(
      Samples.violated(), style: ReportStyle(palette: Palette(isEnabled: true)))
    #expect(painted != plain)
    #expect(painted.replacing(/\u{1B}\[[0-9;]*m/, with: "") == plain)
    #expect(!plain.contains("\u{1B}"))
  }

  @Test(arguments: [40, 57, 80, 132])
  func `no line of words is wider than the terminal`(width: Int) throws {
    let report = try text(Samples.violated(), style: ReportStyle(width: width))
    let screen = try text(Samples.sorted(), style: ReportStyle(width: width), detail: .screen)
    let copied = (report + screen).split(separator: "\n")
      .filter { !$0.hasPrefix("    oqcheck ") && !$0.hasPrefix("     oqcheck ") }
    // The numbers of the table of rules stay whole.
    let table = copied.filter {
      $0.hasPrefix("  rule ") || $0.hasPrefix("  DEP-") || $0.hasPrefix("  WAIT-")
    }
    for line in copied where !table.contains(line) { #expect(line.count <= width, "\(line)") }
  }

  @Test func `text of the subject cannot steer the terminal`() throws {
    var finding = try Samples.dependency()
    finding.message = "bad \u{1B}[2J thing\u{202E}"
    finding.file = "x\u{7}.oqrepro"
    let report = try Samples.report(
      outcome: .violated, reason: nil,
      rules: [
        Samples.result("DEP-1", .violated, 1, 0, 1),
        Samples.result("DEP-2", .inconclusive, 0, 1, reason: "odd \u{1B}]0;title\u{7}"),
      ], findings: [finding])
    let shown = try text(report)
    #expect(shown.contains("bad \\u{1B}[2J thing\\u{202E}"))
    for scalar in ["\u{1B}", "\u{7}", "\u{202E}"] { #expect(!shown.contains(scalar)) }
  }

  @Test func `a long program is cut off, and says so`() throws {
    var finding = try Samples.dependency()
    finding.program.operations += (1...200).map { Program.Operation("o\($0)") }
    let report = try Samples.report(
      outcome: .violated, rules: [Samples.result("DEP-1", .violated, 1, 0, 1)],
      findings: [finding])
    let shown = try text(report)
    #expect(shown.contains("    and 151 more lines\n"))
    #expect(!shown.contains("o200"))
  }

  @Test func `a finding of several programs says what they have to do with it`() throws {
    var finding = try Samples.crash()
    finding.earlier = [try Program(parsing: "oqprogram 1\nqueue other\nclient 1\ncount other\n")]
    func shown() throws -> String {
      try text(
        Samples.report(
          outcome: .violated, rules: [Samples.result("DEP-1", .satisfied, 1, 0)],
          findings: [finding]))
    }
    let needed = try shown()
    #expect(needed.contains("It needs these programs in one process, in this order"))
    let first = try #require(needed.firstRange(of: "    count other\n"))
    let second = try #require(needed.firstRange(of: "    add q x\n"))
    #expect(first.upperBound <= second.lowerBound)
    finding.reproduced = 0
    let kept = try shown()
    #expect(kept.contains("not reproduced in 20 attempts"))
    #expect(kept.contains("neither the last program alone nor all of them"))
    #expect(!kept.contains("It needs"))
  }

  @Test func `a death shows what the process wrote last, and JUnit sets it apart`() throws {
    var finding = try Samples.crash()
    finding.output = "oh no\nat 0x7f"
    let report = try Samples.report(
      outcome: .violated, rules: [Samples.result("DEP-1", .satisfied, 1, 0)],
      findings: [finding])
    #expect(try text(report).contains("  Last output of the process\n    oh no\n    at 0x7f\n"))
    #expect(
      try JSONFormat.read(JSONFormat().text(report)).findings.first?.output == "oh no\nat 0x7f")
    let xml = JUnitReport(report, catalogue: try Samples.catalogue()).text
    #expect(xml.contains("<system-err>oh no\nat 0x7f</system-err>"))
    #expect(!xml.contains("Last output"))
    finding.output = ""
    let silent = try Samples.report(
      outcome: .violated, rules: [Samples.result("DEP-1", .satisfied, 1, 0)],
      findings: [finding])
    #expect(!(try text(silent).contains("Last output")))
    #expect(!JUnitReport(silent).text.contains("system-err"))
    #expect(!(try JSONFormat().text(silent).contains("\"output\"")))
  }

  @Test func `commands are quoted for a shell and carry the options that choose the program`()
    throws
  {
    let finding = try Samples.dependency()
    let reproduction = ReproduceCommands(
      subject: "exec:it's", folder: "my findings/", options: ["--profile", "guide"])
    #expect(
      reproduction.commands(for: finding) == [
        "oqcheck replay 'my findings/DEP-1-1a2b3c4d.oqrepro' --trust",
        #"oqcheck run 'exec:it'\''s' --seed 0x7 --only 12 --profile guide"#,
      ])
    var held = finding
    let point = SubjectPoint(.client(1), .call(1), .mutexUnlock, caller: "f")
    held.pins = Pins([], holding: [Hold(at: point)])
    #expect(
      reproduction.commands(for: held).first
        == "oqcheck replay 'my findings/DEP-1-1a2b3c4d.oqrepro' --trust --preload")
    let stall = try Samples.stall()
    #expect(
      ReproduceCommands(subject: "reference").commands(for: stall)
        == ["oqcheck run reference --seed 0x7 --only 3"])
  }

  @Test func `a program that no seed makes is not run by a seed`() throws {
    var finding = try Samples.dependency()
    finding.index = .max - 1
    #expect(
      ReproduceCommands(subject: "reference", folder: "f", corpus: 2).commands(for: finding)
        == ["oqcheck replay f/DEP-1-1a2b3c4d.oqrepro"])
    finding.index = .max - 2
    #expect(ReproduceCommands(subject: "reference", corpus: 2).commands(for: finding).count == 2)
    #expect(
      ReproduceCommands(file: "my program", subject: "reference", isNamed: false)
        .commands(for: finding) == ["oqcheck replay 'my program' --subject reference"])
    #expect(
      ReproduceCommands(file: "a.oqrepro", subject: "reference", isNamed: true)
        .commands(for: finding) == ["oqcheck replay a.oqrepro"])
    #expect(
      ReproduceCommands(file: "a.oqrepro", subject: "exec:./a", isNamed: true)
        .commands(for: finding) == ["oqcheck replay a.oqrepro --trust"])
  }
}
