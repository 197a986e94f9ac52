import OQHistory
import OQJSON

/// An argument of a call, or what it returned, in names instead of positions.
package enum WireValue: Sendable, Hashable {
  case none
  case boolean(Bool)
  case integer(Int)
  /// A name, or the word of a priority.
  case word(String)
  /// Names.
  case words([String])

  /// Reads a member; nil for what no value looks like.
  init?(_ json: JSON?) {
    switch json {
    case nil, .null: self = .none
    case .boolean(let value): self = .boolean(value)
    case .integer(let value): self = .integer(value)
    case .string(let value): self = .word(value)
    case .array:
      guard let words = json?.strings else { return nil }
      self = .words(words)
    case .large, .decimal, .object: return nil
    }
  }

  /// The value of a member; nil where it is left out.
  var json: JSON? {
    switch self {
    case .none: nil
    case .boolean(let value): .boolean(value)
    case .integer(let value): .integer(value)
    case .word(let value): .string(value)
    case .words(let values): .strings(values)
    }
  }
}

/// How an adapter says that a call ended.
package enum WireOutcome: Sendable, Hashable {
  /// It returned normally.
  case returned(WireValue)
  /// A definite error: it was answered by this error, and had no effect; a trap tells no tale.
  case raised(Outcome.Rejection)
  /// The adapter does not offer the verb.
  case unsupported
  /// An indefinite error: whether it had an effect, or will have one, is not known.
  case unknown

  /// The word on the wire.
  package var word: String {
    switch self {
    case .returned: "returned"
    case .raised: "raised"
    case .unsupported: "unsupported"
    case .unknown: "unknown"
    }
  }
}
