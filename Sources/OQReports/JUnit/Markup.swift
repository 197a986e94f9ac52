import OQText

/// An element of an XML document.
struct Markup {
  /// Its name.
  let name: String
  /// Its attributes, in the order written.
  var attributes: [(name: String, value: String)]
  /// Elements inside it; an element has these or text.
  var children: [Markup] = []
  /// Text inside it.
  var text: String?

  /// The document with this element as its root, ending in a newline.
  var document: String {
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + lines(indent: "").joined(separator: "\n")
      + "\n"
  }

  private func lines(indent: String) -> [String] {
    let words = attributes.map { " \($0.name)=\"\(Markup.attribute($0.value))\"" }.joined()
    let start = "\(indent)<\(name)\(words)"
    if let text { return ["\(start)>\(Markup.content(text))</\(name)>"] }
    if children.isEmpty { return ["\(start)/>"] }
    return ["\(start)>"] + children.flatMap { $0.lines(indent: indent + "  ") }
      + ["\(indent)</\(name)>"]
  }

  /// Text between tags.
  static func content(_ text: String) -> String { escaped(text, isAttribute: false) }

  /// Text between quotation marks; line breaks and tabs would be read back as blanks.
  static func attribute(_ text: String) -> String { escaped(text, isAttribute: true) }

  private static func escaped(_ text: String, isAttribute: Bool) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars where isAllowed(scalar) {
      switch scalar {
      case "&": result += "&amp;".unicodeScalars
      case "<": result += "&lt;".unicodeScalars
      case ">": result += "&gt;".unicodeScalars
      case "\"" where isAttribute: result += "&quot;".unicodeScalars
      case "\n" where isAttribute: result += "&#10;".unicodeScalars
      case "\t" where isAttribute: result += "&#9;".unicodeScalars
      case _ where scalar.properties.generalCategory == .format:
        // What turns the direction of text shows as an escape.
        result += String(scalar).printable.unicodeScalars
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  /// Whether a document may contain the character, and readers keep it as it is.
  ///
  /// XML 1.0 §2.2 has no place for most control characters, not even as references, and §2.11
  /// turns carriage returns into line breaks.
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A: true
    case 0..<0x20, 0x7F...0x9F, 0xFFFE, 0xFFFF: false
    default: true
    }
  }
}
