import OQCommandLine
import OQReports
import OQSpecification

/// The pages that are about no single rule.
struct OtherPages {
  let site: Site

  /// All rules and all subjects in one table.
  var keepers: String {
    let figures = site.content.figures
    let head = figures.map {
      "<th scope=\"col\">\(HTML.text($0.subject))<br><small>\(HTML.text($0.version))<br>"
        + "\(HTML.text($0.date)), seed \($0.seed)<br>\($0.programs) programs"
        + "\($0.digest == site.digest ? "" : "<br>earlier state of the rules")</small></th>"
    }
    let rows = site.content.catalogue.rules.filter(\.check.hasChecker).map { rule in
      let cells = figures.map { figures -> String in
        guard let result = figures.rules["\(rule.id)"] else { return "<td class=\"soft\">–</td>" }
        let isOld = figures.digest != site.digest
        let text =
          result.verdict == "violated"
          ? "✗ \(result.violations)"
          : result.verdict == "satisfied"
            ? "✓ \(result.decided)" : result.verdict
        return "<td class=\"\(result.verdict)\(isOld ? " old" : "")\">\(text)</td>"
      }
      return "<tr><td><a href=\"\(rule.id).html\">\(rule.id)</a></td>\(cells.joined())</tr>"
    }
    return SiteFrame.page(
      "Who keeps what",
      """
      <h1>Who keeps what</h1>
      <p>✓ with the number of cases in which the rule was decided and kept; ✗ with the number of
      programs that broke it. <em>Vacuous</em>: its situation did not occur in that campaign.
      A dash: the subject lacks what the rule needs. Figures of an earlier state of the rules are in
      italics, and the head of their column says so. Each column comes from one campaign, of which <code>Spec/Figures</code> keeps the
      figures.</p>
      <div class="wide"><table><tr><th scope="col">rule</th>\(head.joined())</tr>
      \(rows.joined(separator: "\n"))
      </table></div>
      """)
  }

  /// Every command with its options.
  var commands: String {
    var markdown = Markdown(CommandReference.markdown()) { _ in nil }
    return SiteFrame.page("Commands", markdown.markup())
  }

  /// What follows the page of findings: the programs that show Foundation's.
  var programs: String {
    let parts = site.content.programs.map { file in
      let rule = file.name.split(separator: "-").prefix(2).joined(separator: "-")
      let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
      return "<h3>\(site.references.link(rule)) <small>\(HTML.text(file.name)).swift</small></h3>\n"
        + "<pre>\(HTML.lines(lines.map { String($0) }))</pre>"
    }
    return "<h2 id=\"programs\">Programs that show Foundation\u{2019}s</h2>"
      + parts.joined(separator: "\n")
  }

  /// The way to every page that the head of a page does not name.
  var more: String {
    let items = site.pages.map { "<li><a href=\"\($0.name)\">\(HTML.text($0.title))</a></li>" }
    return SiteFrame.page(
      "More pages", "<h1>More pages</h1>\n<ul>\n\(items.joined(separator: "\n"))\n</ul>")
  }
}
