/// How far a rule can be decided from histories.
package enum Checkability: TextCodable {
  /// A violation in a history that exercises the rule is always seen.
  case checked
  /// A violation can be missed, because a part of what the rule speaks about is not observable.
  case sampled
  /// There is no checker, for the given reason in plain words.
  case unchecked(reason: String)

  /// See ``TextRepresentable``.
  package static var expectation: String { "checked, sampled or unchecked(reason)" }

  /// Reads the text form.
  ///
  /// - Parameter text: `checked`, `sampled`, or `unchecked(reason)` with a reason that is not
  ///   empty.
  package init?(_ text: some StringProtocol) {
    switch String(text) {
    case "checked": self = .checked
    case "sampled": self = .sampled
    case let other:
      let prefix = "unchecked("
      guard other.hasPrefix(prefix), other.hasSuffix(")") else { return nil }
      let reason = other.dropFirst(prefix.count).dropLast()
      guard let first = reason.first, let last = reason.last, first != " ", last != " " else {
        return nil
      }
      self = .unchecked(reason: String(reason))
    }
  }

  /// The text form.
  package var description: String {
    switch self {
    case .checked: "checked"
    case .sampled: "sampled"
    case .unchecked(let reason): "unchecked(\(reason))"
    }
  }

  /// Whether the rule has a checker: `checked` or `sampled`.
  package var hasChecker: Bool {
    switch self {
    case .checked, .sampled: true
    case .unchecked: false
    }
  }
}
