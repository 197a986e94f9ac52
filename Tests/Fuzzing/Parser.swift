import OQExploring
import OQHistory
import OQPrograms
import OQReport
import OQReports
import OQWire

/// What reads text from outside, each with what must hold of any text that it accepts.
enum Parser: String, CaseIterable {
  case program, history, failure, pins, trigger, adapter, harness, expectations, report, lines
  case vectors, ask

  /// Gives a text to the parser; a fault that it tells of is as good as a value.
  func read(_ text: String) {
    switch self {
    case .program: same(try? Program(parsing: text)) { try Program(parsing: $0.text) }
    case .history: same(try? History(parsing: text)) { try History(parsing: $0.text) }
    case .failure:
      // The form may gain a history, so what is written once must stay as it is.
      same((try? ReproFile(parsing: text)).flatMap { try? ReproFile(parsing: $0.text) }) {
        try ReproFile(parsing: $0.text)
      }
    case .pins: pins(text)
    case .trigger: _ = try? Trigger(parsing: text)
    case .adapter:
      same((try? AdapterMessage.parse(text)).flatMap { $0 }) { try AdapterMessage.parse($0.line) }
    case .harness:
      same((try? HarnessMessage.parse(text)).flatMap { $0 }) { try HarnessMessage.parse($0.line) }
    case .expectations:
      if let file = try? ExpectationFile(parsing: text) {
        same(file.entries.map(\.expectation)) { _ in
          try ExpectationFile(parsing: file.text()).entries.map(\.expectation)
        }
      }
    case .report: _ = try? JSONFormat.read(text)
    case .lines: _ = try? JSONLinesFormat.read(text)
    case .vectors: _ = try? VectorFile.read(text)
    case .ask: _ = try? AskFile(parsing: text)
    }
  }

  /// A program, a line of dashes, and the pins of its lanes.
  private func pins(_ text: String) {
    guard let mark = text.firstRange(of: "\n--\n"),
      let program = try? Program(parsing: text[..<mark.lowerBound])
    else { return }
    same(try? Pins(parsing: text[mark.upperBound...], for: program)) {
      try Pins(parsing: $0.text(in: program), for: program)
    }
  }

  /// Ends the process if what is written of a value is not read as the same value.
  private func same<Value: Equatable>(_ value: Value?, _ again: (Value) throws -> Value?) {
    guard let value else { return }
    let second: Value?
    do { second = try again(value) } catch { fatalError("\(self): written, not read: \(error)") }
    precondition(second == value, "\(self): read another value than was written")
  }
}
