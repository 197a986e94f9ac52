import OQExploring
import OQHistory
import OQReports
import OQSpecification

/// The questions of `Spec/Litmus`, each with its outcome table.
enum AskedPage {
  /// A file with what the model answers.
  struct Entry {
    let file: SiteContent.Asked
    let answer: Answer
  }

  /// The whole page.
  static func text(_ entries: [Entry], _ references: References) -> String {
    let parts = entries.map { entry in
      """
      <section id="\(entry.file.name)"><h2>\(HTML.text(entry.file.file.title))</h2>
      <p>\(references.markup(entry.file.file.why))</p>
      <p>About \(entry.file.file.about.map { references.link($0) }.joined(separator: ", ")).</p>
      <pre>\(HTML.lines(program(entry)))</pre>
      \(questions(entry))
      \(outcomes(entry))
      \(Site.command("oqcheck ask Spec/Litmus/\(entry.file.name).oqask"))</section>
      """
    }
    return SiteFrame.page(
      "Asked of the model",
      """
      <h1>Asked of the model</h1>
      <p>Each question is a program of a few lines. The <a href="Model.html">model</a> visits every
      state of it, so that <em>never</em> and <em>always</em> are final.</p>
      \(parts.joined(separator: "\n"))
      """)
  }

  /// A question on the page of a rule.
  static func short(_ entry: Entry) -> String {
    """
    <h3><a href="Asked.html#\(entry.file.name)">\(HTML.text(entry.file.file.title))</a></h3>
    <pre>\(HTML.lines(program(entry)))</pre>
    \(questions(entry))
    \(outcomes(entry))
    """
  }

  private static func program(_ entry: Entry) -> [String] {
    entry.file.file.program.text.split(separator: "\n").dropFirst().map { String($0) }
  }

  private static func questions(_ entry: Entry) -> String {
    let readings = entry.answer.readings
    let head = readings.map { "<th scope=\"col\">\($0.profile)</th>" }.joined()
    let rows = entry.file.file.questions.enumerated().map { place, question in
      let replies = readings.map { "<td>\(HTML.text($0.replies[place]?.word ?? "–"))</td>" }
      return "<tr><td><code>\(HTML.text(question.text))</code></td>\(replies.joined())</tr>"
    }
    return "<div class=\"wide\"><table><tr><th scope=\"col\">asked</th>\(head)</tr>\n"
      + "\(rows.joined(separator: "\n"))</table></div>"
  }

  /// Every outcome that a reading of the contract allows at the end of a run.
  private static func outcomes(_ entry: Entry) -> String {
    let facts = entry.file.file.facts.map(\.text)
    let rows = entry.answer.rows.map { row in
      let told = zip(row, facts).filter(\.0).map { "<code>\(HTML.text($0.1))</code>" }
      let allowed = entry.answer.readings.filter { $0.rows.contains(row) }.map {
        $0.profile.rawValue
      }
      return "<tr><td>\(told.isEmpty ? "none of them" : told.joined(separator: ", "))</td>"
        + "<td>\(allowed.joined(separator: ", "))</td></tr>"
    }
    return "<div class=\"wide\"><table><tr><th scope=\"col\">a run ends with</th>"
      + "<th scope=\"col\">allowed in</th></tr>\n\(rows.joined(separator: "\n"))</table></div>"
  }
}
