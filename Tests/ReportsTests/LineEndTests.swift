import Foundation
import OQExploring
import OQHistory
import OQReport
import OQReports
import Testing

/// Files that an editor, or a checkout on another system, has given other line ends.
@Suite struct `Files with carriage returns` {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The texts of the files in a folder, and what an editor makes of each.
  private func texts(
    _ folder: String, _ suffix: String
  ) throws -> [(plain: String, returned: String)] {
    let folder = Self.root.appending(path: folder)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(suffix) }.sorted().prefix(40)
    try #require(!names.isEmpty)
    return try names.map { name in
      let plain = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      return (plain, plain.replacingOccurrences(of: "\n", with: "\r\n"))
    }
  }

  @Test func `hold the same programs, histories and pins`() throws {
    for (plain, returned) in try texts("Spec/Examples", ".oqrepro") {
      try #expect(ReproFile(parsing: returned) == ReproFile(parsing: plain))
    }
    for (plain, returned) in try texts(".ci/races", ".oqprogram") {
      try #expect(Program(parsing: returned) == Program(parsing: plain))
    }
  }

  @Test func `hold the same questions`() throws {
    for (plain, returned) in try texts("Spec/Litmus", ".oqask") {
      let (one, other) = try (AskFile(parsing: returned), AskFile(parsing: plain))
      #expect("\(one)" == "\(other)")
    }
  }

  @Test func `hold the same expectations, and keep their line ends`() throws {
    for (plain, returned) in try texts("Spec/Expectations", ".txt") {
      let (one, other) = try (
        ExpectationFile(parsing: returned), ExpectationFile(parsing: plain)
      )
      #expect(one.entries.map(\.expectation) == other.entries.map(\.expectation))
      #expect(one.text() == returned)
      let added = [try #require(other.entries.first).expectation]
      #expect(
        one.text(without: [0], adding: added)
          == other.text(without: [0], adding: added).replacingOccurrences(of: "\n", with: "\r\n"))
    }
  }

  @Test func `hold the same reports`() throws {
    for (plain, returned) in try texts("Tests/ReportsTests/Goldens", ".jsonl") {
      let (one, other) = try (JSONLinesFormat.read(returned), JSONLinesFormat.read(plain))
      #expect(one.findings == other.findings)
      #expect(one.rules.map(\.id) == other.rules.map(\.id))
    }
  }

  @Test func `tell faults where they are`() throws {
    let fault = #expect(throws: TextError.self) {
      try Program(parsing: "oqprogram 1\r\nqueue q\r\n\r\nqueue  ?\r\n")
    }
    #expect(fault?.line == 4)
    #expect(fault?.column == 8)
  }
}
