import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// PRIO-9: the priority is an attribute of the operation: it leaves readiness alone, and survives
  /// the add and the finish.
  ///
  /// *Readiness.* Two reads of isReady around a call that sets the priority agree, where all of
  /// this is certain of the operation:
  ///
  /// - It had not been started or cancelled by the return of the second read. No start was under
  ///   way during either read, not even one that is refused (ND-3).
  /// - It does not override isReady, and has reported nothing.
  /// - It never had a dependency, and then both values are true; or a dependency is unfinished from
  ///   the first read to the second, and then both are false.
  ///
  /// *The value.* A read of the priority after the operation was offered gives the value that it
  /// had before: what a read before the offer gave, else the level that it was declared with or
  /// that was set last. No set was called since. A wrong value counts here while the operation
  /// certainly has not been started; later it is PRIO-2's.
  static let priorityIsAnAttribute = Checker("PRIO-9", antecedent: [.setPriority, .priority]) {
    index, _, judgement in
    for record in index.operations where record.declaration.kind.hasHandle {
      judgeReadiness(record, index, &judgement)
      let reads = record.calls(.priority)
      guard !reads.isEmpty, let offer = record.firstOffer else { continue }
      let sets = PrioritySets(record)
      let early = reads.last { $0.returned(before: offer) }
      for read in reads where read.called > offer {
        guard let kept = record.keptPriority(at: read, sets, early: early),
          case .returned(.priority(let value)) = read.outcome
        else { continue }
        let contexts = cells(
          index.readContext(record, at: read.returned ?? index.end).first,
          in: ["parked", "finished"])
        if value == kept.value {
          judgement.hold(kept.called, offer, read.called, read.returned, in: contexts)
        } else if index.stage(of: record.id, at: read.returned ?? index.end) != nil {
          judgement.violate(
            "priority of \(index.name(record.id)) \(kept.words) and read \(value.name) at"
              + " \(read.called), after it was offered at \(offer)",
            events: [kept.called, kept.returned, offer, read.called, read.returned],
            in: contexts)
        }
      }
    }
  }

  private static func judgeReadiness(
    _ record: HistoryIndex.OperationRecord, _ index: HistoryIndex, _ judgement: inout Judgement
  ) {
    let reads = record.readsOfReadiness
    guard reads.count > 1, record.declaration.kind != .conditional else { return }
    let called = reads.map(\.called)
    let isFree = index.links(of: record.id).isEmpty
    let edges = isFree ? [] : index.simpleEdges(of: record.id)
    for set in record.prioritySets where set.succeeded {
      guard let returned = set.returned,
        let first = reads[..<called.count(below: set.called)].last(where: {
          $0.returned < set.called
        }),
        case let next = called.count(below: returned + 1), next < reads.count,
        case let second = reads[next],
        !record.mayBeCancelled(before: second.returned),
        !record.mayHaveReported(before: second.returned),
        let stage = index.stage(of: record.id, at: second.returned), stage != .heldSlots,
        isFree
          || index.obstruction(among: edges, from: first.called, to: second.returned) != nil
      else { continue }
      let contexts = [stage.rawValue]
      if first.value == second.value {
        judgement.hold(first.returned, set.called, set.returned, second.called, in: contexts)
      } else if !index.mayBeBehindBarrier(record.id) {
        judgement.violate(
          "isReady of \(index.name(record.id)) read \(first.value) at \(first.called) and"
            + " \(second.value) at \(second.called), and only its priority was set between, at"
            + " \(set.called)",
          events: [first.called, set.called, set.returned, second.called, second.returned],
          in: contexts)
      }
    }
  }
}

/// A priority that an operation had before it was offered, and how that is known.
struct KeptPriority {
  /// The level.
  let value: Priority
  /// The call that shows it; nil where the level was declared.
  let call: Call?

  var called: Ticket? { call?.called }
  var returned: Ticket? { call?.returned }

  /// `read high at 1`, `was set to high at 1`, `was declared high`.
  var words: String {
    guard let call else { return "was declared \(value.name)" }
    let verb = call.command.verb == .priority ? "read" : "was set to"
    return "\(verb) \(value.name) at \(call.called)"
  }
}

extension HistoryIndex.OperationRecord {
  /// The level that a read of the priority must give because it had that level before the first
  /// offer.
  ///
  /// What an integer is adjusted to is known from a read only (PRIO-51).
  ///
  /// - Parameters:
  ///   - read: a read of the priority that has returned.
  ///   - sets: the calls that set the priority.
  ///   - early: the last read of the priority that returned before the offer.
  /// - Returns: the level and what shows it; nil where a set may have changed it since, or where
  ///   nothing was ever said about it.
  /// - Complexity: O(log n) in the sets.
  func keptPriority(at read: Call, _ sets: PrioritySets, early: Call?) -> KeptPriority? {
    guard let offer = firstOffer, read.called > offer, let returned = read.returned else {
      return nil
    }
    let last = sets.last(before: returned)
    guard last != nil || declaration.priority != nil else { return nil }
    if let early, sets.haveSucceeded(before: early.called, calledBefore: returned),
      case .returned(.priority(let value)) = early.outcome
    {
      return KeptPriority(value: value, call: early)
    }
    guard let last else {
      return declaration.priority.map { KeptPriority(value: $0, call: nil) }
    }
    guard last.command.verb == .setPriority, let level = last.command.priority,
      last.succeeded(before: offer), sets.areInOrder(before: returned)
    else { return nil }
    return KeptPriority(value: level, call: last)
  }
}
