import Foundation
import TestSupport
import Testing

/// The public interface of what adopters import, kept as text: a change of it is seen in review.
@Suite(.waiting, .limit(minutes: 2)) struct `The public interface` {
  private static let golden = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Goldens/interface.txt")

  @Test(.enabled(if: Interface.isReadable)) func `is that of the golden text`() throws {
    let lines = try [
      "OQKit", "OperationQueueConformance", "OperationQueueConformanceXCTest",
    ].flatMap { module in
      ["# \(module)"] + (try Interface.lines(of: module))
    }
    let text = lines.map { $0 + "\n" }.joined()
    if ProcessInfo.processInfo.environment["OQ_REGENERATE_GOLDENS"] != nil {
      try Data(text.utf8).write(to: Self.golden)
    }
    let kept = try String(contentsOf: Self.golden, encoding: .utf8)
    let (new, old) = (Set(lines), Set(kept.split(separator: "\n").map { String($0) }))
    let added = new.subtracting(old).sorted().joined(separator: "\n  ")
    let gone = old.subtracting(new).sorted().joined(separator: "\n  ")
    #expect(text == kept, "added:\n  \(added)\ngone:\n  \(gone)")
  }
}

/// The symbol graphs of built modules, as lines.
private enum Interface {
  /// The text depends on the library of the system, so there is one of Linux.
  static var isReadable: Bool {
    #if os(Linux)
      true
    #else
      false
    #endif
  }

  private static var target: String {
    #if arch(arm64)
      "aarch64-unknown-linux-gnu"
    #else
      "x86_64-unknown-linux-gnu"
    #endif
  }

  /// One line for each public symbol and each conformance, in order.
  static func lines(of module: String) throws -> [String] {
    let built = URL(filePath: try builtCommand()).deletingLastPathComponent().path
    let folder = try Folder()
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      ["swift", "symbolgraph-extract", "-module-name", module, "-I", "\(built)/Modules"]
      + ["OQSystem", "OQPoints"].flatMap {
        ["-Xcc", "-fmodule-map-file=\(built)/\($0).build/module.modulemap"]
      } + [
        "-minimum-access-level", "public", "-skip-inherited-docs", "-skip-synthesized-members",
        "-target", target, "-output-dir", folder.path,
      ]
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let lines = try names.filter { $0.hasSuffix(".symbols.json") }.flatMap { name in
      let data = try Data(contentsOf: URL(filePath: "\(folder.path)/\(name)"))
      return try JSONDecoder().decode(Graph.self, from: data).lines
    }
    try #require(!lines.isEmpty, "\(module) has no symbols")
    return lines.sorted()
  }

  private struct Graph: Decodable {
    struct Fragment: Decodable { let spelling: String }
    struct Identifier: Decodable { let precise: String }
    struct Symbol: Decodable {
      let identifier: Identifier
      let pathComponents: [String]
      let declarationFragments: [Fragment]?
    }
    struct Relationship: Decodable {
      let kind: String
      let source: String
      let target: String
      let targetFallback: String?
    }

    let symbols: [Symbol]
    let relationships: [Relationship]

    var lines: [String] {
      let paths = Dictionary(
        symbols.map { ($0.identifier.precise, $0.pathComponents.joined(separator: ".")) }
      ) { first, _ in first }
      let declared = symbols.map { symbol in
        let text = (symbol.declarationFragments ?? []).map(\.spelling).joined()
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return "\(symbol.pathComponents.joined(separator: ".")): \(words)"
      }
      let conforming = relationships.filter { $0.kind == "conformsTo" }.compactMap { relationship in
        paths[relationship.source].map { source in
          let target = paths[relationship.target] ?? relationship.targetFallback
          return "\(source) conforms to \(target ?? relationship.target)"
        }
      }
      return declared + conforming
    }
  }
}
