// A class reports that it has finished while its queue starts it. The completion block must run
// once; here it runs twice.
import Foundation

func see(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }

final class Download: Operation, @unchecked Sendable {
  private let lock = NSLock()
  private var isOver = false
  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { false }
  override var isFinished: Bool { lock.withLock { isOver } }
  override func start() {}
  func finish() {
    willChangeValue(for: \.isFinished)
    lock.withLock { isOver = true }
    didChangeValue(for: \.isFinished)
  }
}

for _ in 0..<20_000 {
  let queue = OperationQueue()
  let download = Download()
  let count = NSLock()
  nonisolated(unsafe) var runs = 0
  download.completionBlock = { count.withLock { runs += 1 } }
  queue.addOperation(download)
  download.finish()
  for _ in 0..<40 where count.withLock({ runs }) < 2 { sched_yield() }
  if count.withLock({ runs }) > 1 {
    see("the completion block has run twice")
    exit(0)
  }
}
