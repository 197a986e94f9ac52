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
    case .trigger: trigger(text)
    case .adapter:
      same((try? AdapterMessage.parse(text)).flatMap { $0 }) { try AdapterMessage.parse($0.line) }
    case .harness:
      same((try? HarnessMessage.parse(text)).flatMap { $0 }) { try HarnessMessage.parse($0.line) }
    case .expectations:
      if let file = try? ExpectationFile(parsing: text) {
        expectations(file)
      }
    case .report: report(text, JSONFormat.read) { try JSONFormat().report($0, Presentation()) }
    case .lines:
      report(text, JSONLinesFormat.read) { try JSONLinesFormat().report($0, Presentation()) }
    case .vectors:
      same(try? VectorFile.read(text)) { try VectorFile.read($0.text()) }
    case .ask: _ = try? AskFile(parsing: text)
    }
  }

  /// What a report does not hold is left out when it is read, so what was written once must stay.
  private func report(
    _ text: String, _ read: (String) throws -> Report, _ write: (Report) throws -> String
  ) {
    guard let first = try? read(text) else { return }
    do {
      same(try read(write(first))) { try read(write($0)) }
    } catch {
      fatalError("\(self): written, not read: \(error)")
    }
  }

  private func expectations(_ file: ExpectationFile) {
    same(file.entries.map(\.expectation)) { _ in
      try ExpectationFile(parsing: file.text()).entries.map(\.expectation)
    }
    let all = file.entries.map(\.expectation.text).joined()
    same(file.entries.map(\.expectation)) { _ in
      try ExpectationFile(parsing: all).entries.map(\.expectation)
    }
    let rest = file.entries.indices.dropFirst()
    precondition((try? ExpectationFile(parsing: file.text(without: Array(rest)))) != nil)
    for day in ["2027-01-31", "0"] { _ = file.valid(for: "6.3", on: day) }
  }

  private func trigger(_ text: String) {
    guard let trigger = try? Trigger(parsing: text) else { return }
    same(trigger) { try Trigger(parsing: $0.text) }
    _ = (trigger.phrases, trigger.breadth, trigger.loosened, Trigger(of: trigger.fragment))
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
