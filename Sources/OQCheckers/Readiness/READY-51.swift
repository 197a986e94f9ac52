import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// READY-51: isReady, once true, stays true until the operation is started.
  ///
  /// The checker compares two reads, the second called after the first had returned true, where all
  /// of this is certain:
  ///
  /// - The operation is unstarted by the return of the second read: in no queue or parked (ND-3),
  ///   with no start called and no report of its class.
  /// - No cancel was called by then, since the operation may have finished (ND-21, ND-25). A cancel
  ///   counts for nothing if the operation is in no queue and isFinished read false after every
  ///   cancel had returned: a cancel finishes it at once or leaves that to a start.
  /// - No dependency was listed twice (ND-28). Each `depend` returned before the first read was
  ///   called, or was called after the second had returned, since a new one may turn the value
  ///   (ND-41).
  ///
  /// The checker leaves out an overridden isReady, and a loss behind a barrier, which may be a
  /// dependency of what comes into its queue (ND-43).
  static let readinessIsNotLost = Checker("READY-51", antecedent: [.isReady]) {
    index, _, judgement in
    for record in index.operations where record.declaration.kind != .conditional {
      let reads = record.reads(.isReady)
      guard reads.count > 1, index.links(of: record.id).allSatisfy(\.isSimple) else { continue }
      let rises = Rises(reads, record, index.end)
      for read in reads.dropFirst() where judgeLater(read, rises, record, index, &judgement) {
        break
      }
    }
  }

  /// Judges one read against the ones before it; true if readiness was lost.
  private static func judgeLater(
    _ read: Read, _ rises: Rises, _ record: HistoryIndex.OperationRecord, _ index: HistoryIndex,
    _ judgement: inout Judgement
  ) -> Bool {
    guard
      !record.mayBeCancelled(before: read.returned)
        || record.outlivedCancels(before: read.returned),
      record.manualStarts.allSatisfy({ $0.called > read.returned }),
      !record.mayHaveReported(before: read.returned),
      let rise = rises.first(for: read), rise.returned < read.called,
      let stage = index.stage(of: record.id, at: read.returned),
      stage == .unqueued || stage == .parked
    else { return false }
    guard !read.value else {
      judgement.hold(rise.returned, read.returned, in: [stage.rawValue])
      return false
    }
    guard !index.mayBeBehindBarrier(record.id) else { return false }
    // Where the priority was set in between and nothing ever was waited for, it is PRIO-9's.
    if index.links(of: record.id).isEmpty,
      record.prioritySets.contains(where: {
        $0.called > rise.returned && $0.succeeded(before: read.called)
      })
    {
      return false
    }
    judgement.violate(
      "isReady of \(index.name(record.id)) read true at \(rise.returned) and false at"
        + " \(read.returned)",
      events: [rise.called, rise.returned, read.called, read.returned], in: [stage.rawValue])
    return true
  }
}

/// The reads of isReady that gave true; the first after the last change is found by ticket.
private struct Rises {
  private let changes: [Call]
  // When the last of the first changes had come back.
  private let reach: [Ticket]
  private let called: [Ticket]
  // Of the last reads: the one that returned first.
  private let first: [Read]

  init(_ reads: [Read], _ record: HistoryIndex.OperationRecord, _ end: Ticket) {
    changes = record.calls(.addDependency)
    var latest = 0
    reach = changes.map { change in
      latest = max(latest, change.returned ?? end)
      return latest
    }
    let rises = reads.filter(\.value)
    called = rises.map(\.called)
    var first = rises
    for position in rises.indices.dropLast().reversed()
    where first[position + 1].returned < first[position].returned {
      first[position] = first[position + 1]
    }
    self.first = first
  }

  /// The read that returned first, of those called after every change that a read may see.
  func first(for read: Read) -> Read? {
    let count = changes.count(called: read.returned - 1)
    let position = called.count(below: (count > 0 ? reach[count - 1] : 0) + 1)
    return position < first.count ? first[position] : nil
  }
}

extension HistoryIndex.OperationRecord {
  /// Whether every cancel that may have come before a ticket certainly left an operation in no
  /// queue unfinished (ND-21).
  fileprivate func outlivedCancels(before ticket: Ticket) -> Bool {
    guard hasDefaultStart, adds.isEmpty else { return false }
    let cancels = calls(.cancel).filter { $0.called < ticket }
    guard cancels.allSatisfy({ $0.returned != nil }) else { return false }
    let last = cancels.compactMap(\.returned).max() ?? 0
    return reads(.isFinished).first(false, after: last) != nil
  }
}
