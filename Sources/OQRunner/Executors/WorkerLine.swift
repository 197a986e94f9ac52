import OQDriver
import OQHistory

/// A worker, with what is needed should it die later.
final class LineWorker {
  /// The worker.
  let process: WorkerProcess
  /// The workers that it is one of.
  let line: WorkerLine
  /// The last program that it completed.
  private(set) var last: Execution?
  /// The programs that it ran last, in their order.
  private(set) var earlier: [Program] = []

  init(_ process: WorkerProcess, of line: WorkerLine) {
    self.process = process
    self.line = line
  }

  /// Keeps what is needed should the worker die later.
  func remember(_ execution: Execution) {
    last = execution
    if earlier.count >= line.remembered { earlier.removeFirst() }
    earlier.append(execution.program)
  }

  /// Ends the worker without waiting for it.
  func dispose() { line.dispose(of: process) }
}

/// Workers of one kind.
final class WorkerLine {
  /// Those that wait for a program; the last one waits for the shortest time.
  private(set) var idle: [LineWorker] = []

  private let supply: WorkerSupply
  fileprivate let remembered: Int

  /// Makes a line; the first worker starts in the background.
  ///
  /// - Parameters:
  ///   - options: how workers are started.
  ///   - origin: how they come into being.
  ///   - remembered: programs of a worker that are remembered.
  init(_ options: WorkerOptions, _ origin: WorkerSupply.Origin, remembered: Int) {
    supply = WorkerSupply(options, origin)
    self.remembered = remembered
  }

  /// Takes a worker that is nobody's, for other use.
  ///
  /// - Returns: a worker that has run nothing and must be disposed of.
  /// - Throws: why none could be started.
  func take() throws -> WorkerProcess { try supply.take() }

  /// Takes a worker for a program.
  ///
  /// - Returns: one that waits for a program, else a fresh one.
  /// - Throws: why none could be started.
  func worker() throws -> LineWorker {
    if let worker = idle.popLast() { return worker }
    return LineWorker(try supply.take(), of: self)
  }

  /// Lets a worker wait for its next program.
  func giveBack(_ worker: LineWorker) { idle.append(worker) }

  /// Ends a worker without waiting for it.
  func dispose(of worker: WorkerProcess) { supply.dispose(of: worker) }

  /// Ends those that wait for a program; the next program gets a fresh one.
  func retire() {
    for worker in idle { worker.dispose() }
    idle = []
  }

  /// Ends everything and waits until nothing is left.
  func shutDown() {
    retire()
    supply.shutDown()
  }
}
