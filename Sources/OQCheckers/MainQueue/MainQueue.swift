import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// Checkers of the area MAIN, and of what follows from others for the main queue.
  static let mainQueue: [Checker] = [
    mainQueueUsesMainThread, mainQueueIsOne, addOnMainThreadDoesNotExecute, settingsOfMainQueue,
    mainQueueIsFixed,
    Checker("MAIN-3", restricting: ["QUEUE-1"]) { $0.has(.handedToMain) },
    Checker(
      "MAIN-4", restricting: ["DEP-1", "DEP-2", "DONE-1", "DONE-2", "DONE-3", "DONE-4", "PRIO-3"],
      where: \.hasMainQueueOnly),
    Checker("MAIN-51", restricting: ["LIMIT-1", "LIMIT-5"], where: \.hasMainQueueOnly),
    Checker("MAIN-52", restricting: ["QUEUE-22"], where: \.hasMainQueueOnly),
  ]
}

extension HistoryIndex {
  /// Whether the main queue is the only one of the program.
  var hasMainQueueOnly: Bool { !queues.isEmpty && queues.allSatisfy(\.declaration.isMain) }

  /// Whether some call may have added an operation to the main queue.
  func mayBeInMain(_ record: OperationRecord) -> Bool {
    record.possibleAdds.contains { add in
      add.command.queue.map { self[$0].declaration.isMain } ?? false
    }
  }

  /// The main queue, if one call added an operation and it is there.
  func mainAdd(of operation: OperationID) -> Call? {
    guard let add = onlyAdd(of: operation), let queue = add.command.queue,
      self[queue].declaration.isMain
    else { return nil }
    return add
  }

  /// Whether a task of another queue adds to the main queue.
  func isHandedToMain(_ add: Call) -> Bool {
    guard let queue = add.command.queue, self[queue].declaration.isMain,
      let callback = add.lane.callback, callback.point == .body,
      let other = onlyAdd(of: callback.operation)?.command.queue
    else { return false }
    return !self[other].declaration.isMain
  }

  /// Whether client code ran on the main thread: it was entered there, or on top of client code
  /// that was; nil where nobody can tell.
  func isOnMainThread(_ run: Interval) -> Bool? {
    var thread = run.thread
    // Each step leads to code that was entered earlier.
    while case .lane(.callback(let outer))? = thread {
      thread = runs(of: outer.operation).first { $0.callback == outer }?.thread
    }
    return thread.map { $0 == .main }
  }

  /// Every run of client code of an operation.
  private func runs(of operation: OperationID) -> [Interval] {
    let record = self[operation]
    return record.bodies + record.completions + record.starts + record.readinessReads
  }

  /// The run of a callback.
  func run(_ callback: Callback) -> Interval? {
    runs(of: callback.operation).first { $0.callback == callback }
  }
}

extension HistoryIndex.OperationRecord {
  /// Whether the operation has one task, or overrides `start`.
  var isOneBlock: Bool {
    switch declaration.kind {
    case .task, .conditional, .closure, .asynchronous, .invocation, .procedure, .flagged: true
    case .block:
      declaration.blocks == 1 && calls(.addExecutionBlock).isEmpty
    default: false
    }
  }
}
