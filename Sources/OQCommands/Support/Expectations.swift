import OQCommandLine
import OQHistory
import OQPrograms
import OQReport
import OQSpecification

/// A file of expectations: one on a line, with `#` before the reason.
///
///     DEP-9 when op a; op b deps=a; undepend b a   # known: https://example.org/1
///     LIMIT-1                                      # any violation of the rule
///
/// An expected violation does not count. One that does not show, or that names no rule, makes the
/// file stale.
enum Expectations {
  /// Reads a file of expectations.
  static func read(_ path: String) throws(Failure) -> [Expectation] {
    var all: [Expectation] = []
    let text = try Files.read(path)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() {
      do throws(Fault) {
        if let one = try expectation(line) { all.append(one) }
      } catch {
        throw Failure(error.status, "\(path): line \(number + 1): \(error.message)")
      }
    }
    return all
  }

  private struct Fault: Error {
    let status: ExitStatus
    let message: String
  }

  private static func expectation(_ line: Substring) throws(Fault) -> Expectation? {
    // As in programs, `#` begins a comment at the beginning and after a space: `x#2` is a name.
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
        status: .malformedInput,
        message: "expected a rule id such as DEP-9, unexplained or crash, found '\(trimmed(line))'")
    }
    if case .rule(let rule) = blame, Catalogue.current[rule] == nil {
      throw Fault(status: .staleExpectation, message: "there is no rule \(rule)")
    }
    guard words.count > 1, !trimmed(words[1]).isEmpty else {
      return Expectation(blame, reason: reason)
    }
    guard trimmed(words[1]) == "when", words.count == 3 else {
      throw Fault(
        status: .malformedInput,
        message: "expected 'when' and a trigger after \(blame), found '\(trimmed(words[1]))'")
    }
    do throws(TextError) {
      return Expectation(blame, when: try Trigger(parsing: trimmed(words[2])), reason: reason)
    } catch {
      throw Fault(
        status: .malformedInput, message: "part \(error.line) of the trigger: \(error.message)")
    }
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    var rest = text.drop(while: \.isWhitespace)
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }
}
