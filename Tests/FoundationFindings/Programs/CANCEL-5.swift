// A cancelled operation whose only dependency has finished and is then removed is queued. It must
// finish without running; here it never finishes.
import Foundation

func see(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }

let dependency = BlockOperation {}
let operation = BlockOperation { see("the operation runs") }
operation.addDependency(dependency)
dependency.start()
operation.cancel()
operation.removeDependency(dependency)
let queue = OperationQueue()
queue.addOperation(operation)
queue.addOperations([BlockOperation {}], waitUntilFinished: true)
see("another operation has run; cancelled: \(operation.isCancelled)")
operation.waitUntilFinished()
see("the operation has finished")
