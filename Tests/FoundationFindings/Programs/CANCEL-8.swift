// A queue in which a barrier waits behind an operation is told to cancel everything, and resumed.
// Everything is to come to its end; here the process dies.
import Foundation

func see(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }

for _ in 0..<5_000 {
  let queue = OperationQueue()
  queue.isSuspended = true
  queue.addOperation(BlockOperation {})
  queue.addBarrierBlock {}
  queue.cancelAllOperations()
  queue.isSuspended = false
  queue.waitUntilAllOperationsAreFinished()
}
see("every queue is empty")
