/// A way to make text stand out on a terminal.
package enum Style: Int, CaseIterable, Sendable {
  /// Titles.
  case bold = 1
  /// What can be skipped.
  case dim = 2
  /// Violations.
  case red = 31
  /// Success.
  case green = 32
  /// Doubt.
  case yellow = 33
  /// What can be copied: paths, ids, commands.
  case cyan = 36
}
