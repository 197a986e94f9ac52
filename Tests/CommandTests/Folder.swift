import Foundation

/// A folder for the files of one test, removed after it.
final class Folder: Sendable {
  /// Its path, without symbolic links.
  let path: String

  /// Makes a folder with a folder for temporary files in it.
  init() throws {
    let base = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
    path = base.appending(path: "command-tests-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(
      atPath: "\(path)/temporary", withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Where the commands of the test are told to put temporary files.
  var temporary: String { "\(path)/temporary" }

  /// Writes a file, also into a folder of its own, and gives its path.
  func write(_ text: String, to name: String) throws -> String {
    let file = URL(filePath: "\(path)/\(name)")
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    return "\(path)/\(name)"
  }

  /// The bytes of a file.
  func data(_ name: String) throws -> Data {
    try Data(contentsOf: URL(filePath: "\(path)/\(name)"))
  }

  /// The text of a file.
  func text(_ name: String) throws -> String {
    try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
  }

  /// A JSON object in a file.
  func object(_ name: String) throws -> [String: Any] {
    try JSONSerialization.jsonObject(with: data(name)) as? [String: Any] ?? [:]
  }

  /// Names of the files in a folder, in order; none if there is no such folder.
  func names(in name: String) -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: "\(path)/\(name)")
    return (names ?? []).sorted()
  }
}
