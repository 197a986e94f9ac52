import Foundation
import Testing

/// The path of `oqcheck`, which lies beside the executable of the tests.
///
/// - Throws: where it is not built.
package func builtCommand() throws -> String {
  #if os(Linux)
    let tests = "/proc/self/exe"
  #else
    let tests = CommandLine.arguments[0]
  #endif
  let command = URL(filePath: tests).resolvingSymlinksInPath().deletingLastPathComponent()
    .appending(path: "oqcheck").path
  try #require(FileManager.default.isExecutableFile(atPath: command), "\(command) is not built")
  return command
}
