import OQHistory

extension Program {
  /// Pairs of steps of one lane that one call could stand for: two adds to one queue, an add and a
  /// wait for the operation.
  ///
  /// - Parameter verbs: the verbs that may be introduced.
  /// - Returns: the merges, each in the place of the second step and of the first.
  /// - Complexity: O(Σ steps²) over the lanes.
  func merges(introducing verbs: Set<Verb>) -> [Reduction] {
    var all: [Reduction] = []
    var base = 0
    for script in scripts {
      for first in script.steps.indices {
        for second in script.steps.indices.dropFirst(first + 1) {
          for call in Program.merged(script.steps[first], script.steps[second])
          where verbs.contains(call.verb) {
            for atSecond in [true, false] {
              all.append(
                .merge(base + first, base + second, into: call, atSecond: atSecond))
            }
          }
        }
      }
      base += script.steps.count
    }
    return all
  }

  /// The calls that do what two steps do, if any; the plainest first.
  private static func merged(_ first: Step, _ second: Step) -> [Command] {
    guard let add = first.command, let queue = add.queue, add.verb.isAdd, add.verb != .addBlock
    else { return [] }
    if let other = second.command, other.verb.isAdd, other.verb != .addBlock, other.queue == queue {
      let waits = add.verb == .addGroupWaiting || other.verb == .addGroupWaiting
      let operands = add.operands + other.operands.filter { !add.operands.contains($0) }
      return [Command(waits ? .addGroupWaiting : .addGroup, queue, .operations(operands))]
    }
    guard let operation = second.awaitedFinish, add.operands.contains(operation) else { return [] }
    let group = Command(.addGroupWaiting, queue, .operations(add.operands))
    return add.operands.count == 1 ? [Command(.start, operation), group] : [group]
  }
}

extension Step {
  /// The operation whose finish the step waits for.
  fileprivate var awaitedFinish: OperationID? {
    switch self {
    case .command(let call) where call.verb == .wait: call.operation
    case .until(.reads(let call, .boolean(true))) where call.verb == .isFinished: call.operation
    case .until(.ended(let callback)): callback.operation
    case .command, .hold, .open, .until, .meet, .drop: nil
    }
  }
}
