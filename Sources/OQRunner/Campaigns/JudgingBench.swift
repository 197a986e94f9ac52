import OQDriver
import OQHistory

/// Judges executions on a thread of its own while the next programs run.
///
/// What campaigns add up does not depend on the order in which executions are judged. Who finds the
/// bench full judges himself, so that two threads work where judging takes longer than running.
// Safety: the list and the flag are touched only under the condition.
final class JudgingBench: @unchecked Sendable {
  private let condition = WaitingLock()
  private let judge: @Sendable (Execution, UInt64) -> Void
  private var waiting: [(execution: Execution, index: UInt64)] = []
  private var isClosed = false
  private var isDone = false

  /// Executions that may wait: enough to even out slow ones, few enough to hold little memory.
  private static let most = 32
  /// Events from which a history is large: its index and facts take tens of megabytes.
  private static let large = 10_000

  /// Makes a bench.
  ///
  /// - Parameter judge: judges one execution; called on two threads at once.
  init(_ judge: @escaping @Sendable (Execution, UInt64) -> Void) {
    self.judge = judge
    PlainThread.start { [self] in work() }
  }

  /// Has an execution judged, now or soon.
  func take(_ execution: Execution, _ index: UInt64) {
    condition.lock()
    let isFull = waiting.count >= JudgingBench.most
    if !isFull {
      waiting.append((execution, index))
      // Otherwise it is awake, or was called.
      if waiting.count == 1 { condition.broadcast() }
    }
    condition.unlock()
    if isFull { judge(execution, index) }
  }

  /// Waits until everything is judged.
  func close() {
    condition.lock()
    isClosed = true
    condition.broadcast()
    while !isDone { condition.wait() }
    condition.unlock()
  }

  private func work() {
    HarnessThreads.addCurrent()
    condition.lock()
    while true {
      if !waiting.isEmpty {
        var batch = waiting
        waiting = []
        condition.unlock()
        for one in batch { judge(one.execution, one.index) }
        let isLarge = batch.contains { $0.execution.history.events.count >= JudgingBench.large }
        batch = []
        if isLarge { Memory.giveBack() }
        condition.lock()
      } else if isClosed {
        break
      } else {
        condition.wait()
      }
    }
    isDone = true
    condition.broadcast()
    condition.unlock()
  }
}
