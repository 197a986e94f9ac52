import OQHistory
import OQReport
import OQSpecification
import OQText

/// A finding for people: what is wrong, program, picture, proof, rule and commands.
package struct FindingText: Sendable {
  /// Most lines of a program that are shown.
  package static let mostProgramLines = 60

  private let finding: Finding
  private let rule: Rule?
  private let commands: [String]
  private let style: ReportStyle
  private let showsOutput: Bool
  private let situation: [String]

  /// The text of a finding.
  ///
  /// - Parameters:
  ///   - finding: what was found.
  ///   - catalogue: the rules.
  ///   - reproduction: how to run it again.
  ///   - style: how it looks.
  ///   - showsOutput: whether to show what the process wrote last, which is not the same every
  ///     time.
  ///   - situation: what it needs, in words, where that is known.
  package init(
    _ finding: Finding, catalogue: Catalogue, reproduction: ReproduceCommands, style: ReportStyle,
    showsOutput: Bool = true, situation: [String] = []
  ) {
    self.finding = finding
    rule = if case .rule(let id) = finding.blame { catalogue[id] } else { nil }
    commands = reproduction.commands(for: finding)
    self.style = style
    self.showsOutput = showsOutput
    self.situation = situation
  }

  /// All lines, beginning with the heading.
  package var lines: [String] {
    var sections = [heading]
    if finding.earlier.isEmpty {
      sections.append(section("Program", program))
    } else if let repetitions = finding.repetitions {
      sections.append(
        section("Program", style.paragraph(repeating(repetitions), indent: 4) + program))
    } else {
      sections.append(section("Programs", style.paragraph(order, indent: 4)))
      sections += finding.sequence.map { lines(of: $0) }
    }
    sections.append(section("Timeline", timeline))
    sections.append(section("Window", window))
    sections.append(section("Proof", proof))
    if showsOutput { sections.append(section("Last output of the process", output)) }
    if let rule { sections.append(section("Rule", statement(of: rule))) }
    if let hint = rule?.ifViolated {
      sections.append(section("If violated, look at", style.paragraph(hint, indent: 4)))
    }
    let painted = commands.map { "    " + style.palette.paint($0.printable, .cyan) }
    sections.append(section("Reproduce", style.paragraph(rate, indent: 4) + painted))
    return Array(sections.filter { !$0.isEmpty }.joined(separator: [""]))
  }

  /// What is left to say of it where another finding of its cause is shown whole: what is wrong,
  /// the program, and the commands.
  ///
  /// - Parameter other: what the other finding blames.
  /// - Returns: the lines, beginning with the heading.
  func summary(sameAs other: Finding.Blame?) -> [String] {
    let same = other.map { style.paragraph("The same cause as \($0) above.", indent: 2) } ?? []
    let painted = commands.map { "    " + style.palette.paint($0.printable, .cyan) }
    let sections = [
      heading + same,
      finding.earlier.isEmpty ? section("Program", program) : [],
      section("Reproduce", style.paragraph(rate, indent: 4) + painted),
    ]
    return Array(sections.filter { !$0.isEmpty }.joined(separator: [""]))
  }

  /// How often it showed again: `reproduced 18 of 20`.
  package var rate: String {
    switch (finding.reproduced, finding.attempts) {
    case (_, 0): "not tried again"
    case (0, let attempts): "not reproduced in \(counted(attempts, "attempt"))"
    case (let shown, let attempts):
      "reproduced \(shown) of \(attempts)"
        + (finding.pins.map { pins in
          pins.order.isEmpty
            ? ", with a lane held at a point of the subject"
            : ", in the order of harness points that the file holds"
        } ?? "")
        + (finding.repetitions.map { ", each time at run \($0) of the program in one process" }
          ?? "")
    }
  }

  /// What is blamed, with the rule's title.
  package var title: String {
    switch finding.blame {
    case .rule(let id): "\(id) violated" + (rule.map { ": \($0.title)" } ?? "")
    case .unexplained: "unexplained: the model accepts no such history"
    case .difference: "difference: the class stalls where the control does not"
    case .crash: "crash: the process died where no rule speaks of it"
    }
  }

  private var heading: [String] {
    style.paragraph(title).map { style.palette.paint($0, .red, .bold) }
      + style.paragraph(sentence, indent: 2) + need
  }

  /// The situation of what no rule names.
  private var need: [String] {
    guard rule == nil, !situation.isEmpty else { return [] }
    return style.paragraph("It needs: \(situation.joined(separator: "; ")).", indent: 2, hanging: 4)
  }

  /// The message as a sentence of its own.
  private var sentence: String {
    let stop = finding.message.last.map { ".!?".contains($0) } ?? true
    return finding.message + (stop ? "" : ".")
  }

  private func section(_ name: String, _ lines: [String]) -> [String] {
    lines.isEmpty ? [] : ["  " + style.title(name)] + lines
  }

  /// What several programs have to do with the finding.
  private var order: String {
    finding.reproduced > 0
      ? "It needs these programs in one process, in this order; the last one shows it."
      : "It showed in the last program only once. Its process had run the others before, in this "
        + "order; neither the last program alone nor all of them showed it again."
  }

  /// What the number of runs has to do with the finding.
  private func repeating(_ repetitions: Int) -> String {
    "It runs \(repetitions) times in one process; the last run shows it."
  }

  /// The program's text, cut off where it is long.
  package var program: [String] { lines(of: finding.program) }

  /// The last program without its first line, which says the version of the form.
  ///
  /// - Parameter most: how many lines are shown at most.
  /// - Returns: the lines, and how many more there are.
  func program(atMost most: Int) -> [String] {
    lines(of: finding.program, most: most, dropping: 1)
  }

  private func lines(
    of program: Program, most: Int = mostProgramLines, dropping first: Int = 0
  ) -> [String] {
    if let steps = finding.omittedSteps { return omission(of: "\(counted(steps, "step"))") }
    let lines = program.text.split(separator: "\n").dropFirst(first)
      .map { "    " + $0.printable }
    guard lines.count > most + 1 else { return lines }
    return lines.prefix(most) + ["    and \(lines.count - most) more lines"]
  }

  /// What stands for something that the report did not hold.
  private func omission(of what: String) -> [String] {
    style.paragraph("(\(what): too long for the report, see the failure file)", indent: 4)
  }

  /// The picture, with the legend under it.
  package var timeline: [String] {
    if finding.isHistoryOmitted { return omission(of: "its history") }
    let picture = Timeline.lines(
      of: finding.history, marking: finding.events,
      options: Timeline.Options(
        width: style.width - 4, glyphs: style.glyphs, palette: style.palette))
    guard !picture.isEmpty else { return [] }
    let legend = TextWrapping.lines(
      words: Timeline.legend(style.glyphs), width: style.width, indent: 4, hanging: 4)
    return picture.map { $0.isEmpty ? "" : "    " + $0 }
      + legend.map { style.palette.paint(trimmed($0), .dim) }
  }

  /// The events that prove it, as the history writes them.
  package var proof: [String] {
    let words = StepPrinter(finding.history.declarations)
    let marks = Set(finding.events)
    let events = finding.history.events.filter { marks.contains($0.ticket) }
    var table = TextTable([TextTable.Column("", .trailing), TextTable.Column(), TextTable.Column()])
    table.rows = events.map { event in
      [
        TextTable.Cell("\(event.ticket)", .red, .bold),
        TextTable.Cell(event.lane.map { words.text($0) } ?? "harness"),
        TextTable.Cell(words.text(event.kind)),
      ]
    }
    return table.lines(width: style.width, indent: 4, palette: style.palette)
  }

  /// Where lanes stand while it shows.
  private var window: [String] {
    WindowText.sentences(finding).flatMap { style.paragraph("\($0).", indent: 4, hanging: 6) }
  }

  /// What the process wrote last, where it died or nothing moved in it any more.
  private var output: [String] {
    finding.output.split(separator: "\n").map { "    " + $0.printable }
  }

  private func statement(of rule: Rule) -> [String] {
    let sources = rule.sources.map(\.description).joined(separator: "; ")
    return style.paragraph(rule.statement, indent: 4)
      + style.paragraph(
        "\(rule.id), \(rule.level), \(rule.kind); sources: \(sources); "
          + "see oqcheck explain \(rule.id)",
        indent: 4
      ).map { style.palette.paint($0, .dim) }
  }
}
