import OQCheckers
import OQHistory
import OQJudging
import OQModel
import OQSite
import OQSpecification
import TestSupport
import Testing

/// A history with a hole proves less than the whole one.
///
/// A process that dies may leave a ticket behind that nobody stored. What came after this hole is
/// not read, but for the call in which the process died.
@Suite(.computing) struct HoleTests {
  @Test(arguments: Case.all)
  func `no legal death is blamed after what came before it was lost`(_ one: Case) {
    let panel = Panel(Roster.operations.ofAnySubject, of: .operations)
    expectNothingNew(of: one, by: panel, Roster.operations.ofAnySubject) { history in
      Acceptor(profile: one.profile, bound: 300, concurrency: 2).judge(history).isRejection
    }
  }

  @Test(arguments: Case.ofClasses)
  func `no legal death of a class is blamed after what came before it was lost`(_ one: Case) {
    let roster = Roster.operationClasses(.asynchronous)
    expectNothingNew(
      of: one, by: Panel(roster.checkers, of: .operationClasses(.asynchronous)), roster.checkers)
  }

  @Test(arguments: Case.ofDispatch)
  func `no legal death of a dispatch library is blamed after what came before it was lost`(
    _ one: Case
  ) {
    let checkers = Roster.dispatch.checkers
    expectNothingNew(of: one, by: Panel(checkers, of: .dispatch), checkers)
  }

  /// Lets the process die in each call of a case, with and without a hole before it.
  private func expectNothingNew(
    of one: Case, by panel: Panel, _ checkers: [Checker],
    isRejected: (History) -> Bool = { _ in false }
  ) {
    func blamed(_ history: History) -> [RuleID] {
      let judgements = panel.judge(HistoryIndex(history), profile: one.profile)
      return zip(checkers, judgements).filter { !$1.counterexamples.isEmpty }.map(\.0.rule)
    }
    for call in one.history.events.indices {
      guard case .call = one.history.events[call].kind else { continue }
      for signal in [Crash.Signal.illegal, .segmentation] {
        let whole = one.history.dying(in: call, by: signal, keeping: call)
        // No rule speaks of a main queue whose settings were changed, whatever it does (ND-32).
        guard !HistoryIndex(whole).changesMainQueue, blamed(whole).isEmpty, !isRejected(whole)
        else { continue }
        for kept in Set([0, call / 2, call - 1]) where kept >= 0 && kept < call {
          let holed = one.history.dying(in: call, by: signal, keeping: kept)
          #expect(blamed(holed).isEmpty, "\(blamed(holed))\n\(holed)")
          #expect(!isRejected(holed), "the model rejects\n\(holed)")
        }
      }
    }
  }
}

extension History {
  /// The history of a process that died in a call, and lost what came between the first events and
  /// this call.
  ///
  /// - Parameters:
  ///   - position: that of the call.
  ///   - signal: how the process died.
  ///   - kept: number of events before the hole; there is none where it is the position.
  /// - Returns: the history, with two events beyond those that are kept.
  fileprivate func dying(in position: Int, by signal: Crash.Signal, keeping kept: Int) -> History {
    var events = Array(events[..<kept])
    let last = (events.last?.ticket ?? 0) + (kept < position ? 2 : 1)
    let call = self.events[position]
    events.append(Event(last, call.lane, call.kind))
    events.append(Event(last + 1, call.lane, .crashed(Crash(signal))))
    return History(of: declarations, events: events)
  }
}
