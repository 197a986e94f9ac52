/// Keeps workers ready, so that nobody waits for a process to start, and disposes of used ones.
///
/// Starting and ending happen on a thread of its own. Everything is ended when this value goes
/// away.
package final class WorkerSupply: Sendable {
  /// How workers come into being.
  package enum Origin: Sendable {
    /// They are forked from a zygote, where that is safe; otherwise they are started.
    case forked
    /// Each is started as a program, so that it has a first thread for main loops.
    case started
  }

  private let core: SupplyCore
  private let thread = LaneThread()

  /// Starts the first worker in the background.
  ///
  /// - Parameters:
  ///   - options: how workers are started.
  ///   - origin: how they come into being.
  package init(_ options: WorkerOptions, _ origin: Origin = .forked) {
    let core = SupplyCore(options, origin)
    self.core = core
    thread.run { _ in core.work() }
    thread.finish()
  }

  deinit { shutDown() }

  /// Takes a worker that is ready, waiting until one is.
  ///
  /// - Returns: a worker that has run nothing.
  /// - Throws: why none could be started; `WorkerFault` where the subject is the reason.
  package func take() throws -> WorkerProcess { try core.take() }

  /// Ends a worker and whatever descends from it, without waiting for it.
  ///
  /// - Parameter worker: a worker that nobody uses any more.
  package func dispose(of worker: WorkerProcess) { core.dispose(of: worker) }

  /// Ends the workers that are ready and waits until nothing is left of them and of those disposed
  /// of.
  package func shutDown() { core.shutDown() }
}

// Safety: the variables are touched only under the waiting lock.
private final class SupplyCore: @unchecked Sendable {
  private let options: WorkerOptions
  private let origin: ForkRequest.Origin
  private let waitingLock = WaitingLock()
  private var ready: [Result<WorkerProcess, any Error>] = []
  private var used: [WorkerProcess] = []
  private var isOver = false
  private var isDone = false

  /// The most workers that are ready at a time: programs that need a fresh one come in swarms.
  private static let most = 8
  /// Workers that are ready at a time: twice as many whenever somebody has had to wait.
  private var stock = 1
  private var isTaken = false

  init(_ options: WorkerOptions, _ origin: WorkerSupply.Origin) {
    self.options = options
    self.origin = origin == .forked ? .forked : .started
    options.nursery.enter()
  }

  func take() throws -> WorkerProcess {
    let result = waitingLock.withLock { () -> Result<WorkerProcess, any Error>? in
      // The first one is always waited for.
      if isTaken, ready.isEmpty { stock = min(2 * stock, SupplyCore.most) }
      isTaken = true
      while ready.isEmpty && !isOver { waitingLock.wait() }
      defer { waitingLock.broadcast() }
      return ready.isEmpty ? nil : ready.removeFirst()
    }
    guard let result else { throw WorkerFault.isShutDown }
    return try result.get()
  }

  func dispose(of worker: WorkerProcess) {
    worker.end()
    waitingLock.withLock {
      used.append(worker)
      waitingLock.broadcast()
    }
  }

  func shutDown() {
    waitingLock.withLock {
      isOver = true
      waitingLock.broadcast()
      while !isDone { waitingLock.wait() }
    }
  }

  func work() {
    while let task = next() {
      switch task {
      case .start:
        let result = Result { try makeWorker() }
        waitingLock.withLock {
          ready.append(result)
          waitingLock.broadcast()
        }
      case .dispose(let workers): for worker in workers { worker.wait() }
      }
    }
    let last = waitingLock.withLock {
      defer { ready = [] }
      return ready.compactMap { try? $0.get() }
    }
    for worker in last { worker.end() }
    for worker in last { worker.wait() }
    options.nursery.leave()
    waitingLock.withLock {
      isDone = true
      waitingLock.broadcast()
    }
  }

  private func makeWorker() throws -> WorkerProcess {
    // A zygote may have been killed since the last worker: then there is another one.
    for _ in 0..<2 {
      guard let zygote = try options.nursery.zygote(of: options) else { break }
      do {
        return try WorkerProcess(
          options, forkedFrom: zygote, zygote.forksWorkers ? origin : .started)
      } catch is SystemError {
        options.nursery.lose(zygote)
      }
    }
    return try WorkerProcess(options)
  }

  private enum Task {
    case start
    case dispose([WorkerProcess])
  }

  /// A worker that is needed comes first; nil when all is done and over.
  private func next() -> Task? {
    waitingLock.withLock {
      while true {
        if !isOver, ready.count < stock { return .start }
        if !used.isEmpty {
          defer { used = [] }
          return .dispose(used)
        }
        if isOver { return nil }
        waitingLock.wait()
      }
    }
  }
}
