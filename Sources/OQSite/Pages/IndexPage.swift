import OQExploring
import OQReports
import OQSpecification

/// The first page: every rule by area, and everything else that can be looked for.
struct IndexPage {
  let site: Site

  /// The whole page.
  var text: String {
    let rules = site.content.catalogue.rules
    let checked = rules.count { $0.check.hasChecker }
    let content = """
      <h1>The contract of operation queues</h1>
      <p>\(rules.count) rules on operations, operation queues and the dispatch library, of which
      \(checked) are judged from recorded histories. <a href="Promise.html">What that promises, and
      what not</a>.</p>
      <p id="found" class="soft" aria-live="polite"></p>
      \(areas)
      \(others)
      """
    return SiteFrame.page("The contract of operation queues", content, script: "search.js")
  }

  private var areas: String {
    Area.allCases.compactMap { area -> String? in
      let rules = site.content.catalogue.rules.filter { $0.id.area == area }
      guard !rules.isEmpty else { return nil }
      let rows = rules.map { rule in
        let marks = rule.check.hasChecker ? "" : " <small>not judged</small>"
        let words = "\(rule.statement) \(rule.level) \(rule.kind)"
        return row("\(rule.id).html", "\(rule.id)", rule.title, words, marks)
      }
      return part("\(area)", "\(area) <small>\(HTML.text(area.title))</small>", rows)
    }.joined(separator: "\n")
  }

  private var others: String {
    let book = site.content.book
    let freedoms = book.freedoms.map {
      row(
        site.references.target("\($0.reference)") ?? "", "\($0.reference)", $0.title, $0.statement)
    }
    let points = book.contested.map {
      row(site.references.target("\($0.reference)") ?? "", "\($0.reference)", $0.title, $0.question)
    }
    let asked = site.asked.map {
      row("Asked.html#\($0.file.name)", "", $0.file.file.title, $0.file.file.why)
    }
    let pages = site.pages.map { row($0.name, "", $0.title, "") }
    return [
      part("freedoms", "Freedoms", freedoms), part("contested", "Contested points", points),
      part("asked", "Asked of the model", asked), part("pages", "Pages", pages),
    ].joined(separator: "\n")
  }

  private func row(
    _ target: String, _ address: String, _ title: String, _ words: String, _ marks: String = ""
  ) -> String {
    let id = address.isEmpty ? "" : "<span class=\"id\">\(HTML.text(address))</span> "
    return "<li data-words=\"\(HTML.text(words))\"><a href=\"\(HTML.text(target))\">\(id)"
      + "\(HTML.text(title))</a>\(marks)</li>"
  }

  private func part(_ id: String, _ title: String, _ rows: [String]) -> String {
    """
    <section class="part"><h2 id="\(id)">\(title)</h2>
    <ul class="rules">
    \(rows.joined(separator: "\n"))
    </ul></section>
    """
  }
}
