/// A completion block or the block of a barrier.
struct ClientCode: Sendable {
  let run: @Sendable () -> Void
}

/// A body or a block of an operation.
struct Task: Sendable {
  let run: ReferenceWorld.Body
  init(_ run: @escaping ReferenceWorld.Body) { self.run = run }
}

/// The shell around the state: one lock, one condition, threads.
///
/// It asks the behavior, performs the steps of the plans, and decides nothing itself.
///
/// Everything below that is not `private` and does not say otherwise is called with the lock held.
final class Engine: @unchecked Sendable {
  // Safety: the variables are touched only between `lock` and `unlock`.
  let behavior: Behavior
  let pool: WorkerPool
  let pacer: Pacer
  /// Is told of moments; nil costs nothing.
  private let witness: (@Sendable (Moment) -> Void)?
  private let waitingLock = WaitingLock()

  var state = State()
  /// The operations that their queues keep alive, by index.
  var held: [ReferenceOperation?] = []
  /// Operations that their queues know without keeping them alive; used by mutants only.
  var faint: [OperationID: WeakOperation] = [:]
  /// The dependencies that each operation keeps alive, by index.
  var edges: [[ReferenceOperation]] = []
  /// The queues that keep themselves alive, by index.
  var heldQueues: [ReferenceQueue?] = []
  /// The blocks of the operations, by index.
  var blocks: [[Task]] = []
  /// The completion blocks that were installed and not taken.
  var completions: [CompletionID: ClientCode] = [:]
  /// The errors that tasks threw, as long as somebody may ask for them.
  var errors: [OperationID: any Error] = [:]
  /// The underlying queues that were given to queues, by number.
  var underlying: [Int: UnderlyingQueue] = [:]
  /// The observers, by what they observe, in the order in which they were attached.
  var observers: [Observed: [ClientCode]] = [:]
  /// The blocks of barriers that have not begun.
  var barrierBlocks: [BarrierID: ClientCode] = [:]
  /// Waits whose threads can be given an operation to run; used by mutants only.
  var helpers: Set<WaitID> = []
  /// What the main queue has dispatched and the main loop has not taken, oldest first.
  var mainJobs: [ReferenceOperation] = []
  /// The main queue, once somebody has asked for it.
  var mainQueue: ReferenceQueue?
  /// The thread that runs the main loop, while it does.
  var mainThread: UInt?
  /// Whether the main loop has ended, or will not begin.
  var isMainLoopOver = false
  /// The priorities of threads, by thread, in hundredths; where there is none it is the usual one.
  var threadPriorities: [UInt: Int] = [:]
  /// The operations that they were given.
  var handed: [WaitID: ReferenceOperation] = [:]
  /// What has to be released without the lock, because its end can run client code.
  private var discards: [Any] = []
  private var isDiscarding = false
  /// Whether the world was torn down.
  private(set) var isTornDown = false
  /// How many threads are held at a safe point or before a read; used by mutants only.
  private var stoppedBodies = 0

  init(
    behavior: Behavior, pool: WorkerPool, pacer: Pacer,
    witness: (@Sendable (Moment) -> Void)?
  ) {
    self.behavior = behavior
    self.pool = pool
    self.pacer = pacer
    self.witness = witness
  }

  /// Takes the lock.
  func lock() {
    waitingLock.lock()
    tell(.locked)
  }

  /// Gives the lock up and releases what was discarded.
  ///
  /// A long chain of objects is released in a loop and not by recursion: objects that end meanwhile
  /// append to the list.
  func unlock() {
    tell(.unlocking)
    guard !discards.isEmpty, !isDiscarding else { return waitingLock.unlock() }
    isDiscarding = true
    while !discards.isEmpty {
      let batch = Unmanaged.passRetained(Batch(discards))
      discards = []
      waitingLock.unlock()
      batch.release()
      waitingLock.lock()
    }
    isDiscarding = false
    waitingLock.unlock()
  }

  /// Objects to be released together.
  ///
  /// The compiler may end a local value's life after its last use, on either side of a lock; a
  /// reference counted by hand ends where it says.
  private final class Batch {
    private let objects: [Any]
    init(_ objects: [Any]) { self.objects = objects }
  }

  /// Runs client code with the lock given up.
  func unlocked(_ body: () -> Void) {
    unlock()
    body()
    lock()
  }

  /// Tells the witness of a moment.
  func tell(_ moment: Moment) { witness?(moment) }

  /// Has something released once the lock is given up.
  func discard(_ thing: Any) { discards.append(thing) }

  /// Ends everything that is under way: nothing is dispatched any more, and every wait returns.
  func tearDown() {
    isTornDown = true
    for index in held.indices {
      if let operation = held[index] { discard(operation) }
      held[index] = nil
    }
    for index in heldQueues.indices {
      if let queue = heldQueues[index] { discard(queue) }
      heldQueues[index] = nil
    }
    discard(mainJobs)
    mainJobs = []
    if let main = mainQueue { discard(main) }
    mainQueue = nil
    discard(completions)
    completions = [:]
    discard(observers)
    observers = [:]
    discard(barrierBlocks)
    barrierBlocks = [:]
    waitingLock.broadcast()
  }

  // MARK: Asking

  /// Asks a guard about one thing.
  func ask<Question, Answer>(
    _ member: (Behavior) -> Behavior.Decision<Question, Answer>, _ question: Question
  ) -> Answer {
    member(behavior)(state, question)
  }

  /// Asks a guard about a pair of things.
  func ask<First, Second, Answer>(
    _ member: (Behavior) -> Behavior.PairDecision<First, Second, Answer>, _ first: First,
    _ second: Second
  ) -> Answer {
    member(behavior)(state, first, second)
  }

  /// Reads an accessor of an operation.
  func read<Value>(_ x: OperationID, _ member: (Reads) -> Reads.OfOperation<Value>) -> Value {
    member(behavior.reads)(state, x, reader(of: x))
  }

  /// Stops the calling thread as long as the guards do not let it read an operation.
  func admitRead(of x: OperationID) {
    let reader = reader(of: x)
    stop { behavior.answers(state, x, reader) }
  }

  /// Who reads an accessor of an operation on the calling thread.
  private func reader(of x: OperationID) -> Reader {
    switch origin {
    case .client: .client
    case .completion: .completion
    case .body: Activity.current?.operation == x ? .ownBody : .otherBody
    }
  }

  /// Reads an accessor of a queue.
  func read<Value>(_ q: QueueID, _ member: (Reads) -> Reads.OfQueue<Value>) -> Value {
    member(behavior.reads)(state, q)
  }

  // MARK: Waiting

  /// Blocks the calling thread until a condition holds or the world is torn down.
  func block(until isMet: () -> Bool) {
    while !isMet(), !isTornDown { waitingLock.wait() }
  }

  /// Wakes every thread that is blocked, so that it looks again.
  func wakeBlocked() { waitingLock.broadcast() }

  /// Lets bodies that were stopped look again after a change of the state.
  func wakeStopped() {
    if stoppedBodies > 0 { waitingLock.broadcast() }
  }

  /// Stops the calling thread as long as the guards do not let the body go on.
  func pass(_ point: SafePoint, of x: OperationID) {
    stop { behavior.mayContinue(state, x, point) }
  }

  /// Stops the calling thread until a condition holds.
  private func stop(until isMet: () -> Bool) {
    guard !isMet() else { return }
    stoppedBodies += 1
    block(until: isMet)
    stoppedBodies -= 1
  }

  /// Takes the lock for a command of a client.
  ///
  /// A command that a body gives is a safe point.
  func enter() {
    lock()
    guard let activity = Activity.current, activity.engine == ObjectIdentifier(self),
      activity.origin == .body
    else { return }
    pass(.command, of: activity.operation)
  }

  /// Lets the calling thread change the state.
  ///
  /// - Parameters:
  ///   - access: how it comes by the state.
  ///   - change: changes it, by a plan that neither waits nor dispatches.
  /// - Throws: what `change` throws.
  func access<Fault>(_ access: Placement.Access, _ change: () throws(Fault) -> Void) throws(Fault) {
    // What happens without the lock has no moment that could be told.
    guard access == .underLock || witness != nil else { return try change() }
    enter()
    defer { unlock() }
    try change()
  }

  /// From where the calling thread gives a command.
  var origin: Origin {
    guard let activity = Activity.current, activity.engine == ObjectIdentifier(self) else {
      return .client
    }
    return activity.origin
  }
}

/// A reference that does not keep its operation alive.
struct WeakOperation {
  weak var operation: ReferenceOperation?
}
