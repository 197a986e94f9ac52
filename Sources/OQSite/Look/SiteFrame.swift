import OQReports

/// What stands around the content of every page.
struct SiteFrame {
  /// The pages in the head of every page, with the words that lead to them.
  private static let ways = [
    ("Promise.html", "Promise"), ("Findings.html", "Findings"), ("Keepers.html", "Who keeps what"),
    ("QuestionsPeopleAsk.html", "Questions"), ("Commands.html", "Commands"),
    ("More.html", "More"),
  ]

  /// A whole page.
  ///
  /// - Parameters:
  ///   - title: what it is about, as text.
  ///   - content: its content, as markup.
  ///   - script: the name of its script.
  /// - Returns: the document, ending in a newline.
  static func page(_ title: String, _ content: String, script: String? = nil) -> String {
    let ways = ways.map { "<a href=\"\($0.0)\">\($0.1)</a>" }.joined(separator: "\n")
    let tail = script.map { "\n<script src=\"\($0)\"></script>" } ?? ""
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>\(HTML.text(title))</title>
      <link rel="stylesheet" href="style.css">
      </head>
      <body>
      <header><a class="home" href="index.html">Operation queue rules</a>
      \(ways)
      <form action="index.html" role="search"><input type="search" name="q"
      aria-label="Find a rule, a freedom, a word" placeholder="Find (press /)"></form></header>
      <main>
      \(content)
      </main>\(tail)
      </body>
      </html>

      """
  }
}
