// The finished dependency of a cancelled operation is removed, and the operation is queued. Its
// completion block must run, as of any operation that was cancelled; here it never does.
import Foundation

func see(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }

let dependency = BlockOperation {}
let operation = BlockOperation {}
operation.completionBlock = { see("the completion block runs") }
operation.addDependency(dependency)
dependency.start()
operation.cancel()
operation.removeDependency(dependency)
let queue = OperationQueue()
queue.addOperation(operation)
queue.addOperations([BlockOperation {}], waitUntilFinished: true)
see("another operation has run")
operation.waitUntilFinished()
