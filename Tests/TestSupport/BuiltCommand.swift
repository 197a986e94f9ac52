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

/// The path of a command that lies beside the executable of the tests.
///
/// - Parameter name: its name.
/// - Returns: the path.
/// - Throws: where it is not built.
package func builtCommand(_ name: String = "oqcheck") throws -> String {
  let command = builtProducts.appending(path: name).path
  try #require(FileManager.default.isExecutableFile(atPath: command), "\(command) is not built")
  return command
}
