import OQCheckers
import OQHistory
import OQJudging
import OQModel
import OQPrograms
import OQSite
import OQSpecification
import TestSupport
import Testing

/// What a rule leaves to another one by itself, the other one reports: a history that the rule
/// would reject is never accepted for its sake.
@Suite(.computing) struct LeftTests {
  /// The only rule that does so; the others leave cases by the table of ``Precedence``.
  private let checkers = Roster.operations.checkers.filter { $0.rule == "EXEC-2" }

  @Test func `what a rule leaves to another one is reported by it in spoilt histories`() {
    let source = SmallHistories(seed: 1, operations: 6, steps: 4)
    var choices = SplitMix64(seed: 2)
    var pairs: Set<[RuleID]> = []
    for index in 0..<240 {
      let profile = Profile.allCases[index % Profile.allCases.count]
      guard let legal = source.history(at: index, profile) else { continue }
      var spoilt = (0..<2).flatMap { _ in [legal.strewn(&choices), legal.frozen(&choices)] }
      for corruption in Corruption.allCases {
        let changed = corruption.applied(to: legal) { choices.below($0) }
        // Checkers are promised histories that a recorder could have written.
        if let changed, (try? History(parsing: changed.text)) != nil { spoilt.append(changed) }
      }
      for history in spoilt {
        pairs.formUnion(expectReported(history, profile, checkers))
        pairs.formUnion(expectReported(history.withUnrecordedCalls, profile, checkers))
      }
    }
    #expect(pairs.isSuperset(of: [["EXEC-2", "STATE-6"], ["EXEC-2", "QUEUE-4"]]))
  }

  @Test func `what a rule leaves to another one is reported by it in the cases`() {
    var pairs: Set<[RuleID]> = []
    for one in Case.all {
      pairs.formUnion(expectReported(one.history, one.profile, checkers))
      pairs.formUnion(expectReported(one.history.withUnrecordedCalls, one.profile, checkers))
    }
    #expect(pairs.isSuperset(of: [["EXEC-2", "WAIT-1"], ["EXEC-2", "WAIT-3"]]))
  }

  /// Judges a history.
  ///
  /// - Returns: the pairs of a rule and one that it leaves a case to.
  private func expectReported(
    _ history: History, _ profile: Profile, _ checkers: [Checker]
  ) -> Set<[RuleID]> {
    let index = HistoryIndex(history)
    guard !index.hasEscapedError else { return [] }
    var pairs: Set<[RuleID]> = []
    for checker in checkers where checker.bases.isEmpty {
      for rule in checker.judge(index, profile: profile).left {
        pairs.insert([checker.rule, rule])
        let owner = Roster.operations.checker(of: rule)?.judge(index, profile: profile)
        #expect(
          owner?.verdict == .violated,
          "\(checker.rule) leaves a case to \(rule) alone in\n\(history)")
      }
    }
    return pairs
  }
}

extension SplitMix64 {
  fileprivate mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}

extension History {
  /// The history with reads of isCancelled and isFinished by two further clients, which give
  /// anything.
  fileprivate func strewn(_ choices: inout SplitMix64) -> History {
    let named = declarations.operations.indices.filter {
      declarations.operations[$0].kind.hasHandle
    }
    guard !named.isEmpty else { return self }
    var kinds = events.map { ($0.lane, $0.kind, $0.thread) }
    for client in 7...8 {
      var place = 0
      while place < kinds.count - 1, choices.below(4) != 0 {
        let verb: Verb = choices.below(3) == 0 ? .isFinished : .isCancelled
        let read = Command(verb, OperationID(named[choices.below(named.count)]))
        let value = choices.below(2) == 0
        let called = place + choices.below(kinds.count - place)
        kinds.insert((.client(client), .call(read), nil), at: called)
        place = called + 1 + choices.below(kinds.count - called)
        kinds.insert((.client(client), .returned(.returned(.boolean(value))), nil), at: place)
        place += 1
      }
    }
    return numbered(kinds)
  }

  /// The history of a run in which nothing moved any more after some event, with the runs of an
  /// operation left out, and with last reads by a client that can go on.
  fileprivate func frozen(_ choices: inout SplitMix64) -> History {
    var kinds = events.prefix(1 + choices.below(events.count)).map { ($0.lane, $0.kind, $0.thread) }
    kinds.removeAll { [.stalled, .ended, .overflow].contains($0.1) || $0.1.isQuiescence }
    if choices.below(2) == 0 {
      let lost = OperationID(choices.below(declarations.operations.count))
      kinds.removeAll { $0.0?.callback?.operation == lost }
    }
    kinds.append((nil, .quiescent(Quiescence(threads: 9, canaries: 1)), nil))
    let first = kinds.last { $0.0 == .client(1) }
    if first.map({ !$0.1.isCall }) ?? true {
      for (position, operation) in declarations.operations.enumerated()
      where operation.kind.hasHandle {
        kinds.append((.client(1), .call(Command(.isFinished, OperationID(position))), nil))
        kinds.append((.client(1), .returned(.returned(.boolean(false))), nil))
      }
    }
    kinds.append((nil, .stalled, nil))
    return numbered(kinds)
  }

  private func numbered(_ kinds: [(Lane?, Event.Kind, EntryThread?)]) -> History {
    History(
      of: declarations,
      events: kinds.enumerated().map { Event($0 + 1, $1.0, $1.1, on: $1.2) })
  }
}

extension Event.Kind {
  fileprivate var isCall: Bool { if case .call = self { true } else { false } }

  fileprivate var isQuiescence: Bool { if case .quiescent = self { true } else { false } }
}
