import OQHistory
import OQSpecification

/// One hand-written history with what its rule must say of it.
///
/// Cases are data: `Cases/DEP-1.cases` holds those of DEP-1. A case begins with a line `case KIND:
/// title`, with KIND one of accept, near-miss, reject, vacuous, inconclusive; `reject` is followed
/// by `message: …`; an optional line `profile: reference` chooses the profile; the rest is a
/// history without its first line.
package struct RuleCase: Sendable {
  /// What the rule must say.
  package enum Expectation: Sendable, Hashable {
    /// The rule decides, and is kept.
    case accept
    /// The same, one event away from a violation.
    case nearMiss
    /// Its situation does not occur.
    case vacuous
    /// It cannot be decided.
    case inconclusive
    /// It is broken, with this message.
    case reject(message: String)
  }

  /// The rule.
  package let rule: RuleID
  /// What the history shows, in words.
  package let title: String
  /// What the rule must say.
  package let expectation: Expectation
  /// The reading of the contract.
  package let profile: Profile
  /// What happened.
  package let history: History

  /// Reads a file of cases.
  ///
  /// - Parameters:
  ///   - text: the file.
  ///   - rule: the rule that its name says.
  /// - Returns: the cases in their order.
  /// - Throws: the first case that does not follow the form.
  package static func read(_ text: String, rule: RuleID) throws(Fault) -> [RuleCase] {
    var chunks: [[Substring]] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("case ") {
        chunks.append([line])
      } else if !chunks.isEmpty {
        chunks[chunks.count - 1].append(line)
      }
    }
    var cases: [RuleCase] = []
    for chunk in chunks { cases.append(try RuleCase(chunk, rule: rule)) }
    return cases
  }

  private init(_ lines: [Substring], rule: RuleID) throws(Fault) {
    let head = lines[0].dropFirst(5).split(separator: ":", maxSplits: 1)
    guard head.count == 2 else { throw Fault("\(rule): \(lines[0]): no title") }
    let title = String(head[1].drop { $0 == " " })
    var rest = lines.dropFirst()
    func header(_ name: String) -> String? {
      guard let line = rest.first, line.hasPrefix("\(name): ") else { return nil }
      rest = rest.dropFirst()
      return String(line.dropFirst(name.count + 2))
    }
    let message = header("message")
    switch (head[0], message) {
    case ("accept", nil): expectation = .accept
    case ("near-miss", nil): expectation = .nearMiss
    case ("vacuous", nil): expectation = .vacuous
    case ("inconclusive", nil): expectation = .inconclusive
    case ("reject", .some(let message)): expectation = .reject(message: message)
    default: throw Fault("\(rule): \(title): '\(head[0])' with message \(message ?? "none")")
    }
    profile = header("profile").flatMap { Profile(rawValue: $0) } ?? .core
    self.rule = rule
    self.title = title
    do throws(TextError) {
      history = try History(parsing: "oqhistory 1\n" + rest.joined(separator: "\n"))
    } catch {
      throw Fault("\(rule): \(title): \(error)")
    }
  }

  /// A file of cases that cannot be read.
  package struct Fault: Error, Hashable, CustomStringConvertible {
    /// Which case, and what is wrong with it.
    package let description: String

    init(_ description: String) { self.description = description }
  }
}
