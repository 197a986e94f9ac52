// The only dependency is removed before the operation is queued. The operation must become ready
// and run; here it does neither, with no dependency left.
import Foundation

func see(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }

let dependency = BlockOperation {}
let operation = BlockOperation { see("the operation runs") }
operation.addDependency(dependency)
operation.removeDependency(dependency)
let queue = OperationQueue()
queue.addOperation(operation)
queue.addOperations([BlockOperation {}], waitUntilFinished: true)
see("another operation has run; dependencies left: \(operation.dependencies.count)")
see("ready: \(operation.isReady)")
operation.waitUntilFinished()
