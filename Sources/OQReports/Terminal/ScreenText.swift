import OQAdapters
import OQJudging
import OQReport
import OQSpecification
import OQText

/// A report for people in what fits a screen: causes with their smallest programs, a line for each
/// area in which something is to be said, and what is not settled.
///
/// As many causes have their programs as the screen has room for, and at least one; the others have
/// a line each.
struct ScreenText {
  /// Most causes that are shown with their programs.
  static let mostCauses = 4
  /// Most causes that have a line each.
  static let mostTitles = 8
  /// Most lines of a program.
  static let mostProgramLines = 12
  /// Most rules that are named where it says what is not settled.
  static let mostNames = 6
  /// Most rules of an area that are named.
  static let mostInArea = 4

  private let report: Report
  private let catalogue: Catalogue
  private let reproduction: ReproduceCommands
  private let style: ReportStyle

  init(
    _ report: Report, catalogue: Catalogue, reproduction: ReproduceCommands, style: ReportStyle
  ) {
    self.report = report
    self.catalogue = catalogue
    self.reproduction = reproduction
    self.style = style
  }

  /// All paragraphs.
  ///
  /// - Parameter last: paragraphs that come at the end.
  /// - Returns: paragraphs, of which some may be empty.
  func blocks(beside last: [[String]]) -> [[String]] {
    let others = [changes, areas, open, next, interactions, holds, hint] + last
    return [header] + causes(in: room(beside: [header] + others)) + others
  }

  /// The causes, and what comes at the end.
  ///
  /// - Parameter last: paragraphs that come at the end.
  /// - Returns: paragraphs, of which some may be empty.
  func found(beside last: [[String]]) -> [[String]] {
    let others = [changes] + last
    return causes(in: room(beside: others)) + others
  }

  /// Lines of the screen that other paragraphs leave, each with a blank line, and the prompt.
  private func room(beside others: [[String]]) -> Int {
    style.height - 1 - others.filter { !$0.isEmpty }.reduce(0) { $0 + $1.count + 1 }
  }

  private var changes: [String] { ChangeText(report, style: style).lines }

  // MARK: Head and foot

  private var header: [String] {
    var parts = [
      "seed \(report.seed.hexadecimal)",
      counted(report.programs, "program") + report.programsRemark,
      "specification \(report.specification.version)",
    ]
    if report.control != nil { parts.append(JudgedRulesText.count(report)) }
    if let seconds = report.timings.flatMap({ Int(exactly: $0.seconds.rounded()) }) {
      parts.append("\(seconds) s")
    }
    let title = "\(report.subject.name) \(report.subject.version)"
    return style.paragraph(
      "oqcheck \(report.toolVersion): \(title); \(parts.joined(separator: ", "))", hanging: 2)
  }

  private var hint: [String] {
    guard report.programs > 0 else { return [] }
    return style.paragraph(
      "All rules, proofs and the census: --table, or --report FORMAT=PATH.", hanging: 2
    ).map { style.palette.paint($0, .dim) }
  }

  // MARK: Causes

  /// What a cause, or a finding without one, is shown by.
  private struct Entry {
    let title: String
    let finding: Finding
    let situation: [String]
    /// What somebody says who expects it; nil where nobody does.
    let excuse: String?
  }

  private var entries: [Entry] {
    let sorted = report.causes.compactMap { cause in
      report.headline(of: cause).map { finding in
        let others = cause.blames.filter { $0 != finding.blame }.map(\.description)
        return Entry(
          title: "\(finding.blame)"
            + (others.isEmpty ? "" : ", seen as \(others.joined(separator: ", ")) too")
            + "; \(counted(cause.programs, "program"))" + mark(finding),
          finding: finding, situation: cause.situation(in: finding.program),
          excuse: report.expectation(of: cause)?.excuse)
      }
    }
    let known = Set(report.causes.map(\.id))
    let others = report.findings.filter { !($0.cause.map(known.contains) ?? false) }
    let all =
      sorted
      + others.map {
        Entry(
          title: title(of: $0) + mark($0), finding: $0, situation: [],
          excuse: report.expectation(of: $0)?.excuse)
      }
    // What nobody expects is what people look for.
    return all.filter { $0.excuse == nil } + all.filter { $0.excuse != nil }
  }

  private func mark(_ finding: Finding) -> String { report.novelty(of: finding)?.mark ?? "" }

  private func title(of finding: Finding) -> String {
    guard case .rule(let id) = finding.blame else { return finding.blame.description }
    let excuse = report.rules.first { $0.id == id && !$0.isEnforced && $0.verdict == .violated }
      .map { " (\(report.excuse(of: $0)))" }
    return id.description + (catalogue[id].map { ": \($0.title)" } ?? "") + (excuse ?? "")
  }

  /// The causes in so many lines, or in the fewest that say anything.
  private func causes(in room: Int) -> [[String]] {
    let entries = entries
    guard !entries.isEmpty else { return [] }
    let noun = report.causes.count == entries.count ? "cause" : "finding"
    var blocks = [[style.title(counted(entries.count, noun))]]
    var rest = Array(entries.enumerated())[...]
    var left = room - 2 - (report.unsorted > 0 ? 3 : 0)
    for (number, entry) in rest.prefix(ScreenText.mostCauses) {
      let block = lines(entry, number + 1)
      let fits = block.count + 1 + titleLines(rest.count - 1) <= left
      guard number == 0 || fits else { break }
      blocks += number == 0 ? [] : [block]
      if number == 0 { blocks[0] += block }
      left -= block.count + 1
      rest.removeFirst()
    }
    if !rest.isEmpty { blocks.append(titles(rest)) }
    if report.unsorted > 0 {
      blocks.append(
        style.paragraph(
          "\(counted(report.unsorted, "more program")) showed something broken whose cause was"
            + " not looked for.", indent: 2, hanging: 4))
    }
    return blocks
  }

  /// Lines of so many causes without programs, with a blank line before them.
  private func titleLines(_ count: Int) -> Int {
    let more = count > ScreenText.mostTitles ? 2 : 0
    return count == 0 ? 0 : 1 + min(count, ScreenText.mostTitles) + more
  }

  /// Causes that have a line each, and the number of those that have none.
  private func titles(_ entries: ArraySlice<(offset: Int, element: Entry)>) -> [String] {
    var lines = entries.prefix(ScreenText.mostTitles).map { number, entry in
      let text = "\(number + 1) \(entry.title)" + (entry.excuse == nil ? "" : "; expected")
      return "  "
        + style.palette.paint(style.glyphs.clipped(text.printable, to: style.width - 2), .bold)
    }
    let names = entries.dropFirst(ScreenText.mostTitles).map { "\($0.element.finding.blame)" }
    if !names.isEmpty {
      lines += style.paragraph(
        "and \(names.count) more, found as \(names.joined(separator: ", "))", indent: 2, hanging: 4)
    }
    return lines
  }

  private func lines(_ entry: Entry, _ number: Int) -> [String] {
    let finding = entry.finding
    let text = FindingText(
      finding, catalogue: catalogue, reproduction: reproduction, style: style)
    var lines = style.paragraph("\(number)  \(entry.title)", indent: 2, hanging: 5)
      .map { style.palette.paint($0, entry.excuse == nil ? .red : .yellow, .bold) }
    if let excuse = entry.excuse { lines += style.paragraph(excuse, indent: 5) }
    lines += style.paragraph(finding.message, indent: 5)
    if !entry.situation.isEmpty {
      lines += style.paragraph(
        "needs: \(entry.situation.joined(separator: "; "))", indent: 5, hanging: 7)
    }
    lines += text.program(atMost: ScreenText.mostProgramLines).map { "   " + $0 }
    lines += style.paragraph(text.rate, indent: 5)
    return lines
      + reproduction.commands(for: finding).prefix(1).map {
        "     " + style.palette.paint($0.printable, .cyan)
      }
  }

  // MARK: Areas

  /// Rules whose verdicts count for an area: those that apply.
  private var areas: [String] {
    var sound: [String] = []
    var table = TextTable([TextTable.Column(), TextTable.Column(), TextTable.Column()])
    for area in Area.allCases {
      let results = report.rules.filter { $0.id.area == area && $0.verdict != .notApplicable }
      guard !results.isEmpty else { continue }
      let satisfied = results.count { $0.verdict == .satisfied }
      if satisfied == results.count {
        sound.append("\(area) \(satisfied)")
        continue
      }
      let violated = results.filter { $0.verdict == .violated }
      let more = violated.count - ScreenText.mostInArea
      let names =
        violated.prefix(ScreenText.mostInArea).map { "\($0.id)" }.joined(separator: ", ")
        + (more > 0 ? " and \(more) more" : "")
      let others = [Verdict.inconclusive, .vacuous].compactMap { verdict -> String? in
        let count = results.count { $0.verdict == verdict }
        return count == 0 ? nil : "\(count) \(verdict.rawValue)"
      }
      let text = ((violated.isEmpty ? [] : ["violated: \(names)"]) + others)
        .joined(separator: "; ")
      table.rows.append([
        TextTable.Cell("\(area)", .cyan), TextTable.Cell("\(satisfied) of \(results.count)"),
        violated.isEmpty
          ? TextTable.Cell(text)
          : TextTable.Cell(text, violated.contains(where: \.isEnforced) ? .red : .yellow),
      ])
    }
    guard !(sound.isEmpty && table.rows.isEmpty) else { return [] }
    let title = [style.title("Rules satisfied, by area")]
    return title + table.lines(width: style.width, indent: 2, palette: style.palette)
      + (sound.isEmpty
        ? []
        : style.paragraph("all of: \(sound.joined(separator: ", "))", indent: 2, hanging: 4))
  }

  /// What is not settled: how many rules, and which if they are few.
  private var open: [String] {
    let parts = [Verdict.inconclusive, .vacuous, .notApplicable].compactMap { verdict -> String? in
      let ids = report.rules.filter { $0.verdict == verdict }.map { "\($0.id)" }
      guard !ids.isEmpty else { return nil }
      return "\(ids.count) \(verdict.rawValue)"
        + (ids.count <= ScreenText.mostNames ? " (\(ids.joined(separator: ", ")))" : "")
    }
    guard !parts.isEmpty else { return [] }
    return style.paragraph("Not settled: \(parts.joined(separator: ", "))", hanging: 2)
  }

  /// What an answer lacks that is none yet, and what to do about it.
  private var next: [String] {
    guard report.outcome == .inconclusive, report.programs > 0, !report.isOfChosen else {
      return []
    }
    let open = report.rules.filter { report.isEnforced($0) }
    let missed = open.filter { $0.verdict == .vacuous }.map { "\($0.id)" }
    var lines = open.filter { $0.verdict == .inconclusive }.prefix(ScreenText.mostNames).flatMap {
      style.paragraph(
        "\($0.id): \($0.reason ?? "no history decided a case")", indent: 2, hanging: 4)
    }
    if !missed.isEmpty {
      let rest = missed.count - ScreenText.mostNames
      let names = missed.prefix(ScreenText.mostNames).joined(separator: ", ")
      lines += style.paragraph(
        "no program has put \(names)\(rest > 0 ? " and \(rest) more" : "") to the test", indent: 2,
        hanging: 4)
    }
    guard !lines.isEmpty else { return [] }
    return [style.title("No answer yet")] + lines
      + style.paragraph(
        "Run more programs, such as with --budget 2m, or choose rules with --rules.", indent: 2,
        hanging: 2)
  }

  private var interactions: [String] {
    report.interactions.map { style.paragraph("Interactions: \($0.line)", hanging: 2) } ?? []
  }

  private var holds: [String] {
    report.programs == 0 ? [] : style.paragraph("Holds: \(report.holdsLine)", hanging: 2)
  }
}
