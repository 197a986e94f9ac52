/// How far a campaign is: counts, and their text.
package struct ProgressLine: Hashable, Sendable {
  /// Programs that have ended.
  package let programs: Int
  /// The number of programs after which the campaign ends, if it has one.
  package let programLimit: Int?
  /// Time since the first program began.
  package let elapsed: Duration
  /// The time after which the campaign ends, if it has one.
  package let budget: Duration?
  /// Rules that were decided often enough.
  package let decidedRules: Int
  /// Rules in play.
  package let rules: Int
  /// Findings so far.
  package let findings: Int

  /// How far a campaign is.
  package init(
    programs: Int, programLimit: Int?, elapsed: Duration, budget: Duration?, decidedRules: Int,
    rules: Int, findings: Int
  ) {
    self.programs = programs
    self.programLimit = programLimit
    self.elapsed = elapsed
    self.budget = budget
    self.decidedRules = decidedRules
    self.rules = rules
    self.findings = findings
  }

  /// The part that is done, from 0 to 1; `nil` without a limit.
  ///
  /// Of two limits the nearer one counts.
  package var fraction: Double? {
    let byPrograms = programLimit.map { $0 > 0 ? Double(programs) / Double($0) : 1 }
    let byTime = budget.map { $0 > .zero ? elapsed / $0 : 1 }
    let nearer = [byPrograms, byTime].compactMap(\.self).max()
    return nearer.map { min(max($0, 0), 1) }
  }

  /// Programs per second, rounded down; 0 before any time has passed.
  package var rate: Int {
    guard elapsed > .zero else { return 0 }
    return Int(exactly: (Double(programs) / (elapsed / .seconds(1))).rounded(.down)) ?? 0
  }

  /// The line for a log: no bar, no styles.
  package var logText: String {
    let percentage = fraction.map { "\(Self.percent($0))%, " } ?? ""
    return percentage + details(", ")
  }

  /// The line that a terminal shows and writes over.
  ///
  /// - Parameters:
  ///   - width: Columns of the terminal; the line is one shorter, since some terminals begin
  ///     another line when the last column is filled.
  ///   - palette: How findings are painted.
  /// - Returns: One line; the bar is left out where it does not fit, then the end of the text.
  package func barText(width: Int, palette: Palette = .plain) -> String {
    let text = details("  ")
    let room = max(width - 1, 0)
    var bar = ""
    if let fraction {
      let percent = "\(Self.percent(fraction))%"
      let label = blanks(4 - percent.count) + percent + "  "
      let cells = min(20, room - text.count - label.count - 3)
      if cells >= 5 {
        let done = Int(fraction * Double(cells))
        bar = "[" + String(repeating: "#", count: done) + blanks(cells - done) + "] "
      }
      bar += label
    }
    let line = String((bar + text).prefix(room))
    return findings > 0 ? palette.paint(line, .red) : line
  }

  private func details(_ separator: String) -> String {
    [
      counted(programs, "program"), "\(rate)/s", "\(decidedRules) of \(rules) rules decided",
      counted(findings, "finding"),
    ].joined(separator: separator)
  }

  private func counted(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  /// Whole per cents, rounded down: 100 means that nothing is left.
  private static func percent(_ fraction: Double) -> Int { Int(fraction * 100) }
}
