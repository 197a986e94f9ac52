extension StringProtocol {
  /// The text with every control character written as an escape.
  ///
  /// So text from a file, a subject or the command line cannot steer the terminal.
  ///
  /// - Complexity: O(*n*).
  package var printable: String {
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar {
      case "\n": result.append(contentsOf: "\\n".unicodeScalars)
      case "\t": result.append(contentsOf: "\\t".unicodeScalars)
      case "\r": result.append(contentsOf: "\\r".unicodeScalars)
      default:
        // The bidirectional controls reorder what stands beside them, as cursor movements would.
        let category = scalar.properties.generalCategory
        if category == .control || category == .format || category == .lineSeparator
          || category == .paragraphSeparator
        {
          let digits = String(scalar.value, radix: 16, uppercase: true)
          result.append(contentsOf: "\\u{\(digits)}".unicodeScalars)
        } else {
          result.append(scalar)
        }
      }
    }
    return String(result)
  }
}
