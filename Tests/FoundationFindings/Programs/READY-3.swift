// Of two dependencies one finishes and the other is removed. The operation must become ready;
// here it does not, with every dependency finished and nothing left that could change it.
import Foundation

func see(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }

let (finished, removed) = (BlockOperation {}, BlockOperation {})
let operation = BlockOperation {}
operation.addDependency(finished)
operation.addDependency(removed)
let queue = OperationQueue()
queue.addOperations([finished], waitUntilFinished: true)
operation.removeDependency(removed)
for _ in 0..<1000 where !operation.isReady {
  queue.addOperations([BlockOperation {}], waitUntilFinished: true)
}
see("dependencies finished: \(operation.dependencies.map(\.isFinished))")
see("ready: \(operation.isReady)")
