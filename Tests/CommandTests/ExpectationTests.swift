import Foundation
import TestSupport
import Testing

@Suite(.awaiting, .limit(minutes: 4)) struct `A run with expectations` {
  /// Runs a queue with two mistakes.
  private func run(_ more: String..., in folder: Folder) async throws -> Ending {
    let words = [
      "run", "mutant:edge-survives-removal+operation-name-ignored", "--rules", "DEP-9", "--rules",
      "OP-51", "--programs", "60", "--findings", "found",
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
    #expect(
      stale.errors.contains("oqcheck: stale.txt: \(gone) is expected to be violated, and is not"))
    let untried = "DEP-9 when op a" + Array(repeating: "; wait a", count: 30).joined()
    _ = try folder.write((lines + [untried]).joined(separator: "\n"), to: "untried.txt")
    let open = try await run("--expect", "untried.txt", in: folder)
    #expect(open.status == 0, "\(open.output)\(open.errors)")
    #expect(
      open.errors.contains(
        "oqcheck: untried.txt: \(untried) was not tried: no program was found that holds its trigger"
      ))
    let late = lines.map { $0 + "\n  until: 2020-01-31\n" }.joined()
    _ = try folder.write(late, to: "late.txt")
    let expired = try await run("--expect", "late.txt", in: folder)
    #expect(expired.status == 1)
    #expect(expired.errors.contains(" was expected until 2020-01-31\n"), "\(expired.errors)")
    #expect(expired.errors.contains("Give what has expired another 'until' in late.txt"))
    #expect(!expired.errors.contains("expect prune"))
  }

  @Test func `is forgiven what was accepted, and what is gone is pruned`() async throws {
    let folder = try Folder()
    let bare = try await run("--report", "json=report.json", in: folder)
    #expect(bare.status == 1, "\(bare.errors)")
    let silent = try await Command.run("expect", "accept", "e.txt", "report.json", in: folder)
    #expect(silent.status == 64)
    #expect(silent.errors.contains("needs --reason and --link"))
    let nowhere = try await Command.run(
      "expect", "accept", "absent/e.txt", "report.json", "--reason", "known", "--link",
      "https://example.org/1", in: folder)
    #expect(nowhere.status == 73)
    #expect(nowhere.output.isEmpty, "what was not written is not accepted")
    let words = ["expect", "accept", "e.txt", "report.json", "--reason", "known", "--link"]
    let accepted = try await Command(words + ["https://example.org/1"], in: folder).end()
    #expect(accepted.status == 0, "\(accepted.errors)")
    #expect(accepted.output.split(separator: "\n").count == 2, "\(accepted.output)")
    let text = try String(contentsOfFile: "\(folder.path)/e.txt", encoding: .utf8)
    #expect(text.ranges(of: "\n  reason: known\n  link: https://example.org/1\n").count == 2)
    let again = try await Command(words + ["https://example.org/2"], in: folder).end()
    #expect(again.output == "nothing to accept\n")
    let forgiven = try await run("--expect", "e.txt", in: folder)
    #expect(forgiven.status == 0, "\(forgiven.output)\(forgiven.errors)")

    let mixed = "# a remark\nDEP-999\nDEP-9 when op a; drop a  # gone\n  until: 2999-01-01\n"
    _ = try folder.write(mixed + text + "OP-51\n  versions: 0.1\n", to: "m.txt")
    let pruned = try await Command.run("expect", "prune", "m.txt", "report.json", in: folder)
    #expect(
      pruned.output == "removed: DEP-999\nremoved: DEP-9 when op a; drop a\n", "\(pruned.errors)")
    let left = try String(contentsOfFile: "\(folder.path)/m.txt", encoding: .utf8)
    #expect(left == "# a remark\n" + text + "OP-51\n  versions: 0.1\n")
    let kept = try await Command.run("expect", "prune", "m.txt", "report.json", in: folder)
    #expect(kept.output == "nothing to remove\n")
  }

  @Test func `judges a campaign in parts by the whole`() async throws {
    let folder = try Folder()
    _ = try await run("--report", "json=report.json", in: folder)
    let accepted = try await Command.run(
      "expect", "accept", "e.txt", "report.json", "--reason", "known", "--link",
      "https://example.org/1", in: folder)
    #expect(accepted.status == 0, "\(accepted.errors)")
    let gone = "DEP-9 when op a; drop a"
    _ = try folder.write(gone + "\n", to: "stale.txt")
    for part in 0..<3 {
      let words = ["--shard", "\(part)/3", "--report", "json=\(part).json", "--expect", "e.txt"]
      let ending = try await run(
        words[0], words[1], words[2], words[3], words[4], words[5], in: folder)
      // A part in which something does not show says nothing of the others.
      #expect([0, 2].contains(ending.status), "\(ending.output)\(ending.errors)")
    }
    let merged = try await Command.run("report", "merge", "0.json", "1.json", "2.json", in: folder)
    #expect(merged.status == 0, "\(merged.output)\(merged.errors)")
    #expect(merged.output.contains(", all expected ("), "\(merged.output)")
    let stale = try await Command.run(
      "report", "merge", "0.json", "1.json", "2.json", "--expect", "stale.txt", in: folder)
    #expect(stale.status == 1)
    #expect(
      stale.errors.contains("oqcheck: stale.txt: \(gone) is expected to be violated, and is not"))
    #expect(stale.errors.contains("'oqcheck expect prune stale.txt REPORT.json'"))
  }

  @Test func `warns of a cause that was not made small, and of a day that is over`() async throws {
    let folder = try Folder()
    _ = try await run("--report", "json=report.json", in: folder)
    let text = try String(contentsOfFile: "\(folder.path)/report.json", encoding: .utf8)
    _ = try folder.write(
      text.replacing("\"attempts\" : 20", with: "\"attempts\" : 3")
        .replacing("\"attempts\": 20", with: "\"attempts\": 3")
        .replacing("\"reproduced\": 20", with: "\"reproduced\": 3"), to: "short.json")
    let words = ["expect", "accept", "e.txt", "short.json", "--reason", "known", "--link"]
    let ending = try await Command(words + ["https://example.org/1"], in: folder).end()
    #expect(ending.status == 0)
    #expect(
      ending.errors.contains(
        " was not worked on to the end, and may go by a smaller trigger later"),
      "\(ending.errors)")
    let late = try await Command(
      words + ["https://example.org/1", "--until", "2020-01-01"], in: folder
    ).end()
    #expect(late.status == 64)
    #expect(late.errors.contains("2020-01-01 is over"), "\(late.errors)")
  }

  @Test func `judges before it says that a rule does not exist`() async throws {
    let folder = try Folder()
    _ = try folder.write("DEP-999\n", to: "e.txt")
    let ending = try await Command.run(
      "run", "reference", "--programs", "30", "--rules", "DEP-1", "--expect", "e.txt", in: folder)
    #expect(ending.status == 4, "\(ending.output)")
    #expect(ending.errors.contains("e.txt: line 1: there is no rule DEP-999"))
    #expect(ending.output.contains("conformant (core"))
  }

  @Test(
    arguments: [
      ("DEP-9 if", 65, "e.txt: line 1: expected 'when' and a trigger after DEP-9, found 'if'"),
      (
        "DEP-9 when  # later", 65,
        "e.txt: line 1: expected a trigger such as 'op a; cancel a' after 'when'"
      ),
      ("\ndep", 65, "e.txt: line 2: expected a rule id such as DEP-9"),
      ("DEP-9 when op a; undo a", 65, "e.txt: line 1: part 2 of the trigger: expected"),
      ("  reason: x", 65, "e.txt: line 1: a field belongs below a rule"),
      ("DEP-9\n  until: soon", 65, "e.txt: line 2: expected a day such as 2027-01-31"),
      ("DEP-9\n  link: here", 65, "e.txt: line 2: expected a link such as https"),
      (
        "DEP-9\n  versions: ,", 65,
        "e.txt: line 2: expected versions such as '6.3*, 6.4', found ','"
      ),
      ("DEP-9\n  why: x", 65, "e.txt: line 2: expected reason, link, until, pin or versions"),
      ("DEP-9\n  pin: x", 65, "e.txt: line 2: expected a function and its caller such as"),
      ("DEP-9\n  pin: sem_post f", 65, "e.txt: line 2: a pin belongs to a cause"),
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
