/// The decorations that a program has around its planned part.
package struct Style: OptionSet, Sendable, Hashable {
  /// The bits.
  package let rawValue: Int

  /// A set of decorations.
  package init(rawValue: Int) { self.rawValue = rawValue }

  /// Client 1 reads accessors between its steps.
  static let reads = Style(rawValue: 1)
  /// Operations have completion blocks.
  static let completions = Style(rawValue: 2)
  /// Operations are block operations.
  static let kinds = Style(rawValue: 4)
  /// Bodies and completion blocks read accessors.
  static let scripts = Style(rawValue: 8)
  /// Another queue does something of its own.
  static let bystander = Style(rawValue: 16)
  /// Another client reads accessors all the time.
  static let observer = Style(rawValue: 32)
  /// The program runs with delays, on one core, or with fewer events.
  static let settings = Style(rawValue: 64)

  /// Number of different styles.
  static let count = 128

  /// Every decoration.
  package static let all = Style(rawValue: count - 1)
}
