import OQHistory

/// What a supervisor asks of a worker: a first line of words, then text where one follows.
package enum WorkerRequest: Equatable, Sendable, CustomStringConvertible {
  /// Run a program, given in its text form, and follow an order of harness points, given as lines.
  case run(String, pins: [Substring] = [])

  /// After a quiescence: confirm it, or go on once something has moved. The step bound in seconds.
  case confirm(bound: Double)

  /// Measure what the driver can hold, and how long a canary takes.
  case calibrate

  /// The text that is sent.
  package var description: String {
    switch self {
    case .run(let text, let pins) where pins.isEmpty: "run\n\(text)"
    case .run(let text, let pins):
      "follow \(pins.count)\n\(pins.map { $0 + "\n" }.joined())\(text)"
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
    if text.hasPrefix("follow ") {
      var lines = text.dropFirst(7).split(separator: "\n", omittingEmptySubsequences: false)[...]
      guard let count = lines.popFirst().flatMap({ Int($0) }), count > 0, count < lines.count
      else { return nil }
      self = .run(
        lines.dropFirst(count).joined(separator: "\n"), pins: Array(lines.prefix(count)))
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
