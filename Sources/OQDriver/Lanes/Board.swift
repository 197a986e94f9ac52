import OQHistory
import Synchronization

/// What lanes wait for: entries and returns of callbacks, open gates, meetings, the end.
///
/// Entering and leaving cost an atomic addition and a load when nobody waits. A waiter announces
/// itself before it looks, and an event is counted before its maker looks for waiters; both
/// sequentially consistent, so one of the two sees the other.
// Safety: the table of counters is allocated once; its elements are atomics. Everything else is
// constant, atomic, or under a lock.
package final class Board: @unchecked Sendable {
  /// Where the counters of each operation's callbacks are.
  private struct Layout {
    var base: [Int] = []
    var blocks: [Int] = []
    var completions: [Int] = []
    var count = 0
  }

  /// One reading by every polling lane, after which it holds still.
  private struct Round {
    var number = 0
    var held = 0
  }

  /// A polling lane that is in the accessor.
  private struct Read {
    let step: Int
    let thread: UInt64
    /// Whether the lane has recorded the call itself.
    let isRecorded: Bool
    /// Whether it was seen not to return.
    var isStuck = false
  }

  private struct Counters: ~Copyable {
    let entered = Atomic<Int>(0)
    let left = Atomic<Int>(0)
    let opened = Atomic<Bool>(false)
  }

  private let layout: Layout
  private let counters: UnsafeMutablePointer<Counters>
  private let waitingLock = WaitingLock()
  private let waiters = Atomic<Int>(0)
  private let closed = Atomic<Bool>(false)
  private let active = Atomic<Int>(0)
  private let working = Atomic<Int>(0)
  private let running: Atomic<Int>
  private let parties: [Int: Int]
  private let arrivals = Mutex<[Int: Int]>([:])
  private let pausing = Atomic<Bool>(false)
  private let polling = Atomic<Int>(0)
  private let round = Mutex<Round>(Round())
  private let reads = Mutex<[LaneCode: Read]>([:])

  package init(_ program: Program) {
    var layout = Layout()
    for operation in program.operations {
      layout.blocks.append(max(1, operation.blocks))
      layout.completions.append(1)
    }
    var parties: [Int: Int] = [:]
    for script in program.scripts {
      for case .meet(let number) in script.steps { parties[number, default: 0] += 1 }
      for case .command(let command) in script.steps {
        guard let operation = command.operation?.index, let number = command.integer else {
          continue
        }
        switch command.verb {
        case .addExecutionBlock: layout.blocks[operation] = max(layout.blocks[operation], number)
        case .setCompletion:
          layout.completions[operation] = max(layout.completions[operation], number)
        default: break
        }
      }
      if case .callback(let callback) = script.lane { Board.widen(&layout, callback) }
      for step in script.steps {
        switch step {
        case .open(let callback), .until(.began(let callback)), .until(.ended(let callback)):
          Board.widen(&layout, callback)
        default: break
        }
      }
    }
    for index in program.operations.indices {
      layout.base.append(layout.count)
      layout.count += layout.blocks[index] + layout.completions[index] + Board.others
    }
    self.layout = layout
    self.parties = parties
    running = Atomic(program.clients.count)
    counters = .allocate(capacity: max(1, layout.count))
    for index in 0..<layout.count { (counters + index).initialize(to: Counters()) }
  }

  deinit {
    counters.deinitialize(count: layout.count)
    counters.deallocate()
  }

  /// Callbacks of an operation beside its blocks and completion blocks.
  private static let others = 5

  private static func widen(_ layout: inout Layout, _ callback: Callback) {
    let index = callback.operation.index
    switch callback.point {
    case .body: layout.blocks[index] = max(layout.blocks[index], callback.index)
    case .completion: layout.completions[index] = max(layout.completions[index], callback.index)
    case .start, .isReady, .observer, .registration, .cancellation: break
    }
  }

  private func slot(_ callback: Callback) -> UnsafeMutablePointer<Counters> {
    let index = callback.operation.index
    let base = layout.base[index]
    switch callback.point {
    case .body: return counters + (base + min(callback.index, layout.blocks[index]) - 1)
    case .completion:
      let offset = min(callback.index, layout.completions[index]) - 1
      return counters + (base + layout.blocks[index] + offset)
    case .start, .isReady, .observer, .registration, .cancellation:
      let offset = Int(callback.point.rawValue - Point.start.rawValue)
      return counters + (base + layout.blocks[index] + layout.completions[index] + offset)
    }
  }

  // MARK: Callbacks

  /// Counts an entry and gives its number, from 1.
  func enter(_ callback: Callback) -> Int {
    active.add(1, ordering: .relaxed)
    return slot(callback).pointee.entered.add(1, ordering: .sequentiallyConsistent).newValue
  }

  /// How often a callback was entered.
  func entries(of callback: Callback) -> Int {
    slot(callback).pointee.entered.load(ordering: .sequentiallyConsistent)
  }

  /// Counts a return.
  func leave(_ callback: Callback) {
    slot(callback).pointee.left.add(1, ordering: .sequentiallyConsistent)
    active.subtract(1, ordering: .sequentiallyConsistent)
  }

  /// Does work that ends by itself, whatever the subject does.
  package func work(_ body: () -> Void) {
    working.add(1, ordering: .sequentiallyConsistent)
    defer { working.subtract(1, ordering: .sequentiallyConsistent) }
    body()
  }

  /// Whether a callback is at such work: the program goes on, though threads may be seen asleep.
  package var isWorking: Bool { working.load(ordering: .sequentiallyConsistent) > 0 }

  /// Callbacks that were entered and have not returned.
  var activeCallbacks: Int { active.load(ordering: .sequentiallyConsistent) }

  func hasBegun(_ callback: Callback) -> Bool {
    slot(callback).pointee.entered.load(ordering: .sequentiallyConsistent) > 0
  }

  func hasEnded(_ callback: Callback) -> Bool {
    slot(callback).pointee.left.load(ordering: .sequentiallyConsistent) > 0
  }

  func isOpen(_ callback: Callback) -> Bool {
    slot(callback).pointee.opened.load(ordering: .sequentiallyConsistent)
  }

  func open(_ callback: Callback) {
    slot(callback).pointee.opened.store(true, ordering: .sequentiallyConsistent)
    signal()
  }

  // MARK: Waiting

  /// Wakes whoever waits, after something changed.
  func signal() {
    guard waiters.load(ordering: .sequentiallyConsistent) > 0 else { return }
    waitingLock.withLock { waitingLock.broadcast() }
  }

  /// Waits until a condition holds; false if the program is over first.
  func wait(until condition: () -> Bool) -> Bool {
    if condition() { return true }
    waiters.add(1, ordering: .sequentiallyConsistent)
    defer { waiters.subtract(1, ordering: .sequentiallyConsistent) }
    return waitingLock.withLock {
      while !condition() {
        if isClosed { return false }
        waitingLock.wait()
      }
      return true
    }
  }

  /// Waits for a condition, or for a number of microseconds.
  func wait(microseconds: Int, until condition: () -> Bool) {
    if condition() { return }
    waiters.add(1, ordering: .sequentiallyConsistent)
    defer { waiters.subtract(1, ordering: .sequentiallyConsistent) }
    waitingLock.withLock {
      if !condition() { waitingLock.wait(microseconds: microseconds) }
    }
  }

  /// Arrives at a meeting and waits for the others; false if the program is over first.
  ///
  /// Whoever arrives early watches for a while before it sleeps: a thread that must be woken goes
  /// on long after the one that arrived last, and what they do would hardly ever overlap.
  func meet(_ number: Int) -> Bool {
    arrivals.withLock { $0[number, default: 0] += 1 }
    signal()
    let expected = parties[number] ?? 1
    func isComplete() -> Bool { arrivals.withLock { $0[number] ?? 0 } >= expected }
    for _ in 0..<Board.watches where !isClosed {
      if isComplete() { return true }
    }
    return wait(until: isComplete)
  }

  /// Looks at a meeting before the thread sleeps: some hundred microseconds.
  private static let watches = 5_000

  // MARK: Polling lanes

  /// A lane that polls an accessor: counted, so that it can be asked to hold still.
  func beginPolling() { polling.add(1, ordering: .sequentiallyConsistent) }
  func endPolling() { polling.subtract(1, ordering: .sequentiallyConsistent) }

  /// Whether polling lanes are asked to read once more and hold still.
  var isPausing: Bool { pausing.load(ordering: .sequentiallyConsistent) }

  /// A polling lane holds still until it is released or asked to read again; false if the program
  /// is over first.
  func holdStill() -> Bool {
    let mine = round.withLock { round in
      round.held += 1
      return round.number
    }
    signal()
    return wait { !isPausing || round.withLock(\.number) != mine }
  }

  /// Asks polling lanes to read once and hold still, or releases them.
  func setPausing(_ value: Bool) {
    if value { beginRound() }
    pausing.store(value, ordering: .sequentiallyConsistent)
    signal()
  }

  /// Asks polling lanes that hold still to read once more.
  func beginRound() {
    round.withLock { round in
      round.number += 1
      round.held = 0
    }
    signal()
  }

  /// Lanes that poll an accessor.
  var pollingLanes: Int { polling.load(ordering: .sequentiallyConsistent) }

  /// A polling lane calls the accessor, with or without a record of its own.
  func beginRead(_ lane: LaneCode, step: Int, thread: UInt64, isRecorded: Bool) {
    reads.withLock { $0[lane] = Read(step: step, thread: thread, isRecorded: isRecorded) }
  }

  /// The accessor has returned; true if somebody else recorded the call meanwhile.
  func endRead(_ lane: LaneCode) -> Bool {
    reads.withLock { reads in
      guard let read = reads.removeValue(forKey: lane) else { return false }
      return read.isStuck && !read.isRecorded
    }
  }

  /// Counts the lanes that are in the accessor as stuck there, and has the calls recorded that are
  /// not yet.
  ///
  /// - Parameter record: writes the record, before the lane can go on.
  /// - Returns: how many were recorded.
  func showReads(record: (_ lane: LaneCode, _ step: Int, _ thread: UInt64) -> Void) -> Int {
    reads.withLock { reads in
      var shown = 0
      for (lane, read) in reads where !read.isStuck {
        reads[lane]?.isStuck = true
        guard !read.isRecorded else { continue }
        record(lane, read.step, read.thread)
        shown += 1
      }
      return shown
    }
  }

  /// Polling lanes that can be asked to hold still: the others are stuck in the accessor.
  var answeringLanes: Int { pollingLanes - reads.withLock { $0.values.count(where: \.isStuck) } }

  /// Whether every polling lane has read in this round and holds still.
  var areAllPaused: Bool { round.withLock(\.held) >= answeringLanes }

  /// Whether every polling lane holds still or is in an accessor.
  var areAllPausedOrInside: Bool {
    round.withLock(\.held) >= pollingLanes - reads.withLock(\.count)
  }

  // MARK: End

  /// A client lane reached its end.
  func laneEnded() {
    running.subtract(1, ordering: .sequentiallyConsistent)
    signal()
  }

  /// Client lanes that have not reached their end.
  var runningLanes: Int { running.load(ordering: .sequentiallyConsistent) }

  /// Whether the program is over: nothing is recorded any more, nobody waits.
  var isClosed: Bool { closed.load(ordering: .sequentiallyConsistent) }

  /// Ends the program: every wait returns.
  func close() {
    closed.store(true, ordering: .sequentiallyConsistent)
    waitingLock.withLock { waitingLock.broadcast() }
  }
}
