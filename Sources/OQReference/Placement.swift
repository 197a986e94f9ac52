/// Where client code runs and what keeps objects alive.
package struct Placement: Sendable {
  /// Where a completion block runs.
  package enum Completion: Sendable {
    /// On a thread of the pool, the lock given up: the thread that finished the operation if it is
    /// one, else another.
    case pool
    /// On the thread that finished the operation, under the lock.
    case underLock
  }

  /// How one object refers to another.
  package enum Link: Sendable {
    /// Keeps it alive.
    case strong
    /// Does not keep it alive, and notices its end.
    case weak
  }

  /// Where the body of an operation runs.
  package enum Body: Sendable {
    /// With the lock given up.
    case outsideLock
    /// Under the lock: nothing else in the world moves meanwhile.
    case underLock
  }

  /// Which thread runs an operation that a queue has dispatched.
  package enum Tasks: Sendable {
    /// One of the pool.
    case pool
    /// The one whose call led to the dispatch, before the call returns.
    case dispatcher
    /// One that waits for the operation, if there is one and its queue has no underlying queue;
    /// else one of the pool.
    case waiter
  }

  /// Which thread runs an operation of the main queue, and when.
  package enum Main: Sendable {
    /// The main thread, in its loop.
    case loop
    /// The main thread, in its loop, which is not woken for what a task has added.
    case loopUnlessFromTask
    /// The main thread: at once, if it is the one whose call led to the dispatch.
    case caller
    /// One of the pool.
    case pool
  }

  /// What is given to those who ask for the main queue.
  package enum MainQueue: Sendable {
    /// Always the same.
    case shared
    /// A new one each time.
    case fresh
  }

  /// Which thread runs an operation that a client starts.
  package enum Starts: Sendable {
    /// The one that called start.
    case caller
    /// One of the pool, while the caller waits for the finish.
    case pool
  }

  /// What a queue does when its client drops it.
  package enum Drop: Sendable {
    /// It lives on until it is drained.
    case drains
    /// It cancels its operations.
    case cancels
  }

  /// How an access of a client's comes by the state.
  package enum Access: Sendable {
    /// Under the lock.
    case underLock
    /// Without it: a data race, which a history cannot show and ThreadSanitizer can.
    case bare
  }

  /// Where completion blocks run.
  package var completion = Completion.pool
  /// Where bodies run.
  package var body = Body.outsideLock
  /// Which thread runs what was dispatched.
  package var tasks = Tasks.pool
  /// Which thread runs what the main queue has dispatched.
  package var main = Main.loop
  /// What the main queue is.
  package var mainQueue = MainQueue.shared
  /// Which thread runs what a client starts.
  package var starts = Starts.caller
  /// How a queue refers to its operations.
  package var operations = Link.strong
  /// How an operation refers to its dependencies.
  package var dependencies = Link.strong
  /// What happens to a queue without a client.
  package var drop = Drop.drains
  /// How a priority is stored.
  package var priority = Access.underLock
  /// How the suspension of a queue is stored.
  package var suspension = Access.underLock
  /// How the block that runs after a finish is stored.
  package var completionBlock = Access.underLock
  /// How often a window yields the processor.
  package var windowYields = 20

  /// The placement of the correct queue.
  package init() {}
}
