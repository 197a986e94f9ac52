/// What sort of statement a rule makes.
package enum Kind: String, CaseIterable, Codable, TextRepresentable {
  /// Something bad never happens.
  case safety
  /// Something good eventually happens.
  case liveness
  /// A forbidden call is answered by an error.
  case exception
  /// The value of an accessor, or a permission.
  case query
  /// A duty of users or of subclass authors.
  case clientObligation = "client obligation"
  /// A recommendation without an observable consequence.
  case advice

  /// See ``TextRepresentable``.
  package static var expectation: String { "a kind: " + alternatives(allCases) }
}
