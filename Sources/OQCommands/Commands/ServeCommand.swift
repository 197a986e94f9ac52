import OQCommandLine
import OQContracts
import OQDriver
import OQRunner
import OQWire

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// `oqcheck serve SUBJECT`: offers a bundled subject over the wire.
enum ServeCommand {
  static func run(_ options: ServeOptions, _ console: Console) throws(Failure) -> ExitStatus {
    if case .exec = options.subject {
      throw Failure(.usage, "serve offers a bundled subject, not \(options.subject)")
    }
    let judged = try JudgedSubject.find(options.subject, in: console.toolbox)
    guard judged.contract.model != nil else {
      throw Failure(
        .usage,
        "the wire protocol has no words for \(judged.contract.name), such as \(options.subject)")
    }
    guard case .driven(let subject) = judged.route else {
      throw Failure(.usage, "the \(options.subject) runs no code and cannot be served")
    }
    let server = WireServer(
      subject, input: OwnedDescriptor(owning: STDIN_FILENO),
      output: OwnedDescriptor(owning: STDOUT_FILENO))
    guard let fault = server.serve() else { _exit(ExitStatus.conformant.rawValue) }
    console.warn("oqcheck: \(fault)")
    _exit(ExitStatus.malformedInput.rawValue)
  }
}
