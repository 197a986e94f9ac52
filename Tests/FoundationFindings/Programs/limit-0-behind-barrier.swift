// While a barrier block is inside, an operation is added, and the limit is set to 0. No run of the
// model starts it before the limit is raised; here it begins once the block has ended.
import Foundation

func see(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }

let queue = OperationQueue()
let inside = DispatchSemaphore(value: 0)
let gate = DispatchSemaphore(value: 0)
queue.addBarrierBlock {
  inside.signal()
  gate.wait()
}
inside.wait()
queue.addOperation {
  see("the operation begins; the limit is \(queue.maxConcurrentOperationCount)")
  exit(0)
}
queue.maxConcurrentOperationCount = 0
gate.signal()
dispatchMain()
