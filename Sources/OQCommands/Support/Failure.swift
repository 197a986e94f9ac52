import OQCommandLine
import OQRunner

/// Why a command could not do its work: the message and the exit status.
package struct Failure: Error {
  /// The exit status.
  package let status: ExitStatus
  /// What is wrong.
  package let message: String
  /// What to do about it, where there is something to say.
  package let hint: String?

  /// States a failure.
  ///
  /// - Parameters:
  ///   - status: the exit status.
  ///   - message: what is wrong.
  ///   - hint: what to do about it.
  package init(_ status: ExitStatus, _ message: String, hint: String? = nil) {
    self.status = status
    self.message = message
    self.hint = hint
  }

  /// Does something that can fail for another reason, and fails for that.
  ///
  /// - Parameter body: what is done.
  /// - Returns: what it returns.
  /// - Throws: the failure that its fault stands for.
  package static func map<Value, Fault: CommandFault>(
    _ body: () throws(Fault) -> Value
  ) throws(Failure) -> Value {
    do {
      return try body()
    } catch {
      throw error.failure
    }
  }
}

/// What ends a command when it happens below it.
package protocol CommandFault: Error {
  /// What the command says of it.
  var failure: Failure { get }
}

extension Inquiry.Fault: CommandFault {
  /// What the command says of it.
  package var failure: Failure {
    switch self {
    case .suite(let message): Failure(.fault, message)
    case .unwritable(let place): place.failure
    }
  }
}

extension UnwritablePlace: CommandFault {
  /// What the command says of it.
  package var failure: Failure { Failure(.unwritableOutput, description) }
}

extension InputFault: CommandFault {
  /// What the command says of it.
  package var failure: Failure {
    Failure(kind == .missing ? .missingInput : .malformedInput, description, hint: hint)
  }
}
