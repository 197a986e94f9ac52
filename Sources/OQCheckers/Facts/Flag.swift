import OQHistory

/// The calls that set the flag of suspension of one queue.
struct FlagSets: Sendable {
  /// Those that were not rejected.
  let settings: Settings
  private let isDeclared: Bool
  // How many of the first calls certainly came each after the one before it.
  private let inOrder: Int
  // How many calls in a row, up to each, gave the flag the same value.
  private let equal: [Int]

  /// Collects them.
  ///
  /// - Parameter queue: what the history says of the queue.
  /// - Complexity: O(calls that set the flag).
  init(_ queue: HistoryIndex.QueueRecord) {
    let sets = (queue.calls(.suspend) + queue.calls(.resume)).sorted { $0.id < $1.id }
    settings = Settings(sets)
    isDeclared = queue.declaration.suspended
    let calls = settings.calls
    let disorder = zip(calls, calls.dropFirst()).enumerated().first {
      !$0.element.0.returned(before: $0.element.1.called)
    }
    inOrder = disorder.map { $0.offset + 1 } ?? calls.count
    var equal: [Int] = []
    for (position, call) in calls.enumerated() {
      let isSame = position > 0 && calls[position - 1].command.verb == call.command.verb
      equal.append(isSame ? equal[position - 1] + 1 : 1)
    }
    self.equal = equal
  }

  /// Whether a call that set the flag follows two that gave it the other value, all in order: it
  /// must undo both of them (SUSP-52).
  ///
  /// A declared suspension counts as one that came before every event.
  ///
  /// - Parameter set: one of the calls that has returned and was not rejected.
  /// - Returns: true only where the order of all of them is certain.
  /// - Complexity: O(log n).
  func undoesTwo(_ set: Call) -> Bool {
    let calls = settings.calls
    let position = calls.count(called: set.called - 1)
    guard inOrder > position else { return false }
    let isOther = position > 0 && calls[position - 1].command.verb != set.command.verb
    let before = isOther ? equal[position - 1] : 0
    let isFirst = before == position && isDeclared && set.command.verb == .resume
    return before + (isFirst ? 1 : 0) >= 2
  }
}

extension HistoryIndex {
  /// The calls that set the flag of suspension of a queue.
  ///
  /// - Complexity: O(1) after the first time.
  func flagSets(of queue: QueueID) -> FlagSets {
    fact(.flagSets) { queues.map { FlagSets($0) } }[queue.index]
  }
}
