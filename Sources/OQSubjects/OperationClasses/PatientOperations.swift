import Foundation
import Synchronization

// Mistakes that show only to those who take their time, or ask for several things at once.

/// Does failed work once more by a timer, although it has reported its finish.
final class RetriesAfterFinish: AsyncOperation, @unchecked Sendable {
  // Safety: as its superclass.
  override func perform() {
    do { try work() } catch {
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(120)) { try? self.work() }
    }
    finish()
  }
}

/// Reports its finish after a timeout, whatever its work does meanwhile.
final class EndsByTimeout: AsyncOperation, @unchecked Sendable {
  // Safety: as its superclass; the flag is atomic.
  private let isOver = Atomic(false)

  override func launch() {
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(150)) { self.finishOnce() }
    super.launch()
  }

  override func perform() {
    try? work()
    finishOnce()
  }

  private func finishOnce() {
    guard !isOver.exchange(true, ordering: .sequentiallyConsistent) else { return }
    finish()
  }
}

/// Is forgotten where two others of the class are at work.
final class ForgetsTheThird: AsyncOperation, @unchecked Sendable {
  // Safety: as its superclass; the count is atomic.
  private static let working = Atomic(0)

  override func launch() {
    let count = Self.working.add(1, ordering: .sequentiallyConsistent).newValue
    if count <= 2 { return super.launch() }
    Self.working.subtract(1, ordering: .sequentiallyConsistent)
  }

  override func perform() {
    try? work()
    Self.working.subtract(1, ordering: .sequentiallyConsistent)
    finish()
  }
}

/// Keeps only the dependency that was added last.
final class KeepsLastDependency: AsyncOperation, @unchecked Sendable {
  // Safety: as its superclass.
  override func addDependency(_ operation: Operation) {
    for earlier in dependencies { removeDependency(earlier) }
    super.addDependency(operation)
  }
}
