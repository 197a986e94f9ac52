import Foundation

/// How a program comes to rest.
package enum Rest: Hashable, Sendable {
  /// It ended by itself.
  case exited(Int32)
  /// It was ended by a signal.
  case signalled(Int32)
  /// Every thread sleeps, and none has run between two looks.
  case parked
}

/// A program in a process of its own.
package final class RunningProgram {
  private let process = Process()
  private let output: URL

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: an executable.
  ///   - output: where its output goes.
  /// - Throws: if it cannot be started.
  package init(_ program: URL, output: URL) throws {
    self.output = output
    try Data().write(to: output)
    process.executableURL = program
    process.environment = ["SWIFT_BACKTRACE": "enable=no"]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  /// Waits until the program has ended or is parked, and ends it.
  ///
  /// A program that is about to end is not taken for a parked one: it is not asleep, or it wakes
  /// up by itself between two looks.
  ///
  /// - Returns: how it came to rest, and what it printed.
  /// - Throws: if its output cannot be read.
  package func comeToRest() async throws -> (rest: Rest, output: String) {
    var last: [String]?
    while process.isRunning {
      let look = sleepers()
      if let look, look == last { break }
      last = look
      try await Task.sleep(for: .milliseconds(100))
    }
    let isParked = process.isRunning
    if isParked { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    let status = process.terminationStatus
    let ended = process.terminationReason == .exit ? Rest.exited(status) : .signalled(status)
    let text = try String(contentsOf: output, encoding: .utf8)
    return (isParked ? .parked : ended, text)
  }

  /// The threads with the number of times that each has run; nil unless all are asleep.
  private func sleepers() -> [String]? {
    let tasks = "/proc/\(process.processIdentifier)/task"
    guard let threads = try? FileManager.default.contentsOfDirectory(atPath: tasks) else {
      return nil
    }
    var seen: [String] = []
    for thread in threads.sorted() {
      guard let data = FileManager.default.contents(atPath: "\(tasks)/\(thread)/status")
      else { return nil }
      let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
      guard lines.contains(where: { $0.hasPrefix("State:\tS") }) else { return nil }
      seen += [thread] + lines.filter { $0.contains("ctxt_switches") }.map(String.init)
    }
    return seen.isEmpty ? nil : seen
  }
}
