import OQHistory

/// What a supervisor asks of a worker: a first line of words, then further ones where they follow.
package enum WorkerRequest: Equatable, Sendable, CustomStringConvertible {
  /// Run a program, and follow an order of harness points, given as lines.
  case run(Program, pins: [Substring] = [], points: PointMode = .off)

  /// Run a program, and add nothing beside it before the step bound is over.
  case runUnaided(Program)

  /// After a quiescence: confirm it, or go on once something has moved. The step bound in seconds.
  case confirm(bound: Double)

  /// Measure what the driver can hold, and how long a canary takes.
  case calibrate

  /// The text that is sent.
  package var description: String {
    switch self {
    case .run(let program, let pins, let points):
      pins.reduce("run \(points.text)\n" + ProgramCode.lines(of: program)) { "\($0)\n\($1)" }
    case .runUnaided(let program): "run-unaided\n" + ProgramCode.lines(of: program)
    case .confirm(let bound): "confirm \(bound)"
    case .calibrate: "calibrate"
    }
  }

  /// Reads what ``description`` prints; nil for anything else.
  package init?(_ text: String) {
    if text.utf8.starts(with: "run-unaided\n".utf8) {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      guard lines.count == 3, let program = ProgramCode.program(lines[1], lines[2]) else {
        return nil
      }
      self = .runUnaided(program)
      return
    }
    if text.utf8.starts(with: "run ".utf8) {
      let lines = text.split(
        separator: "\n", maxSplits: 3, omittingEmptySubsequences: false)
      guard lines.count >= 3, let points = PointMode(lines[0].dropFirst(4)),
        let program = ProgramCode.program(lines[1], lines[2])
      else { return nil }
      let pins = lines.count == 4 ? lines[3].split(separator: "\n") : []
      self = .run(program, pins: pins, points: points)
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
