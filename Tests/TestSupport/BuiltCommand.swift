import Foundation
import Testing

/// The folder of what was built together with the tests, such as `.build/x86_64-…/debug`.
package var builtProducts: URL {
  #if os(Linux)
    let tests = "/proc/self/exe"
  #else
    let tests = CommandLine.arguments[0]
  #endif
  return URL(filePath: tests).resolvingSymlinksInPath().deletingLastPathComponent()
}

/// The path of `oqcheck`, which lies beside the executable of the tests.
///
/// - Throws: where it is not built.
package func builtCommand() throws -> String {
  let command = builtProducts.appending(path: "oqcheck").path
  try #require(FileManager.default.isExecutableFile(atPath: command), "\(command) is not built")
  return command
}
