import OQAdapters
import OQJudging
import OQReport
import OQSpecification
import OQText

/// A report for people in what fits a screen: causes with their smallest programs, a line for each
/// area in which something is to be said, and what is not settled.
struct ScreenText {
  /// Most causes that are shown with their programs.
  static let mostCauses = 4
  /// Most lines of a program.
  static let mostProgramLines = 12
  /// Most rules that are named where it says what is not settled.
  static let mostNames = 6

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

  /// All paragraphs but the outcome.
  var blocks: [[String]] {
    [header] + causes + [ChangeText(report, style: style).lines, areas, open, next, holds, hint]
  }

  // MARK: Head and foot

  private var header: [String] {
    var parts = [
      "seed \(report.seed.hexadecimal)", counted(report.programs, "program"),
      "specification \(report.specification.version)",
    ]
    if report.control != nil { parts.append(JudgedRulesText.count(report)) }
    if report.undecided > 0 { parts[1] += " (\(report.undecided) undecided)" }
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
  }

  private var entries: [Entry] {
    let sorted = report.causes.compactMap { cause in
      report.headline(of: cause).map { finding in
        let others = cause.blames.filter { $0 != finding.blame }.map(\.description)
        return Entry(
          title: "\(finding.blame)"
            + (others.isEmpty ? "" : ", seen as \(others.joined(separator: ", ")) too")
            + "; \(counted(cause.programs, "program"))" + mark(finding),
          finding: finding, situation: cause.situation)
      }
    }
    let known = Set(report.causes.map(\.id))
    let others = report.findings.filter { !($0.cause.map(known.contains) ?? false) }
    return sorted
      + others.map { Entry(title: title(of: $0) + mark($0), finding: $0, situation: []) }
  }

  private func mark(_ finding: Finding) -> String { report.novelty(of: finding)?.mark ?? "" }

  private func title(of finding: Finding) -> String {
    guard case .rule(let id) = finding.blame else { return finding.blame.description }
    let excuse = report.rules.first { $0.id == id && !$0.isEnforced && $0.verdict == .violated }
      .map { " (\(report.excuse(of: $0)))" }
    return id.description + (catalogue[id].map { ": \($0.title)" } ?? "") + (excuse ?? "")
  }

  private var causes: [[String]] {
    let entries = entries
    guard !entries.isEmpty else { return [] }
    var blocks: [[String]] = []
    let noun = report.causes.count == entries.count ? "cause" : "finding"
    for (number, entry) in entries.prefix(ScreenText.mostCauses).enumerated() {
      let head = number == 0 ? [style.title(counted(entries.count, noun))] : []
      blocks.append(head + lines(entry, number + 1))
    }
    let rest = entries.dropFirst(ScreenText.mostCauses)
    if !rest.isEmpty {
      let names = rest.map { "\($0.finding.blame)" }.joined(separator: ", ")
      blocks.append(
        style.paragraph("and \(rest.count) more, found as \(names)", indent: 2, hanging: 4))
    }
    if report.unsorted > 0 {
      blocks.append(
        style.paragraph(
          "\(counted(report.unsorted, "more program")) showed something broken whose cause was"
            + " not looked for.", indent: 2, hanging: 4))
    }
    return blocks
  }

  private func lines(_ entry: Entry, _ number: Int) -> [String] {
    let finding = entry.finding
    let text = FindingText(
      finding, catalogue: catalogue, reproduction: reproduction, style: style)
    var lines = style.paragraph("\(number)  \(entry.title)", indent: 2, hanging: 5)
      .map { style.palette.paint($0, .red, .bold) }
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
      let names = violated.map { "\($0.id)" }.joined(separator: ", ")
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

  private var holds: [String] {
    report.programs == 0 ? [] : style.paragraph("Holds: \(report.holdsLine)", hanging: 2)
  }
}
