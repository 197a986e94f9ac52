/// The command itself.
package enum Tool {
  /// The version that reports name.
  package static let version = "0.1.0"
  /// What adapters are told.
  package static let wireName = "oqcheck \(version)"
}
