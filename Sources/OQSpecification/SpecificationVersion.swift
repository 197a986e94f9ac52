/// The version of the set of rules.
///
/// The major number rises when a rule is added or becomes stricter, so that a subject that
/// conformed may no longer do; the minor number rises with every other change of meaning.
package struct SpecificationVersion: TextCodable, Comparable {
  /// Rises when a subject that conformed may no longer do.
  package let major: Int
  /// Rises with every other change of meaning; 0 after a change of `major`.
  package let minor: Int

  /// The version that this package checks.
  package static let current = SpecificationVersion(major: 1, minor: 0)

  /// The oldest version, as old as every rule that does not say otherwise.
  package static let first = SpecificationVersion(major: 1, minor: 0)

  /// See ``TextRepresentable``.
  package static var expectation: String { "a version such as 1.0" }

  /// Makes a version from its parts.
  ///
  /// - Parameters:
  ///   - major: from 1.
  ///   - minor: from 0.
  package init(major: Int, minor: Int) {
    self.major = major
    self.minor = minor
  }

  /// Reads the text form.
  ///
  /// - Parameter text: two numbers without leading zeros and a full stop between them.
  package init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let major = parseNumber(parts[0].utf8) else { return nil }
    guard let minor = parts[1] == "0" ? 0 : parseNumber(parts[1].utf8) else { return nil }
    self.init(major: major, minor: minor)
  }

  /// The text form, `1.0`.
  package var description: String { "\(major).\(minor)" }

  /// Whether one version is older than another.
  ///
  /// - Returns: whether `left` is older.
  package static func < (left: SpecificationVersion, right: SpecificationVersion) -> Bool {
    (left.major, left.minor) < (right.major, right.minor)
  }
}
