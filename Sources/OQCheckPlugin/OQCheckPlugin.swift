import Foundation
import PackagePlugin

/// `swift package oqcheck WORDS` in the package of an adopter: the command with these words.
@main struct OQCheckPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    let process = Process()
    process.executableURL = try context.tool(named: "oqcheck").url
    process.arguments = arguments
    process.currentDirectoryURL = context.package.directoryURL
    try process.run()
    process.waitUntilExit()
    // The answer is the status, so it must be that of the command.
    exit(process.terminationReason == .exit ? process.terminationStatus : 70)
  }
}
