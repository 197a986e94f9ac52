import Foundation
import OQCheckers
import OQHistory
import OQJudging
import OQSpecification
import Testing

/// One hand-written history with what its rule must say of it.
///
/// Cases are data: `Cases/DEP-1.cases` holds those of DEP-1. A case begins with a line `case KIND:
/// title`, with KIND one of accept, near-miss, reject, vacuous, inconclusive; `reject` is followed
/// by `message: …`; an optional line `profile: reference` chooses the profile; the rest is a
/// history without its first line.
struct Case: Sendable, CustomTestStringConvertible {
  enum Expectation: Sendable, Hashable {
    case accept, nearMiss, vacuous, inconclusive
    case reject(message: String)
  }

  let rule: RuleID
  let title: String
  let expectation: Expectation
  let profile: Profile
  let history: History

  var testDescription: String { "\(rule): \(title)" }

  /// Expects of a judgement what the case says.
  func expect(_ judgement: Judgement) {
    switch expectation {
    case .accept, .nearMiss:
      #expect(judgement.verdict == .satisfied, "\(judgement)")
      #expect(!judgement.witness.isEmpty, "a satisfied rule shows its witness")
    case .vacuous: #expect(judgement.verdict == .vacuous, "\(judgement)")
    case .inconclusive:
      #expect(judgement.verdict == .inconclusive, "\(judgement)")
      #expect(judgement.reason != nil)
    case .reject(let message):
      #expect(judgement.counterexamples.map(\.message) == [message])
      let events = judgement.counterexamples.first?.events ?? []
      #expect((1...5).contains(events.count), "\(events)")
      let tickets = Set(history.events.map(\.ticket))
      #expect(events.allSatisfy(tickets.contains), "a violation is proved by events that exist")
    }
  }

  /// Expects cases of every kind for a rule.
  static func expectEveryKind(of rule: RuleID, among cases: [Case]) {
    let kinds = cases.filter { $0.rule == rule }.map(\.expectation)
    #expect(kinds.contains(.accept), "\(rule) has no accept")
    #expect(kinds.contains(.vacuous), "\(rule) has no vacuous")
    #expect(kinds.contains(.nearMiss), "\(rule) has no near-miss")
    let rejects = kinds.contains { if case .reject = $0 { true } else { false } }
    #expect(rejects, "\(rule) has no reject")
  }

  /// The cases of every file, by rule.
  static let all: [Case] = {
    do { return try load("Cases") } catch { fatalError("a file of cases is malformed: \(error)") }
  }()

  /// The cases of the rules by which classes that override start are judged.
  static let ofClasses: [Case] = {
    do { return try load("ClassCases") } catch {
      fatalError("a file of cases is malformed: \(error)")
    }
  }()

  /// The cases of the rules by which a dispatch library is judged.
  static let ofDispatch: [Case] = {
    do { return try load("DispatchCases") } catch {
      fatalError("a file of cases is malformed: \(error)")
    }
  }()

  /// Rules that have a file of cases.
  static let rules: [RuleID] = Array(Set(all.map(\.rule))).sorted()

  private static func load(_ name: String) throws -> [Case] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: name)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    return try files.filter { $0.hasSuffix(".cases") }.flatMap { file in
      guard let rule = RuleID(file.dropLast(6)) else { throw CaseError("\(file): not a rule id") }
      let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      return try parse(text, rule: rule)
    }
  }

  private static func parse(_ text: String, rule: RuleID) throws -> [Case] {
    var chunks: [[Substring]] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("case ") {
        chunks.append([line])
      } else if !chunks.isEmpty {
        chunks[chunks.count - 1].append(line)
      }
    }
    return try chunks.map { try one($0, rule: rule) }
  }

  private static func one(_ lines: [Substring], rule: RuleID) throws -> Case {
    let head = lines[0].dropFirst(5).split(separator: ":", maxSplits: 1)
    guard head.count == 2 else { throw CaseError("\(rule): \(lines[0]): no title") }
    let title = head[1].trimmingCharacters(in: .whitespaces)
    var rest = lines.dropFirst()
    func header(_ name: String) -> String? {
      guard let line = rest.first, line.hasPrefix("\(name): ") else { return nil }
      rest = rest.dropFirst()
      return String(line.dropFirst(name.count + 2))
    }
    let message = header("message")
    let profile = header("profile").flatMap { Profile(rawValue: $0) } ?? .core
    let expectation: Expectation
    switch (head[0], message) {
    case ("accept", nil): expectation = .accept
    case ("near-miss", nil): expectation = .nearMiss
    case ("vacuous", nil): expectation = .vacuous
    case ("inconclusive", nil): expectation = .inconclusive
    case ("reject", .some(let message)): expectation = .reject(message: message)
    default: throw CaseError("\(rule): \(title): '\(head[0])' with message \(message ?? "none")")
    }
    do {
      let history = try History(parsing: "oqhistory 1\n" + rest.joined(separator: "\n"))
      return Case(
        rule: rule, title: title, expectation: expectation, profile: profile, history: history)
    } catch {
      throw CaseError("\(rule): \(title): \(error)")
    }
  }
}

/// A file of cases that cannot be read.
struct CaseError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
