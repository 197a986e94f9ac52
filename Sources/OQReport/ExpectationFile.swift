import OQHistory
import OQPrograms
import OQSpecification

/// A file of expectations: one on a line, with `#` before a remark, and fields below it.
///
///     DEP-9 when op a; op b deps=a; undepend b a
///       reason: removal keeps a counter
///       link: https://example.org/1
///     LIMIT-1   # any violation of the rule
///
/// An expected violation does not count. A file that is out of date ends no run before its time:
/// what does not show, has expired or names no rule is told after the run.
package struct ExpectationFile: Sendable {
  /// One expectation, and where it stands.
  package struct Entry: Sendable {
    /// What is expected; the rule may be one that does not exist.
    package internal(set) var expectation: Expectation
    /// Positions of its lines.
    package internal(set) var lines: Range<Int>

    /// Whether it names a rule that does not exist.
    package var isUnknown: Bool {
      if case .rule(let rule) = expectation.blame { Catalogue.current[rule] == nil } else { false }
    }
  }

  /// The lines of the text.
  package private(set) var lines: [String]
  /// What ends a line.
  private var lineEnd = "\n"
  /// What they expect.
  package private(set) var entries: [Entry] = []

  /// A file without expectations.
  package init() { lines = [] }

  /// Reads the text of a file.
  ///
  /// - Parameter text: the text.
  /// - Throws: the first fault, with its line.
  /// - Complexity: O(size of the text).
  package init(parsing text: String) throws(TextError) {
    lines = text.textFileLines.map { String($0) }
    if text.contains("\r\n") { lineEnd = "\r\n" }
    if lines.last == "" { lines.removeLast() }
    for (number, line) in lines.enumerated() {
      do throws(Fault) {
        try add(line, at: number)
      } catch {
        throw TextError(line: number + 1, column: 1, message: error.message)
      }
    }
  }

  /// The text of the file without some entries, and with others.
  ///
  /// - Parameters:
  ///   - dropped: positions of entries.
  ///   - added: what comes at the end.
  /// - Returns: the lines that are left and those that are new, each ended as those of the file.
  package func text(without dropped: [Int] = [], adding added: [Expectation] = []) -> String {
    let gone = Set(dropped.flatMap { entries[$0].lines })
    let rest = lines.enumerated().filter { !gone.contains($0.offset) }.map(\.element)
    let new = added.flatMap { $0.text.textFileLines.dropLast().map { String($0) } }
    return (rest + new).map { $0 + lineEnd }.joined()
  }

  private struct Fault: Error {
    let message: String
    init(_ message: String) { self.message = message }
  }

  private mutating func add(_ line: String, at number: Int) throws(Fault) {
    if line.first?.isWhitespace == true, let colon = line.firstIndex(of: ":"),
      !line[..<colon].contains("#")
    {
      guard !entries.isEmpty, entries[entries.count - 1].lines.upperBound == number else {
        throw Fault("a field belongs below a rule, found '\(trimmed(line))'")
      }
      try note(trimmed(line[..<colon]), trimmed(line[line.index(after: colon)...]))
      entries[entries.count - 1].lines = entries[entries.count - 1].lines.lowerBound..<number + 1
      return
    }
    if let expectation = try expectation(line) {
      entries.append(Entry(expectation: expectation, lines: number..<number + 1))
    }
  }

  private mutating func note(_ name: String, _ value: String) throws(Fault) {
    let last = entries.count - 1
    switch name {
    case "reason": entries[last].expectation.reason = value
    case "link":
      guard value.hasPrefix("https://") || value.hasPrefix("http://") else {
        throw Fault("expected a link such as https://example.org/1, found '\(value)'")
      }
      entries[last].expectation.link = value
    case "until":
      guard Expectation.isDay(value) else {
        throw Fault("expected a day such as 2027-01-31, found '\(value)'")
      }
      entries[last].expectation.until = value
    case "pin":
      guard let pin = Expectation.Pin(value) else {
        throw Fault(
          "expected a function and its caller such as 'pthread_mutex_unlock SYMBOL', found "
            + "'\(value)'")
      }
      guard entries[last].expectation.trigger != nil else {
        throw Fault("a pin belongs to a cause: write 'when' and a trigger after the rule")
      }
      entries[last].expectation.pin = pin
    case "versions":
      let versions = value.split(separator: ",").map { trimmed($0) }.filter { !$0.isEmpty }
      guard !versions.isEmpty else {
        throw Fault("expected versions such as '6.3*, 6.4', found '\(value)'")
      }
      entries[last].expectation.versions = versions
    default: throw Fault("expected reason, link, until, pin or versions, found '\(name)'")
    }
  }

  private func expectation(_ line: String) throws(Fault) -> Expectation? {
    // As in programs, `#` begins a remark at the beginning and after a space: `x#2` is a name.
    var content = line[...]
    var reason = ""
    if let mark = line.indices.first(where: { place in
      line[place] == "#"
        && (place == line.startIndex || line[line.index(before: place)].isWhitespace)
    }) {
      content = line[..<mark]
      reason = trimmed(line[line.index(after: mark)...])
    }
    let words = content.split(separator: " ", maxSplits: 2)
    guard let word = words.first else { return nil }
    guard let blame = Finding.Blame(trimmed(word)) else {
      throw Fault(
        "expected a rule id such as DEP-9, unexplained or crash, found '\(trimmed(line))'")
    }
    guard words.count > 1, !trimmed(words[1]).isEmpty else {
      return Expectation(blame, reason: reason)
    }
    guard trimmed(words[1]) == "when" else {
      throw Fault("expected 'when' and a trigger after \(blame), found '\(trimmed(words[1]))'")
    }
    let trigger: Trigger
    do throws(TextError) {
      trigger = try Trigger(parsing: words.count == 3 ? trimmed(words[2]) : "")
    } catch {
      throw Fault("part \(error.line) of the trigger: \(error.message)")
    }
    guard !trigger.text.isEmpty else {
      throw Fault("expected a trigger such as 'op a; cancel a' after 'when'")
    }
    return Expectation(blame, when: trigger, reason: reason)
  }

  /// The text without blanks around it.
  ///
  /// It goes by scalars: a blank with an accent on it is one character, and half of it is text.
  private func trimmed(_ text: some StringProtocol) -> String {
    var rest = Substring(text).unicodeScalars.drop(while: \.properties.isWhitespace)
    while rest.last?.properties.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }
}

extension ExpectationFile {
  /// The expectations that count today on a version of a subject.
  ///
  /// - Parameters:
  ///   - version: the version of the subject.
  ///   - today: the day, such as `2027-01-31`.
  /// - Returns: those that name a rule, are for the version, and have not expired.
  package func valid(for version: String, on today: String) -> [Expectation] {
    entries.filter { !$0.isUnknown }.map(\.expectation)
      .filter { $0.applies(to: version) && !$0.isExpired(on: today) }
  }
}
