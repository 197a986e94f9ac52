import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// SUSP-53: a suspended queue keeps its cancelled operations, or finishes them without their
  /// tasks.
  ///
  /// The checker judges an operation that the queue certainly accepted while it was certainly
  /// suspended, and that no client started. A cancel of it returned before the call that resumes.
  /// So it was not started before the cancel, and its task never begins (CANCEL-3), least of all in
  /// the suspension.
  ///
  /// - In core it may finish meanwhile (ND-25), and then leaves the queue. A list without it, and a
  ///   later read of isFinished that gives false, show that it left unfinished.
  /// - In profile reference it stays, unfinished. Nothing that was seen before the call that
  ///   resumes may show the opposite.
  static let suspendedQueueKeepsCancelled = Checker(
    "SUSP-53", antecedent: [.cancel, .cancelAll]
  ) { index, profile, judgement in
    for record in index.operations where record.hasDefaultStart && !record.cancels.isEmpty {
      guard let add = record.acceptedAdd, let added = add.returned, let queue = add.command.queue,
        record.possibleAdds.count == 1,
        let span = index.suspensions(of: queue).containing(add.called),
        !record.mayBeStartedByHand(before: span.end),
        let cancel = record.certainCancels.first(where: {
          $0.called > added && $0.returned(before: span.end)
        }), let cancelled = cancel.returned
      else { continue }
      let lists = index[queue].calls(.operations).filter {
        $0.succeeded && $0.called > added && $0.returned(before: span.end)
      }
      let head =
        "\(index.name(record.id)), cancelled at \(cancel.called) in \(index.name(queue)), which was"
        + " not resumed,"
      if let fault = fault(record, lists, span, profile) {
        judgement.violate(
          "\(head) \(fault.words)", events: [add.called, cancel.called, cancelled] + fault.events)
        continue
      }
      let seen =
        lists.filter { $0.called > cancelled }.compactMap(\.returned)
        + record.reads(.isFinished).map(\.returned).filter { $0 > cancelled && $0 < span.end }
      if let last = seen.max() { judgement.hold(add.called, cancelled, last) }
    }
  }

  private static func fault(
    _ record: HistoryIndex.OperationRecord, _ lists: [Call], _ span: SuspendedSpan,
    _ profile: Profile
  ) -> (words: String, events: [Ticket?])? {
    if let begin = record.begin, begin < span.end {
      return ("began at \(begin)", [begin])
    }
    let without = lists.first { $0.outcome?.operations?.contains(record.id) == false }
    if profile == .reference {
      if let shown = record.finishShown, shown < span.end {
        return ("had finished by \(shown)", [shown])
      }
      if record.declaration.kind.hasHandle, let without {
        return (
          "was missing in the list at \(without.called)", [without.called, without.returned]
        )
      }
    }
    if record.declaration.kind.hasHandle, let without, let returned = without.returned,
      let read = record.reads(.isFinished).first(false, after: returned)
    {
      return (
        "was missing in the list at \(without.called), and isFinished read false at \(read.called)",
        [without.called, read.returned]
      )
    }
    return nil
  }
}
