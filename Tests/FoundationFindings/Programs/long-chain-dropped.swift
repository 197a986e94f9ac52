// Each of many operations depends on the one before it. The last one goes away, its end ends the
// one before it, and so on: the stack overflows, and the process dies.
import Foundation

let dropped = DispatchSemaphore(value: 0)
let builder = Thread {
  var last = Operation()
  for _ in 0..<100_000 {
    let next = Operation()
    next.addDependency(last)
    last = next
  }
  last = Operation()
  dropped.signal()
}
builder.stackSize = 8 << 20
builder.start()
dropped.wait()
print("dropped")
