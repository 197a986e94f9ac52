import Foundation
import PackagePlugin

/// `swift package oqcheck ARGUMENT…`: the command, for packages that depend on this one.
///
/// It runs in the folder of the package. The package manager ends with 1 where the status of the
/// command is not 0.
@main
struct OQCommandPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    let command = Process()
    command.executableURL = try context.tool(named: "oqcheck").url
    command.arguments = arguments
    command.currentDirectoryURL = context.package.directoryURL
    try command.run()
    command.waitUntilExit()
    guard command.terminationReason == .exit else { throw Death(signal: command.terminationStatus) }
    exit(command.terminationStatus)
  }

  /// The command died.
  private struct Death: Error, CustomStringConvertible {
    let signal: Int32

    var description: String { "oqcheck died by signal \(signal)" }
  }
}
