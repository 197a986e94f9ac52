// The underlying queue is serial, and a barrier block is inside. What is added after it must not
// begin before the block has ended; here it does.
import Foundation

func see(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }

let queue = OperationQueue()
let underlying = DispatchQueue(label: "underlying")
queue.underlyingQueue = underlying
let inside = DispatchSemaphore(value: 0)
let ended = DispatchSemaphore(value: 0)
queue.addBarrierBlock {
  inside.signal()
  ended.wait()
}
inside.wait()
queue.addOperation {
  see("the operation begins while the barrier block is inside")
  ended.signal()
}
queue.waitUntilAllOperationsAreFinished()
withExtendedLifetime(underlying) {}
