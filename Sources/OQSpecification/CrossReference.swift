/// A pointer from a rule to a freedom of the model (`ND-37`) or to a contested point (`C-11`).
package enum CrossReference: TextCodable, Comparable {
  /// An entry of the allowed nondeterminism.
  case nondeterminism(Int)
  /// A point on which the documents or the implementations disagree.
  case contested(Int)

  /// See ``TextRepresentable``.
  package static var expectation: String { "a reference such as ND-37 or C-11" }

  /// Reads the text form.
  ///
  /// - Parameter text: `ND-` or `C-` and a number from 1.
  package init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = parseNumber(parts[1].utf8) else { return nil }
    switch parts[0] {
    case "ND": self = .nondeterminism(number)
    case "C": self = .contested(number)
    default: return nil
    }
  }

  /// The text form.
  package var description: String {
    switch self {
    case .nondeterminism(let number): "ND-\(number)"
    case .contested(let number): "C-\(number)"
    }
  }
}
