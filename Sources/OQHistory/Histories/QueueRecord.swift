extension HistoryIndex {
  /// What is gathered of one queue while a history is read.
  struct QueueDraft: Sendable {
    let id: QueueID
    let declaration: Program.Queue
    var adds: [Call] = []
    var calls = CallTable()
    var drops: [Ticket] = []
    var members: [OperationRecord] = []
  }

  /// What the history says of one queue.
  package final class QueueRecord: Sendable {
    /// The queue.
    package let id: QueueID
    /// Its declaration.
    package let declaration: Program.Queue
    /// Calls that add operations, by call ticket.
    package let adds: [Call]
    /// References that the client dropped.
    package let drops: [Ticket]
    @usableFromInline let added: [OperationRecord]
    @usableFromInline let verbs: VerbSet
    private let table: CallTable

    init(_ draft: QueueDraft) {
      id = draft.id
      declaration = draft.declaration
      adds = draft.adds
      drops = draft.drops
      added = draft.members
      table = draft.calls
      verbs = draft.calls.verbs
    }

    /// The operations that some call adds to it, in the order of their declarations.
    @inlinable package var members: [OperationRecord] {
      Work.note(added.count)
      return added
    }

    /// Calls on it, by call ticket.
    package var calls: [Call] { table.all }

    /// Calls on the queue with this verb, by call ticket.
    ///
    /// - Complexity: O(verbs that were called on it).
    @inlinable package func calls(_ verb: Verb) -> [Call] {
      Work.note()
      return verbs.contains(verb) ? found(verb) : []
    }

    @usableFromInline
    func found(_ verb: Verb) -> [Call] { table[verb] }

    /// The reads of a boolean accessor that came back with a value, by call ticket.
    ///
    /// - Parameter accessor: a verb that reads a boolean.
    /// - Returns: the reads.
    /// - Complexity: O(such calls on the queue).
    package func reads(_ accessor: Verb) -> [Read] { calls(accessor).reads }
  }
}
