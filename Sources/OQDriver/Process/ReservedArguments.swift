import OQAdapters

/// First arguments of the executable that make it something else than the command: a process
/// that the command starts for itself.
package enum ReservedArguments: String, CaseIterable, Sendable {
  /// A guard: `--oq-guard COUNT PROGRAM ARGUMENT…`.
  case guardian = "--oq-guard"

  /// A worker: `--oq-worker SUBJECT MICROSECONDS LOOKS MICROSECONDS`.
  case worker = "--oq-worker"

  /// A process from which workers are forked: `--oq-zygote` and the arguments of a worker.
  case zygote = "--oq-zygote"

  /// A process from which the guards of programs are forked: `--oq-guards`.
  case guards = "--oq-guards"

  /// The path at which a process finds its own executable, also when the file was replaced since.
  package static let ownExecutable = "/proc/self/exe"

  /// Becomes what the first argument says, if it is reserved; otherwise returns.
  ///
  /// An executable calls this before anything else.
  ///
  /// - Parameters:
  ///   - arguments: All arguments; the first is the program's name.
  ///   - subject: Makes the subject that a worker drives; `nil` where there is none of this name.
  package static func dispatch(
    _ arguments: [String] = CommandLine.arguments,
    subject: @escaping @Sendable (String) -> (any Subject)?
  ) {
    guard arguments.count > 1, let role = ReservedArguments(rawValue: arguments[1]) else { return }
    switch role {
    case .guardian: Guard.main(Array(arguments.dropFirst(2)))
    case .worker: WorkerMain.main(Array(arguments.dropFirst(2)), subject: subject)
    case .guards: GuardZygoteMain.main()
    case .zygote: ZygoteMain.main(Array(arguments.dropFirst(2)), subject: subject)
    }
  }
}
