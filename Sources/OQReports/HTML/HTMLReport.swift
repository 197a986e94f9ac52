import OQAdapters
import OQJudging
import OQReport
import OQSpecification
import OQText

/// A report as one page in one file.
///
/// The page holds everything as text and tables. Its script adds filters, keys and pictures of
/// histories. The policy of the page allows this script and this style alone, by their digests, and
/// loads nothing.
package struct HTMLReport: Sendable {
  private let report: Report
  private let catalogue: Catalogue
  private let reproduction: ReproduceCommands

  /// The page of a report.
  ///
  /// - Parameters:
  ///   - report: what a campaign found.
  ///   - catalogue: the rules, for titles and statements.
  ///   - reproduction: how findings are run again; nil does it as the report says.
  package init(
    _ report: Report, catalogue: Catalogue = .current, reproduction: ReproduceCommands? = nil
  ) {
    self.report = report
    self.catalogue = catalogue
    self.reproduction = reproduction ?? ReproduceCommands(of: report)
  }

  /// The document, ending in a newline; the same bytes for equal reports.
  ///
  /// - Complexity: O(size of the report), and for every finding what the model takes to follow its
  ///   history.
  package var text: String {
    let matrix = HTMLMatrix(report, catalogue)
    let sections = [
      header, matrix.overview, HTMLFilter.form(report), findings, matrix.rules,
      HTMLCounts(report).sections, footer,
    ]
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(HTMLReport.policy)">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>\(HTML.text("\(report.subject.name): \(report.outcome.rawValue)"))</title>
      <style>\(PageStyle.text)</style>
      </head>
      <body>
      \(sections.filter { !$0.isEmpty }.joined(separator: "\n"))
      <script>\(PageScript.text)</script>
      </body>
      </html>

      """
  }

  /// What the page may do: run its own script, use its own style, and nothing else.
  private static let policy =
    "default-src 'none'; script-src 'sha256-\(SHA256.base64(of: PageScript.text))'; "
    + "style-src 'sha256-\(SHA256.base64(of: PageStyle.text))'; base-uri 'none'; form-action 'none'"

  private var header: String {
    let facts = [
      ("Specification", "\(report.specification.version), digest \(report.specification.digest)"),
      ("Profile", "\(report.profile)"), ("Claim", report.claim),
      ("Seed", report.seed.hexadecimal),
      (
        "Programs",
        "\(report.programs)\(report.programsRemark)" + (report.isComplete ? "" : ", ended early")
      ),
      ("Suite", "oqcheck \(report.toolVersion)"),
    ]
    let list = facts.map { "<div><dt>\($0.0)</dt><dd>\(HTML.text($0.1))</dd></div>" }.joined()
    let links = [
      ("#findings", report.findings.isEmpty ? "" : counted(report.findings.count, "finding")),
      ("#rules", counted(report.rules.count, "rule")),
      ("#counts", "counts"),
    ].filter { !$0.1.isEmpty }
    return """
      <header>
      <h1>\(HTML.text("\(report.subject.name) \(report.subject.version)"))</h1>
      <p class="outcome \(report.outcome.rawValue)">\(HTML.text(report.outcomeLine))</p>
      <dl class="facts">\(list)</dl>
      <nav>\(links.map { "<a href=\"\($0.0)\">\($0.1)</a>" }.joined(separator: " "))</nav>
      </header>
      """
  }

  private var footer: String {
    var notes = ChangeText(report, style: ReportStyle(width: 10_000)).lines
    if let stalls = report.stalls {
      notes.append(
        "What \(counted(stalls.programs, "program")) waited for never came, and no rule says that"
          + " it had to; the first is program \(stalls.index).")
    }
    if report.unsorted > 0 {
      notes.append(
        "The cause of \(counted(report.unsorted, "more program")) was not looked for.")
    }
    if report.passedOver > 0 {
      notes.append("\(counted(report.passedOver, "program")) with a known trigger passed over.")
    }
    if let remark = report.soughtRemark { notes.append(remark) }
    let items = notes.map { "<p>\(HTML.text($0))</p>" }.joined()
    return "<footer>\(items)</footer>"
  }

  // MARK: Findings

  private var findings: String {
    guard !report.findings.isEmpty else { return "" }
    let numbers = Finding.numbers(report.findings)
    func finding(_ place: Int, isOpen: Bool) -> String {
      let finding = report.findings[place]
      return HTMLFinding(
        finding, number: numbers[place], report: report, catalogue: catalogue,
        commands: reproduction.commands(for: finding)
      ).markup(isOpen: isOpen)
    }
    var parts: [String] = []
    var shown: Set<Int> = []
    for cause in report.causes {
      let smallest = report.smallest(of: cause)
      let places = report.findings.indices.filter { report.findings[$0].cause == cause.id }
      shown.formUnion(places)
      let entries = places.map { finding($0, isOpen: report.findings[$0] == smallest) }
      let needs = (smallest.map { cause.situation(in: $0.program) } ?? cause.situation)
        .joined(separator: "; ")
      parts.append(
        """
        <section class="cause" id="cause-\(HTML.text(cause.id))">
        <h3>\(cause.blames.map { HTML.text($0.description) }.joined(separator: ", "))
        <small>\(counted(cause.programs, "program"))</small></h3>
        <p>\(HTML.text(needs.isEmpty ? "Did not show again; what it needs is not known."
          : "Needs: \(needs)."))</p>
        \(entries.joined(separator: "\n"))
        </section>
        """)
    }
    let others = report.findings.indices.filter { !shown.contains($0) }
    parts += others.map { finding($0, isOpen: others.count <= 3) }
    let title =
      report.causes.isEmpty
      ? counted(report.findings.count, "finding") : counted(report.causes.count, "cause")
    return "<section id=\"findings\"><h2>\(title)</h2>\n\(parts.joined(separator: "\n"))</section>"
  }
}

/// The form with which the script filters; without the script it is not shown.
enum HTMLFilter {
  static func form(_ report: Report) -> String {
    let verdicts = Verdict.allCases.filter { verdict in
      report.rules.contains { $0.verdict == verdict }
    }
    let boxes = verdicts.map { verdict in
      "<label><input type=\"checkbox\" name=\"verdict\" value=\"\(verdict.name)\" checked> "
        + "\(verdict.rawValue)</label>"
    }
    let novelties = Report.Novelty.allCases.filter { novelty in
      report.findings.contains { report.novelty(of: $0) == novelty }
    }
    let changes = novelties.map { novelty in
      "<label><input type=\"checkbox\" name=\"change\" value=\"\(novelty.rawValue)\" checked> "
        + "\(novelty.rawValue)</label>"
    }
    return """
      <form id="filter" role="search" hidden>
      <label>Find <input type="search" id="find" placeholder="rule or word"></label>
      \((boxes + changes).joined(separator: "\n"))
      <button type="button" id="help">Keys</button>
      <output id="shown"></output>
      </form>
      <dialog id="keys"><h2>Keys</h2>
      <p><kbd>j</kbd> <kbd>k</kbd> next and previous finding or rule;
      <kbd>Enter</kbd> opens and closes it</p>
      <p><kbd>/</kbd> find; <kbd>Esc</kbd> leaves the field</p>
      <p><kbd>←</kbd> <kbd>→</kbd> previous and next event of a history</p>
      <p><kbd>?</kbd> these keys</p>
      <form method="dialog"><button>Close</button></form></dialog>
      """
  }
}

extension Verdict {
  /// The verdict as the name of a class.
  var name: String { self == .notApplicable ? "inapplicable" : rawValue }
}
