/// The decisions of a facade over the dispatch library: which call of the library stands behind a
/// call of a program.
///
/// The correct facade hands every call on as it is. A mutant takes one decision otherwise, as a
/// dispatch library might that has the fault.
package struct DispatchBehavior: Sendable, Hashable {
  /// How a serial queue takes its tasks off.
  package enum SerialQueue: Sendable, Hashable {
    /// One after the other, in the order of submission.
    case inOrder
    /// The newest of those that wait.
    case newestFirst
    /// By two threads, each of which takes every other task when the one before has begun.
    case byTwoThreads
    /// In order; a task that comes while another one is open stands in it twice.
    case twiceWhenBusy
  }

  /// What an asynchronous submission does.
  package enum Async: Sendable, Hashable {
    /// Submits and returns.
    case returns
    /// Waits until the task has run.
    case waits
    /// Waits until the task has run, if it is made by a task of the same queue.
    case waitsInTasks
    /// Keeps the task until the next call, unless it is the first of its queue.
    case keeps
  }

  /// What a barrier keeps away from.
  package enum Barrier: Sendable, Hashable {
    /// From every other task of the queue.
    case fromAll
    /// From the tasks before it.
    case fromEarlier
    /// From the tasks after it.
    case fromLater
  }

  /// When a group is taken for empty.
  package enum GroupEnd: Sendable, Hashable {
    /// When every member has left.
    case lastLeave
    /// When one member has left.
    case firstLeave
  }

  /// When a timer fires.
  package enum Timer: Sendable, Hashable {
    /// From its deadline on, once unless it repeats, until it is cancelled.
    case onTime
    /// At once.
    case early
    /// Again and again, though it does not repeat.
    case again
    /// Once more after its cancel handler.
    case outlivesCancel
  }

  /// How a serial queue takes its tasks off.
  package var serialQueue = SerialQueue.inOrder
  /// Whether a thread of the pool runs the tasks of the main queue.
  package var mainQueueHasWorker = false
  /// Whether concurrent queues run one task at a time.
  package var isConcurrentQueueSerial = false
  /// What an asynchronous submission does.
  package var async = Async.returns
  /// Whether a synchronous submission waits for its task.
  package var syncWaits = true
  /// Whether a thread keeps what it has read of a queue's memory.
  package var keepsStaleMemory = false
  /// Whether code under once is claimed before it runs, and not marked after it.
  package var claimsOnce = true
  /// Whether a deadline is waited for.
  package var awaitsDeadline = true
  /// When notifications of a group are submitted.
  package var notification = GroupEnd.lastLeave
  /// Whether a group forgets a notification that it has submitted.
  package var forgetsNotifications = true
  /// When waits for a group return.
  package var groupWait = GroupEnd.lastLeave
  /// What a barrier keeps away from.
  package var barrier = Barrier.fromAll
  /// How many waits a signal of a semaphore ends.
  package var waitsPerSignal = 1

  /// Whether a sync comes back from a queue that was busy when it was called.
  package var syncReturnsFromBusyQueue = true
  /// Whether who asks for code under once while it runs is let go after it.
  package var onceReleasesWaiters = true
  /// Whether a task with a deadline stays when another one is submitted.
  package var keepsEveryDeadline = true
  /// Whether every leave of a group by hand counts, and not only the first one.
  package var countsEveryLeave = true
  /// Whether a wait for a group is woken that was called before the group was empty.
  package var wakesGroupWaits = true
  /// Whether a barrier is kept that is submitted before another one has ended.
  package var keepsEveryBarrier = true
  /// Whether a signal of a semaphore counts that comes while nobody waits.
  package var keepsSignals = true
  /// Whether a wait for a semaphore is woken that began beside another one.
  package var wakesEveryWaiter = true

  /// Whether handlers of a source run on the queue that was named.
  package var sourceKeepsQueue = true
  /// Whether a source that adds keeps what was sent before.
  package var sourceGathers = true
  /// Whether the handler of a source is called when it is registered.
  package var firesAtActivation = false
  /// Whether the handler of a source is called once more for an event that it was told.
  package var tellsTwice = false
  /// Whether a source of custom events keeps what is sent while its handler runs.
  package var gathersMeanwhile = true
  /// Whether a source that has come to its end leaves another one of the same descriptor armed.
  package var leavesOthersArmed = true
  /// Whether input of a descriptor is reported once only.
  package var reportsInputOnce = false
  /// Whether a source watches the signal that was named.
  package var signalArrives = true
  /// When a timer fires.
  package var timer = Timer.onTime

  /// The correct facade.
  package static let standard = DispatchBehavior()
}
