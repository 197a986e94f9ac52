import Foundation
import OQCheckers
import OQJudging
import OQMutants
import OQReport
import OQRunner
import OQSpecification
import Testing

/// Every rule that can be decided has its paragraph, its checker, its cases, and, unless it follows
/// from others, a mutant with a kept killer; and none of these is without a rule.
///
/// The lists say what is missing. They are exact: a gap that is closed has to leave its list.
@Suite struct TraceTests {
  /// Rules that say `checked` or `sampled` and have no checker.
  static let withoutChecker: Set<RuleID> = []

  /// Rules with a search of their own that no mutant breaks.
  static let withoutMutant: Set<RuleID> = []

  private let decidable = Catalogue.current.rules.filter(\.check.hasChecker)

  /// Those on operations, and those on dispatch libraries.
  private let checkers = Roster.operations.checkers + Roster.dispatch.checkers

  @Test func `every rule has its paragraph, and every paragraph its rule`() throws {
    for chapter in Catalogue.current.chapters {
      let path = "Spec/Rules/\(chapter.area.chapterFile)"
      let text = try String(contentsOf: Killers.root.appending(path: path), encoding: .utf8)
      let headings = text.split(separator: "\n").compactMap { line -> RuleID? in
        guard line.hasPrefix("## ") else { return nil }
        return line.dropFirst(3).split(separator: " ").first.flatMap { RuleID($0) }
      }
      #expect(headings == chapter.rules.map(\.id), "\(path)")
    }
  }

  @Test func `rules that can be decided are those with a checker`() {
    let checked = Set(checkers.map(\.rule))
    expectEqual(Set(decidable.map(\.id)).subtracting(checked), Self.withoutChecker)
    expectEqual(checked.subtracting(decidable.map(\.id)), [])
  }

  @Test func `rules with a checker are those with cases`() throws {
    let names = try ["Cases", "DispatchCases"].flatMap { name in
      let folder = Killers.root.appending(path: "Tests/CheckersTests/\(name)")
      return try FileManager.default.contentsOfDirectory(atPath: folder.path)
        .filter { $0.hasSuffix(".cases") }
    }
    let rules = names.compactMap { RuleID($0.dropLast(".cases".count)) }
    #expect(rules.count == names.count)
    // A twin says the same as its base, in the base's words: the base's cases are its own.
    let judged = checkers.map(\.rule).filter { !isTwin($0) }
    expectEqual(Set(judged).subtracting(rules), [])
    expectEqual(Set(rules).subtracting(judged), [])
  }

  @Test func `rules with a search of their own are those that mutants break`() {
    let searching = Set(checkers.filter(\.bases.isEmpty).map(\.rule))
    let broken = Set(Mutant.all.map(\.breaks))
    expectEqual(searching.subtracting(broken), Self.withoutMutant)
    expectEqual(broken.subtracting(checkers.map(\.rule)), [])
  }

  /// Derived rules that look for the fact of their bases in another kind of history.
  static let withOwnSearch: Set<RuleID> = [
    "OP-6", "STATE-9", "START-56", "DEP-10", "DEP-12", "DEP-13", "DEP-16", "DEP-17", "PRIO-4",
    "PRIO-8", "PRIO-9", "QOS-51", "CANCEL-2", "CANCEL-8", "CANCEL-10", "CANCEL-53", "QUEUE-2",
    "QUEUE-3", "QUEUE-12", "QUEUE-51", "LIMIT-4", "LIMIT-5", "LIMIT-52", "LIMIT-56", "SUSP-3",
    "SUSP-52", "SUSP-53", "SUSP-55", "WAIT-6", "KVO-1", "KVO-3", "KVO-10", "KVO-54", "KVO-55",
    "BLOCK-1", "ASYNC-12", "ASYNC-52", "DISPATCH-7", "DISPATCH-8",
  ]

  @Test func `a rule is derived from those whose cases its checker takes`() {
    let bases = Dictionary(uniqueKeysWithValues: checkers.map { ($0.rule, $0.bases) })
    for rule in decidable {
      let taken = Set(bases[rule.id, default: []])
      let named = Set(rule.derived.baseRules)
      if Self.withOwnSearch.contains(rule.id) {
        #expect(taken.isEmpty && !named.isEmpty, "\(rule.id)")
      } else {
        #expect(taken.isSubset(of: named), "\(rule.id)")
        #expect(taken.isEmpty == named.isEmpty, "\(rule.id)")
      }
    }
  }

  @Test func `a chapter names the mutants of each of its rules, and no others`() {
    for rule in Catalogue.current.rules where !Self.withoutChecker.contains(rule.id) {
      let own = Mutant.all.filter { $0.breaks == rule.id }.map(\.name)
      // A special case without mutants of its own may name some of its bases.
      if own.isEmpty, !rule.derived.baseRules.isEmpty {
        let bases = rule.mutants.map { Mutant.named($0)?.breaks }
        #expect(bases.allSatisfy { $0.map(rule.derived.baseRules.contains) ?? false }, "\(rule.id)")
      } else {
        #expect(Set(rule.mutants) == Set(own), "\(rule.id)")
      }
    }
  }

  @Test func `the rules that mutants break are those of the kept killers`() throws {
    let rules = try Killers.all().compactMap { killer -> RuleID? in
      if case .rule(let rule) = killer.file.finding.blame { rule } else { nil }
    }
    expectEqual(Set(Mutant.all.map(\.breaks)), Set(rules))
  }

  private func isTwin(_ rule: RuleID) -> Bool {
    if case .twin = Catalogue.current[rule]?.derived { true } else { false }
  }

  /// Compares in both directions, and says which rules are too many.
  private func expectEqual(
    _ found: Set<RuleID>, _ expected: Set<RuleID>, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let new = found.subtracting(expected).sorted()
    let closed = expected.subtracting(found).sorted()
    #expect(new.isEmpty, "not on the list: \(new)", sourceLocation: sourceLocation)
    #expect(closed.isEmpty, "on the list without need: \(closed)", sourceLocation: sourceLocation)
  }
}
