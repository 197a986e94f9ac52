// A queue that counts its progress runs many short operations at once. Their ends count without a
// lock, and the process dies.
import Foundation

for _ in 0..<5_000 {
  let queue = OperationQueue()
  queue.progress.totalUnitCount = 100
  for _ in 0..<100 { queue.addOperation {} }
  queue.waitUntilAllOperationsAreFinished()
}
