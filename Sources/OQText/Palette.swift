/// Applies styles, or leaves text as it is where styles are not wanted.
package struct Palette: Hashable, Sendable {
  /// Whether styles are applied at all.
  package let isEnabled: Bool

  /// A palette.
  package init(isEnabled: Bool) {
    self.isEnabled = isEnabled
  }

  /// Text without any style.
  package static let plain = Palette(isEnabled: false)

  /// The text in a style (ECMA-48 SGR), or as it is.
  ///
  /// - Parameters:
  ///   - text: Any text.
  ///   - styles: The styles, all at once; none leaves the text as it is.
  /// - Returns: The text, with escape sequences around it if the palette is enabled.
  /// - Complexity: O(*n*).
  package func paint(_ text: String, _ styles: Style...) -> String {
    paint(text, styles)
  }

  /// The text in a style (ECMA-48 SGR), or as it is.
  ///
  /// - Parameters:
  ///   - text: Any text.
  ///   - styles: The styles, all at once; none leaves the text as it is.
  /// - Returns: The text, with escape sequences around it if the palette is enabled.
  /// - Complexity: O(*n*).
  package func paint(_ text: String, _ styles: [Style]) -> String {
    guard isEnabled, !styles.isEmpty, !text.isEmpty else { return text }
    let codes = styles.map { String($0.rawValue) }.joined(separator: ";")
    return "\u{1B}[\(codes)m\(text)\u{1B}[0m"
  }
}
