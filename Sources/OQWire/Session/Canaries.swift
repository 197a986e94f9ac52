import OQHistory

/// A canary on the wire: an operation beside the program's, in a queue of its own, of which all
/// client code must return.
package struct WireCanary: Sendable {
  /// The kind of the operation.
  package let kind: Program.Kind
  /// What adds it, with the position of queue and operation left open.
  package let commands: @Sendable (QueueID, OperationID) -> [Command]
  /// What client code must return.
  package let expected: [Point]

  /// Describes a canary.
  ///
  /// - Parameters:
  ///   - kind: the kind of the operation.
  ///   - expected: what client code must return.
  ///   - commands: what adds it to a queue.
  package init(
    _ kind: Program.Kind, expected: [Point],
    commands: @escaping @Sendable (QueueID, OperationID) -> [Command]
  ) {
    self.kind = kind
    self.expected = expected
    self.commands = commands
  }
}

/// The canaries that are out.
struct CanaryWatch: Sendable {
  var returned: Set<Callback> = []
  var isRefused = false
  /// What must return, for each canary.
  var expected: [[Callback]] = []
  /// Canaries with a start of their own whose finish is not reported yet.
  var unreported: [OperationID] = []
  let first: Int

  /// Canaries that have come back.
  var passed: Int { expected.count { $0.allSatisfy(returned.contains) } }
}

extension WireRun {
  /// What became of canaries.
  package enum Flight: Sendable, Hashable {
    /// Some are still out; so many came back.
    case out(Int)
    /// All came back.
    case passed
    /// The subject refused one.
    case refused
  }

  /// Sends canaries beside the program.
  ///
  /// - Parameter canaries: at least one.
  package mutating func fly(_ canaries: [WireCanary]) {
    if lanes[WireNames.canary] == nil {
      lanes[WireNames.canary] = LaneScript(nil, [], isThere: true)
    }
    let first = (flight?.first ?? 0) + (flight?.expected.count ?? 0)
    var watch = CanaryWatch(first: first)
    for (position, canary) in canaries.enumerated() {
      let queue = QueueID(program.queues.count + first + position)
      let operation = OperationID(program.operations.count + first + position)
      send(.makeQueue(names.name(queue)), on: WireNames.canary, .make)
      if canary.kind.hasHandle {
        send(
          .makeOperation(names.name(operation), kind: canary.kind, blocks: 1),
          on: WireNames.canary, .make)
      }
      for command in canary.commands(queue, operation) {
        send(action(command), on: WireNames.canary, .canary(command))
      }
      watch.expected.append(canary.expected.map { Callback(operation, $0) })
      if canary.kind == .asynchronous { watch.unreported.append(operation) }
    }
    flight = watch
  }

  /// What became of the canaries; sends what one that has its own start reports.
  package mutating func followCanaries() -> Flight {
    guard var watch = flight else { return .passed }
    for operation in watch.unreported
    where watch.returned.contains(Callback(operation, .start)) {
      for verb in [Verb.reportExecuting, .reportFinished] {
        let command = Command(verb, operation)
        send(action(command), on: WireNames.canary, .canary(command))
      }
      watch.unreported.removeAll { $0 == operation }
      flight = watch
    }
    if watch.isRefused { return .refused }
    let isAnswered = lanes[WireNames.canary]?.sent.isEmpty ?? true
    let isBack = watch.passed == watch.expected.count && watch.unreported.isEmpty && isAnswered
    return isBack ? .passed : .out(watch.passed)
  }
}
