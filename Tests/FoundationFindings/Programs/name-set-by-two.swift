// Two threads set the name of an operation. The property has no lock, and the process dies.
import Foundation

let operation = Operation()
for number in 1...2 {
  Thread {
    for _ in 0..<5_000_000 { operation.name = "a name that needs memory, \(number)" }
  }.start()
}
Thread.sleep(forTimeInterval: 20)
