// One thread adds a cancelled operation behind a barrier, a call that never returns. Another one
// cancels everything while a task runs. That must not wait; here it never returns either.
import Foundation

func see(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }

let queue = OperationQueue()
let (inside, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
queue.addOperation {
  inside.signal()
  gate.wait()
}
inside.wait()
queue.addBarrierBlock {}
let cancelled = BlockOperation {}
cancelled.cancel()
Thread.detachNewThread { queue.addOperation(cancelled) }
Thread.sleep(forTimeInterval: 0.1)
queue.cancelAllOperations()
see("the call has returned")
