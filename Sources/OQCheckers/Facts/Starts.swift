import OQHistory

extension HistoryIndex.OperationRecord {
  /// Whether the operation was certainly in no queue up to a ticket.
  ///
  /// A rejected group may have added some of its members (ND-34), so it counts.
  ///
  /// - Complexity: O(adds of the operation).
  func isUnqueued(until ticket: Ticket) -> Bool {
    possibleAdds.allSatisfy { $0.called > ticket }
  }

  /// Starts by hand that have come back, normally or with an error.
  ///
  /// - Complexity: O(calls on the operation).
  var answeredStarts: [Call] { manualStarts.filter { $0.succeeded || $0.hadNoEffect } }

  /// The cancel of its own that certainly took effect before anything could start the operation.
  ///
  /// - Returns: the first cancel that returned before every call that may have added or started it;
  ///   nil without any.
  /// - Complexity: O(calls on the operation).
  var cancelBeforeStart: Call? {
    let offer = (possibleAdds + manualStarts.filter { !$0.hadNoEffect }).map(\.called).min()
    return calls(.cancel).first { cancel in
      cancel.succeeded && (offer.map { cancel.returned(before: $0) } ?? true)
    }
  }

  /// Ticket by which an operation with the default start has certainly finished; nil where nothing
  /// shows it.
  ///
  /// Besides what ``finishShown`` knows, the return of the first manual start shows it, where no
  /// other start or add was called until then and it was not refused (``takesEffect(_:)``).
  ///
  /// - Complexity: O(calls on the operation).
  var finishCertain: Ticket? {
    guard hasDefaultStart, !manualStarts.isEmpty else { return finishShown }
    let starts = manualStarts.filter { !$0.hadNoEffect }
    var sole: Ticket?
    if let first = starts.first, first.succeeded, let returned = first.returned,
      starts.dropFirst().allSatisfy({ $0.called > returned }), isUnqueued(until: returned),
      takesEffect(first)
    {
      sole = returned
    }
    return [finishShown, sole].compactMap(\.self).min()
  }
}

extension HistoryIndex {
  /// Starts of an operation by hand that have come back, and one in which the process died, so that
  /// nobody knows what its answer was.
  ///
  /// - Complexity: O(calls on the operation).
  func endedStarts(of record: OperationRecord) -> [Call] {
    record.manualStarts.filter { $0.succeeded || $0.hadNoEffect || death(in: $0) != nil }
  }

  /// Whether the history has an event for every ticket up to that of an event.
  ///
  /// - Parameter ticket: that of an event.
  /// - Returns: whether there is no hole before it.
  func hasEveryEvent(until ticket: Ticket) -> Bool {
    history.events.indices.contains(ticket - 1) && history.events[ticket - 1].ticket == ticket
  }

  /// Whether a start by hand, called at a ticket, certainly finds the operation ready as far as
  /// dependencies and conditions go.
  ///
  /// It never had a dependency, or a read of isReady that no `depend` follows, and no start was
  /// under way meanwhile (ND-3), gave true (ND-5). An overridden isReady may change at any time and
  /// is left out. So is a dependency that may be there twice: a read proves nothing then (ND-28).
  ///
  /// - Complexity: O(calls on the operation + dependencies).
  func isCertainlyReady(_ record: OperationRecord, at call: Ticket) -> Bool {
    guard record.declaration.kind != .conditional else { return false }
    let links = links(of: record.id)
    if links.isEmpty { return true }
    return links.allSatisfy(\.isSimple)
      && record.readsOfReadiness.contains { read in
        read.value && read.returned < call
          && record.calls(.addDependency).allSatisfy {
            $0.hadNoEffect || $0.returned(before: read.called)
          }
      }
  }

  /// The dependencies of an operation that certainly existed when it could first be started and
  /// that are listed once (ND-7, ND-28).
  ///
  /// - Complexity: O(calls on the operation + dependencies).
  func simpleEdges(of operation: OperationID) -> [Edge] {
    let edges = firmEdges(of: operation)
    guard !edges.isEmpty else { return [] }
    let simple = Set(links(of: operation).filter(\.isSimple).map(\.dependency))
    return edges.filter { simple.contains($0.dependency) }
  }

  /// The first of some edges that kept its dependent from being ready during a whole call.
  ///
  /// It was made before the call, nothing may have removed it by the return, and its dependency was
  /// certainly unfinished then. Where the history shows a finish nevertheless, the finish itself is
  /// wrong, which is the finding of other rules.
  ///
  /// - Parameters:
  ///   - edges: certain edges of one operation.
  ///   - called: ticket of the call.
  ///   - returned: ticket of its return.
  /// - Returns: an edge, or nil if none is certain.
  /// - Complexity: O(edges * calls on their dependencies).
  func obstruction(among edges: [Edge], from called: Ticket, to returned: Ticket) -> Edge? {
    edges.first { edge in
      let dependency = self[edge.dependency]
      return edge.made < called && edge.exists(at: returned)
        && dependency.isUnfinished(at: returned)
        && (dependency.finishCertain ?? end) > returned
    }
  }
}

extension HistoryIndex {
  /// Whether every other start of an operation was rejected before a start was called, or was
  /// called after that one had come back, or after another ticket: no other can have started the
  /// operation by then.
  ///
  /// - Parameters:
  ///   - start: a start by hand that has come back.
  ///   - record: the operation.
  ///   - ticket: until when; the return of the start unless given.
  /// - Returns: true only if this start was alone until then.
  /// - Complexity: O(calls on the operation).
  func isOnlyStart(
    _ start: Call, of record: OperationRecord, until ticket: Ticket? = nil
  ) -> Bool {
    record.manualStarts.allSatisfy { other in
      other.id == start.id || other.called > ticket ?? start.returned ?? end
        || other.isRejected && other.returned(before: start.called)
    }
  }
}
