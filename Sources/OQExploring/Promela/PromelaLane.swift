import OQHistory

/// A lane of a program as Promela sees it: its steps, with a number for each call.
struct PromelaLane {
  let steps: [Step]
  /// The number of the first call of each step, -1 where it makes none.
  let calls: [Int]
  /// The operation whose code it is; nil for a client.
  let operation: Int?
  /// Whether it is the body, and not the completion block.
  let isBody: Bool

  /// Whether it ever makes a call.
  var hasCalls: Bool { calls.contains { $0 >= 0 } }

  /// Whether it ever waits in two instants: for a meeting, or for a value.
  var hasWaits: Bool {
    steps.contains { step in
      switch step {
      case .meet, .until(.reads): true
      default: false
      }
    }
  }

  /// The lanes of a program: clients, then for each operation its body and its completion block.
  static func all(_ program: Program) -> [PromelaLane] {
    var lanes: [PromelaLane] = []
    var next = 0
    func add(_ steps: [Step], operation: Int?, isBody: Bool) {
      let calls = steps.map { step in
        guard Stage.command(step) != nil else { return -1 }
        defer { next += 1 }
        return next
      }
      lanes.append(
        PromelaLane(steps: steps, calls: calls, operation: operation, isBody: isBody))
    }
    for client in program.clients { add(client.steps, operation: nil, isBody: false) }
    for (index, operation) in program.operations.enumerated() {
      let id = OperationID(index)
      if operation.kind == .task {
        add(program.steps(of: .callback(Callback(id))), operation: index, isBody: true)
      }
      if operation.completion {
        add(
          program.steps(of: .callback(Callback(id, .completion))), operation: index, isBody: false)
      }
    }
    return lanes
  }
}
