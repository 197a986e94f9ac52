import OQModel
import OQSpecification
import OQText

/// Freedoms, contested points and transitions for people, as text.
package enum BookText {
  /// The text of `oqcheck explain ND-12`.
  ///
  /// - Parameters:
  ///   - entry: the freedom.
  ///   - book: the pages, for the contested points that name it.
  ///   - catalogue: the rules, for those on which it bears.
  ///   - style: how it looks.
  /// - Returns: everything that is known of it, wrapped; ends in a newline.
  package static func explanation(
    of entry: FreedomEntry, book: Book = .current, catalogue: Catalogue = .current,
    style: ReportStyle = ReportStyle()
  ) -> String {
    let transitions = Transition.all.filter { $0.freedoms.contains(entry.number) }
    let points = book.contested.filter { $0.freedoms.contains(entry.reference) }
    var blocks = [
      heading(entry.reference, entry.title, style),
      facts(
        [
          ("transitions", list(transitions.map(\.id))), ("see", list(points.map(\.reference))),
        ], style),
      style.paragraph(plain(entry.statement), indent: 2),
      [style.title("Outcomes")]
        + rows(entry.outcomes.map { ($0.name, plain($0.text)) }, style),
    ]
    let paragraphs = [
      ("Checkers", entry.checkers), ("Not seen", entry.notSeen), ("Note", entry.note),
    ]
    for case (let title, .some(let text)) in paragraphs {
      blocks.append(paragraph(title, text, style))
    }
    blocks.append(rules(referringTo: entry.reference, catalogue, style))
    return text(blocks)
  }

  /// The text of `oqcheck explain C-5`.
  ///
  /// - Parameters:
  ///   - point: the contested point.
  ///   - catalogue: the rules, for those on which it bears.
  ///   - style: how it looks.
  /// - Returns: everything that is known of it, wrapped; ends in a newline.
  package static func explanation(
    of point: ContestedPoint, catalogue: Catalogue = .current, style: ReportStyle = ReportStyle()
  ) -> String {
    text([
      heading(point.reference, point.title, style),
      facts([("see", list(point.freedoms))], style),
      style.paragraph(plain(point.question), indent: 2),
      [style.title("Readings")]
        + point.readings.flatMap { reading in
          style.paragraph(reading.source, indent: 2)
            + style.paragraph(plain(reading.text), indent: 4)
        },
      paragraph("Resolution", point.resolution, style),
      rules(referringTo: point.reference, catalogue, style),
    ])
  }

  /// The text of `oqcheck explain transition dispatch`.
  ///
  /// - Parameters:
  ///   - transition: the transition.
  ///   - book: the pages, for the titles of its freedoms.
  ///   - catalogue: the rules that rest on it.
  ///   - style: how it looks.
  /// - Returns: everything that is known of it, wrapped; ends in a newline.
  package static func explanation(
    of transition: Transition, book: Book = .current, catalogue: Catalogue = .current,
    style: ReportStyle = ReportStyle()
  ) -> String {
    let freedoms = transition.freedoms.compactMap { book.freedom(.nondeterminism($0)) }
    let known = transition.rules.compactMap { catalogue[$0] }
    let unknown = transition.rules.filter { catalogue[$0] == nil }
    return text([
      [style.palette.paint("transition", .bold, .cyan) + " " + style.title(transition.name)],
      facts([("kind", transition.id.group.title)], style),
      paragraph("When", transition.guardText, style), paragraph("Effect", transition.effect, style),
      titled("Freedoms", rows(freedoms.map { ("\($0.reference)", $0.title) }, style), style),
      titled(
        "Rules", rows(known.map { ("\($0.id)", $0.title) } + unknown.map { ("\($0)", "") }, style),
        style),
    ])
  }

  /// The text of `oqcheck explain unexplained`.
  ///
  /// - Parameters:
  ///   - entry: the row of the glossary.
  ///   - style: how it looks.
  /// - Returns: what the word means and where to look, wrapped; ends in a newline.
  package static func explanation(
    of entry: Glossary.Entry, style: ReportStyle = ReportStyle()
  ) -> String {
    text([
      [style.palette.paint(entry.words.joined(separator: ", "), .bold, .cyan)],
      style.paragraph(plain(entry.meaning), indent: 2),
      entry.advice.map { paragraph("Look at", $0, style) } ?? [],
    ])
  }

  /// The table of `oqcheck explain transition`.
  ///
  /// - Parameter style: how it looks.
  /// - Returns: one row per transition; ends in a newline.
  package static func transitions(style: ReportStyle = ReportStyle()) -> String {
    var table = TextTable(["transition", "effect"].map { TextTable.Column($0) })
    table.rows = Transition.all.map {
      [TextTable.Cell("\($0.id)", .cyan), TextTable.Cell($0.effect)]
    }
    return text([table.lines(width: style.width, palette: style.palette)])
  }

  /// The text of `oqcheck explain S0:213`.
  ///
  /// - Parameters:
  ///   - seed: the source document.
  ///   - line: the number of a line that it has, from 1.
  ///   - book: the pages, for the section of the line.
  ///   - catalogue: the rules that cite it.
  ///   - style: how it looks.
  /// - Returns: what the section says and which rules come from it, wrapped; ends in a newline.
  package static func explanation(
    of seed: Seed, line: Int, book: Book = .current, catalogue: Catalogue = .current,
    style: ReportStyle = ReportStyle()
  ) -> String {
    let document = book.documents.first { $0.seed == seed }
    let section = document?.section(at: line)
    let lines = section?.lines ?? line...line
    let citing = { (lines: ClosedRange<Int>) in
      rows(catalogue.rules(citing: seed, lines).map { ("\($0.id)", $0.title) }, style)
    }
    var blocks = [
      [
        style.palette.paint("\(seed):\(line)", .bold, .cyan) + " "
          + style.title(section?.title ?? document?.title ?? "")
      ],
      facts(
        [
          ("file", seed.file), ("document", document?.title ?? ""),
          ("lines", section.map { "\($0.lines.lowerBound) to \($0.lines.upperBound)" } ?? ""),
        ], style),
      section.map { style.paragraph(plain($0.text), indent: 2) } ?? [],
      titled("Rules that cite the line", citing(line...line), style),
      titled("Rules that cite the section", citing(lines), style),
    ]
    if let reason = section?.reason { blocks.append(paragraph("No rules", reason, style)) }
    return text(blocks)
  }

  // MARK: Parts

  private static func heading(
    _ reference: CrossReference, _ title: String, _ style: ReportStyle
  ) -> [String] {
    [style.palette.paint("\(reference)", .bold, .cyan) + " " + style.title(title)]
  }

  private static func paragraph(
    _ title: String, _ text: String, _ style: ReportStyle
  ) -> [String] {
    [style.title(title)] + style.paragraph(plain(text), indent: 2)
  }

  private static func facts(_ facts: [(String, String)], _ style: ReportStyle) -> [String] {
    rows(facts.filter { !$0.1.isEmpty }, style)
  }

  /// Two columns, the first one faint.
  private static func rows(_ rows: [(String, String)], _ style: ReportStyle) -> [String] {
    guard !rows.isEmpty else { return [] }
    let table = TextTable(
      [TextTable.Column(), TextTable.Column()],
      rows: rows.map { [TextTable.Cell($0.0, .dim), TextTable.Cell($0.1)] })
    return table.lines(width: style.width, indent: 2, palette: style.palette)
  }

  private static func titled(
    _ title: String, _ lines: [String], _ style: ReportStyle
  ) -> [String] {
    lines.isEmpty ? [] : [style.title(title)] + lines
  }

  private static func rules(
    referringTo reference: CrossReference, _ catalogue: Catalogue, _ style: ReportStyle
  ) -> [String] {
    let rules = catalogue.rules.filter { $0.see.contains(reference) }
    return titled("Rules", rows(rules.map { ("\($0.id)", $0.title) }, style), style)
  }

  private static func list(_ values: [some Any]) -> String {
    values.map { "\($0)" }.joined(separator: ", ")
  }

  /// Text of a page as a terminal shows it, without the stars around words; a star that stands for
  /// something, as in DEP-*, stays.
  private static func plain(_ text: String) -> String {
    Page.withoutLinks(text).replacing(#/\*([A-Za-z][^*]*[A-Za-z0-9])\*/#) { String($0.1) }
  }

  private static func text(_ blocks: [[String]]) -> String {
    blocks.filter { !$0.isEmpty }.joined(separator: [""]).map { $0 + "\n" }.joined()
  }
}
