import OQAdapters
import OQHistory
import OQReference

extension NumberedReceiver: MethodReceiver {}

/// Invocation operations, and what tasks throw.
extension ReferenceSession {
  /// The number of the method that an operation of a kind calls.
  func methodNumber(_ kind: Program.Kind) -> Int {
    kind == .invocation ? InvocationNumbers.method : InvocationNumbers.procedure
  }

  func makeInvocation(
    _ operation: OQHistory.OperationID, method: Int
  ) -> ReferenceOperation? {
    let receiver = NumberedReceiver(of: operation, log: invocations) { [probe, errors] in
      try errors.run(Callback(operation), probe)
    }
    return world.makeInvocationOperation(
      receiver, method: method, argument: InvocationNumbers.argument(of: operation))
  }

  func performInvocation(
    _ command: Command, _ id: OQHistory.OperationID, on operation: ReferenceOperation
  ) throws -> Outcome {
    switch command.verb {
    case .throwError:
      errors.add(id)
      return .done
    case .result: return .returned(.integer(try operation.result() ?? 0))
    case .makesInvocation:
      return .returned(.boolean(makeInvocation(id, method: command.integer ?? 0) != nil))
    default: return invocations.answer(command.verb, of: id) ?? .unsupported
    }
  }

  /// How an error answers a call.
  func rejection(_ error: any Error) -> Outcome.Rejection {
    switch error {
    case let misuse as Misuse:
      world.name(of: misuse) == .invalidArgument ? .invalidArgument : .otherError
    case ResultError.cancelled: .cancelledResult
    case ResultError.nothing: .voidResult
    case is TaskError: .taskError
    default: .otherError
    }
  }
}
