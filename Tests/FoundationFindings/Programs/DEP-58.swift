// A dependency of an operation that is queued is removed and another one is added. Both finish,
// and the operation must begin; here it never does.
import Foundation

func see(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }

let (removed, late) = (BlockOperation {}, BlockOperation {})
let operation = BlockOperation { see("the operation begins") }
operation.addDependency(removed)
let queue = OperationQueue()
queue.addOperation(operation)
operation.removeDependency(removed)
operation.addDependency(late)
OperationQueue().addOperations([removed, late], waitUntilFinished: true)
see("all have finished: \(operation.dependencies.allSatisfy(\.isFinished))")
operation.waitUntilFinished()
