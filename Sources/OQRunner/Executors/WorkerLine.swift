import OQDriver
import OQHistory

/// Workers of one kind, one after another, with what is needed should the current one die.
final class WorkerLine {
  /// The worker that runs programs; nil if the next program gets a fresh one.
  private(set) var current: WorkerProcess?
  /// The last program that the current worker completed.
  private(set) var last: Execution?
  /// The programs that the current worker ran last, in their order.
  private(set) var earlier: [Program] = []

  private let supply: WorkerSupply
  private let remembered: Int

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

  /// Makes a fresh worker the current one.
  ///
  /// - Throws: why none could be started.
  func renew() throws -> WorkerProcess {
    let worker = try supply.take()
    current = worker
    return worker
  }

  /// Keeps what is needed should the current worker die later.
  func remember(_ execution: Execution) {
    guard current != nil else { return }
    last = execution
    if earlier.count >= remembered { earlier.removeFirst() }
    earlier.append(execution.program)
  }

  /// Ends a worker without waiting for it.
  func dispose(of worker: WorkerProcess) { supply.dispose(of: worker) }

  /// Ends the current worker; the next program gets a fresh one.
  func retire() {
    if let current { supply.dispose(of: current) }
    forget()
  }

  /// Gives the current worker away; the next program gets a fresh one.
  func forget() {
    current = nil
    last = nil
    earlier = []
  }

  /// Ends everything and waits until nothing is left.
  func shutDown() {
    retire()
    supply.shutDown()
  }
}
