import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// DEP-53: removing what is no dependency has no effect.
  ///
  /// This is sound because nothing in the history ever made the dependency that is removed.
  /// Afterwards the operation still waits for one that certainly is unfinished, made in time and
  /// standing: until then isReady is false, but while a start by hand is under way (ND-3), and its
  /// task does not begin, unless it is cancelled.
  static let removalOfNothingHasNoEffect = Checker("DEP-53", antecedent: [.removeDependency]) {
    index, _, judgement in
    for record in index.operations {
      let linked = Set(index.links(of: record.id).map(\.dependency))
      let removals = record.calls(.removeDependency).filter {
        !$0.command.operands.contains(where: linked.contains)
      }
      for removal in removals {
        let words = index.words.text(removal.command)
        guard removal.succeeded, let returned = removal.returned else {
          if removal.isRejected {
            judgement.violate(
              "\(words) was rejected at \(removal.called) although it has nothing to do",
              events: [removal.called, removal.returned])
          }
          continue
        }
        judge(record, words, removal, since: returned, index, &judgement)
      }
    }
  }

  private static func judge(
    _ record: HistoryIndex.OperationRecord, _ words: String, _ removal: Call, since: Ticket,
    _ index: HistoryIndex, _ judgement: inout Judgement
  ) {
    let blocked = index.blockedUntil(record.id)
    let made = index.firmEdges(of: record.id).map(\.made).max() ?? 0
    let read = record.readsOfReadiness.first {
      $0.called > max(since, made) && $0.returned < blocked
        && !record.mayBeCancelled(before: $0.returned)
    }
    let context = index.stageContext(record.id, at: since)
    if let begin = record.begin, begin > since, !record.mayBeCancelled(before: begin) {
      if begin < blocked {
        judgement.violate(
          "\(index.name(record.id)) began at \(begin), after \(words) at \(removal.called), "
            + "although it waits for a dependency",
          events: [removal.called, since, begin], in: context)
      } else {
        judgement.hold(removal.called, since, begin, in: context)
      }
    } else if let read, read.value {
      judgement.violate(
        "isReady of \(index.name(record.id)) read true at \(read.called), after \(words) at "
          + "\(removal.called), although it waits for a dependency",
        events: [removal.called, since, read.called, read.returned], in: context)
    } else if let read {
      judgement.hold(removal.called, read.called, read.returned, in: context)
    }
  }
}
