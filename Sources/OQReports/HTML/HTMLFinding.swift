import OQHistory
import OQModel
import OQReport
import OQSpecification
import OQText

/// A finding on a page: what is wrong, the program, the history event by event, the commands.
///
/// The script draws the history from the table of events; without it the table and a picture in
/// text say the same.
struct HTMLFinding {
  /// Bytes that a finding may take, as long as leaving out events makes it smaller.
  static let mostBytes = 4_000
  /// Most characters of what a process wrote.
  private static let mostOutput = 600

  private let finding: Finding
  private let number: Int
  private let report: Report
  private let rule: Rule?
  private let commands: [String]

  init(
    _ finding: Finding, number: Int, report: Report, catalogue: Catalogue, commands: [String]
  ) {
    self.finding = finding
    self.number = number
    self.report = report
    rule = if case .rule(let id) = finding.blame { catalogue[id] } else { nil }
    self.commands = commands
  }

  /// The finding as an element that opens and closes.
  func markup(isOpen: Bool) -> String {
    let explanation = Acceptor(
      profile: report.profile, bound: 500, concurrency: finding.history.bodies
    ).explanation(of: finding.history)
    var text = ""
    // As much of the history as fits, and at least what is next to the proof.
    for (events, hasPicture) in [(60, true), (30, true), (30, false), (16, false), (8, false)] {
      text = markup(isOpen: isOpen, explanation, events: events, hasPicture: hasPicture)
      if text.utf8.count <= HTMLFinding.mostBytes { break }
    }
    return text
  }

  private func markup(
    isOpen: Bool, _ explanation: Explanation, events: Int, hasPicture: Bool
  ) -> String {
    let id = "\(finding.blame)/\(number)"
    let title =
      "\(finding.blame)" + (rule.map { ": \($0.title)" } ?? "")
    let excuse = report.expectation(of: finding)?.excuse
    var parts = ["<p class=\"message\">\(HTML.text(finding.message))</p>"]
    if let excuse { parts.append("<p class=\"expected\">\(HTML.text(excuse))</p>") }
    parts.append("<div class=\"columns\"><div><h4>Program</h4>\(program)</div>")
    parts.append("<div><h4>Again</h4><p>\(HTML.text(rate))</p>\(commands.map(command).joined())")
    if case .rule(let id) = finding.blame {
      parts.append("<p>Rule: <a href=\"#\(id)\">\(id)</a></p>")
    }
    if let window = WindowText.line(finding) {
      parts.append("<h4>Window</h4><p>\(HTML.text(window)).</p>")
    }
    if let pins = finding.pins {
      parts.append("<h4>Pins</h4>\(block(pins.text(in: finding.program)))")
    }
    if !finding.output.isEmpty {
      parts.append(
        "<h4>Last output</h4>\(block(String(finding.output.suffix(HTMLFinding.mostOutput))))")
    }
    parts.append("</div></div>")
    parts.append(history(explanation, most: events, hasPicture: hasPicture))
    let novelty = report.novelty(of: finding)?.rawValue
    let change = novelty.map { " data-change=\"\($0)\"" } ?? ""
    let badge = novelty.map { " <span class=\"\($0)\">\($0)</span>" } ?? ""
    return "<details class=\"finding\" id=\"\(HTML.text(id))\"\(change)\(isOpen ? " open" : "")>"
      + "<summary>\(HTML.text(title))\(badge)\(excuse == nil ? "" : " (expected)")</summary>\n\(parts.joined(separator: "\n"))</details>"
  }

  private var rate: String {
    FindingText(
      finding, catalogue: .current, reproduction: ReproduceCommands(of: report),
      style: ReportStyle()
    ).rate
  }

  private var program: String {
    if let steps = finding.omittedSteps {
      return "<p>(\(counted(steps, "step")): see the failure file)</p>"
    }
    let programs = finding.sequence.map { program in
      let lines = program.text.split(separator: "\n").dropFirst().map { String($0) }
      let most = 40
      let rest = lines.count > most ? ["and \(lines.count - most) more lines"] : []
      return "<pre>\(HTML.lines(lines.prefix(most) + rest))</pre>"
    }
    return programs.joined()
  }

  private func command(_ text: String) -> String {
    "<pre class=\"command\">\(HTML.text(text))</pre>"
  }

  private func block(_ text: String) -> String {
    "<pre>\(HTML.lines(text.split(separator: "\n").map { String($0) }))</pre>"
  }

  // MARK: The history

  private func history(_ explanation: Explanation, most: Int, hasPicture: Bool) -> String {
    let events = finding.history.events
    guard !finding.isHistoryOmitted, !events.isEmpty else {
      return "<p>(its history: see the failure file)</p>"
    }
    let marks = Set(finding.events)
    let window = TimelineWindow(events, marks: marks, most: most)
    let steps = Dictionary(
      explanation.steps.map { ($0.ticket, $0) }, uniquingKeysWith: { first, _ in first })
    let printer = StepPrinter(finding.history.declarations)
    let rows = window.pieces.flatMap { piece -> [String] in
      switch piece {
      case .drawn(let range): events[range].map { row($0, steps[$0.ticket], printer) }
      case .leftOut(let range): [gap(range, in: window, printer)]
      }
    }
    let titles = ["ticket", "lane", "event", "what it changes", "legal there, among others"]
    let head = titles.map { "<th scope=col>\($0)" }.joined()
    let note =
      window.count < events.count
      ? "<p>\(window.count) of \(events.count) events; the failure file has them all.</p>" : ""
    return "<h4>History</h4>\(hasPicture ? picture(marks) : "")"
      + "<details class=\"history\"><summary>\(counted(window.count, "event"))</summary>"
      + "<table class=\"events\"><tr>\(head)\n\(rows.joined(separator: "\n"))</table>\(note)"
      + "\(answer(explanation))</details>"
  }

  private func row(
    _ event: Event, _ step: Explanation.Step?, _ printer: StepPrinter
  ) -> String {
    let cells = [
      "\(event.ticket)", HTML.text(event.lane.map { printer.text($0) } ?? "harness"),
      HTML.text(printer.text(event.kind)),
      HTML.text(step?.changes.joined(separator: "; ") ?? ""),
      HTML.text(step?.possible.joined(separator: ", ") ?? ""),
    ]
    let isMarked = finding.events.contains(event.ticket)
    return "<tr\(isMarked ? " class=m" : "")>" + cells.map { "<td>\($0)" }.joined()
  }

  /// What stands for events that are left out, with the lanes of the table whose client code runs
  /// behind them: their boxes would else end nowhere, or begin with nothing.
  private func gap(_ range: Range<Int>, in window: TimelineWindow, _ printer: StepPrinter) -> String
  {
    let events = finding.history.events
    let shown = Set(window.ranges.flatMap { events[$0].map(\.lane) })
    var running: [Lane] = []
    for event in events[..<range.upperBound] {
      guard let lane = event.lane, shown.contains(lane) else { continue }
      if event.kind == .enter { running.append(lane) }
      if event.kind == .leave { running.removeAll { $0 == lane } }
    }
    let names = running.map { "<i>\(HTML.text(printer.text($0)))</i>" }.joined(separator: " ")
    let rest = names.isEmpty ? "" : "; still running: \(names)"
    return "<tr class=g><td>⋮<td colspan=4>\(counted(range.count, "event")) left out\(rest)"
  }

  /// Where the model has no run any more, or why it says nothing.
  private func answer(_ explanation: Explanation) -> String {
    switch explanation.answer {
    case .accepted: "<p>Some run of the model has this history.</p>"
    case .rejected(let ticket, _): "<p>No run of the model has the event \(ticket).</p>"
    case .inconclusive(let reason): "<p>\(HTML.text("The model says nothing: \(reason)."))</p>"
    }
  }

  private func picture(_ marks: Set<Ticket>) -> String {
    let lines = Timeline.lines(
      of: finding.history, marking: Array(marks).sorted(),
      options: Timeline.Options(width: 76, glyphs: .ascii, mostEvents: 30))
    return "<pre class=\"picture\">\(HTML.lines(lines))</pre>"
  }
}
