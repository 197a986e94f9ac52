import OQHistory
import OQJudging
import OQSpecification

/// How the queue treats operations of a class that overrides start: by what they say of themselves.
extension SharedRules {
  /// The checkers; their rules speak of operations with a start of their own.
  static let hosting: [Checker] = [
    keepsItsSlot.within { isPlain($0) && $0.isUncancelled },
    isClearedByItsFinish.within { isPlain($0) && $0.isUncancelled },
    releasesByHand.within { isPlain($0) && $0.verbs.isDisjoint(with: [.cancel, .cancelAll]) },
    Checker("ASYNC-12", restricting: ["LIMIT-5"]),
  ]

  /// LIMIT-5: an operation keeps its slot until it says that it has finished.
  ///
  /// In a queue whose limit always was 1 another operation has begun, and a read of isFinished that
  /// was called after that gave false. Finished is final, so it was false at the begin.
  private static let keepsItsSlot = Checker("LIMIT-5", antecedent: [.isFinished]) {
    index, _, judgement in
    for queue in index.queues
    where queue.declaration.limit == 1 && queue.calls(.setLimit).allSatisfy(\.isRejected) {
      let members = index.classOperations.filter {
        $0.begin != nil && index.onlyAdd(of: $0.id)?.command.queue == queue.id
      }.sorted { ($0.begin ?? 0) < ($1.begin ?? 0) }
      for (earlier, later) in zip(members, members.dropFirst()) {
        guard let begin = later.begin else { continue }
        let reads = earlier.reads(.isFinished)
        if let read = reads.first(false, after: begin) {
          judgement.violate(
            "\(index.name(later.id)) began at \(begin) in \(index.name(queue.id)), whose limit is 1,"
              + " although \(index.name(earlier.id)) still read isFinished = false at"
              + " \(read.returned)",
            events: [earlier.begin, begin, read.called, read.returned], in: ["limit 1"])
        } else if let read = reads.first(true), read.returned < begin {
          judgement.hold(earlier.begin, read.returned, begin, in: ["limit 1"])
        }
      }
    }
  }

  /// DEP-13: a dependency is cleared by the finish that the operation reports, as READY-7 says of
  /// the class.
  private static let isClearedByItsFinish = Checker("DEP-13") { index, _, judgement in
    ClassCheckers.judgeDependents(index, &judgement)
  }

  /// DEP-15: an operation that was started by hand releases those that depend on it.
  ///
  /// isFinished had read true. At a confirmed quiescence without held client code another operation
  /// has not begun, which depends on this one alone and for which everything else is there.
  private static let releasesByHand = Checker("DEP-15", antecedent: [.start]) {
    index, profile, judgement in
    let stall = index.stall(profile)
    for record in index.classOperations where record.manualStarts.contains(where: \.succeeded) {
      guard let finish = record.reads(.isFinished).first(true) else { continue }
      for other in index.classOperations
      where index.links(of: other.id).map(\.dependency) == [record.id] {
        if let begin = other.begin {
          if begin > finish.called { judgement.hold(finish.called, begin) }
        } else if let stall, stall.isFree, stall.owesBegin(other.id) {
          judgement.miss(
            at: stall,
            "\(index.name(other.id)) had not begun when nothing moved any more, although"
              + " \(index.name(record.id)), started by hand, had read isFinished = true at"
              + " \(finish.returned)",
            events: [other.acceptedAdd?.called, finish.called, finish.returned])
        }
      }
    }
  }
}
