/// How a pool comes by its threads.
package enum PoolGrowth: Sendable {
  /// A thread for every job that finds no idle one.
  case immediate
  /// So many threads at once, then one more each time the interval has passed with a job waiting.
  case gradual(first: Int, everyNanoseconds: Int)
}

/// Threads that run jobs.
///
/// Idle threads are used again before new ones are made. They sleep without a time limit, and they
/// end when the pool is released. Jobs still waiting then are run first.
package final class WorkerPool: Sendable {
  private let core: PoolCore

  /// A pool without threads.
  ///
  /// - Parameters:
  ///   - bound: the largest number of threads, at least 1. Jobs beyond it wait.
  ///   - growth: how the pool comes by its threads.
  package init(bound: Int = 256, growth: PoolGrowth = .immediate) {
    precondition(bound >= 1, "a pool needs at least one thread, not \(bound)")
    core = PoolCore(bound: bound, growth: growth)
  }

  deinit { core.close() }

  /// Runs a job on some thread of the pool.
  ///
  /// - Parameter job: runs once; it may block.
  package func submit(_ job: @escaping @Sendable () -> Void) { core.submit(job) }

  /// The number of threads that exist.
  package var threadCount: Int { core.threadCount }

  /// The number of threads that wait for a job.
  package var idleThreadCount: Int { core.idleThreadCount }
}

/// What a pool runs.
///
/// A closure that is stored without such a box gets another shell around it each time.
private struct Job: Sendable {
  let run: @Sendable () -> Void
}

/// The part of a pool that its threads keep alive.
private final class PoolCore: @unchecked Sendable {
  // Safety: the variables are touched only under the waiting lock.
  private let waitingLock = WaitingLock()
  private let bound: Int
  private let growth: PoolGrowth
  private var jobs: [Job?] = []
  private var next = 0
  private var threads = 0
  private var idle = 0
  private var isClosed = false
  private var hasGrower = false

  init(bound: Int, growth: PoolGrowth) {
    self.bound = bound
    self.growth = growth
  }

  var threadCount: Int {
    waitingLock.lock()
    defer { waitingLock.unlock() }
    return threads
  }

  var idleThreadCount: Int {
    waitingLock.lock()
    defer { waitingLock.unlock() }
    return idle
  }

  private var waiting: Int { jobs.count - next }

  func submit(_ job: @escaping @Sendable () -> Void) {
    waitingLock.lock()
    jobs.append(Job(run: job))
    if idle >= waiting {
      waitingLock.signal()
    } else {
      grow()
    }
    waitingLock.unlock()
  }

  func close() {
    waitingLock.lock()
    isClosed = true
    waitingLock.broadcast()
    waitingLock.unlock()
  }

  /// Makes a thread if the growth allows one at once.
  private func grow() {
    guard threads < bound else { return }
    switch growth {
    case .immediate:
      addThread()
    case .gradual(let first, let interval):
      if threads < first { addThread() } else { startGrower(interval) }
    }
  }

  private func addThread() {
    threads += 1
    if !Thread.detach({ self.work() }) {
      threads -= 1
      precondition(threads > 0, "the system gives no thread")
    }
  }

  /// Starts the thread that adds one thread per interval while jobs wait, as dispatch does it.
  private func startGrower(_ interval: Int) {
    guard !hasGrower else { return }
    hasGrower = Thread.detach { self.growSlowly(interval) }
  }

  private func growSlowly(_ interval: Int) {
    waitingLock.lock()
    while waiting > idle, threads < bound, !isClosed {
      waitingLock.unlock()
      Thread.sleep(nanoseconds: interval)
      waitingLock.lock()
      if waiting > idle, threads < bound { addThread() }
    }
    hasGrower = false
    waitingLock.unlock()
  }

  private func work() {
    while let job = take() { job.run() }
  }

  /// The next job, once there is one; nil when the pool is closed and no job is left.
  ///
  /// Jobs are released by the thread that ran them, without the lock: their end can be the end of
  /// objects that submit or that are locked elsewhere.
  private func take() -> Job? {
    waitingLock.lock()
    defer { waitingLock.unlock() }
    idle += 1
    defer { idle -= 1 }
    while waiting == 0 {
      if isClosed {
        threads -= 1
        return nil
      }
      waitingLock.wait()
    }
    let job = jobs[next]
    jobs[next] = nil
    next += 1
    if next == jobs.count {
      jobs.removeAll(keepingCapacity: next < 1024)
      next = 0
    } else if next > 1024, next > jobs.count / 2 {
      jobs.removeFirst(next)
      next = 0
    }
    return job
  }
}
