import OQText

/// The seed that was asked for.
package enum SeedChoice: Hashable, Sendable {
  /// This seed.
  case fixed(UInt64)
  /// A seed that the caller draws and prints.
  case random

  /// Reads a decimal or `0x`-prefixed hexadecimal number below 2⁶⁴, or `random`.
  ///
  /// - Parameter text: What was typed.
  package init?(_ text: some StringProtocol) {
    if text == "random" {
      self = .random
    } else if let seed = UInt64(seed: text) {
      self = .fixed(seed)
    } else {
      return nil
    }
  }
}
