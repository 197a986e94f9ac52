#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Thin readers of the kernel's files about processes.
///
/// They know paths, not contents. Everything here may vanish while it is read, and is absent where
/// there is no `/proc`: then the result is `nil` or empty.
package enum ProcFiles {
  /// The bytes of a file; `nil` if it cannot be read to its end.
  package static func content(_ path: String) -> [UInt8]? {
    let number = open(path, O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { return nil }
    defer { _ = close(number) }
    var bytes: [UInt8] = []
    return withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
      while let count = try? check("read", { read(number, buffer.baseAddress, buffer.count) }) {
        if count == 0 { return bytes }
        bytes += buffer[..<count]
      }
      return nil
    }
  }

  /// What a symbolic link says; `nil` if there is none.
  static func link(_ path: String) -> [UInt8]? {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 256) { buffer in
      let count = buffer.withMemoryRebound(to: CChar.self) { characters in
        characters.baseAddress.map { readlink(path, $0, characters.count) } ?? -1
      }
      return count < 0 ? nil : Array(buffer[..<count])
    }
  }

  /// The entries of a directory that are numbers, in ascending order; `nil` if it cannot be read.
  package static func numbers(in path: String) -> [Int32]? {
    ProcDirectory(path)?.numbers()
  }

  /// The children of a process, adopted ones included; `nil` if the kernel does not list them.
  static func children(of process: pid_t) -> [pid_t]? {
    guard let threads = numbers(in: "/proc/\(process)/task") else { return nil }
    var children: [pid_t] = []
    for thread in threads {
      guard let list = content("/proc/\(process)/task/\(thread)/children") else {
        // The thread may be gone; a kernel without the file has it for no thread at all.
        if thread == process { return nil }
        continue
      }
      children += list.split(separator: UInt8(ascii: " ")).compactMap {
        pid_t(Substring(decoding: $0, as: UTF8.self))
      }
    }
    return children
  }

  /// All processes that have a line in their environment.
  ///
  /// - Parameter line: a name, `=` and a value.
  /// - Returns: the processes, and whether none can be missing: of one that is exchanging its
  ///   program for another nothing can be read for a moment.
  static func processes(
    withEnvironmentLine line: String
  ) -> (found: [pid_t], isComplete: Bool) {
    let wanted = Array(line.utf8)
    var found: [pid_t] = []
    var isComplete = true
    for process in numbers(in: "/proc") ?? [] {
      guard let environment = content("/proc/\(process)/environ") else { continue }
      if environment.split(separator: 0).contains(where: { $0.elementsEqual(wanted) }) {
        found.append(process)
      } else if environment.isEmpty, isExchangingProgram(process) {
        isComplete = false
      }
    }
    return (found, isComplete)
  }

  /// Whether a process has a program and shows neither arguments nor environment; threads of the
  /// kernel and what has ended have no program.
  private static func isExchangingProgram(_ process: pid_t) -> Bool {
    content("/proc/\(process)/cmdline")?.isEmpty == true && link("/proc/\(process)/exe") != nil
  }
}
