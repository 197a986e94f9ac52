// While a barrier block is inside, the queue gets another underlying queue. What is added after
// the block must not begin before it has ended; here the operation begins meanwhile.
import Foundation

func see(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }

let queue = OperationQueue()
let other = DispatchQueue(label: "other", attributes: .concurrent)
let inside = DispatchSemaphore(value: 0)
let ended = DispatchSemaphore(value: 0)
queue.addBarrierBlock {
  inside.signal()
  ended.wait()
  exit(0)
}
inside.wait()
queue.underlyingQueue = other
queue.addOperation {
  see("the operation begins while the barrier block is inside")
  ended.signal()
}
dispatchMain()
