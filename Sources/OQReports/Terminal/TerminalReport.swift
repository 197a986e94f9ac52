import OQAdapters
import OQJudging
import OQReport
import OQSpecification
import OQText

/// A report for people, as text.
package struct TerminalReport: Sendable {
  private let report: Report
  private let catalogue: Catalogue
  private let reproduction: ReproduceCommands
  private let style: ReportStyle
  private let detail: ReportDetail

  /// The text of a report.
  ///
  /// - Parameters:
  ///   - report: what a campaign found.
  ///   - catalogue: the rules, for titles and statements.
  ///   - reproduction: how findings are run again; nil does it as the report says.
  ///   - style: how it looks.
  ///   - detail: how much is shown.
  package init(
    _ report: Report, catalogue: Catalogue = .current, reproduction: ReproduceCommands? = nil,
    style: ReportStyle = ReportStyle(), detail: ReportDetail = .screen
  ) {
    self.report = report
    self.catalogue = catalogue
    self.reproduction = reproduction ?? ReproduceCommands(of: report)
    self.style = style
    self.detail = detail
  }

  /// The whole text, ending in a newline; the last paragraph is the outcome.
  ///
  /// - Complexity: O(size of the report and of the histories of its findings).
  package var text: String {
    let blocks =
      switch detail {
      case .screen: screen.blocks(beside: [host, stalls, outcome])
      case .quiet: screen.found(beside: [host, outcome])
      case .whole:
        [header, rules, causes, changes] + findings
          + [host, reach, interactions, holds, census, stalls, remarks, outcome]
      }
    return blocks.filter { !$0.isEmpty }.joined(separator: [""]).map { $0 + "\n" }.joined()
  }

  private var screen: ScreenText {
    ScreenText(report, catalogue: catalogue, reproduction: reproduction, style: style)
  }

  private var header: [String] {
    var rows: [[TextTable.Cell]] = [
      ["subject", cell("\(report.subject.name) \(report.subject.version)")],
      [
        "specification",
        cell("\(report.specification.version), digest \(report.specification.digest)"),
      ],
      ["profile", cell("\(report.profile)")], ["seed", cell(report.seed.hexadecimal)],
      [
        "programs",
        cell(
          "\(report.programs)\(report.programsRemark)"
            + (report.isComplete ? "" : ", ended early")),
      ],
      ["claim", cell(report.claim)],
    ]
    if let control = report.control {
      let programs = counted(control.programs, "program")
      let runs = control.runs.map { ", \(counted($0, "run"))" } ?? ""
      rows.append(
        ["control", cell("\(control.name), asked in \(programs) that showed something\(runs)")])
      let decided = report.rules.count { [.satisfied, .violated].contains($0.verdict) }
      rows.append(["rules", cell("\(JudgedRulesText.count(report)), \(decided) decided")])
    }
    if let timings = report.timings {
      let rate = Int(exactly: timings.programsPerSecond.rounded()) ?? 0
      rows.append(["time", cell("\(tenths(timings.seconds)) s, \(rate) programs/s")])
    }
    let table = TextTable([TextTable.Column(), TextTable.Column()], rows: rows)
    return [style.title("oqcheck \(report.toolVersion.printable)")]
      + table.lines(width: style.width, indent: 2, palette: style.palette)
  }

  private func cell(_ text: String) -> TextTable.Cell { TextTable.Cell(text) }

  /// Seconds with one digit after the point.
  private func tenths(_ seconds: Double) -> String {
    guard let tenths = Int(exactly: (seconds * 10).rounded()) else { return "\(seconds)" }
    return "\(tenths / 10).\(tenths % 10)"
  }

  private var rules: [String] {
    RuleResultTable(report: report, catalogue: catalogue, style: style).lines
  }

  private var changes: [String] { ChangeText(report, style: style).lines }

  private var causes: [String] { CauseText(report, style: style).lines }

  /// The findings, those of one cause together: one of them whole, the others in short.
  private var findings: [[String]] {
    let sorted = report.causes.flatMap { cause -> [[String]] in
      let smallest = report.smallest(of: cause)
      let others = report.findings(of: cause).filter { $0 != smallest }
      return (smallest.map { [text($0).lines] } ?? [])
        + others.map { other in text(other).summary(sameAs: smallest?.blame) }
    }
    let causes = Set(report.causes.map(\.id))
    let others = report.findings.filter { finding in
      !(finding.cause.map(causes.contains) ?? false)
    }
    return sorted + others.map { text($0).lines }
  }

  private func text(_ finding: Finding) -> FindingText {
    FindingText(
      finding, catalogue: catalogue, reproduction: reproduction, style: style,
      situation: report.causes.first { $0.id == finding.cause }?.situation(in: finding.program)
        ?? [])
  }

  /// Programs that stand still without a rule that objects.
  private var stalls: [String] {
    guard let stalls = report.stalls else { return [] }
    let text =
      stalls.programs == 1
      ? "What program \(stalls.index) waits for never came, and no rule says that it had to."
      : "What \(stalls.programs) programs wait for never came, and no rule says that it had to: "
        + "program \(stalls.index) is the first."
    let command = reproduction.command(forIndex: stalls.index, seed: report.seed)
    return [style.title("Stalls without a rule")]
      + style.paragraph(text, indent: 2)
      + (command.map { ["    " + style.palette.paint($0.printable, .cyan)] } ?? [])
  }

  /// What the control showed on the same host: said apart from the subject's findings.
  private var host: [String] {
    guard let control = report.control, !control.findings.isEmpty else { return [] }
    return [style.title("The host, not the class")]
      + style.paragraph(
        "With \(control.name), a correct class, the same host shows what follows; the class under"
          + " test is not charged with it.", indent: 2)
      + control.findings.flatMap { finding in
        style.paragraph(
          "\(finding.blame): \(finding.message) (program \(finding.index), seed"
            + " \(finding.seed.hexadecimal))", indent: 2, hanging: 4)
      }
  }

  /// Rules that are not satisfied without a finding of their own, by verdict and reason.
  private var remarks: [String] {
    var groups: [(text: String, ids: [String])] = []
    for verdict in [Verdict.violated, .inconclusive, .vacuous, .notApplicable] {
      for result in report.rules where result.verdict == verdict {
        guard let text = remark(result) else { continue }
        let id = result.id.description
        if let place = groups.firstIndex(where: { $0.text == text }) {
          groups[place].ids.append(id)
        } else {
          groups.append((text, [id]))
        }
      }
    }
    guard !groups.isEmpty else { return [] }
    return [style.title("Not decided")]
      + groups.flatMap { group in
        style.paragraph(
          "\(group.text): \(group.ids.joined(separator: ", "))", indent: 2, hanging: 4)
      }
  }

  /// How much of the model was walked through, and what was not.
  private var reach: [String] {
    guard let reach = report.reach else { return [] }
    let transitions = reach.transitions.filter { $0.count == 0 }
    let outcomes = reach.outcomes.filter { $0.count == 0 }
    let taken =
      "\(reach.transitions.count - transitions.count) of \(reach.transitions.count) transitions, "
      + "\(reach.outcomes.count - outcomes.count) of \(reach.outcomes.count) outcomes of freedoms"
    let missing = (transitions + outcomes).map(\.name)
    let text = missing.isEmpty ? taken : "\(taken); not taken: \(missing.joined(separator: ", "))"
    return [style.title("Reach")] + style.paragraph(text, indent: 2, hanging: 4)
  }

  /// What became of the schedules with held lanes.
  private var holds: [String] {
    [style.title("Holds")] + style.paragraph(report.holdsLine, indent: 2, hanging: 4)
  }

  /// How many facts have met in the calls of composed programs, and with which verbs fewest.
  private var interactions: [String] {
    let title = [style.title("Coverage of interactions")]
    guard let interactions = report.interactions else {
      return title + style.paragraph(Report.Interactions.absence, indent: 2, hanging: 4)
    }
    func part(_ row: Report.Interactions.Row) -> Double {
      Double(row.pairs.reached) / Double(max(row.pairs.feasible, 1))
    }
    let least = interactions.verbs.sorted { part($0) < part($1) }.prefix(3).map(\.verb)
    let text = "\(interactions.line); fewest with \(least.joined(separator: ", "))"
    return title + style.paragraph(text, indent: 2, hanging: 4)
  }

  private var census: [String] {
    report.census.map { CensusText($0, report.profile, style: style).lines } ?? []
  }

  private func remark(_ result: RuleResult) -> String? {
    switch result.verdict {
    case .satisfied: nil
    case .violated:
      report.isEnforced(result) ? nil : "violated, \(report.excuse(of: result))"
    case .inconclusive, .vacuous, .notApplicable:
      "\(result.verdict.rawValue), \(result.reason ?? "no reason given")"
    }
  }

  private var outcome: [String] {
    style.paragraph(report.outcomeLine, hanging: 2)
      .map { style.palette.paint($0, report.outcomeStyle, .bold) }
  }
}
