import OQDriver
import OQHistory
import Synchronization

/// Programs that take their time, each on a process and a thread of its own, while others run: such
/// as those that rest until it is certain that they rest for good.
final class WireSuspects: Sendable {
  /// Programs that are waited for at most: each is a process of the adapter.
  static let most = 24
  /// Microseconds between two looks at who has answered.
  private static let glance = 50_000
  /// How long nothing else is begun while a program runs: most need less.
  private static let moment = Duration.milliseconds(150)

  private struct State {
    /// Programs that were begun.
    var begun = 0
    /// The processes of those that nobody waits for.
    var watched: [Int: Int32] = [:]
    /// What the program came to that somebody waits for.
    var landed: [Int: WireRunning.Conclusion] = [:]
    /// What the others came to, since somebody asked.
    var answered: [WireRunning.Conclusion] = []
  }

  private let state = Mutex(State())
  private let condition = WaitingLock()
  private let isWanted = Atomic<Bool>(true)

  /// The processes of those that are waited for.
  var identifiers: [Int32] { state.withLock { $0.watched.values.sorted() } }

  /// Runs a program for a moment.
  ///
  /// - Parameters:
  ///   - running: a program, whose process nobody else uses.
  ///   - calibration: what the subject can do on this machine.
  /// - Returns: what has come of it; nil where it takes longer: then it is waited for, and its
  ///   process ends with it.
  func run(_ running: WireRunning, _ calibration: Calibration) -> WireRunning.Conclusion? {
    running.driver.isWanted = { [self] in isWanted.load(ordering: .relaxed) }
    let number = state.withLock { state in
      state.begun += 1
      return state.begun
    }
    let confined = Confined(running)
    PlainThread.start { [self] in
      let running = confined.value
      land(running.conclude(calibration) { calibration }, number, on: running.driver.process)
    }
    let end = ContinuousClock.now + WireSuspects.moment
    condition.lock()
    while !state.withLock({ $0.landed[number] != nil }) {
      let rest = (end - .now) / .microseconds(1)
      guard rest > 0 else { break }
      condition.wait(microseconds: Int(rest) + 1)
    }
    condition.unlock()
    return state.withLock { state in
      if let conclusion = state.landed.removeValue(forKey: number) { return conclusion }
      state.watched[number] = running.driver.process.identifier
      return nil
    }
  }

  /// Takes in what a program came to.
  private func land(
    _ conclusion: WireRunning.Conclusion, _ number: Int, on process: AdapterProcess
  ) {
    let isWatched = state.withLock { state in
      if state.watched[number] == nil { state.landed[number] = conclusion }
      return state.watched[number] != nil
    }
    if isWatched {
      process.end()
      state.withLock { state in
        state.watched[number] = nil
        state.answered.append(conclusion)
      }
    }
    condition.lock()
    condition.broadcast()
    condition.unlock()
  }

  /// What those that have answered came to, since somebody asked.
  func answered() -> [WireRunning.Conclusion] {
    state.withLock { state in
      defer { state.answered = [] }
      return state.answered
    }
  }

  /// Waits until another one can be watched.
  ///
  /// - Parameter mayWait: asked again and again whether there is time to wait.
  /// - Returns: whether there is room.
  func makeRoom(while mayWait: () -> Bool) -> Bool {
    let isFull = { [self] in state.withLock { $0.watched.count >= WireSuspects.most } }
    wait { mayWait() && isFull() }
    return !isFull()
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
