import Foundation
import OQCheckers
import OQHistory
import OQJudging
import OQSite
import OQSpecification
import Testing

typealias Case = RuleCase

extension RuleCase: CustomTestStringConvertible {
  package var testDescription: String { "\(rule): \(title)" }

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
      let rule = try #require(RuleID(file.dropLast(6)), "\(file): not a rule id")
      let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      return try RuleCase.read(text, rule: rule)
    }
  }
}
