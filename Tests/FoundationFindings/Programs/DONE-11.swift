// A completion block adds a cancelled operation to a suspended queue in which a barrier waits.
// Adding must be possible there, too; here the call never returns.
import Foundation

func see(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }

let queue = OperationQueue()
queue.isSuspended = true
queue.addOperation(BlockOperation {})
queue.addBarrierBlock {}
let cancelled = BlockOperation {}
cancelled.cancel()
let other = BlockOperation {}
other.completionBlock = {
  see("the completion block adds")
  queue.addOperation(cancelled)
  see("the call has returned")
}
other.start()
dispatchMain()
