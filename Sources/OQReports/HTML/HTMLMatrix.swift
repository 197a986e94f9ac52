import OQJudging
import OQReport
import OQSpecification

/// The rules of a report: all of them at a glance, and a table for each area.
struct HTMLMatrix {
  private let report: Report
  private let catalogue: Catalogue

  init(_ report: Report, _ catalogue: Catalogue) {
    self.report = report
    self.catalogue = catalogue
  }

  private var areas: [(area: Area, results: [RuleResult])] {
    Area.allCases.compactMap { area in
      let results = report.rules.filter { $0.id.area == area }
      return results.isEmpty ? nil : (area, results)
    }
  }

  /// One cell for each rule, one row for each area.
  var overview: String {
    guard !report.rules.isEmpty else { return "" }
    let rows = areas.map { area, results in
      let cells = results.map { result in
        "<a class=\"\(name(result))\" href=\"#\(result.id)\" title=\"\(HTML.text(label(result)))\">"
          + "\(result.id.number)</a>"
      }
      return "<tr><th scope=row><a href=\"#area-\(area)\">\(area)</a><td>\(cells.joined())"
    }
    let verdicts = Verdict.allCases.compactMap { verdict -> String? in
      let count = report.rules.count { $0.verdict == verdict }
      guard count > 0 else { return nil }
      return "<span class=\"\(verdict.name)\">\(count)</span> \(verdict.rawValue)"
    }
    return """
      <section id="matrix"><h2>Rules by area</h2>
      <p class="legend">\(verdicts.joined(separator: " "))</p>
      <table class="matrix">
      \(rows.joined(separator: "\n"))
      </table></section>
      """
  }

  /// The tables of all areas.
  var rules: String {
    guard !report.rules.isEmpty else { return "" }
    let parts = areas.map { area, results in
      let satisfied = results.count { $0.verdict == .satisfied }
      let applicable = results.count { $0.verdict != .notApplicable }
      return """
        <section class="area" id="area-\(area)"><h3>\(area) <small>\(HTML.text(area.title)); \
        \(satisfied) of \(applicable) satisfied</small></h3>
        <table class="rules"><tr><th scope=col>rule<th scope=col>verdict<th scope=col>decided\
        <th scope=col>what it asks
        \(results.map(row).joined(separator: "\n"))
        </table></section>
        """
    }
    return "<section id=\"rules\"><h2>Rules</h2>\n\(parts.joined(separator: "\n"))</section>"
  }

  private func row(_ result: RuleResult) -> String {
    let rule = catalogue[result.id]
    var counts = result.verdict == .notApplicable ? "–" : "\(result.exercised)"
    if result.undecided > 0 { counts += " <small>+\(result.undecided) open</small>" }
    if result.violations > 0 { counts += " <small>\(result.violations) broke it</small>" }
    var remarks = [result.reason].compactMap { $0 }
    if result.verdict == .violated, !result.isEnforced { remarks.append(report.excuse(of: result)) }
    let remark = remarks.map { "<p class=\"remark\">\(HTML.text($0))</p>" }.joined()
    var more: [String] = []
    if let rule {
      more.append("<p>\(HTML.text(rule.statement))</p>")
      if result.verdict == .violated, let hint = rule.ifViolated {
        more.append("<p>If violated, look at: \(HTML.text(hint))</p>")
      }
    }
    if !result.contexts.isEmpty {
      let cells = result.contexts.map { "\($0.context) \($0.count)" }.joined(separator: ", ")
      more.append("<p class=\"remark\">\(HTML.text(cells))</p>")
    }
    let text =
      rule.map { "<details><summary>\(HTML.text($0.title))</summary>\(more.joined())</details>" }
      ?? ""
    let id = "\(result.id)"
    return "<tr id=\"\(id)\" class=\"rule\" data-verdict=\"\(result.verdict.name)\"><td>"
      + "<a href=\"#\(id)\">\(id)</a><td><span class=\"\(name(result))\">"
      + "\(result.verdict.rawValue)</span><td>\(counts)<td>\(text)\(remark)"
  }

  /// The class of a cell: a violation that does not count looks otherwise.
  private func name(_ result: RuleResult) -> String {
    result.verdict == .violated && !result.isEnforced ? "excused" : result.verdict.name
  }

  private func label(_ result: RuleResult) -> String {
    "\(result.id) \(result.verdict.rawValue)"
      + (catalogue[result.id].map { ": \($0.title)" } ?? "")
  }
}
