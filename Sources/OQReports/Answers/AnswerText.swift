import OQExploring
import OQHistory
import OQModel
import OQSpecification
import OQText

/// The answer to the questions of a file, for people.
package struct AnswerText {
  private let answer: Answer
  private let width: Int?
  private let palette: Palette

  /// The text of an answer.
  ///
  /// - Parameters:
  ///   - answer: the answer.
  ///   - width: columns of a line; nil for no limit.
  ///   - palette: how it is painted.
  package init(_ answer: Answer, width: Int? = nil, palette: Palette = .plain) {
    self.answer = answer
    self.width = width
    self.palette = palette
  }

  /// One line: the file, how it stands, and its title.
  package var line: String {
    "\(answer.path): \(answer.standing.rawValue): \(answer.file.title)\n"
  }

  /// The last line below several answers: how they stand, and what they rest on.
  ///
  /// - Parameter answers: at least one, of the same bound.
  /// - Returns: the line, ending in a newline.
  package static func summary(_ answers: [Answer]) -> String {
    let parts = [Answer.Standing.expected, .contradicted, .undecided, .vacuous].compactMap {
      standing in
      let count = answers.count { $0.standing == standing }
      return count > 0 ? "\(count) \(standing.rawValue)" : nil
    }
    return "\(parts.joined(separator: ", ")); model \(Model.digest), "
      + "bound \(answers[0].bound) states\n"
  }

  /// The whole text, ending in a newline.
  package var text: String {
    var lines = [answer.file.title, "  \(answer.file.why)"]
    if !answer.file.about.isEmpty {
      lines.append("  About \(answer.file.about.joined(separator: ", "))")
    }
    lines.append("")
    lines += questions
    if !answer.file.facts.isEmpty { lines += [""] + outcomes(answer.rows) }
    lines += [""] + extent
    lines += notes
    if let decisions = answer.decisions { lines += text(of: decisions) }
    lines += witness
    return lines.map { $0 + "\n" }.joined()
  }

  /// What differs between two columns, each a profile or a subject.
  ///
  /// - Parameter names: the two columns.
  /// - Returns: the outcomes in which they differ; empty where there are none.
  package func difference(_ names: [String]) -> String {
    let rows = answer.rows.filter { row in
      let allowed = answer.readings.filter { isNamed($0, names) }
        .map { $0.rows.contains(row) }
      let seen = answer.observations.filter { names.contains($0.subject) }
        .map { $0.runs(with: row) > 0 }
      return Set(allowed + seen).count > 1
    }
    guard !rows.isEmpty else { return "" }
    // A subject of which few runs came to an end has not shown much.
    let open = answer.observations.filter { names.contains($0.subject) && $0.open > 0 }
    let lines =
      ["\(answer.path): \(answer.file.title)"] + outcomes(rows, only: names)
      + open.map(extent(of:)) + [base]
    return lines.map { $0 + "\n" }.joined()
  }

  // MARK: Parts

  private var questions: [String] {
    var table = TextTable(
      [TextTable.Column("asked")]
        + answer.readings.map { TextTable.Column($0.profile.rawValue) }
        + [TextTable.Column("")])
    for (place, question) in answer.file.questions.enumerated() {
      let replies = answer.readings.map { $0.replies[place]?.word ?? "–" }
      let standings = answer.readings.filter { question.profiles.contains($0.profile) }
        .map { $0.isExpected(place) }
      let mark =
        answer.vacuousQuestion?.question == place
        ? "vacuous"
        : standings.contains(false)
          ? "contradicted" : standings.contains(nil) ? "not decided" : "as expected"
      table.rows.append(
        [TextTable.Cell("\(question.kind.word): \(question.text)")]
          + replies.map { TextTable.Cell($0) }
          + [mark == "contradicted" ? TextTable.Cell(mark, .bold) : TextTable.Cell(mark)])
    }
    return table.lines(width: nil, indent: 2, palette: palette)
  }

  /// The table of outcomes: the facts, then what profiles allow and subjects showed.
  private func outcomes(_ rows: [Reading.Row], only names: [String]? = nil) -> [String] {
    let readings = answer.readings.filter { reading in
      names.map { isNamed(reading, $0) } ?? true
    }
    let observations = answer.observations.filter { names?.contains($0.subject) ?? true }
    var table = TextTable(
      [TextTable.Column("")] + answer.file.facts.map { TextTable.Column($0.text) }
        + readings.map { TextTable.Column($0.profile.rawValue) }
        + observations.map { TextTable.Column("on \($0.subject)") })
    for row in rows {
      table.rows.append(
        [TextTable.Cell(isAsked(row) ? "*" : "")] + row.map { TextTable.Cell($0 ? "yes" : "no") }
          + readings.map { TextTable.Cell(word($0, row)) }
          + observations.map { TextTable.Cell(word($0, row)) })
    }
    return ["Outcomes at the end of a run (* is what the first question asks for)"]
      + table.lines(width: nil, indent: 2, palette: palette)
  }

  /// Whether one of two columns is a reading; a subject of the same name comes first.
  private func isNamed(_ reading: Reading, _ names: [String]) -> Bool {
    names.contains(reading.profile.rawValue)
      && !answer.observations.contains { $0.subject == reading.profile.rawValue }
  }

  /// Whether an outcome is one for which the words of the first question are true.
  private func isAsked(_ row: Reading.Row) -> Bool {
    guard let question = answer.file.questions.first else { return false }
    if case .count = question.kind { return false }
    return question.terms.allSatisfy { term in
      guard let place = answer.file.facts.firstIndex(where: { $0.fact == term.fact }) else {
        return false
      }
      return row[place] != term.isNegated
    }
  }

  private func word(_ reading: Reading, _ row: Reading.Row) -> String {
    if reading.rows.contains(row) { return "may" }
    return reading.result.isComplete ? "never" : "not decided"
  }

  private func word(_ observation: Observation, _ row: Reading.Row) -> String {
    let runs = observation.runs(with: row)
    return runs > 0 ? "\(runs)" : "not seen"
  }

  private var extent: [String] {
    var lines = answer.readings.map { reading in
      let extent =
        reading.result.isComplete ? "all of them" : "the bound of \(answer.bound) is reached"
      return "  \(reading.profile): \(reading.result.states) states, \(extent)"
    }
    lines += answer.observations.map(extent(of:))
    lines.append(base)
    return lines
  }

  private func extent(of observation: Observation) -> String {
    let holds = observation.holds.map { ", \($0) of them with a lane held" } ?? ""
    let open = observation.open > 0 ? ", \(observation.open) of them without an end" : ""
    return "  on \(observation.subject) (\(observation.version)): \(observation.runs) runs"
      + "\(open)\(holds)"
  }

  /// What every answer rests on.
  private var base: String { "  model \(Model.digest), bound \(answer.bound) states" }

  /// What a reader has to know before the witness: contradictions and vacuity.
  private var notes: [String] {
    var lines: [String] = []
    if let (place, part) = answer.vacuousQuestion {
      let question = answer.file.questions[place]
      lines += [
        "",
        "line \(question.line): the question is vacuous: '\(part.text)' happens in no run. "
          + "The nearest run:",
      ]
      var reading = answer.held
      lines += WayText.lines(reading.nearest(place) ?? [], answer.file.program).map { "  " + $0 }
    }
    for observation in answer.observations {
      guard let stranger = observation.stranger(to: answer.held) else { continue }
      let end = stranger.isStalled ? "A client waits in vain in it." : ""
      lines += [
        "",
        "\(observation.subject) showed what the model never does (profile \(answer.profile)). \(end)",
      ]
      lines += stranger.history.text.split(separator: "\n").map { "  \($0)" }
    }
    return lines
  }

  private func text(of decisions: [Decision]) -> [String] {
    guard let question = answer.file.questions.first, let reply = answer.held.replies[0],
      reply != .undecided
    else { return [] }
    var lines = ["", "Decided by (of '\(question.text)')"]
    if decisions.isEmpty { lines.append("  no single rule or freedom") }
    for decision in decisions {
      lines.append("  \(decision.address): \(decision.reply.word) \(decision.what)")
    }
    return lines
  }

  private var witness: [String] {
    AnswerWitness.all(answer).flatMap { one in
      let truth = one.isTrue ? "" : "not "
      return [
        "", "A shortest run with \(truth)'\(one.question.text)' (\(one.reading.profile))",
      ] + one.lines.map { "  " + $0 }
    }
  }
}
