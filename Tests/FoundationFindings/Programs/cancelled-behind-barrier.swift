// An operation waits behind a barrier, is cancelled, and its owner lets it go. The queue is to
// bring it to its end; here the process dies, about every other time.
import Foundation

func see(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }

for _ in 0..<1000 {
  let queue = OperationQueue()
  queue.isSuspended = true
  queue.addOperation(BlockOperation {})
  queue.addBarrierBlock {}
  var operation: BlockOperation? = BlockOperation {}
  if let operation { queue.addOperation(operation) }
  operation?.cancel()
  operation = nil
  queue.isSuspended = false
  queue.waitUntilAllOperationsAreFinished()
}
see("every queue came to its end")
