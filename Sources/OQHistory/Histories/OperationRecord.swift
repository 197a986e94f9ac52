extension HistoryIndex {
  /// What the history says of one operation.
  ///
  /// What many rules ask of it is found once, when the record is made.
  package final class OperationRecord: Sendable {
    /// The operation.
    package let id: OperationID
    /// Its declaration.
    package let declaration: Program.Operation
    /// Runs of its body and blocks, by begin.
    package let bodies: [Interval]
    /// Runs of one block that are the first of that block, by begin.
    package let firstBodies: [Interval]
    /// Runs of its completion blocks, by begin.
    package let completions: [Interval]
    /// Runs of its overridden `start`, by begin.
    package let starts: [Interval]
    /// Calls that add it to a queue, alone, in a group or as a block.
    package let adds: [Call]
    /// Adds that may have put the operation into a queue, by call ticket.
    ///
    /// A rejected add has no effect, but a rejected group may have added some of its members
    /// (ND-34).
    package let possibleAdds: [Call]
    /// Calls that add it as a barrier block.
    package let barrierAdds: [Call]
    /// The add that certainly put the operation into its queue, if one did.
    ///
    /// The first of the possible adds, returned normally, with nothing called before its return
    /// that could have made the operation unfit: another add, a start by hand, a cancel that may
    /// finish an operation in no queue (ND-21), a report that it executes or has finished
    /// (QUEUE-18). A bare block that is added again is an operation of its own each time, and
    /// nobody can tell which add a run belongs to.
    package let acceptedAdd: Call?
    /// `cancel-all` calls on queues to which it may have been added, without those that had
    /// returned before the first of these adds was called: they cancel what is in the queue.
    package let queueCancels: [Call]
    /// References that the client dropped.
    package let drops: [Ticket]
    /// Ticket of the earliest call that could have led to a start: an add or a manual start.
    package let firstOffer: Ticket?
    /// Ticket of the first call of a cancel that may have reached it; nil without one.
    package let firstCancel: Ticket?
    /// Ticket of the first call by which an operation with its own `start` may have reported that
    /// it executes or has finished; nil without one.
    package let firstReport: Ticket?
    /// Ticket of the first call by which an operation with its own `start` may have come to report
    /// isFinished true; nil without one.
    package let mayReadFinished: Ticket?
    /// Ticket by which the history shows that an operation with the default start has finished.
    ///
    /// Shown by a read of isFinished, by the return of a wait, by the begin of a completion block,
    /// or by the return of the only manual start of an operation that was in no queue, if it
    /// certainly was not refused (``takesEffect(_:)``): each of them comes after the finish,
    /// whatever the implementation is free to do. Nil where nothing shows it, and for a custom
    /// `start`, whose reports count instead (ND-8).
    package let finishShown: Ticket?
    @usableFromInline let verbs: VerbSet
    private let draft: OperationDraft

    init(_ draft: OperationDraft) {
      self.draft = draft
      id = draft.id
      declaration = draft.declaration
      verbs = draft.calls.verbs
      bodies = draft.runs[.body]
      completions = draft.runs[.completion]
      starts = draft.runs[.start]
      adds = draft.adds
      barrierAdds = draft.barrierAdds
      queueCancels = draft.queueCancels
      drops = draft.drops
      let facts = OperationFacts(draft)
      possibleAdds = facts.possibleAdds
      firstBodies = facts.firstBodies
      firstCancel = facts.firstCancel
      firstOffer = facts.firstOffer
      firstReport = facts.firstReport
      mayReadFinished = facts.mayReadFinished
      acceptedAdd = facts.acceptedAdd
      finishShown = facts.finishShown
    }

    /// Its runs at a point, by begin.
    package func runs(_ point: Point) -> [Interval] { draft.runs[point] }

    /// Calls on it, by call ticket.
    package var calls: [Call] { draft.calls.all }

    /// Calls on the operation with this verb, by call ticket.
    ///
    /// - Complexity: O(verbs that were called on it).
    @inlinable package func calls(_ verb: Verb) -> [Call] {
      Work.note()
      return verbs.contains(verb) ? found(verb) : []
    }

    @usableFromInline
    func found(_ verb: Verb) -> [Call] { draft.calls[verb] }

    /// Whether a start by hand that returned normally, and beside which nothing else can have
    /// started the operation, certainly was not refused for want of readiness.
    ///
    /// A subject that answers misuse by no error may return from the start of an operation that is
    /// not ready, and leaves it as it was (START-4). So the task must have begun inside the call;
    /// or the operation never had a dependency, or isReady had read true, and isReady is not
    /// overridden.
    ///
    /// - Parameter start: a start by hand of this operation.
    /// - Returns: true only where that is certain.
    /// - Complexity: O(calls on the operation + runs).
    package func takesEffect(_ start: Call) -> Bool { draft.takesEffect(start, firstBodies) }

    /// The reads of isReady that no start by hand overlaps or comes before.
    ///
    /// From the call of a start on, until it is refused, isReady may read anything (ND-3). A start
    /// that had been rejected does not count.
    ///
    /// - Complexity: O(reads + starts).
    package var readsOfReadiness: [Read] { draft.readsOfReadiness }
  }
}

extension HistoryIndex.OperationRecord {
  /// Runs of its overridden `isReady`, by begin.
  package var readinessReads: [Interval] { runs(.isReady) }

  /// Calls of an observer, by begin.
  package var notifications: [Interval] { runs(.observer) }

  /// Runs of the registration handler of a dispatch source, by begin.
  package var registrations: [Interval] { runs(.registration) }

  /// Runs of the cancel handler of a dispatch source, by begin.
  package var cancellations: [Interval] { runs(.cancellation) }

  /// Calls that set the priority, as a level or as an integer, by call ticket.
  package var prioritySets: [Call] {
    let (levels, integers) = (calls(.setPriority), calls(.setRawPriority))
    return integers.isEmpty ? levels : (levels + integers).sorted { $0.id < $1.id }
  }

  /// Manual starts.
  package var manualStarts: [Call] { calls(.start) }

  /// Calls that may cancel the operation: its own, and `cancel-all` of queues it was added to.
  package var cancels: [Call] { calls(.cancel) + queueCancels }

  /// The reads of a boolean accessor that came back with a value, by call ticket.
  ///
  /// - Parameter accessor: a verb that reads a boolean.
  /// - Returns: the reads.
  /// - Complexity: O(such calls on the operation).
  package func reads(_ accessor: Verb) -> [Read] { calls(accessor).reads }

  /// Ticket of the first begin of the body or of any block.
  package var begin: Ticket? { bodies.first?.begin }

  /// Whether a cancel may have reached the operation before a ticket.
  ///
  /// - Parameter ticket: a position.
  /// - Returns: true if some cancel was called before it and not rejected.
  /// - Complexity: O(1).
  @inlinable package func mayBeCancelled(before ticket: Ticket) -> Bool {
    if let firstCancel { firstCancel < ticket } else { false }
  }
}
