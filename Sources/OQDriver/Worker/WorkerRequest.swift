import OQHistory

/// What a supervisor asks of a worker: a first line of words, then text where one follows.
package enum WorkerRequest: Equatable, Sendable, CustomStringConvertible {
  /// Run a program, given in its text form.
  case run(String)

  /// After a quiescence: confirm it, or go on once something has moved. The step bound in seconds.
  case confirm(bound: Double)

  /// Measure what the driver can hold, and how long a canary takes.
  case calibrate

  /// The text that is sent.
  package var description: String {
    switch self {
    case .run(let text): "run\n\(text)"
    case .confirm(let bound): "confirm \(bound)"
    case .calibrate: "calibrate"
    }
  }

  /// Reads what ``description`` prints; nil for anything else.
  ///
  /// - Parameter text: the text.
  package init?(_ text: String) {
    if text.hasPrefix("run\n") {
      self = .run(String(text.dropFirst(4)))
      return
    }
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    switch (words.first, words.count) {
    case ("confirm", 2):
      guard let bound = Double(words[1]), bound.isFinite, bound >= 0 else { return nil }
      self = .confirm(bound: bound)
    case ("calibrate", 1): self = .calibrate
    default: return nil
    }
  }
}
