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
  var answeredStarts: [Call] { manualStarts.filter { $0.succeeded || $0.isRejected } }

  /// The cancel of its own that certainly took effect before anything could start the operation.
  ///
  /// - Returns: the first cancel that returned before every call that may have added or started it;
  ///   nil without any.
  /// - Complexity: O(calls on the operation).
  var cancelBeforeStart: Call? {
    let offer = (possibleAdds + manualStarts.filter { !$0.isRejected }).map(\.called).min()
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
    guard hasDefaultStart else { return nil }
    let starts = manualStarts.filter { !$0.isRejected }
    var sole: Ticket?
    if let first = starts.first, first.succeeded, let returned = first.returned,
      starts.dropFirst().allSatisfy({ $0.called > returned }), isUnqueued(until: returned),
      takesEffect(first)
    {
      sole = returned
    }
    return [finishShown, sole].compactMap(\.self).min()
  }

  /// Whether a start by hand that returned normally, and beside which nothing else can have started
  /// the operation, certainly was not refused for want of readiness.
  ///
  /// A subject that answers misuse by no error may return from the start of an operation that is
  /// not ready, and leaves it as it was (START-4). So the task must have begun inside the call; or
  /// the operation never had a dependency, or isReady had read true, and isReady is not overridden.
  ///
  /// - Complexity: O(calls on the operation + runs).
  func takesEffect(_ start: Call) -> Bool {
    let returned = start.returned ?? .max
    if firstBodies.contains(where: { start.called < $0.begin && $0.begin < returned }) {
      return true
    }
    guard declaration.kind != .conditional else { return false }
    let makings = calls(.addDependency).filter { $0.mayPrecede(returned) }
    if declaration.dependencies.isEmpty, makings.isEmpty { return true }
    return readsOfReadiness.contains { read in
      read.value && read.returned < start.called
        && makings.allSatisfy { $0.returned(before: read.called) }
    }
  }

  /// The reads of isReady that no start by hand overlaps or comes before, but such that had been
  /// rejected: from the call of a start on, until it is refused, isReady may read anything (ND-3).
  ///
  /// - Complexity: O(reads × starts).
  var readsOfReadiness: [Read] {
    reads(.isReady).filter { read in
      manualStarts.allSatisfy {
        $0.called > read.returned || $0.isRejected && $0.returned(before: read.called)
      }
    }
  }
}

extension HistoryIndex {
  /// Whether the history has an event for every ticket up to its end.
  ///
  /// What is missing after a hole may have happened all the same.
  var isWhole: Bool { history.events.count == end - 1 }

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
  /// is left out.
  ///
  /// - Complexity: O(calls on the operation + dependencies).
  func isCertainlyReady(_ record: OperationRecord, at call: Ticket) -> Bool {
    guard record.declaration.kind != .conditional else { return false }
    if links(of: record.id).isEmpty { return true }
    return record.readsOfReadiness.contains { read in
      read.value && read.returned < call
        && record.calls(.addDependency).allSatisfy {
          $0.isRejected || $0.returned(before: read.called)
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
