import Foundation
import TestSupport
import Testing

/// The whole library of questions on queues that are not ours: what they show is allowed, or is a
/// finding that is listed.
@Suite(.awaiting, .limit(minutes: 5)) struct LitmusRunTests {
  private static let package = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The standing of each file that is not as expected, by the file's name.
  private func exceptions(of subject: String, runs: Int) async throws -> [String: String] {
    let folder = try Folder()
    let library = Self.package.appending(path: "Spec/Litmus").path
    let ending = try await Command.run(
      "ask", library, "--on", subject, "--runs", "\(runs)", "--json", "out.json", in: folder)
    #expect([0, 1, 2].contains(ending.status), "\(ending.errors)")
    let list = try JSONSerialization.jsonObject(with: folder.data("out.json")) as? [[String: Any]]
    let answers = try #require(list)
    #expect(answers.count >= 60)
    var exceptions: [String: String] = [:]
    for answer in answers {
      let (file, standing) = (answer["file"] as? String, answer["standing"] as? String)
      guard let file, let standing, standing != "as expected" else { continue }
      exceptions[URL(filePath: file).deletingPathExtension().lastPathComponent] = standing
    }
    return exceptions
  }

  #if os(Linux)
    @Test func `Foundation shows what is allowed, but for one finding`() async throws {
      // Foundation dies in every second run of 'barrier-cancelled', a finding: of so many some end.
      let exceptions = try await exceptions(of: "foundation", runs: 50)
      // DEP-9 is a finding of Foundation's.
      let contradicted = Set(exceptions.filter { $0.value == "contradicted" }.keys)
      #expect(contradicted.isSubset(of: ["dependency-removed-before-add"]), "\(contradicted)")
      // A trap is how Foundation rejects these calls, and the end of the run.
      #expect(
        Set(exceptions.filter { $0.value == "not decided" }.keys) == [
          "add-finished", "add-to-two-queues", "add-twice", "block-late", "group-with-invalid",
          "start-not-ready", "start-queued",
        ])
    }
  #endif

  @Test(.enabled(if: GNUstep.isInstalled, "\(GNUstep.advice)"))
  func `GNUstep shows what is allowed`() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "litmus-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let adapter = folder.appending(path: "adapter")
    try GNUstep.build(
      Self.package.appending(path: "Tests/Adapters/gnustep/build.sh"), adapter, sources: [])
    let exceptions = try await exceptions(of: "exec:\(adapter.path)", runs: 3)
    // It has no barriers.
    #expect(
      exceptions == [
        "barrier-cancelled": "not decided", "barrier-counted": "not decided",
        "barrier-limit-zero": "not decided", "barrier-separates": "not decided",
        "barrier-suspended": "not decided",
      ])
  }
}
