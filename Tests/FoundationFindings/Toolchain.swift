import Foundation

/// The compiler that made the tests, as far as it can be found.
enum Toolchain {
  /// The compiler of the toolchain whose libraries the tests use, else that of the search path.
  static let compiler: URL? = {
    let path = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return (ownFolders + path.map(String.init)).map { URL(filePath: "\($0)/swiftc") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }()

  /// `usr/bin` of the toolchain that the libraries in this process come from.
  private static var ownFolders: [String] {
    let maps = FileManager.default.contents(atPath: "/proc/self/maps") ?? Data()
    let lines = String(decoding: maps, as: UTF8.self).split(separator: "\n")
    let library = lines.lazy.compactMap { $0.split(separator: " ").last }
      .first { $0.hasSuffix("/lib/swift/linux/libFoundation.so") }
    guard let library else { return [] }
    return ["\(library.dropLast("/lib/swift/linux/libFoundation.so".count))/bin"]
  }

  /// Why a program cannot be run.
  struct CompilerError: Error {
    let text: String
  }

  /// Compiles one file to an executable beside nothing else.
  static func compile(_ source: URL, to program: URL) async throws {
    let process = Process()
    process.executableURL = compiler
    process.arguments = [
      "-Onone", "-swift-version", "6", "-module-name", "Finding", source.path, "-o", program.path,
    ]
    let log = program.appendingPathExtension("log")
    try Data().write(to: log)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: log)
    process.standardError = process.standardOutput
    let status = try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<Int32, any Error>) in
      process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
      do { try process.run() } catch { continuation.resume(throwing: error) }
    }
    guard status == 0 else {
      throw CompilerError(text: try String(contentsOf: log, encoding: .utf8))
    }
  }
}
