import OQText

/// Text as markup, and elements around it.
///
/// Nothing but these functions makes markup of a value, so text of a subject is inert: characters
/// of markup become references, and what could steer a reader's eye becomes an escape.
package enum HTML {
  /// A text of one line.
  package static func text(_ text: some StringProtocol) -> String { escaped(text.printable) }

  /// A text of several lines, whose line breaks and blanks stay.
  package static func lines(_ lines: some Sequence<String>) -> String {
    lines.map { text($0) }.joined(separator: "\n")
  }

  /// A table; cells are markup.
  package static func table(_ titles: [String], _ rows: [[String]]) -> String {
    // End tags of rows and cells may be left out, which makes long tables half as long.
    let head = titles.isEmpty ? "" : "<tr>" + titles.map { "<th scope=col>\($0)" }.joined()
    let body = rows.map { row in "<tr>" + row.map { "<td>\($0)" }.joined() }
    return "<table>" + ([head] + body).joined(separator: "\n") + "</table>"
  }

  private static func escaped(_ text: some StringProtocol) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
