// A dependency is removed while its dependent is queued, and finishes. The dependent may wait until
// then, but must run after it; here it waits for ever.
import Foundation

func see(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }

let dependency = BlockOperation {}
let operation = BlockOperation { see("the operation runs") }
operation.addDependency(dependency)
let queue = OperationQueue()
queue.addOperation(operation)
operation.removeDependency(dependency)
queue.addOperations([dependency], waitUntilFinished: true)
see("the removed dependency has finished: \(dependency.isFinished)")
operation.waitUntilFinished()
