import Foundation
import PackagePlugin

/// `swift package oqcheck ARGUMENT…`: the command, for packages that depend on this one.
///
/// It is built with optimisation, where it is not built yet, and runs in the folder of the package.
/// The package manager ends with 1 where the status of the command is not 0.
@main
struct OQCommandPlugin: CommandPlugin {
  private static let name = "oqcheck"

  func performCommand(context: PluginContext, arguments: [String]) async throws {
    let command = Process()
    command.executableURL = try built()
    command.arguments = arguments
    command.currentDirectoryURL = context.package.directoryURL
    try command.run()
    command.waitUntilExit()
    guard command.terminationReason == .exit else { throw Death(signal: command.terminationStatus) }
    exit(command.terminationStatus)
  }

  /// Builds the command, and says where it is.
  private func built() throws -> URL {
    // The first build takes minutes: its progress is shown.
    let result = try packageManager.build(
      .product(Self.name),
      parameters: PackageManager.BuildParameters(configuration: .release, echoLogs: true))
    let artifact = result.builtArtifacts.first {
      $0.kind == .executable && $0.url.lastPathComponent == Self.name
    }
    guard result.succeeded, let artifact else { throw Unbuilt(log: result.logText) }
    return artifact.url
  }

  /// The command could not be built.
  private struct Unbuilt: Error, CustomStringConvertible {
    let log: String

    var description: String { "oqcheck could not be built\n\(log)" }
  }

  /// The command died.
  private struct Death: Error, CustomStringConvertible {
    let signal: Int32

    var description: String { "oqcheck died by signal \(signal)" }
  }
}
