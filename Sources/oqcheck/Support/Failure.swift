import OQCommandLine

/// Why a command could not do its work: the message and the exit status.
struct Failure: Error {
  let status: ExitStatus
  let message: String
  let hint: String?

  init(_ status: ExitStatus, _ message: String, hint: String? = nil) {
    self.status = status
    self.message = message
    self.hint = hint
  }
}
