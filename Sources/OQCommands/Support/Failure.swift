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

  init(_ status: ExitStatus, _ message: String, hint: String? = nil) {
    self.status = status
    self.message = message
    self.hint = hint
  }

  /// Does something that fails as a campaign does.
  static func map<Value>(
    _ body: () throws(Inquiry.Fault) -> Value
  ) throws(Failure) -> Value {
    do {
      return try body()
    } catch {
      switch error {
      case .suite(let message): throw Failure(.fault, message)
      case .unwritable(let place): throw Failure(.unwritableOutput, place.description)
      }
    }
  }
}
