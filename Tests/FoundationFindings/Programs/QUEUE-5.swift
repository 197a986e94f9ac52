// A cancelled operation is added in a group behind a barrier. The call is not to wait for it; here
// it never returns.
import Foundation

func see(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }

let queue = OperationQueue()
queue.addOperation(BlockOperation {})
queue.addBarrierBlock {}
let operation = BlockOperation {}
operation.cancel()
queue.addOperations([operation], waitUntilFinished: false)
see("the call has returned")
