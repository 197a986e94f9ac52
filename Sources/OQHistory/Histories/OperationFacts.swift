extension HistoryIndex {
  /// What is gathered of one operation while a history is read.
  struct OperationDraft: Sendable {
    let id: OperationID
    let declaration: Program.Operation
    var runs = RunTable()
    var adds: [Call] = []
    var barrierAdds: [Call] = []
    var calls = CallTable()
    var queueCancels: [Call] = []
    var drops: [Ticket] = []
  }

  /// What many rules ask of one operation, found once.
  struct OperationFacts: Sendable {
    let possibleAdds: [Call]
    let firstBodies: [Interval]
    let firstCancel: Ticket?
    let firstOffer: Ticket?
    let firstReport: Ticket?
    let mayReadFinished: Ticket?
    let acceptedAdd: Call?
    let finishShown: Ticket?

    init(_ draft: OperationDraft) {
      let isPossible = { (add: Call) in !add.hadNoEffect || add.command.verb.isGroupAdd }
      let adds = draft.adds.allSatisfy(isPossible) ? draft.adds : draft.adds.filter(isPossible)
      possibleAdds = adds
      let isFirst = { (run: Interval) in run.callback.occurrence == 1 }
      let bodies = draft.runs[.body]
      let first = bodies.allSatisfy(isFirst) ? bodies : bodies.filter(isFirst)
      firstBodies = first
      let start = draft.calls[.start].first { !$0.hadNoEffect }?.called
      firstOffer = least(adds.first?.called, start)
      firstCancel = least(
        draft.calls[.cancel].first { !$0.hadNoEffect }?.called,
        draft.queueCancels.lazy.filter { !$0.hadNoEffect }.map(\.called).min())
      let report = least(
        draft.firstCalled(.reportFinished), draft.firstCalled(.storeFinished))
      mayReadFinished = report
      firstReport = least(report, draft.firstCalled(.reportExecuting))
      acceptedAdd = draft.acceptedAdd(among: adds)
      finishShown = draft.finishShown(adds, first)
    }
  }
}

/// The smaller of two tickets, of those there are.
private func least(_ one: Ticket?, _ other: Ticket?) -> Ticket? {
  guard let one, let other else { return one ?? other }
  return min(one, other)
}

extension HistoryIndex.OperationDraft {
  /// The call ticket of the first call with a verb that was not rejected.
  fileprivate func firstCalled(_ verb: Verb) -> Ticket? {
    calls[verb].first { !$0.hadNoEffect }?.called
  }

  /// The add that certainly put the operation into its queue, if one did.
  fileprivate func acceptedAdd(among adds: [Call]) -> Call? {
    guard let first = adds.first, first.succeeded, let returned = first.returned,
      declaration.kind.hasHandle || adds.count == 1
    else { return nil }
    let spoilers: [Verb] = [.start, .cancel, .reportExecuting, .reportFinished, .storeFinished]
    let isSpoiled =
      !calls.all.isEmpty
      && spoilers.contains { verb in
        firstCalled(verb).map { $0 < returned } ?? false
      }
    return isSpoiled || adds.dropFirst().contains { $0.called < returned } ? nil : first
  }

  /// Ticket by which the history shows that an operation with the default start has finished.
  fileprivate func finishShown(_ adds: [Call], _ firstBodies: [Interval]) -> Ticket? {
    guard declaration.kind != .asynchronous else { return nil }
    var shown = runs[.completion].first?.begin
    guard !calls.all.isEmpty else { return shown }
    for read in calls[.isFinished] where read.outcome?.boolean == true {
      shown = least(shown, read.returned)
    }
    for wait in calls[.wait] where wait.succeeded { shown = least(shown, wait.returned) }
    return least(shown, soleStart(adds, firstBodies)?.returned)
  }

  /// The only manual start that was not rejected, if it returned before any add could count.
  private func soleStart(_ adds: [Call], _ firstBodies: [Interval]) -> Call? {
    let starts = calls[.start].filter { !$0.hadNoEffect }
    guard starts.count == 1, let start = starts.first, let returned = start.returned,
      start.succeeded, adds.allSatisfy({ $0.called > returned }), takesEffect(start, firstBodies)
    else { return nil }
    return start
  }

  /// Whether a start by hand that returned normally certainly was not refused.
  func takesEffect(_ start: Call, _ firstBodies: [Interval]) -> Bool {
    let returned = start.returned ?? .max
    if firstBodies.contains(where: { start.called < $0.begin && $0.begin < returned }) {
      return true
    }
    guard declaration.kind != .conditional else { return false }
    let makings = calls[.addDependency].filter { $0.mayPrecede(returned) }
    if declaration.dependencies.isEmpty, makings.isEmpty { return true }
    // One making that a read overlaps spoils it, so that the last return decides.
    let made = makings.map { $0.returned ?? .max }.max() ?? -1
    return readsOfReadiness.contains { read in
      read.value && read.returned < start.called && made < read.called
    }
  }

  /// The reads of isReady that no start by hand overlaps or comes before; a start that had been
  /// rejected does not count.
  ///
  /// - Complexity: O(reads + starts).
  var readsOfReadiness: [Read] {
    let reads = calls[.isReady].reads
    let starts = calls[.start]
    guard !starts.isEmpty, !reads.isEmpty else { return reads }
    // Whether the first starts were all rejected, and when the last of them had come back.
    var over: [Ticket] = [-1]
    for start in starts {
      let returned = start.isRejected ? start.returned ?? .max : .max
      over.append(max(over[over.count - 1], returned))
    }
    return reads.filter { read in
      over[starts.count(called: read.returned)] < read.called
    }
  }
}

extension [Call] {
  /// How many of the calls, which are in order of their call tickets, were called up to a ticket.
  ///
  /// - Returns: the number of calls.
  /// - Complexity: O(log n).
  package func count(called ticket: Ticket) -> Int {
    Work.note()
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle].record.called <= ticket { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// A read of a boolean accessor that came back with a value.
package struct Read: Sendable {
  @usableFromInline let call: Ticket
  @usableFromInline let answer: Ticket
  /// What was read.
  package let value: Bool

  init(called: Ticket, returned: Ticket, value: Bool) {
    call = called
    answer = returned
    self.value = value
  }

  /// Ticket of the call.
  @inlinable package var called: Ticket {
    Work.note()
    return call
  }

  /// Ticket of the return: the accessor had the value at some instant between the two.
  @inlinable package var returned: Ticket {
    Work.note()
    return answer
  }
}

extension [Call] {
  /// The reads of a boolean accessor that came back with a value, in the order of the calls.
  ///
  /// - Complexity: O(n).
  var reads: [Read] {
    compactMap { call in
      guard let returned = call.returned, let value = call.outcome?.boolean else { return nil }
      return Read(called: call.called, returned: returned, value: value)
    }
  }
}
