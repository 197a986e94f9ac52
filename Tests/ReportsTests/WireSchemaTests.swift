import Foundation
import Testing

/// The schema of the wire protocol describes every line of the golden transcripts.
@Suite struct WireSchemaTests {
  private static let specification = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Spec")

  /// The lines of all transcripts, and which side sent them.
  private static func lines() throws -> [(isHarness: Bool, text: String)] {
    let folder = specification.appending(path: "Transcripts")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    return try names.flatMap { name in
      try String(contentsOf: folder.appending(path: name), encoding: .utf8).split(separator: "\n")
        .filter { $0.hasPrefix("> ") || $0.hasPrefix("< ") }
        .map { ($0.hasPrefix("> "), String($0.dropFirst(2))) }
    }
  }

  @Test func `every line of a transcript is described, and nearly every kind occurs`() throws {
    let file = Self.specification.appending(path: "WireProtocol.schema.json")
    let schema = try JSONValue(parsing: String(contentsOf: file, encoding: .utf8))
    let lines = try Self.lines()
    #expect(lines.count > 50)
    var seen: Set<String> = []
    for line in lines {
      let value = try JSONValue(parsing: line.text)
      let (side, key) = line.isHarness ? ("harness", "do") : ("adapter", "tell")
      let kind = try #require(value[key]?.string)
      let described = try #require(schema["$defs"]?[side]?[kind], "\(line.text)")
      #expect(SchemaValidator.faults(in: value, described) == [], "\(line.text)")
      seen.insert("\(side) \(kind)")
    }
    let usual = [
      "harness hello", "harness begin", "harness call", "harness release", "harness end",
      "adapter hello", "adapter begun", "adapter enter", "adapter leave", "adapter reply",
      "adapter ended",
    ]
    #expect(seen.isSuperset(of: usual))
  }
}
