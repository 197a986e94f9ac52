/// Which programs of a campaign are run with lanes held at points of the subject.
package enum HoldChoice: Hashable, Sendable {
  /// None.
  case off
  /// One of so many is run once for each point.
  case scan(one: Int)

  /// Every other one is held for a moment at some points, which are drawn.
  case random

  /// One of so many programs is scanned, unless something else is asked for.
  package static let share = 512

  /// Reads `off`, `scan`, `scan/N` or `random`; nil for anything else.
  package init?(_ text: some StringProtocol) {
    switch text {
    case "off": self = .off
    case "random": self = .random
    case "scan": self = .scan(one: HoldChoice.share)
    default:
      guard text.hasPrefix("scan/"), let one = Int(text.dropFirst(5)), one >= 1 else { return nil }
      self = .scan(one: one)
    }
  }
}
