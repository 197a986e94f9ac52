import OQText

/// One part of a campaign that is spread over several processes.
///
/// A shard takes the programs whose index leaves the remainder `index` when divided by `count`.
package struct Shard: Hashable, Sendable, CustomStringConvertible {
  /// Which part: 0 ..< `count`.
  package let index: Int
  /// Into how many parts the campaign is cut; at least 1.
  package let count: Int

  /// A part of a campaign, or `nil` if there is no such part.
  ///
  /// - Parameters:
  ///   - index: Which part, from 0.
  ///   - count: Into how many parts; at least 1.
  package init?(index: Int, count: Int) {
    guard index >= 0, index < count else { return nil }
    self.index = index
    self.count = count
  }

  /// Reads `I/N`, both decimal; `nil` for anything else.
  ///
  /// - Parameter text: Such as `0/4`.
  package init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let index = Int(digits: parts[0]), let count = Int(digits: parts[1])
    else { return nil }
    self.init(index: index, count: count)
  }

  /// The form that is read: `I/N`.
  package var description: String { "\(index)/\(count)" }
}
