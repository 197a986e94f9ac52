/// A barrier of a queue that is not over.
package struct BarrierState: Sendable {
  /// Its name.
  package let id: BarrierID
  /// How many of the operations before it have not finished.
  package var remaining: Int
  /// How many operations of the world had finished when it was added: none of them is among those
  /// before it, even if the rest of its finish is still to come.
  package let finishesAtAdd: Int
  /// Whether its block was handed to a thread.
  package var isRunning = false
}

/// Everything the reference queue knows about one queue.
package struct QueueState: Sendable {
  /// Its name.
  package let id: QueueID
  /// The operations listed, in order of addition.
  package var list = Roster<OperationID>()
  /// The number of operations as counted by additions and removals.
  package var counted = 0
  /// The waiting operations that the queue knows to be ready: one bucket for each priority, lowest
  /// first, each in the order in which the queue learned it.
  package var ready = [Roster<OperationID>](repeating: Roster(), count: 5)
  /// Whether the queue is suspended.
  package var isSuspended = false
  /// What `finishes` was when the queue was suspended last.
  package var finishesAtSuspension = 0
  /// How often the queue was suspended.
  package var suspensions = 0
  /// How many suspensions would not be over if each asked for a resumption of its own.
  package var nesting = 0
  /// How often everything in the queue was cancelled.
  package var cancellations = 0
  /// The maximum concurrent operation count; -1 stands for no limit.
  package var limit = -1
  /// The largest limit that was ever set; 0 if none was.
  package var largestLimit = 0
  /// Whether it is the main queue of its world.
  package var isMain = false
  /// The slots in use.
  package var slots = 0
  /// The barriers that are not over, oldest first.
  package var barriers: [BarrierState] = []
  /// How many barriers were ever added.
  package var barriersAdded = 0
  /// How many operations were ever dispatched.
  package var dispatches = 0
  /// How many operations were ever added.
  package var additions = 0
  /// How many operations of this queue have finished.
  package var finishes = 0

  /// Its name; nil for one that was given none.
  package var name: String?
  /// Its quality of service.
  package var quality = Quality.unspecified
  /// The total of its progress; 0 as long as nobody asks for progress.
  package var progressTotal = 0
  /// The units of progress that were counted.
  package var progressCompleted = 0
  /// The number of its underlying queue; 0 without one.
  package var underlying = 0

  /// An empty queue with the default settings.
  package init(id: QueueID) { self.id = id }

  /// How many barriers are over.
  package var barriersDone: Int { barriersAdded - barriers.count }

  /// The waiting operations that the queue knows to be ready, highest priority first and in the
  /// order of discovery within a priority; linear.
  package var readyMembers: [OperationID] { ready.reversed().flatMap(\.members) }
}
