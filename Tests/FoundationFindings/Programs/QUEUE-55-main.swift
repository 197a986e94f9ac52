// A barrier block is added to the main queue. What is added after it must not begin before the
// block has ended; here the block runs on another thread, and the operation begins meanwhile.
import Foundation

func see(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }

let inside = DispatchSemaphore(value: 0)
let ended = DispatchSemaphore(value: 0)
OperationQueue.main.addBarrierBlock {
  inside.signal()
  ended.wait()
  exit(0)
}
inside.wait()
OperationQueue.main.addOperation {
  see("the operation begins while the barrier block is inside")
  ended.signal()
}
dispatchMain()
