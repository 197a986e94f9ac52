import OQDriver
import OQHistory
import Synchronization

/// Programs that rest in processes of their own until it is certain that they rest for good, each
/// watched by a thread of its own, while others run.
final class WireSuspects: Sendable {
  /// Programs that are watched at most: each is a process of the adapter.
  static let most = 8
  /// Microseconds between two looks at who has answered.
  private static let glance = 50_000

  private struct State {
    var watched: Set<Int32> = []
    var answered: [WireRunning.Conclusion] = []
  }

  private let state = Mutex(State())
  private let condition = WaitingLock()
  private let isWanted = Atomic<Bool>(true)

  /// The processes of those that are watched.
  var identifiers: [Int32] { state.withLock { $0.watched.sorted() } }

  /// Watches a program; its process ends with the answer.
  ///
  /// - Parameter running: a program that rests, whose process nobody else uses any more.
  func watch(_ running: WireRunning) {
    let identifier = running.driver.process.identifier
    running.driver.isWanted = { [self] in isWanted.load(ordering: .relaxed) }
    state.withLock { _ = $0.watched.insert(identifier) }
    let confined = Confined(running)
    PlainThread.start { [self] in
      let conclusion = confined.value.conclude()
      confined.value.driver.process.end()
      state.withLock {
        $0.watched.remove(identifier)
        $0.answered.append(conclusion)
      }
      condition.lock()
      condition.broadcast()
      condition.unlock()
    }
  }

  /// What those that have answered came to, since somebody asked.
  func answered() -> [WireRunning.Conclusion] {
    state.withLock { state in
      defer { state.answered = [] }
      return state.answered
    }
  }

  /// Waits until another one can be watched.
  func makeRoom() {
    wait { state.withLock { $0.watched.count >= WireSuspects.most } }
  }

  /// Waits for answers.
  ///
  /// - Parameter mayWait: asked again and again whether there is time to wait for more.
  func settle(while mayWait: () -> Bool) {
    wait { mayWait() && state.withLock { !$0.watched.isEmpty } }
  }

  /// Ends all of them without waiting for their answers.
  func abandon() {
    isWanted.store(false, ordering: .relaxed)
    wait { state.withLock { !$0.watched.isEmpty } }
    state.withLock { $0.answered = [] }
    isWanted.store(true, ordering: .relaxed)
  }

  private func wait(while isWaiting: () -> Bool) {
    condition.lock()
    while isWaiting() { condition.wait(microseconds: WireSuspects.glance) }
    condition.unlock()
  }
}
