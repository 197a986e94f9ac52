import OQSpecification
import OQText

/// Rules for people, as text.
package enum RuleText {
  /// The table of `oqcheck rules`.
  ///
  /// - Parameters:
  ///   - rules: the rules, in the order to be shown.
  ///   - style: how it looks.
  /// - Returns: one line per rule under a line of titles, longer titles wrapped; ends in a newline.
  ///   The empty text for no rules.
  package static func table(_ rules: [Rule], style: ReportStyle = ReportStyle()) -> String {
    guard !rules.isEmpty else { return "" }
    var table = TextTable(
      ["id", "level", "kind", "check", "needs", "title"].map { TextTable.Column($0) })
    table.rows = rules.map { rule in
      [
        TextTable.Cell("\(rule.id)", .cyan), TextTable.Cell("\(rule.level)"),
        TextTable.Cell("\(rule.kind)"),
        TextTable.Cell(status(rule.check) + (rule.challenge == nil ? "" : ", challenged")),
        TextTable.Cell(needs(rule)), TextTable.Cell(rule.title),
      ]
    }
    return ended(table.lines(width: style.width, palette: style.palette))
  }

  /// The table of `oqcheck rules --profile reference`.
  ///
  /// - Parameters:
  ///   - rules: rules in the order to be shown; those that are not enforced are left out.
  ///   - profile: the reading of the contract.
  ///   - catalogue: the rules, for challenges that come from others.
  ///   - style: how it looks.
  /// - Returns: one line per enforced rule under a line of titles, with the outcomes that the
  ///   profile accepts; longer texts wrapped; ends in a newline. The empty text for no rules.
  package static func table(
    _ rules: [Rule], in profile: Profile, of catalogue: Catalogue = .current,
    style: ReportStyle = ReportStyle()
  ) -> String {
    let enforced = rules.filter { $0.standing(in: profile).isEnforced }
    guard !enforced.isEmpty else { return "" }
    var table = TextTable(
      ["id", "level", "check", "accepted outcomes", "title"].map { TextTable.Column($0) })
    table.rows = enforced.map { rule in
      let accepted = rule.standing(in: profile).accepted
      let check = status(rule.check) + (catalogue.challenge(of: rule) == nil ? "" : ", challenged")
      return [
        TextTable.Cell("\(rule.id)", .cyan), TextTable.Cell("\(rule.level)"),
        TextTable.Cell(check),
        TextTable.Cell(accepted.isEmpty ? "-" : accepted.joined(separator: ", ")),
        TextTable.Cell(rule.title),
      ]
    }
    return ended(table.lines(width: style.width, palette: style.palette))
  }

  /// The text of `oqcheck explain DEP-9`.
  ///
  /// - Parameters:
  ///   - rule: the rule.
  ///   - catalogue: the rules, for those that follow from this one.
  ///   - style: how it looks.
  /// - Returns: everything that the rule's chapter says, wrapped; ends in a newline.
  package static func explanation(
    of rule: Rule, in catalogue: Catalogue = .current, style: ReportStyle = ReportStyle()
  ) -> String {
    var blocks = [
      [style.palette.paint("\(rule.id)", .bold, .cyan) + " " + style.title(rule.title)],
      facts(rule, catalogue, style), style.paragraph(rule.statement, indent: 2),
    ]
    let paragraphs = [
      ("Antecedent", rule.antecedent), ("Intent", rule.intent), ("Check", rule.checkText),
      ("If violated, look at", rule.ifViolated), ("Note", rule.note),
    ]
    for case (let title, .some(let text)) in paragraphs {
      blocks.append([style.title(title)] + style.paragraph(text, indent: 2))
    }
    return ended(Array(blocks.joined(separator: [""])))
  }

  /// The fields of a rule, those without a value left out.
  private static func facts(_ rule: Rule, _ catalogue: Catalogue, _ style: ReportStyle) -> [String]
  {
    let heirs = catalogue.rules.filter { $0.derived.baseRules.contains(rule.id) }
    let rows: [(String, String)] = [
      ("area", "\(rule.id.area.title)"), ("level", "\(rule.level)"), ("kind", "\(rule.kind)"),
      ("check", checkability(rule)), ("needs", list(rule.needs, ", ")),
      ("outcomes", rule.outcomes?.description ?? ""),
      ("derived", rule.derived == .none ? "" : "\(rule.derived)"),
      ("base of", list(heirs.map(\.id), ", ")), ("contexts", list(rule.contexts, ", ")),
      ("sources", sources(rule)),
      ("mutants", list(rule.mutants, ", ")), ("see", list(rule.see, ", ")),
      ("since", rule.since == .first ? "" : "\(rule.since)"),
      ("challenged", catalogue.challenge(of: rule) ?? ""),
    ]
    let table = TextTable(
      [TextTable.Column(), TextTable.Column()],
      rows: rows.filter { !$0.1.isEmpty }.map {
        [TextTable.Cell($0.0, .dim), TextTable.Cell($0.1)]
      })
    return table.lines(width: style.width, indent: 2, palette: style.palette)
  }

  private static func list(_ values: [some CustomStringConvertible], _ separator: String) -> String
  {
    values.map(\.description).joined(separator: separator)
  }

  /// The sources, lines of one document together, and where the documents are described.
  private static func sources(_ rule: Rule) -> String {
    var groups: [(head: String, lines: [Int])] = []
    for source in rule.sources {
      switch source {
      case .document(let text): groups.append((text, []))
      case .seed(let seed, let line):
        let head = "\(seed)"
        if let place = groups.firstIndex(where: { $0.head == head }) {
          groups[place].lines.append(line)
        } else {
          groups.append((head, [line]))
        }
      }
    }
    let texts = groups.map { group in
      switch group.lines.count {
      case 0: group.head
      case 1: "\(group.head) line \(group.lines[0])"
      default: "\(group.head) lines \(list(group.lines, ", "))"
      }
    }
    guard !texts.isEmpty else { return "" }
    let isListed = groups.contains { !$0.lines.isEmpty }
    return texts.joined(separator: "; ") + (isListed ? "; see Spec/Sources.md" : "")
  }

  private static func status(_ check: Checkability) -> String {
    switch check {
    case .checked: "checked"
    case .sampled: "sampled"
    case .unchecked: "unchecked"
    }
  }

  private static func checkability(_ rule: Rule) -> String {
    switch rule.check {
    case .unchecked(let reason): "unchecked: \(reason)"
    case .checked, .sampled: "\(status(rule.check)), by \(oracle(rule.oracle))"
    }
  }

  private static func oracle(_ oracle: Oracle) -> String {
    switch oracle {
    case .both: "its monitor and the model"
    case .monitor: "its monitor"
    case .none: "nothing"
    }
  }

  private static func needs(_ rule: Rule) -> String {
    rule.needs.isEmpty ? "-" : list(rule.needs, ", ")
  }

  private static func ended(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }
}
