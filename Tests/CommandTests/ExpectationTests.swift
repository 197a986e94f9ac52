import Foundation
import TestSupport
import Testing

@Suite(.waiting, .limit(minutes: 4)) struct `A run with expectations` {
  /// Runs a queue with two mistakes.
  private func run(_ more: String..., in folder: Folder) async throws -> Ending {
    let words = [
      "run", "mutant:edge-survives-removal+operation-name-ignored", "--rules", "DEP-9", "--rules",
      "OP-51", "--programs", "300", "--findings", "found",
    ]
    return try await Command(words + more, in: folder).end()
  }

  @Test func `forgives the causes that it names, and no other one`() async throws {
    let folder = try Folder()
    let bare = try await run("--report", "json=report.json", in: folder)
    #expect(bare.status == 1, "\(bare.errors)")
    let causes = try #require(try folder.object("report.json")["causes"] as? [[String: Any]])
    let lines = try causes.map { cause in
      let rule = try #require((cause["rules"] as? [String])?.first)
      return "\(rule) when \(try #require(cause["trigger"] as? String))  # known"
    }
    try #require(lines.count == 2, "\(lines)")
    for line in lines {
      _ = try folder.write(line + "\n", to: "one.txt")
      let ending = try await run("--expect", "one.txt", in: folder)
      #expect(ending.status == 1, "\(line): \(ending.errors)")
    }
    _ = try folder.write(lines.joined(separator: "\n"), to: "both.txt")
    let both = try await run("--expect", "both.txt", in: folder)
    #expect(both.status == 0, "\(both.output)\(both.errors)")
    let gone = "DEP-9 when op a; drop a"
    _ = try folder.write((lines + [gone]).joined(separator: "\n"), to: "stale.txt")
    let stale = try await run("--expect", "stale.txt", in: folder)
    #expect(stale.status == 4, "\(stale.output)")
    #expect(stale.errors.contains("oqcheck: \(gone) is expected to be violated, and is not"))
  }

  @Test(
    arguments: [
      ("DEP-9 if", 65, "e.txt: line 1: expected 'when' and a trigger after DEP-9, found 'if'"),
      ("\ndep", 65, "e.txt: line 2: expected a rule id such as DEP-9"),
      ("DEP-9 when op a; undo a", 65, "e.txt: line 1: part 2 of the trigger: expected"),
      ("DEP-999", 4, "e.txt: line 1: there is no rule DEP-999"),
    ])
  func `refuses a file that it does not understand before any program runs`(
    text: String, status: Int32, message: String
  ) async throws {
    let folder = try Folder()
    _ = try folder.write(text, to: "e.txt")
    let ending = try await Command.run("run", "reference", "--expect", "e.txt", in: folder)
    #expect(ending.status == status)
    #expect(ending.errors.contains(message), "\(ending.errors)")
  }
}
