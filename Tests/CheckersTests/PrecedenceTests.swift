import OQHistory
import OQJudging
import OQModel
import OQPrograms
import OQSite
import OQSpecification
import TestSupport
import Testing

import OQCheckers

/// What rules that judge together leave to each other, so that one fault is reported under one
/// rule.
@Suite(.computing) struct PrecedenceTests {
  @Test func `the table names rules that have checkers, and has no cycle`() {
    for (rule, elders) in Precedence.operations.table.sorted(by: { $0.key < $1.key }) {
      for id in [rule] + elders {
        #expect(Roster.operations.checker(of: id) != nil, "\(id)")
      }
      #expect(Set(elders).count == elders.count, "\(rule)")
    }
    for checker in Roster.operations.checkers {
      #expect(!before(checker.rule).contains(checker.rule), "\(checker.rule) awaits itself")
      let elders = Precedence.operations.elders(of: checker.rule)
      #expect(elders.isDisjoint(with: bases(of: checker.rule)), "\(checker.rule) leaves its own")
      let named = Catalogue.current.bases(of: checker.rule)
      let direct = Set(Precedence.operations.table[checker.rule] ?? [])
      #expect(direct.isDisjoint(with: named), "\(checker.rule) leaves what its chapter names")
    }
  }

  /// The rules that a rule derives from.
  private func bases(of rule: RuleID) -> Set<RuleID> {
    let direct = Roster.operations.checker(of: rule)?.bases ?? []
    return direct.reduce(into: Set(direct)) { $0.formUnion(bases(of: $1)) }
  }

  /// Everything that has to be judged before a rule.
  private func before(_ rule: RuleID) -> Set<RuleID> {
    var found: Set<RuleID> = []
    var open = [rule]
    while let next = open.popLast() {
      for id in (Precedence.operations.table[next] ?? [])
        + (Roster.operations.checker(of: next)?.bases ?? [])
      where found.insert(id).inserted {
        open.append(id)
      }
    }
    return found
  }

  @Test func `a second run after a start that had to be refused is one fault`() throws {
    let history = try History(
      parsing: """
        oqhistory 1
        op a
        events
        client1 start a
        a begin on client1
        a end
        client1 ok
        client1 start a
        a#2 begin on client1
        a#2 end
        client1 ok
        """)
    let index = HistoryIndex(history)
    let both = ["EXEC-1", "START-6"].compactMap { Roster.operations.checker(of: $0) }
    let judgements = Panel(both, of: .operations).judge(index, profile: .core)
    #expect(judgements.map(\.verdict) == [.vacuous, .violated])
    #expect(judgements[0].left == ["START-6"])
    #expect(Panel([both[0]], of: .operations).judge(index, profile: .core)[0].verdict == .violated)
  }

  @Test func `a report that releases nobody is one fault`() throws {
    let violated = try violated(
      by: """
        oqhistory 1
        queue q
        op d kind=asynchronous
        op x deps=d
        events
        1 client1 add q x
        2 client1 ok
        3 client1 add q d
        4 client1 ok
        5 d.start begin
        6 d.start end
        7 client1 report-finished d
        8 client1 ok
        9 - quiescent threads=3 canaries=1
        10 - stalled
        """, of: ["DEP-2", "KVO-10"])
    #expect(violated == ["KVO-10"])
  }

  @Test func `a wait that returns since another one was cancelled is one fault`() throws {
    let violated = try violated(
      by: """
        oqhistory 1
        queue q
        op a
        op b
        events
        1 client1 add-group q a,b
        2 client1 ok
        3 client1 cancel a
        4 client1 ok
        5 client1 wait b
        6 client1 ok
        7 - ended
        """, of: ["WAIT-1", "CANCEL-19"])
    #expect(violated == ["CANCEL-19"])
  }

  /// The rules of a list that a history violates, in the order of the list.
  private func violated(by text: String, of rules: [RuleID]) throws -> [RuleID] {
    let checkers = rules.compactMap { Roster.operations.checker(of: $0) }
    for checker in checkers {
      let index = HistoryIndex(try History(parsing: text))
      let alone = Panel([checker], of: .operations).judge(index, profile: .core)
      #expect(alone.map(\.counterexamples.isEmpty) == [false], "\(checker.rule) alone")
    }
    let judgements = Panel(checkers, of: .operations).judge(
      HistoryIndex(try History(parsing: text)), profile: .core)
    return zip(checkers, judgements).filter { !$1.counterexamples.isEmpty }.map(\.0.rule)
  }

  @Test func `what is left to a rule is reported by it, and nothing else is lost`() {
    var pairs: Set<[RuleID]> = []
    for one in Case.all { pairs.formUnion(expectReported(one.history, one.profile)) }
    let source = SmallHistories(seed: 4, operations: 6, steps: 4)
    var choices = SplitMix64(seed: 5)
    for index in 0..<160 {
      let profile = Profile.allCases[index % Profile.allCases.count]
      guard let legal = source.history(at: index, profile) else { continue }
      for corruption in Corruption.allCases {
        let changed = corruption.applied(to: legal) { Int(choices.next() % UInt64($0)) }
        if let changed, (try? History(parsing: changed.text)) != nil {
          pairs.formUnion(expectReported(changed, profile))
        }
      }
    }
    #expect(pairs.count > 10, "\(pairs)")
    #expect(pairs.isSuperset(of: [["QUEUE-1", "QUEUE-2"], ["QUEUE-1", "SUSP-3"]]), "\(pairs)")
    #expect(pairs.isSuperset(of: [["DEP-2", "DEP-12"], ["STATE-10", "DEP-52"]]), "\(pairs)")
    #expect(pairs.isSuperset(of: [["STATE-10", "SUSP-2"], ["WAIT-2", "SUSP-2"]]), "\(pairs)")
  }

  private let panel = Panel(Roster.operations.checkers, of: .operations)

  /// Judges a history by all rules together, and by each alone.
  ///
  /// - Returns: the pairs of a rule and one that it leaves something to.
  private func expectReported(_ history: History, _ profile: Profile) -> Set<[RuleID]> {
    let index = HistoryIndex(history)
    let together = Dictionary(
      uniqueKeysWithValues: zip(Roster.operations.checkers, panel.judge(index, profile: profile))
        .map { ($0.rule, $1) })
    var pairs: Set<[RuleID]> = []
    for checker in Roster.operations.checkers where checker.bases.isEmpty {
      let alone = checker.judge(index, profile: profile)
      #expect(alone.left.isEmpty || checker.rule == "EXEC-2", "\(checker.rule) judges alone")
      guard let judgement = together[checker.rule], judgement != alone else { continue }
      // A checker may leave a case to one of them by itself, too.
      let owners = judgement.left.intersection(Precedence.operations.elders(of: checker.rule))
      #expect(!owners.isEmpty, "\(checker.rule) has lost something to nobody in\n\(history)")
      for owner in owners.sorted() {
        pairs.insert([checker.rule, owner])
        #expect(
          together[owner]?.verdict == .violated,
          "\(checker.rule) leaves a case to \(owner) alone in\n\(history)")
      }
    }
    return pairs
  }
}
