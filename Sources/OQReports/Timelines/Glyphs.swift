/// The characters that pictures are drawn with.
package struct Glyphs: Sendable, Hashable {
  /// Client code is entered.
  let enter: Character
  /// Client code is running.
  let running: Character
  /// Client code is about to return.
  let leave: Character
  /// A call has not returned.
  let calling: Character
  /// A call returned.
  let returned: Character
  /// A call was rejected, or the process died.
  let rejected: Character
  /// An event that proves a violation.
  let mark: Character
  /// Events that are left out.
  let gap: Character
  /// Something goes on behind the last event.
  let onward: String
  /// The end of a text that is cut off.
  let ellipsis: String
  /// Between a name and its row.
  let border: Character

  /// Block and line characters.
  package static let unicode = Glyphs(
    enter: "▐", running: "█", leave: "▌", calling: "─", returned: "┤", rejected: "✗", mark: "▲",
    gap: "┆", onward: "…", ellipsis: "…", border: "│")

  /// ASCII only.
  package static let ascii = Glyphs(
    enter: "[", running: "#", leave: "]", calling: "-", returned: ">", rejected: "!", mark: "^",
    gap: ":", onward: "...", ellipsis: "...", border: "|")

  /// The characters that an environment can be expected to show.
  ///
  /// The first of `LC_ALL`, `LC_CTYPE` and `LANG` that is not empty decides (XBD §8.2). An
  /// environment without any of them is common in containers and says nothing.
  ///
  /// - Parameter variables: the environment.
  /// - Returns: ASCII only if a locale without UTF-8 is asked for.
  package static func fitting(_ variables: [String: String]) -> Glyphs {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { variables[$0] }
      .first { !$0.isEmpty }
    guard let locale = locale?.lowercased() else { return .unicode }
    return locale.contains("utf-8") || locale.contains("utf8") ? .unicode : .ascii
  }

  /// The text, cut off where it is longer than some columns.
  func clipped(_ text: String, to width: Int) -> String {
    if text.count <= width { return text }
    if width <= ellipsis.count { return String(text.prefix(max(width, 0))) }
    return text.prefix(width - ellipsis.count) + ellipsis
  }
}
