// A cancelled operation is added to a suspended queue in which a barrier waits. Adding must be
// possible at any time; here the call never returns.
import Foundation

func see(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }

let queue = OperationQueue()
queue.isSuspended = true
queue.addOperation(BlockOperation {})
queue.addBarrierBlock {}
let operation = BlockOperation {}
operation.cancel()
see("the queue has \(queue.operationCount) operations")
queue.addOperation(operation)
see("the call has returned")
