import OQHistory
import OQPrograms

/// What a queue has been through before the operation of the facts comes into it.
///
/// Nothing of it should matter: all that was added then has come to its end.
extension Stage {
  /// Gives the queue its past.
  func live(_ p: inout Draft) {
    guard let q else { return }
    switch true {
    case has(.pastUsed):
      let operations = (0..<3).map { _ in p.operation() }
      p.addAll(q, operations)
      for operation in operations { p.finished(operation) }
    case has(.pastSuspended):
      let operation = p.operation()
      p.suspend(q)
      p.add(q, operation)
      p.resume(q)
      p.finished(operation)
    case has(.pastLimited):
      p.setLimit(q, 4)
      p.setLimit(q, p.queues[q.index].limit ?? -1)
    case has(.pastBarrier):
      let (barrier, behind) = (p.operation(kind: .barrier), p.operation())
      p.command(.addBarrier, q, .operation(barrier))
      p.add(q, behind)
      p.finished(behind)
    case has(.pastCancelled): cancelEverything(q, &p)
    default: break
    }
  }

  /// Cancels everything in the queue while a task runs, unless none can.
  private func cancelEverything(_ q: QueueID, _ p: inout Draft) {
    guard !has(.suspendedFirst) else {
      p.command(.cancelAll, q)
      return
    }
    let operation = p.operation()
    p.hold(operation)
    p.add(q, operation)
    p.began(operation)
    p.command(.cancelAll, q)
    p.open(operation)
    p.finished(operation)
  }
}
