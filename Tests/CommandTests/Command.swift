import Foundation
import Synchronization
import TestSupport

/// How a command ended, and what it wrote.
struct Ending: Sendable {
  /// The exit status, or the negative number of the signal that ended it.
  let status: Int32
  /// What it wrote to standard output.
  let output: String
  /// What it wrote to standard error.
  let errors: String
}

/// A command that was started, as a user starts it: words, environment, working directory.
final class Command: Sendable {
  /// The number of its process.
  let identifier: pid_t
  /// A line in the environment of the process and of all that descend from it.
  let mark: String

  private let folder: String
  private let files: (output: String, errors: String)
  private let ending: Ended

  /// Starts a command.
  ///
  /// - Parameters:
  ///   - words: what follows the name of the program.
  ///   - program: another program than the command itself.
  ///   - folder: its working directory, and where temporary files belong.
  ///   - variables: added to the environment of the tests.
  /// - Throws: if it cannot be started.
  init(
    _ words: [String], of program: String? = nil, in folder: Folder,
    variables: [String: String] = [:]
  ) throws {
    let id = UUID().uuidString
    mark = "COMMAND_TESTS_MARK=\(id)"
    self.folder = folder.path
    files = ("\(folder.path)/\(id).output", "\(folder.path)/\(id).errors")
    let process = Process()
    process.executableURL = URL(filePath: try program ?? builtCommand())
    process.arguments = words
    process.currentDirectoryURL = URL(filePath: folder.path)
    var environment = ProcessInfo.processInfo.environment
    for name in Command.foreignVariables { environment[name] = nil }
    environment["COMMAND_TESTS_MARK"] = id
    environment["TMPDIR"] = folder.temporary
    environment.merge(variables) { $1 }
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try Command.file(files.output)
    process.standardError = try Command.file(files.errors)
    let ending = Ended()
    self.ending = ending
    process.terminationHandler = { process in
      let code = process.terminationStatus
      ending.set(process.terminationReason == .exit ? code : -code)
    }
    try process.run()
    identifier = process.processIdentifier
  }

  /// Variables of engines that would give the command a part of the work.
  private static let foreignVariables = [
    "OQCHECK_JOBS", "OQCHECK_SHARDS", "TEST_SHARD_INDEX", "TEST_TOTAL_SHARDS",
    "SLURM_ARRAY_TASK_ID", "SLURM_CPUS_PER_TASK", "JOB_COMPLETION_INDEX", "PARALLEL_SEQ",
  ]

  private static func file(_ path: String) throws -> FileHandle {
    try Data().write(to: URL(filePath: path))
    return try FileHandle(forWritingTo: URL(filePath: path))
  }

  /// Sends it a signal.
  func signal(_ number: Int32) { kill(identifier, number) }

  /// Waits for its end.
  func end() async throws -> Ending {
    let status = await ending.value
    let output = try String(contentsOfFile: files.output, encoding: .utf8)
    let errors = try String(contentsOfFile: files.errors, encoding: .utf8)
    return Ending(status: status, output: output, errors: errors)
  }

  /// Runs a command to its end.
  static func run(
    _ words: String..., in folder: Folder, variables: [String: String] = [:]
  ) async throws -> Ending {
    try await Command(words, in: folder, variables: variables).end()
  }
}

/// The status of a process that may not have ended yet.
private final class Ended: Sendable {
  private enum State {
    case running([CheckedContinuation<Int32, Never>])
    case over(Int32)
  }

  private let state = Mutex(State.running([]))

  func set(_ status: Int32) {
    let waiting = state.withLock { state -> [CheckedContinuation<Int32, Never>] in
      defer { state = .over(status) }
      if case .running(let waiting) = state { return waiting }
      return []
    }
    for one in waiting { one.resume(returning: status) }
  }

  var value: Int32 {
    get async {
      await withCheckedContinuation { continuation in
        let status = state.withLock { state -> Int32? in
          switch state {
          case .over(let status): return status
          case .running(let waiting):
            state = .running(waiting + [continuation])
            return nil
          }
        }
        if let status { continuation.resume(returning: status) }
      }
    }
  }
}
