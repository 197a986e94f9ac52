// A cancelled operation and its dependent are added together, and the dependency is removed. Both
// must come to their end; here neither does.
import Foundation

func see(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }

let dependency = BlockOperation {}
let operation = BlockOperation { see("the operation runs") }
operation.addDependency(dependency)
dependency.cancel()
let queue = OperationQueue()
queue.addOperations([dependency, operation], waitUntilFinished: false)
operation.removeDependency(dependency)
operation.waitUntilFinished()
see("both have finished")
