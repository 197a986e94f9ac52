import Foundation

/// What is needed to build programs for GNUstep's Foundation.
package enum GNUstep {
  /// What a test says that was skipped for lack of GNUstep.
  package static let advice: String = """
    GNUstep is not installed: apt-get install --no-install-recommends gobjc libgnustep-base-dev \
    gnustep-make, or see Tests/Adapters/gnustep/README.md
    """

  /// Whether there are the compiler, the library's headers and the program that knows its flags.
  package static let isInstalled: Bool = {
    guard let flags = try? output(of: "gnustep-config", ["--objc-flags"]), !flags.isEmpty,
      let compiler = try? output(of: "gcc", ["-print-prog-name=cc1obj"])
    else { return false }
    let folders = flags.split(separator: " ").filter { $0.hasPrefix("-I/") }
    return compiler.hasPrefix("/")
      && folders.contains {
        FileManager.default.fileExists(atPath: "\($0.dropFirst(2))/Foundation/NSOperation.h")
      }
  }()

  /// Why a program cannot be built.
  package struct BuildError: Error {
    /// What the compiler said.
    package let text: String
  }

  /// Builds a program.
  ///
  /// - Parameters:
  ///   - script: `build.sh` of the adapter.
  ///   - program: the executable.
  ///   - sources: files in Objective-C; without them, those beside the script.
  /// - Throws: `BuildError` where the compiler refuses.
  package static func build(_ script: URL, _ program: URL, sources: [URL] = []) throws {
    do {
      _ = try output(of: "sh", [script.path, program.path] + sources.map(\.path))
    } catch let error as BuildError {
      throw BuildError(text: "\(program.lastPathComponent): \(error.text)")
    }
  }

  /// What a command prints; waits for its end.
  private static func output(of command: String, _ arguments: [String]) throws -> String {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [command] + arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let text = String(decoding: data, as: UTF8.self)
    guard process.terminationStatus == 0 else { throw BuildError(text: text) }
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
