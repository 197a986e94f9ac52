import Foundation
import Testing

/// Compares texts with the files of `Tests/ReportsTests/Goldens`.
///
/// With `OQ_REGENERATE_GOLDENS=1` in the environment the files are written anew; read the
/// difference before it is committed.
enum Golden {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Goldens")

  /// The file with a name.
  static func read(_ name: String) throws -> String {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  /// Expects a text to be the content of a file.
  static func expect(
    _ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    if ProcessInfo.processInfo.environment["OQ_REGENERATE_GOLDENS"] == "1" {
      try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
      return
    }
    let expected = try read(name)
    guard text != expected else { return }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let wanted = expected.split(separator: "\n", omittingEmptySubsequences: false)
    let place = zip(lines, wanted).prefix { $0 == $1 }.count
    func line(_ lines: [Substring]) -> Substring { place < lines.count ? lines[place] : "(end)" }
    Issue.record(
      "\(name), line \(place + 1): expected '\(line(wanted))', found '\(line(lines))'",
      sourceLocation: sourceLocation)
  }
}
