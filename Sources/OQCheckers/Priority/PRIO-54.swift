import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// PRIO-54: a priority that is changed while the operation waits does no harm.
  ///
  /// The checker judges operations that a queue accepted and whose priority was set after that,
  /// while they certainly were parked or waiting for a dependency. Each entry of the task is
  /// recorded, so a second one is proof. A missing begin counts only at a confirmed quiescence
  /// where it is owed as for QUEUE-1, and every operation that the queue owes a begin was given a
  /// priority so late. The place in the order is free (ND-10).
  static let latePriorityIsHarmless = Checker(
    "PRIO-54", antecedent: [.setPriority, .setRawPriority]
  ) { index, profile, judgement in
    let stall = index.stall(profile)
    let cases = index.startCases(stall)
    let lost = cases.queuesThatLose { index.lateRank(of: $0) != nil }
    for one in cases {
      let record = index[one.operation]
      guard let set = index.lateRank(of: one) else { continue }
      let stage = index.stage(of: one.operation, at: set.returned ?? index.end)
      let contexts =
        cells(stage?.rawValue, in: ["parked", "blocked"])
        + index.limitContext(one.queue, except: "limit none")
      let runs = record.bodies.filter { $0.callback.index == 1 }
      if let again = runs.dropFirst().first, record.possibleBlocks(numbered: 1) <= 1 {
        judgement.violate(
          "\(index.name(record.id)), whose priority was set at \(set.called) while it waited in"
            + " \(index.name(one.queue)), began at \(runs[0].begin) and again at \(again.begin)",
          events: [one.add.called, set.called, runs[0].begin, again.begin], in: contexts)
      } else if let begin = one.begin {
        guard stage == .parked || stage == .blocked else { continue }
        judgement.hold(one.add.returned, set.called, begin, in: contexts)
      } else if let stall, lost.contains(one.queue) {
        judgement.miss(
          at: stall,
          index.missedBegin(one, stall, "its priority was set at \(set.called)"),
          events: [one.add.called, one.add.returned, set.called], in: contexts,
          missing: .begin(one.operation))
      }
    }
  }
}

extension HistoryIndex {
  /// The call that gave an operation a priority after its add had returned and before its begin.
  ///
  /// - Complexity: O(calls on the operation).
  fileprivate func lateRank(of one: StartCase) -> Call? {
    guard let added = one.add.returned else { return nil }
    return self[one.operation].prioritySets.first {
      $0.called > added && $0.succeeded(before: one.begin ?? end)
    }
  }
}
