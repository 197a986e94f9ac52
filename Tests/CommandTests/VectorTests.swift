import Foundation
import TestSupport
import Testing

@Suite(.awaiting, .limit(minutes: 2)) struct VectorTests {
  private let vectors = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Spec/Vectors")

  @Test func `check: the rules say of the vectors what these expect`() async throws {
    let ending = try await Command.run("check", "--vectors", vectors.path, in: try Folder())
    #expect(ending.status == 0, "\(ending.output)\(ending.errors)")
    #expect(ending.output.contains(" vectors as expected, 0 not, 0 out of date"))
  }

  @Test func `check: a vector that expects something else is named`() async throws {
    let folder = try Folder()
    let text = try String(contentsOf: vectors.appending(path: "DEP.json"), encoding: .utf8)
    _ = try folder.write(
      text.replacing("\"kind\": \"legal\"", with: "\"kind\": \"illegal\"", maxReplacements: 1),
      to: "v/DEP.json")
    let wrong = try await Command.run("check", "--vectors", "v", in: folder)
    #expect(wrong.status == 1)
    #expect(wrong.output.contains("satisfied, not violated"))
    _ = try folder.write("{}", to: "w/DEP.json")
    #expect(try await Command.run("check", "--vectors", "w", in: folder).status == 65)
    #expect(try await Command.run("check", "--vectors", "nowhere", in: folder).status == 66)
    #expect(try await Command.run("check", in: folder).status == 64)
    #expect(
      try await Command.run("check", "v", "--vectors", "--rules", "A-*", in: folder).status == 64)
  }
}
