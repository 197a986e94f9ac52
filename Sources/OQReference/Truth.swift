import Synchronization

/// The side channel by which a mutant tells what it really did wrong: the ground truth for the
/// share of violations that the recorded events prove.
///
/// A world without it compares nothing. With it, a twin that is correct follows the world, and what
/// a client with perfect eyes could tell from it is compared: which operation is started and when,
/// whether its task runs, what a command answers, what an accessor reads, when a wait returns, and
/// what does not happen at all.
package struct Truth: Sendable {
  /// One thing that it tells.
  package enum Word: Sendable, Equatable {
    /// Something happened that would not have happened in the correct queue. Nothing more is told.
    case wrong(String)
    /// Something would have happened in the correct queue that has not happened.
    case behind
    /// Everything has happened that would have happened.
    case level
  }

  /// Receives the words in order.
  ///
  /// It is called under the lock of the world and must not call into the world.
  package let report: @Sendable (Word) -> Void

  /// A side channel.
  ///
  /// - Parameter report: receives the words in order; must not call into the world.
  package init(report: @escaping @Sendable (Word) -> Void) { self.report = report }
}

extension Engine {
  /// Tells a word; the first thing that is wrong is the last that is told.
  func tell(_ word: Truth.Word) {
    guard let truth, twin != nil else { return }
    if case .wrong = word { twin = nil }
    truth.report(word)
  }

  /// Tells whether the world is behind its twin, where that has changed.
  func settle() {
    guard let twin, twin.isAhead != isBehind else { return }
    isBehind = twin.isAhead
    tell(isBehind ? .behind : .level)
  }

  /// Compares an answer with the one of the correct queue.
  ///
  /// - Parameters:
  ///   - name: what was asked.
  ///   - answer: what was answered.
  ///   - correct: finds the correct answer in the state of the twin.
  func compare<Answer: Equatable>(
    _ name: StaticString, _ answer: Answer, _ correct: (State) -> Answer
  ) {
    expect(name) { correct($0.state) == answer }
  }

  /// Tells what is wrong, if the twin does not agree, however prompt it is.
  ///
  /// - Parameters:
  ///   - name: what happened.
  ///   - isRight: whether it could have happened in the correct queue.
  func expect(_ name: StaticString, _ isRight: (inout Twin) -> Bool) {
    guard twin != nil else { return }
    // In the midst of a plan, its twin is at the end.
    if agrees(isRight) || openPlans > 0 { return }
    // What the twin has finished early, nothing can be compared with before the world has.
    let isLevel = twin?.finished.isEmpty ?? true
    twin?.catchUp(endedTasks.withLock(\.self))
    let agreesAfterAll = agrees(isRight)
    if isLevel, !agreesAfterAll { tell(.wrong("\(name)")) }
  }

  private func agrees(_ isRight: (inout Twin) -> Bool) -> Bool {
    guard var own = twin.take() else { return true }
    defer { twin = own }
    return isRight(&own)
  }

  /// Lets the calling thread stop where the correct queue may not stop it.
  ///
  /// - Parameters:
  ///   - isDue: whether the correct queue stops it, too.
  ///   - stop: stops it.
  func hindered(unless isDue: Bool = false, _ stop: () -> Void) {
    guard !isDue else { return stop() }
    twin?.hinder(by: 1)
    stop()
    twin?.hinder(by: -1)
  }

  /// Changes the state of the world, and of its twin, by something that is no plan.
  func note(_ change: (inout State) -> Void) {
    change(&state)
    twin?.note(change)
  }

  /// Notes that a client has seen an operation not to execute.
  ///
  /// Called without the lock.
  func noteIdle(_ x: OperationID) {
    guard truth != nil else { return }
    lock()
    twin?.sawIdle(x)
    unlock()
  }
}
