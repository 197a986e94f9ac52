// A class reports that it has finished while its queue is about to start it. The completion block
// must run once; here it runs twice.
import Foundation

// Foundation prints that nobody had started the operation.
let output = FileHandle(fileDescriptor: dup(STDOUT_FILENO))
close(STDOUT_FILENO)
func see(_ text: String) { output.write(Data("\(text)\n".utf8)) }

final class Count: @unchecked Sendable {
  // Safety: the number is touched under the lock.
  private let lock = NSLock()
  private var number = 0
  var value: Int { lock.withLock { number } }
  func increase() { lock.withLock { number += 1 } }
}

final class Download: Operation, @unchecked Sendable {
  // Safety: the count has its own lock.
  private let ends = Count()
  override var isAsynchronous: Bool { true }
  override var isFinished: Bool { ends.value > 0 }
  override func start() {}
  func finish() {
    willChangeValue(for: \.isFinished)
    ends.increase()
    didChangeValue(for: \.isFinished)
  }
}

for _ in 0..<20_000 {
  let queue = OperationQueue()
  let download = Download()
  let runs = Count()
  download.completionBlock = { runs.increase() }
  queue.addOperation(download)
  download.finish()
  for _ in 0..<40 where runs.value < 2 { sched_yield() }
  if runs.value > 1 {
    see("the completion block has run twice")
    exit(0)
  }
}
