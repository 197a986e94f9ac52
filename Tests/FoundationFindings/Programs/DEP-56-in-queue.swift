// Cancelled dependents finish before their dependency and go away. It must not matter; here the
// dependency, finishing on a thread of its queue, follows pointers that keep nothing alive.
import Foundation

func see(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }

for _ in 0..<100 {
  let (queue, gate) = (OperationQueue(), DispatchSemaphore(value: 0))
  let dependency = BlockOperation { gate.wait() }
  queue.addOperation(dependency)
  for _ in 0..<20 {
    let dependent = BlockOperation {}
    dependent.addDependency(dependency)
    dependent.cancel()
    queue.addOperation(dependent)
    dependent.waitUntilFinished()
  }
  gate.signal()
  dependency.waitUntilFinished()
}
see("every dependency has finished")
