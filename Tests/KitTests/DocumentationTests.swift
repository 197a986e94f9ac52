import Foundation
import TestSupport
import Testing

/// The pages of the public interface: `Sources/OperationQueueConformance/*.docc`.
@Suite(.awaiting, .limit(minutes: 2)) struct DocumentationTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  private static let catalog =
    "Sources/OperationQueueConformance/OperationQueueConformance.docc"

  @Test func `the pages show what is in the files that they name`() throws {
    let names = try FileManager.default.contentsOfDirectory(
      atPath: Self.root.appending(path: Self.catalog).path)
    var count = 0
    for name in names.sorted() {
      for snippet in Snippet.all(in: try text("\(Self.catalog)/\(name)")) {
        let path = try #require(snippet.path, "\(name): a snippet without a file")
        #expect(try text(path).contains(snippet.text), "\(name): \(path)")
        count += 1
      }
    }
    #expect(names.count == 7)
    #expect(count >= 4)
  }

  #if os(Linux)
    @Test func `the pages are made without a warning`() throws {
      let output = FileManager.default.temporaryDirectory.appending(path: "docc-\(UUID())")
      defer { try? FileManager.default.removeItem(at: output) }
      let process = Process()
      process.executableURL = Self.root.appending(path: ".ci/documentation")
      process.arguments = [output.path, builtProducts.path]
      let pipe = Pipe()
      process.standardOutput = pipe
      process.standardError = pipe
      try process.run()
      let words = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      #expect(process.terminationStatus == 0, "\(words)")
      let folder = output.appending(path: "documentation/operationqueueconformance")
      for page in ["queueadapter", "conformance", "firstrun", "writingarule"] {
        #expect(
          FileManager.default.fileExists(atPath: folder.appending(path: "\(page)/index.html").path))
      }
    }
  #endif

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
  }
}
