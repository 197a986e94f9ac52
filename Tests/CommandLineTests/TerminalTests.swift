import OQCommandLine
import OQText
import Testing

@Suite struct TerminalTests {
  private let bright = Palette(isEnabled: true)

  @Test func `paints only where styles are wanted`() {
    #expect(bright.paint("x", .bold, .red) == "\u{1B}[1;31mx\u{1B}[0m")
    #expect(bright.paint("x") == "x")
    #expect(bright.paint("", .bold) == "")
    #expect(Palette.plain.paint("x", .bold) == "x")
  }

  @Test(arguments: [
    (true, [:], true, true), (false, [:], false, false),
    (true, ["NO_COLOR": "1"], false, true), (true, ["NO_COLOR": ""], true, true),
    (true, ["TERM": "dumb"], false, false), (true, ["CI": "true"], true, false),
    (true, ["CI": "false"], true, true),
  ])
  func `finds out what a stream can show`(
    isTerminal: Bool, variables: [String: String], styles: Bool, interactive: Bool
  ) {
    let terminal = Terminal(isTerminal: isTerminal, variables: variables)
    #expect(terminal.palette.isEnabled == styles)
    #expect(terminal.isInteractive == interactive)
  }

  @Test func `knows its width or assumes one`() {
    #expect(Terminal(isTerminal: true, variables: [:]).width == 80)
    #expect(Terminal(isTerminal: true, columns: 120, variables: ["COLUMNS": "90"]).width == 120)
    #expect(Terminal(isTerminal: true, variables: ["COLUMNS": "90"]).width == 90)
    #expect(Terminal(isTerminal: true, variables: ["COLUMNS": "wide"]).width == 80)
    #expect(Terminal(isTerminal: true, columns: 0, variables: [:]).width == 40)
  }

  @Test func `a line that is written over is due at once, one that stays after ten seconds`() {
    var over = StatusPace(isInteractive: true)
    #expect(
      [0, 50, 100, 199, 250].map { over.isDue(after: .milliseconds($0)) } == [
        true, false, true, false, true,
      ])
    var staying = StatusPace(isInteractive: false)
    #expect(
      [0, 9, 10, 19, 25, 34, 35].map { staying.isDue(after: .seconds($0)) } == [
        false, false, true, false, true, false, true,
      ])
  }

  @Test(
    arguments: [
      (0.9349, "93.4 %"), (1, "100.0 %"), (0, "0.0 %"), (nil, "-"),
    ] as [(Double?, String)])
  func `a share is rounded down to a tenth of a hundredth`(share: Double?, text: String) {
    #expect(Percentage.text(of: share) == text)
  }

  @Test func `wraps words, keeps paragraphs and never breaks a word`() {
    #expect(TextWrapping.lines("aa bb cc", width: 5) == ["aa bb", "cc"])
    #expect(TextWrapping.lines("aa  bb\n\ncc", width: 9) == ["aa bb", "", "cc"])
    #expect(TextWrapping.lines("a toolongword b", width: 4) == ["a", "toolongword", "b"])
    #expect(TextWrapping.lines("", width: 4) == [""])
    #expect(
      TextWrapping.lines("aa bb cc dd", width: 7, indent: 1, hanging: 4)
        == [" aa bb", "    cc", "    dd"])
    #expect(TextWrapping.lines("a b", width: 0, indent: 2) == ["  a", "  b"])
  }

  @Test func `aligns columns and trims lines`() {
    let table = TextTable(
      [.init("rule"), .init("cases", .trailing), .init("")],
      rows: [["DEP-9", "41", "violated"], ["LIMIT-10", "7"], ["x", "1", "", "surplus"]])
    #expect(
      table.lines(indent: 1) == [
        " rule      cases", " DEP-9        41  violated", " LIMIT-10      7", " x             1",
      ])
    #expect(TextTable([.init(), .init("", .trailing)], rows: [["a", "1"]]).lines() == ["a  1"])
    #expect(TextTable([]).lines().isEmpty)
  }

  @Test func `styles do not change the layout`() {
    let table = TextTable(
      [.init(), .init("", .trailing), .init()],
      rows: [[.init("ab", .red), .init("7", .bold), "x"], ["abc", "10", .init("y", .dim)]])
    #expect(table.lines() == ["ab    7  x", "abc  10  y"])
    #expect(
      table.lines(palette: bright) == [
        "\u{1B}[31mab\u{1B}[0m    \u{1B}[1m7\u{1B}[0m  x", "abc  10  \u{1B}[2my\u{1B}[0m",
      ])
  }

  @Test func `wraps the last column under itself`() {
    let table = TextTable([.init(), .init()], rows: [["key", "some words to wrap"]])
    #expect(table.lines(width: 16, indent: 1) == [" key  some words", "      to wrap"])
    // Less than a third of the width is left: a column of single words would be worse to read.
    #expect(table.lines(width: 6) == ["key  some words to wrap"])
  }

  @Test func `cells cannot steer the terminal`() {
    let name = "a\u{1B}[2Jb"
    let table = TextTable([.init()], rows: [["\(name)"], [TextTable.Cell(name)]])
    #expect(table.lines() == [#"a\u{1B}[2Jb"#, #"a\u{1B}[2Jb"#])
  }

  private func progress(
    programs: Int = 450, limit: Int? = 1000, elapsed: Duration = .seconds(3),
    budget: Duration? = nil, findings: Int = 0
  ) -> ProgressLine {
    ProgressLine(
      programs: programs, programLimit: limit, elapsed: elapsed, budget: budget, decidedRules: 87,
      rules: 102, findings: findings)
  }

  @Test func `shows progress as a bar or as a line of a log`() {
    #expect(
      progress().barText(width: 100)
        == "[#########           ]  45%  450 programs  150/s  87 of 102 rules decided  0 findings")
    #expect(
      progress().logText == "45%, 450 programs, 150/s, 87 of 102 rules decided, 0 findings")
    #expect(
      progress(programs: 1, limit: nil, findings: 1).logText
        == "1 program, 0/s, 87 of 102 rules decided, 1 finding")
  }

  @Test func `leaves the bar out, then cuts the text, where there is no room`() {
    #expect(
      progress().barText(width: 65)
        == " 45%  450 programs  150/s  87 of 102 rules decided  0 findings")
    #expect(progress().barText(width: 20) == " 45%  450 programs ")
    #expect(progress().barText(width: 0) == "")
    for width in 1...120 {
      #expect(progress().barText(width: width).count < width)
    }
  }

  @Test func `a finding is painted`() {
    let line = progress(findings: 2)
    #expect(
      line.barText(width: 100, palette: bright) == bright.paint(line.barText(width: 100), .red))
    #expect(progress().barText(width: 100, palette: bright) == progress().barText(width: 100))
  }

  @Test(
    arguments: [
      (450, 1000, 3, nil, 0.45), (450, 1000, 3, 4, 0.75), (450, 500, 3, 4, 0.9),
      (450, nil, 3, 30, 0.1), (450, nil, 3, nil, nil), (450, 100, 3, nil, 1), (0, 100, 0, 30, 0),
      (0, 0, 0, nil, 1),
    ] as [(Int, Int?, Int, Int?, Double?)])
  func `the nearer of two limits counts`(
    programs: Int, limit: Int?, elapsed: Int, budget: Int?, fraction: Double?
  ) {
    let line = progress(
      programs: programs, limit: limit, elapsed: .seconds(elapsed),
      budget: budget.map { .seconds($0) })
    #expect(line.fraction == fraction)
  }

  @Test func `has no rate before any time has passed`() {
    #expect(progress(elapsed: .zero).rate == 0)
    #expect(progress(elapsed: .milliseconds(500)).rate == 900)
  }
}
