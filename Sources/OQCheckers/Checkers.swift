import OQHistory
import OQJudging
import OQSpecification

/// The checkers of queues and operations, area by area.
enum Checkers {
  fileprivate static let outsideOfMainQueues: RuleID = "OP-1"

  /// Every checker, one per rule.
  fileprivate static let all: [Checker] =
    [
      general,
      lifecycle,
      readiness,
      start,
      execution,
      dependencies,
      priority,
      threads,
      cancellation,
      completion,
      queue,
      limit,
      suspension,
      waiting,
      keyValueObserving,
      blockOperations,
      customOperations,
      qualityOfService,
      invocations,
      errors,
      mainQueue,
      derived,
    ].flatMap(\.self)
}

extension Roster {
  /// The checkers of queues and operations.
  ///
  /// No rule on operations speaks of a history about the dispatch library. Nothing but the error
  /// itself is specified once it has left a task (ND-33). What follows from the settings of a main
  /// queue is only for its own chapter to say (ND-32).
  package static let operations = Roster(Checkers.all, precedence: .operations) { index in
    let isUnspecified = index.hasEscapedError
    // Where a rule outside of the chapter on main queues speaks, every rule does.
    if !isUnspecified, index.isInScope(Checkers.outsideOfMainQueues) { return nil }
    return { rule in index.isInScope(rule) && (!isUnspecified || rule == "ERR-1") }
  }
}

extension HistoryIndex {
  /// Whether a rule on operations can say anything of the history.
  func isInScope(_ rule: RuleID) -> Bool {
    !isAboutDispatch && (rule.area == .main || !changesMainQueue)
  }
}

extension Checker {
  /// Judges a history by this rule of queues and operations alone.
  ///
  /// - Returns: every case found; without a case the judgement is vacuous.
  /// - Complexity: near-linear in the events, unless the checker says otherwise.
  package func judge(_ index: HistoryIndex, profile: Profile = .core) -> Judgement {
    Panel([self], of: .operations).judge(index, profile: profile)[0]
  }
}
