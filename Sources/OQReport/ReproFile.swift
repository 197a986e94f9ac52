import OQHistory
import OQJudging
import OQPrograms
import OQSpecification

/// A failure in one file (`.oqrepro`): the program, and what was seen of it.
///
/// The programs are authoritative; everything else is for people and for the comparison of a
/// replay. `Spec/FailureFiles.md` describes the form.
///
/// ```
/// oqrepro 1
/// subject foundation
/// rule LIMIT-1
/// kind history
/// profile core
/// seed 1
/// index 12
/// reproduced 18/20
/// message …
/// events 4 7 9
/// == earlier
/// oqprogram 1
/// …
/// == program
/// oqprogram 1
/// …
/// == choices
/// 3 0 1f
/// == pins
/// client1 call 1
/// == history
/// oqhistory 1
/// …
/// == end
/// ```
///
/// Without its last line a file is incomplete, since a history may end anywhere.
package struct ReproFile: Sendable, Hashable {
  /// The subject that failed, as on the command line.
  package let subject: String
  /// The reading of the contract.
  package let profile: Profile
  /// What was found; its file name is not part of the text.
  package let finding: Finding

  /// Puts a file together.
  package init(subject: String, profile: Profile, finding: Finding) {
    self.subject = subject
    self.profile = profile
    self.finding = finding
  }

  /// The text form, ending in a newline.
  package var text: String {
    let head = [
      "oqrepro 1", "subject \(subject)", "rule \(finding.blame)", "kind \(finding.kind.rawValue)",
      "profile \(profile.rawValue)", "seed \(finding.seed)", "index \(finding.index)",
      "reproduced \(finding.reproduced)/\(finding.attempts)",
      "message \(finding.message.textFileLines.filter { !$0.isEmpty }.joined(separator: " "))",
      "events \(finding.events.map(String.init).joined(separator: " "))",
    ]
    return head.map { $0 + "\n" }.joined()
      + finding.earlier.map { "== earlier\n" + $0.text }.joined()
      + "== program\n" + finding.program.text
      + (finding.choices.map { "== choices\n" + ReproFile.lines($0) } ?? "")
      + (finding.pins.map { "== pins\n" + $0.text(in: finding.program) } ?? "")
      + "== history\n" + finding.history.text + "== end\n"
  }

  /// A stable name for what a program was blamed for: the blame and a digest of the program.
  ///
  /// - Parameters:
  ///   - blame: what the program is blamed for.
  ///   - program: the program it was found with, before shrinking.
  /// - Returns: a file name without folder.
  package static func name(of blame: Finding.Blame, in program: Program) -> String {
    "\(blame)-\(Digest(of: program.text).description.prefix(8)).oqrepro"
  }

  /// Reads the text form.
  ///
  /// - Parameter text: a file as written by ``text``.
  /// - Throws: the first fault, with its line.
  /// - Complexity: O(size of the text).
  package init(parsing text: some StringProtocol) throws(TextError) {
    var reader = ReproReader(text)
    try reader.expect("oqrepro 1")
    subject = try reader.field("subject")
    let rule = try reader.field("rule", "a rule id, 'unexplained', 'difference' or 'crash'") {
      Finding.Blame($0)
    }
    let kind = try reader.field("kind", "history, crash or stalled") {
      Finding.Kind(rawValue: $0)
    }
    profile = try reader.field("profile", "core, guide or reference") { Profile(rawValue: $0) }
    let seed = try reader.field("seed", "a number") { UInt64($0) }
    let index = try reader.field("index", "a number") { UInt64($0) }
    let counts = try reader.field("reproduced", "N/M") { word -> (Int, Int)? in
      let parts = word.split(separator: "/", omittingEmptySubsequences: false)
      guard parts.count == 2, let left = Int(parts[0]), let right = Int(parts[1]),
        left >= 0, left <= right
      else { return nil }
      return (left, right)
    }
    let message = try reader.field("message")
    let events = try reader.field("events", "tickets") { word -> [Ticket]? in
      let tickets = word.split(separator: " ").map { Int($0) }
      return tickets.contains(nil) ? nil : tickets.compactMap(\.self)
    }
    var earlier: [Program] = []
    while reader.isAt("earlier") {
      earlier.append(try reader.section("earlier", ReproFile.program))
    }
    let program = try reader.section("program", ReproFile.program)
    let choices = try reader.optionalSection("choices", ReproFile.choices)
    let pins = try reader.optionalSection("pins") { text throws(TextError) in
      try Pins(parsing: text, for: program)
    }
    let history =
      try reader.optionalSection("history") { text throws(TextError) in
        try History(parsing: text)
      } ?? History(of: program, events: [])
    try reader.expect("== end")
    try reader.expectEnd()
    var finding = Finding(
      rule, kind: kind, Counterexample(message, events: events), program: program,
      history: history, seed: seed, index: index)
    finding.earlier = earlier
    finding.choices = choices
    finding.pins = pins
    finding.reproduced = counts.0
    finding.attempts = counts.1
    self.finding = finding
  }

  /// Choices in lines of sixteen.
  private static func lines(_ choices: ChoiceSequence) -> String {
    var words = choices.text.split(separator: " ")[...]
    var text = ""
    while !words.isEmpty {
      text += words.prefix(16).joined(separator: " ") + "\n"
      words = words.dropFirst(16)
    }
    return text
  }

  private static func choices(_ text: String) throws(TextError) -> ChoiceSequence {
    for (number, line) in text.textFileLines.enumerated()
    where ChoiceSequence(text: line) == nil {
      throw TextError(
        line: number + 1, column: 1,
        message: "expected hexadecimal numbers of at most 32 bits, found '\(line.prefix(40))'")
    }
    return ChoiceSequence(text: text) ?? ChoiceSequence()
  }

  private static func program(_ text: String) throws(TextError) -> Program {
    try Program(parsing: text)
  }
}

/// Reads the lines of a failure file.
private struct ReproReader {
  private let lines: [Substring]
  private var position = 0

  init(_ text: some StringProtocol) {
    lines = text.textFileLines
  }

  private func fault(_ expected: String, column: Int = 1) -> TextError {
    let found = position < lines.count ? "'\(lines[position].prefix(40))'" : "the end of the file"
    return TextError(
      line: position + 1, column: column, message: "expected \(expected), found \(found)")
  }

  mutating func expect(_ line: String) throws(TextError) {
    guard position < lines.count, lines[position] == line else { throw fault("'\(line)'") }
    position += 1
  }

  mutating func field(_ name: String) throws(TextError) -> String {
    try field(name, "text") { $0 }
  }

  mutating func field<Value>(
    _ name: String, _ expected: String, _ read: (String) -> Value?
  ) throws(TextError) -> Value {
    guard position < lines.count, lines[position] == name || lines[position].hasPrefix(name + " ")
    else { throw fault("'\(name) …'") }
    let word = String(lines[position].dropFirst(name.count + 1))
    guard let value = read(word) else {
      throw fault("\(name) with \(expected)", column: name.count + 2)
    }
    position += 1
    return value
  }

  /// Whether a section begins here.
  func isAt(_ name: String) -> Bool {
    position < lines.count && lines[position] == "== \(name)"
  }

  /// Refuses anything but blank lines after the last line.
  func expectEnd() throws(TextError) {
    guard let rest = lines[position...].firstIndex(where: { !$0.isEmpty }) else { return }
    throw TextError(
      line: rest + 1, column: 1,
      message: "expected the end of the file, found '\(lines[rest].prefix(40))'")
  }

  /// A section that may be left out.
  mutating func optionalSection<Value>(
    _ name: String, _ parse: (String) throws(TextError) -> Value
  ) throws(TextError) -> Value? {
    isAt(name) ? try section(name, parse) : nil
  }

  /// A section up to the next header; faults inside it get the line numbers of the whole file.
  mutating func section<Value>(
    _ name: String, _ parse: (String) throws(TextError) -> Value
  ) throws(TextError) -> Value {
    try expect("== \(name)")
    let first = position
    position = lines[first...].firstIndex { $0.hasPrefix("== ") } ?? lines.count
    do throws(TextError) {
      return try parse(lines[first..<position].joined(separator: "\n"))
    } catch {
      throw TextError(line: first + error.line, column: error.column, message: error.message)
    }
  }
}
