/// Keeps one worker ready, so that nobody waits for a process to start, and disposes of used ones.
///
/// Starting and ending happen on a thread of its own. Everything is ended when this value goes
/// away.
package final class WorkerSupply: Sendable {
  private let core: SupplyCore
  private let thread = LaneThread()

  /// Starts the first worker in the background.
  ///
  /// - Parameter options: how workers are started.
  package init(_ options: WorkerOptions) {
    let core = SupplyCore(options)
    self.core = core
    thread.run { _ in core.work() }
    thread.finish()
  }

  deinit { shutDown() }

  /// Takes the worker that is ready, waiting until one is.
  ///
  /// - Returns: a worker that has run nothing.
  /// - Throws: why none could be started; `WorkerFault` where the subject is the reason.
  package func take() throws -> WorkerProcess { try core.take() }

  /// Ends a worker and whatever descends from it, without waiting for it.
  ///
  /// - Parameter worker: a worker that nobody uses any more.
  package func dispose(of worker: WorkerProcess) { core.dispose(of: worker) }

  /// Ends the worker that is ready and waits until nothing is left of it and of those disposed of.
  package func shutDown() { core.shutDown() }
}

// Safety: the variables are touched only under the monitor.
private final class SupplyCore: @unchecked Sendable {
  private let options: WorkerOptions
  private let monitor = Monitor()
  private var ready: Result<WorkerProcess, any Error>?
  private var used: [WorkerProcess] = []
  private var isOver = false
  private var isDone = false

  init(_ options: WorkerOptions) { self.options = options }

  func take() throws -> WorkerProcess {
    let result = monitor.withLock {
      while ready == nil && !isOver { monitor.wait() }
      defer {
        ready = nil
        monitor.broadcast()
      }
      return ready
    }
    guard let result else { throw WorkerFault.isShutDown }
    return try result.get()
  }

  func dispose(of worker: WorkerProcess) {
    worker.end()
    monitor.withLock {
      used.append(worker)
      monitor.broadcast()
    }
  }

  func shutDown() {
    monitor.withLock {
      isOver = true
      monitor.broadcast()
      while !isDone { monitor.wait() }
    }
  }

  func work() {
    while let task = next() {
      switch task {
      case .start:
        let result = Result { try WorkerProcess(options) }
        monitor.withLock {
          ready = result
          monitor.broadcast()
        }
      case .dispose(let workers): for worker in workers { worker.wait() }
      }
    }
    let last = monitor.withLock {
      defer { ready = nil }
      return try? ready?.get()
    }
    last?.end()
    last?.wait()
    monitor.withLock {
      isDone = true
      monitor.broadcast()
    }
  }

  private enum Task {
    case start
    case dispose([WorkerProcess])
  }

  /// A worker that is needed comes first; nil when all is done and over.
  private func next() -> Task? {
    monitor.withLock {
      while true {
        if !isOver, ready == nil { return .start }
        if !used.isEmpty {
          defer { used = [] }
          return .dispose(used)
        }
        if isOver { return nil }
        monitor.wait()
      }
    }
  }
}
