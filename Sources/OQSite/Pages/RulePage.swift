import OQExploring
import OQMutants
import OQReports
import OQSpecification

/// The page of one rule.
struct RulePage {
  let rule: Rule
  let site: Site

  private var content: SiteContent { site.content }

  /// The whole page.
  var text: String {
    let parts = [
      head, keepers, RuleExamples(rule: rule, site: site).markup, questions, judged, looks,
      mutants, sources, related, files, turn,
    ]
    return SiteFrame.page(
      "\(rule.id) \(rule.title)", parts.filter { !$0.isEmpty }.joined(separator: "\n"))
  }

  private func section(_ id: String, _ title: String, _ content: String) -> String {
    content.isEmpty ? "" : "<section><h2 id=\"\(id)\">\(title)</h2>\n\(content)</section>"
  }

  private func paragraph(_ text: String) -> String { "<p>\(site.references.markup(text))</p>" }

  private var head: String {
    var tags = ["\(rule.level)", "\(rule.kind)", rule.id.area.title]
    if rule.since != .first { tags.append("since \(rule.since)") }
    if !rule.needs.isEmpty {
      tags.append("needs " + rule.needs.map(\.description).joined(separator: ", "))
    }
    var spans = tags.map { "<span>\(HTML.text($0))</span>" }
    let challenge = content.catalogue.challenge(of: rule)
    if challenge != nil { spans.append("<span class=\"challenged\">challenged</span>") }
    var parts = [
      "<h1><span class=\"id\">\(rule.id)</span> \(HTML.text(rule.title))</h1>",
      "<p class=\"tags\">\(spans.joined())</p>",
      "<blockquote>\(site.references.markup(rule.statement))</blockquote>",
    ]
    if let challenge { parts.append(paragraph("Challenged: \(challenge)")) }
    if let outcomes = rule.outcomes {
      parts.append("<p>Accepted outcomes: <code>\(HTML.text(outcomes.description))</code></p>")
    }
    parts.append("<h3>Why</h3>\(paragraph(rule.intent))")
    parts.append("<h3>When it speaks</h3>\(paragraph(rule.antecedent))")
    if let note = rule.note { parts.append("<h3>Note</h3>\(paragraph(note))") }
    return parts.joined(separator: "\n")
  }

  private var keepers: String {
    let rows = content.figures.compactMap { figures -> String? in
      guard let result = figures.rules["\(rule.id)"] else { return nil }
      let isOld = figures.digest != site.digest
      let broken =
        result.violations > 0 ? ", \(counted(result.violations, "program")) broke it" : ""
      return "<tr\(isOld ? " class=\"old\"" : "")><td>\(HTML.text(figures.subject)) "
        + "<small>\(HTML.text(figures.version))</small></td>"
        + "<td class=\"\(result.verdict)\">\(HTML.text(result.verdict))\(broken)</td>"
        + "<td class=\"num\">\(result.decided)</td><td>\(HTML.text(figures.date)), seed "
        + "\(figures.seed), \(figures.programs) programs, rules \(HTML.text(figures.specification))"
        + "\(isOld ? "; of an earlier state of the rules" : "")</td></tr>"
    }
    guard !rows.isEmpty else {
      let text =
        rule.check.hasChecker
        ? "No campaign of which figures are kept has judged this rule."
        : "Nobody can be judged by this rule."
      return section("keepers", "Who keeps it", "<p>\(text)</p>")
    }
    return section(
      "keepers", "Who keeps it",
      """
      <div class="wide"><table><tr><th scope="col">subject</th><th scope="col">verdict</th>
      <th scope="col">decided</th><th scope="col">campaign</th></tr>
      \(rows.joined(separator: "\n"))
      </table></div>
      """)
  }

  private var questions: String {
    let asked = site.asked.filter { $0.file.file.about.contains("\(rule.id)") }
    return section(
      "ask", "Asked of the model", asked.map { AskedPage.short($0) }.joined(separator: "\n"))
  }

  private var judged: String {
    var parts = [paragraph(rule.checkText)]
    switch rule.check {
    case .checked:
      parts.append(
        "<p>A violation in a history in which the rule speaks is always seen. What a history cannot"
          + " show stays <a href=\"Trust.html#observability\">invisible</a>.</p>")
    case .sampled:
      parts.append(
        "<p>Sampled: a part of what the rule speaks of <a href=\"Trust.html#observability\">cannot"
          + " be observed</a>, so a violation can be missed.</p>")
    case .unchecked(let reason):
      parts.append("<p>There is no checker: \(site.references.markup(reason)).</p>")
    }
    switch rule.oracle {
    case .both:
      parts.append("<p>Its monitor and the <a href=\"Model.html\">model</a> decide it.</p>")
    case .monitor:
      parts.append("<p>Its monitor alone decides it: the model does not hold the facts.</p>")
    case .none: break
    }
    if !rule.contexts.isEmpty {
      let figures = content.figures.first { $0.subject == "reference" }
      let reference = figures?.rules["\(rule.id)"]
      let state = figures?.digest == site.digest ? "" : " in an earlier state of the rules"
      let cells = rule.contexts.map { context in
        let count = reference?.contexts[context].map { " (\($0))" } ?? ""
        return "<li>\(HTML.text(context))\(count)</li>"
      }
      parts.append(
        "<p>Contexts\(reference == nil ? "" : ", with the cases decided of the reference queue\(state)"):"
          + "</p><ul>\(cells.joined())</ul>")
    }
    return section("judged", "How it is judged, and what stays invisible", parts.joined())
  }

  private var looks: String {
    section("look", "If violated, look at", rule.ifViolated.map { paragraph($0) } ?? "")
  }

  private var mutants: String {
    let rows = rule.mutants.compactMap { name -> String? in
      guard let mutant = Mutant.named(name) else { return nil }
      let hasKiller = content.killers.contains { $0.name == name }
      let link =
        hasKiller
        ? "<a href=\"Examples/\(name).oqrepro\">\(HTML.text(name))</a>" : HTML.text(name)
      return "<li>\(link): \(site.references.markup(mutant.summary)) "
        + "<small>\(mutant.grade.rawValue)</small></li>"
    }
    return section(
      "mutants", "Mutants that it must catch",
      rows.isEmpty ? "" : "<ul>\(rows.joined(separator: "\n"))</ul>")
  }

  private var sources: String {
    let items = rule.sources.map { source -> String in
      guard case .seed(let seed, let line) = source else {
        return "<li>\(HTML.text(source.description))</li>"
      }
      let document = content.book.documents.first { $0.seed == seed }
      let section = document?.section(at: line)
      let text = section.map { ", in \u{201C}\($0.title)\u{201D}" } ?? ""
      return "<li><a href=\"Sources.html\">\(source.description)</a> "
        + "\(HTML.text((document?.title ?? "") + text))</li>"
    }
    return section(
      "sources", "Sources", items.isEmpty ? "" : "<ul>\(items.joined(separator: "\n"))</ul>")
  }

  private var related: String {
    var items = rule.see.map { reference -> String in
      let title =
        content.book.freedom(reference)?.title ?? content.book.point(reference)?.title ?? ""
      return "<li>\(site.references.link("\(reference)")) \(HTML.text(title))</li>"
    }
    func rules(_ ids: [RuleID], _ words: String) {
      for id in ids {
        items.append(
          "<li>\(words) \(site.references.link("\(id)")) "
            + "\(HTML.text(content.catalogue[id]?.title ?? ""))</li>")
      }
    }
    rules(rule.derived.baseRules, "follows from")
    rules(
      content.catalogue.rules.filter { $0.derived.baseRules.contains(rule.id) }.map(\.id),
      "base of")
    return section(
      "related", "Freedoms, contested points, other rules",
      items.isEmpty ? "" : "<ul>\(items.joined(separator: "\n"))</ul>")
  }

  private var files: String {
    let vectors = "Vectors/\(rule.id.area).json"
    var parts: [String] = []
    if content.copies.contains(where: { $0.path == "Spec/\(vectors)" }), rule.check.hasChecker {
      parts.append("<p>Vectors: <a href=\"\(vectors)\">\(vectors)</a></p>")
    }
    parts.append(Site.command("oqcheck explain \(rule.id)"))
    if rule.check.hasChecker {
      let subject = [.dispatch, .source].contains(rule.id.area) ? "dispatch" : "foundation"
      parts.append(Site.command("oqcheck run \(subject) --rules \(rule.id) --budget 10s"))
    }
    return section("files", "Vectors and commands", parts.joined(separator: "\n"))
  }

  private var turn: String {
    let rules = content.catalogue.rules
    guard let place = rules.firstIndex(where: { $0.id == rule.id }) else { return "" }
    func way(_ place: Int, _ words: (String) -> String) -> String {
      guard rules.indices.contains(place) else { return "<span></span>" }
      return "<a href=\"\(rules[place].id).html\">\(words("\(rules[place].id)"))</a>"
    }
    return "<nav class=\"turn\">\(way(place - 1) { "← \($0)" })\(way(place + 1) { "\($0) →" })"
      + "</nav>"
  }
}
