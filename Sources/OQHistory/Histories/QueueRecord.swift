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
    private let draft: QueueDraft

    init(_ draft: QueueDraft) { self.draft = draft }

    /// The queue.
    package var id: QueueID { draft.id }

    /// Its declaration.
    package var declaration: Program.Queue {
      Work.note()
      return draft.declaration
    }

    /// Calls that add operations, by call ticket.
    package var adds: [Call] { draft.adds }

    /// Calls on it, by call ticket.
    package var calls: [Call] { draft.calls.all }

    /// Calls on the queue with this verb, by call ticket.
    ///
    /// - Complexity: O(verbs that were called on it).
    package func calls(_ verb: Verb) -> [Call] {
      Work.note()
      return draft.calls[verb]
    }

    /// The reads of a boolean accessor that came back with a value, by call ticket.
    ///
    /// - Parameter accessor: a verb that reads a boolean.
    /// - Returns: the reads.
    /// - Complexity: O(such calls on the queue).
    package func reads(_ accessor: Verb) -> [Read] { calls(accessor).reads }

    /// References that the client dropped.
    package var drops: [Ticket] { draft.drops }

    /// The operations that some call adds to it, in the order of their declarations.
    package var members: [OperationRecord] { draft.members }
  }
}
