import OQModel
import OQReport
import OQSpecification

/// What a report counts beside verdicts: the census, what programs reached, holds, and the control.
struct HTMLCounts {
  private let report: Report
  private let book: Book

  init(_ report: Report, book: Book = .current) {
    self.report = report
    self.book = book
  }

  /// All sections.
  var sections: String {
    let parts = [census, interactions, reach, holds, control].filter { !$0.isEmpty }
    return "<section id=\"counts\"><h2>Counts</h2>\n\(parts.joined(separator: "\n"))</section>"
  }

  private func section(_ title: String, _ content: String) -> String {
    "<section><h3>\(title)</h3>\(content)</section>"
  }

  private var census: String {
    guard let census = report.census else { return "" }
    let rows = Census.freedoms(report.profile).map { number, branches in
      let counts = branches.map { "\($0.outcome) \(census[$0])" }.joined(separator: ", ")
      let title = book.freedom(.nondeterminism(number))?.title ?? ""
      return ["ND-\(number)", HTML.text(counts), HTML.text(title)]
    }
    var head = "\(counted(census.histories, "program"))"
    if census.undecided > 0 { head += ", \(census.undecided) undecided" }
    if census.unexplained > 0 { head += ", \(census.unexplained) unexplained" }
    return section(
      "Census of the freedoms <small>\(head)</small>",
      HTML.table(["freedom", "outcomes and how often", "what is left to the subject"], rows))
  }

  private var interactions: String {
    guard let interactions = report.interactions else {
      return section(
        "Interaction coverage", "<p>Interactions are \(HTML.text(Report.Interactions.absence)).</p>"
      )
    }
    func share(_ share: Report.Interactions.Share) -> String {
      "\(share.reached) of \(share.feasible)"
    }
    let rows = interactions.verbs.map { row in
      [HTML.text(row.verb), share(row.pairs), share(row.triples)]
    }
    let title =
      "Interaction coverage <small>\(interactions.atLeast ? "at least " : "")"
      + "\(share(interactions.pairs)) pairs, \(share(interactions.triples)) triples of facts, in "
      + "\(counted(interactions.programs, "composed program"))</small>"
    return section(title, HTML.table(["verb", "pairs", "triples"], rows))
  }

  private var reach: String {
    guard let reach = report.reach else { return "" }
    let missing = (reach.transitions + reach.outcomes).filter { $0.count == 0 }.map(\.name)
    let text =
      missing.isEmpty ? "Everything was taken." : "Not taken: \(missing.joined(separator: ", "))."
    return section("Reach in the model", "<p>\(HTML.text(text))</p>")
  }

  private var holds: String {
    section("Holds", "<p>\(HTML.text(report.holdsLine))</p>")
  }

  private var control: String {
    guard let control = report.control else { return "" }
    let rows = control.findings.map { ["\($0.blame)", HTML.text($0.message)] }
    let content =
      rows.isEmpty
      ? "<p>It shows nothing.</p>" : HTML.table(["rule", "what the host shows"], rows)
    return section(
      "The host, with \(HTML.text(control.name)) <small>\(counted(control.programs, "program"))"
        + "</small>", content)
  }
}
