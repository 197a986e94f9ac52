// While a thread adds a cancelled operation behind a barrier, another one resumes the queue. Both
// calls must return; here neither does.
import Foundation

func see(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }

let queue = OperationQueue()
queue.isSuspended = true
queue.addOperation(BlockOperation {})
queue.addBarrierBlock {}
let operation = BlockOperation {}
operation.cancel()
let isAdding = DispatchSemaphore(value: 0)
Thread.detachNewThread {
  isAdding.signal()
  queue.addOperation(operation)
  see("the add has returned")
}
isAdding.wait()
for _ in 0..<1000 where !operation.isReady || queue.isSuspended { sched_yield() }
queue.isSuspended = false
see("the resume has returned")
queue.waitUntilAllOperationsAreFinished()
see("the queue is empty")
