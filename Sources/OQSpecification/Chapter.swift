/// All rules of one area, as one file of `Spec/Rules` holds them.
package struct Chapter: Sendable, Hashable, Codable {
  /// The area.
  package let area: Area
  /// What the area is about: at least one paragraph, each on one line.
  package let introduction: [String]
  /// The rules, by ascending number.
  package let rules: [Rule]
}
