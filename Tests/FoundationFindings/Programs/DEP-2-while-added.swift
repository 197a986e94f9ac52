// An operation is added while its dependency finishes on another thread. It must begin; once in
// some ten thousand times it is ready and never begins.
import Foundation

func see(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }

// Safety: the variable is written before the semaphore is signalled and read after that.
final class Race: @unchecked Sendable {
  let gate = NSLock()
  let isSet = DispatchSemaphore(value: 0), isTaken = DispatchSemaphore(value: 0)
  var dependency: Operation?

  func run() {
    while true {
      isSet.wait()
      let dependency = dependency
      isTaken.signal()
      while !gate.try() {}
      gate.unlock()
      dependency?.start()
    }
  }
}

let race = Race()
Thread { race.run() }.start()
for _ in 0..<100_000 {
  let dependency = Operation()
  let dependents = (0..<8).map { _ in Operation() }
  for dependent in dependents { dependent.addDependency(dependency) }
  let queues = dependents.map { _ in OperationQueue() }
  race.gate.lock()
  race.dependency = dependency
  race.isSet.signal()
  race.isTaken.wait()
  race.gate.unlock()
  for (queue, dependent) in zip(queues, dependents) { queue.addOperation(dependent) }
  var looks = 0
  while !dependents.allSatisfy(\.isFinished), looks < 3000 {
    looks += 1
    if looks > 1000 { usleep(1000) }
  }
  for dependent in dependents where dependency.isFinished && !dependent.isFinished {
    see("the dependency has finished; ready: \(dependent.isReady)")
    dependent.waitUntilFinished()
  }
}
