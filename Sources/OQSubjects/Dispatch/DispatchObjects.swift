import Foundation
import OQHistory
import OQMutants
import Synchronization

/// A dispatch queue of a program.
final class FacadeQueue: Sendable {
  /// What the library calls a queue.
  let target: DispatchQueue
  // Runs what is handed on, beside the queue itself.
  private let second: DispatchQueue?
  private let behavior: DispatchBehavior
  private let kind: DispatchKind
  private let next = Atomic<Int>(0)
  private let hasBegun = Atomic<Bool>(false)
  private let waiting = Mutex<[@Sendable () -> Void]>([])
  // Plain memory to the program: the loads and stores of a counter order nothing.
  private let counter = Atomic<Int>(0)
  // Tasks that have not ended, and barriers among them; counted where a decision depends on them.
  private let open = Atomic<Int>(0)
  private let barriers = Atomic<Int>(0)
  private let seen = Mutex<[UInt64: Int]>([:])

  /// What a queue is told apart by in code that it runs.
  private static let key = DispatchSpecificKey<Int>()

  private let number: Int

  /// The main queue.
  init(main queue: QueueID, _ behavior: DispatchBehavior) {
    self.behavior = behavior
    kind = .serial
    number = queue.index
    target = behavior.mainQueueHasWorker ? DispatchQueue(label: "main queue") : .main
    target.setSpecific(key: FacadeQueue.key, value: queue.index)
    second = nil
  }

  init(_ queue: QueueID, _ kind: DispatchKind, _ behavior: DispatchBehavior) {
    self.behavior = behavior
    self.kind = kind
    number = queue.index
    let isConcurrent = kind == .concurrent && !behavior.isConcurrentQueueSerial
    func make(_ attributes: DispatchQueue.Attributes) -> DispatchQueue {
      let object = DispatchQueue(label: "queue \(queue.index)", attributes: attributes)
      object.setSpecific(key: FacadeQueue.key, value: queue.index)
      return object
    }
    target = make(isConcurrent ? .concurrent : [])
    let handsOn = kind == .serial && behavior.serialQueue == .byTwoThreads
    second = handsOn ? make([]) : nil
  }

  /// Whether it is the main queue of the library.
  var isMain: Bool { target === DispatchQueue.main }

  /// Whether the calling code runs on the queue.
  var isCurrent: Bool { DispatchQueue.getSpecific(key: FacadeQueue.key) == number }

  /// Whether nothing was submitted yet, by a caller who asks once for each submission.
  var isFirst: Bool { !hasBegun.exchange(true, ordering: .relaxed) }

  /// Submits a task.
  func async(_ task: @escaping @Sendable () -> Void) {
    let wasBusy = open.load(ordering: .sequentiallyConsistent) > 0
    let task = counted(task)
    if behavior.serialQueue == .twiceWhenBusy, kind == .serial, wasBusy {
      target.async(execute: counted(task))
    }
    if let second, next.add(1, ordering: .relaxed).oldValue.isMultiple(of: 2) {
      return target.async { handOn(task, to: second) }
    }
    guard kind == .serial, behavior.serialQueue == .newestFirst else {
      return target.async(execute: task)
    }
    waiting.withLock { $0.append(task) }
    target.async { self.waiting.withLock { $0.popLast() }?() }
  }

  /// Submits a task and waits for it.
  func sync(_ task: @escaping @Sendable () -> Void) {
    let wasBusy = open.load(ordering: .sequentiallyConsistent) > 0
    target.sync(execute: task)
    if wasBusy, !behavior.syncReturnsFromBusyQueue { sleepForEver() }
  }

  /// The same task, counted until its end where something depends on that.
  private func counted(_ task: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    guard !behavior.syncReturnsFromBusyQueue || behavior.serialQueue == .twiceWhenBusy else {
      return task
    }
    open.add(1, ordering: .sequentiallyConsistent)
    return { [self] in
      task()
      open.subtract(1, ordering: .sequentiallyConsistent)
    }
  }

  /// Submits a barrier.
  func barrier(_ task: @escaping @Sendable () -> Void) {
    switch behavior.barrier {
    case .fromAll where !behavior.keepsEveryBarrier:
      guard barriers.add(1, ordering: .sequentiallyConsistent).oldValue == 0 else { return }
      target.async(flags: .barrier) {
        task()
        self.barriers.store(0, ordering: .sequentiallyConsistent)
      }
    case .fromAll: target.async(flags: .barrier, execute: task)
    case .fromEarlier:
      target.async(flags: .barrier) {}
      target.async(execute: task)
    case .fromLater:
      target.async(execute: task)
      target.async(flags: .barrier) {}
    }
  }

  /// Adds one to the counter, which nothing but the queue protects.
  func countUp(on thread: UInt64) {
    guard behavior.keepsStaleMemory else {
      return counter.store(counter.load(ordering: .relaxed) + 1, ordering: .relaxed)
    }
    let value = seen.withLock { seen in
      let value = (seen[thread] ?? counter.load(ordering: .relaxed)) + 1
      seen[thread] = value
      return value
    }
    counter.store(value, ordering: .relaxed)
  }

  /// What the counter holds.
  var counted: Int { counter.load(ordering: .relaxed) }
}

/// A dispatch group of a program, whose members are counted so that its end leaves none inside.
final class FacadeGroup: Sendable {
  private let group = DispatchGroup()
  // Left for good when the first member leaves.
  private let first = DispatchGroup()
  private let behavior: DispatchBehavior
  private let members = Atomic<Int>(0)
  private let hasEntered = Atomic<Bool>(false)
  private let hasLeft = Atomic<Bool>(false)
  private let notifications = Mutex<[(queue: DispatchQueue, task: @Sendable () -> Void)]>([])

  init(_ behavior: DispatchBehavior) { self.behavior = behavior }

  deinit {
    // The library traps at the end of a group that somebody has not left.
    for _ in 0..<max(0, members.load(ordering: .relaxed)) { group.leave() }
    if hasEntered.load(ordering: .relaxed), !hasLeft.load(ordering: .relaxed) { first.leave() }
  }

  /// Submits a task as a member.
  func async(on queue: FacadeQueue, _ task: @escaping @Sendable () -> Void) {
    guard behavior.notification == .firstLeave || behavior.groupWait == .firstLeave else {
      return queue.target.async(group: group, execute: task)
    }
    enter()
    queue.async {
      task()
      self.leave()
    }
  }

  /// Enters the group.
  func enter() {
    members.add(1, ordering: .relaxed)
    group.enter()
    if !hasEntered.exchange(true, ordering: .relaxed) { first.enter() }
  }

  /// Leaves the group.
  func leave() {
    if !behavior.countsEveryLeave, hasLeft.load(ordering: .sequentiallyConsistent) { return }
    members.subtract(1, ordering: .relaxed)
    group.leave()
    if hasEntered.load(ordering: .relaxed), !hasLeft.exchange(true, ordering: .relaxed) {
      first.leave()
    }
  }

  /// Waits until the group is empty.
  func wait() {
    let group = behavior.groupWait == .lastLeave ? group : first
    if !behavior.wakesGroupWaits, group.wait(timeout: .now()) == .timedOut { sleepForEver() }
    group.wait()
  }

  /// Has a task submitted when the group is empty.
  func notify(_ queue: DispatchQueue, _ task: @escaping @Sendable () -> Void) {
    let group = behavior.notification == .lastLeave ? group : first
    if !behavior.forgetsNotifications {
      let earlier = notifications.withLock { kept in
        defer { kept.append((queue, task)) }
        return kept
      }
      for one in earlier { group.notify(queue: one.queue, execute: one.task) }
    }
    group.notify(queue: queue, execute: task)
  }
}

/// A semaphore of a program.
final class FacadeSemaphore: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  private let behavior: DispatchBehavior
  private let waiters = Atomic<Int>(0)

  init(_ behavior: DispatchBehavior) { self.behavior = behavior }

  /// Signals it.
  func signal() {
    if !behavior.keepsSignals, waiters.load(ordering: .sequentiallyConsistent) == 0 { return }
    for _ in 0..<behavior.waitsPerSignal { semaphore.signal() }
  }

  /// Waits for a signal.
  func wait() {
    let isSecond = waiters.add(1, ordering: .sequentiallyConsistent).oldValue > 0
    if isSecond, !behavior.wakesEveryWaiter { sleepForEver() }
    semaphore.wait()
    waiters.subtract(1, ordering: .sequentiallyConsistent)
  }
}

/// Code that runs once.
// Safety: the token is allocated once, and only the library touches it.
final class FacadeOnce: @unchecked Sendable {
  private let token: UnsafeMutablePointer<Int>
  private let behavior: DispatchBehavior
  private let code: @Sendable () -> Void
  private let isDone = Atomic<Bool>(false)
  private let isUnderWay = Atomic<Bool>(false)

  init(_ behavior: DispatchBehavior, _ code: @escaping @Sendable () -> Void) {
    token = .allocate(capacity: 1)
    token.initialize(to: 0)
    self.behavior = behavior
    self.code = code
  }

  deinit { token.deallocate() }

  /// Runs the code unless it has run; false where the library has no such call.
  func run() -> Bool {
    guard behavior.claimsOnce else {
      if !isDone.load(ordering: .sequentiallyConsistent) {
        code()
        isDone.store(true, ordering: .sequentiallyConsistent)
      }
      return true
    }
    guard let once = FacadeOnce.library else { return false }
    if !behavior.onceReleasesWaiters, isUnderWay.load(ordering: .sequentiallyConsistent) {
      sleepForEver()
    }
    withExtendedLifetime(self) {
      once(token, Unmanaged.passUnretained(self).toOpaque()) { context in
        guard let context else { return }
        Unmanaged<FacadeOnce>.fromOpaque(context).takeUnretainedValue().runCode()
      }
    }
    return true
  }

  private func runCode() {
    isUnderWay.store(true, ordering: .sequentiallyConsistent)
    code()
    isUnderWay.store(false, ordering: .sequentiallyConsistent)
  }

  private typealias Code = @convention(c) (UnsafeMutableRawPointer?) -> Void
  private typealias Call =
    @convention(c) (UnsafeMutablePointer<Int>, UnsafeMutableRawPointer?, Code) -> Void

  /// The library's call, which Swift hides: there, constants are initialised once instead.
  private static let library: Call? = {
    guard let symbol = dlsym(UnsafeMutableRawPointer(bitPattern: 0), "dispatch_once_f") else {
      return nil
    }
    return unsafeBitCast(symbol, to: Call.self)
  }()
}

/// Waits for what nobody does: a wake-up that is lost.
private func sleepForEver() { DispatchSemaphore(value: 0).wait() }

/// Has another queue run a task, and waits until it is about to.
private func handOn(_ task: @escaping @Sendable () -> Void, to queue: DispatchQueue) {
  let begun = DispatchSemaphore(value: 0)
  queue.async {
    begun.signal()
    task()
  }
  begun.wait()
}
