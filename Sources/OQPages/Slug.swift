/// The address of a heading within a page, as repository hosts derive it.
package enum Slug {
  /// The anchor of a heading: small letters, digits, hyphens and underscores; spaces become
  /// hyphens, everything else is left out.
  ///
  /// - Parameter heading: the text of the heading, without number signs.
  /// - Returns: the anchor without `#`; a second heading of the same text gets `-1` besides.
  package static func of(_ heading: some StringProtocol) -> String {
    var slug = ""
    for character in heading.lowercased() {
      if character.isLetter || character.isNumber || character == "-" || character == "_" {
        slug.append(character)
      } else if character == " " {
        slug.append("-")
      }
    }
    return slug
  }
}
