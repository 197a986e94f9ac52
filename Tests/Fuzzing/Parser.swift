import OQAdapters
import OQExploring
import OQHistory
import OQJSON
import OQPrograms
import OQReport
import OQReports
import OQWire

/// What reads text from outside, each with what must hold of any text that it accepts.
enum Parser: String, CaseIterable {
  case program, history, failure, pins, trigger, stream, adapter, harness, expectations, report
  case lines, vectors, ask, json

  /// Gives bytes to the parser; a fault that it tells of is as good as a value.
  func read(_ bytes: UnsafeBufferPointer<UInt8>) {
    if self == .stream { stream(bytes) } else { read(String(decoding: bytes, as: UTF8.self)) }
  }

  private func read(_ text: String) {
    switch self {
    case .stream: break
    case .program: same(value { try Program(parsing: text) }) { try Program(parsing: $0.text) }
    case .history: same(value { try History(parsing: text) }) { try History(parsing: $0.text) }
    case .failure:
      // The form may gain a history, so what is written once must stay as it is.
      same(value { try ReproFile(parsing: text) }.flatMap { try? ReproFile(parsing: $0.text) }) {
        try ReproFile(parsing: $0.text)
      }
    case .pins: pins(text)
    case .trigger: trigger(text)
    case .adapter:
      same(value { try AdapterMessage.parse(text) }) { try AdapterMessage.parse($0.line) }
    case .harness:
      same(value { try HarnessMessage.parse(text) }) { try HarnessMessage.parse($0.line) }
    case .expectations:
      if let file = value({ try ExpectationFile(parsing: text) }) { expectations(file) }
    case .report: report(text, JSONFormat.read) { try JSONFormat().report($0, Presentation()) }
    case .lines:
      report(text, JSONLinesFormat.read) { try JSONLinesFormat().report($0, Presentation()) }
    case .vectors:
      same(value { try VectorFile.read(text) }) { try VectorFile.read($0.text()) }
    case .json: json(text)
    case .ask: _ = value { try AskFile(parsing: text) }?.facts
    }
  }

  /// What a parser makes of a text, where it is no fault; a fault can be told.
  private func value<Value>(_ parse: () throws -> Value?) -> Value? {
    do {
      return try parse()
    } catch {
      precondition(!"\(error)".isEmpty, "\(self): a fault without words")
      return nil
    }
  }

  /// What is read is written in both layouts, and a type that it fits is encoded as it was.
  private func json(_ text: String) {
    guard let first = value({ try JSON(parsing: text, deepest: JSON.deepestOfDocument) }) else {
      return
    }
    // The texts are compared: a number that is written `2.0` comes back as `2`, another value.
    same(first.text) { try JSON(parsing: $0, deepest: JSON.deepestOfDocument).text }
    same(first.laidOut) { try JSON(parsing: $0, deepest: JSON.deepestOfDocument).laidOut }
    same(value { try first.decoded(as: Everything.self) }) {
      try JSON(encoding: $0).decoded(as: Everything.self)
    }
  }

  /// The first byte says how many bytes come at once: the lines do not depend on it.
  private func stream(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let first = bytes.first else { return }
    let rest = Array(bytes.dropFirst())
    let size = Int(first) + 1
    var buffer = LineBuffer()
    var lines: [LineBuffer.Next] = []
    for start in stride(from: 0, to: rest.count, by: size) {
      buffer.receive(rest[start..<min(start + size, rest.count)])
      lines += Parser.lines(&buffer)
    }
    var whole = LineBuffer()
    whole.receive(rest)
    precondition(lines == Parser.lines(&whole), "\(self): pieces give other lines")
    precondition(buffer.isInLine == whole.isInLine, "\(self): pieces give another rest")
  }

  private static func lines(_ buffer: inout LineBuffer) -> [LineBuffer.Next] {
    var lines: [LineBuffer.Next] = []
    while true {
      let next = buffer.next()
      if next == .none { return lines }
      lines.append(next)
    }
  }

  /// What a report does not hold is left out when it is read, so what was written once must stay.
  private func report(
    _ text: String, _ read: (String) throws -> Report, _ write: (Report) throws -> String
  ) {
    guard let first = value({ try read(text) }) else { return }
    do {
      same(try read(write(first))) { try read(write($0)) }
      if self == .lines { try cut(first) }
    } catch {
      fatalError("\(self): written, not read: \(error)")
    }
  }

  /// What a run has written before its end is known for what it is, and is no report.
  private func cut(_ report: Report) throws {
    let text =
      try JSONLinesFormat.beginning(
        of: report.subject.name, profile: report.profile, seed: report.seed)
      + report.findings.map { try JSONLinesFormat.found($0) }.joined()
    precondition(JSONLinesFormat.isReport(text))
    precondition(value { try JSONLinesFormat.read(text) } == nil, "a cut report is read")
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
    guard let trigger = value({ try Trigger(parsing: text) }) else { return }
    same(trigger) { try Trigger(parsing: $0.text) }
    _ = (trigger.phrases, trigger.breadth, trigger.loosened, Trigger(of: trigger.fragment))
  }

  /// A program, a line of dashes, and the pins of its lanes.
  private func pins(_ text: String) {
    guard let mark = text.firstRange(of: "\n--\n"),
      let program = try? Program(parsing: text[..<mark.lowerBound])
    else { return }
    guard let pins = value({ try Pins(parsing: text[mark.upperBound...], for: program) })
    else { return }
    same(pins) { try Pins(parsing: $0.text(in: program), for: program) }
    for hold in pins.holds {
      same(hold.point) { SubjectPoint(parsing: $0.text(in: program), for: program) }
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
