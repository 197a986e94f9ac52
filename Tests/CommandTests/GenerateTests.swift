import Foundation
import TestSupport
import Testing

/// The 64-bit FNV-1a hash of a text (Fowler, Noll, Vo; IETF draft-eastlake-fnv).
private func hash(_ text: String) -> UInt64 {
  var text = text
  return text.withUTF8 { bytes in
    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}

/// The blocks of a text, each from its line `# program N` to the next.
private func blocks(_ text: String) -> [Int: String] {
  var blocks: [Int: String] = [:]
  var number = -1
  for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
    if let match = line.prefixMatch(of: #/# program ([0-9]+)\b/#) { number = Int(match.1) ?? -1 }
    blocks[number, default: ""] += line + "\n"
  }
  return blocks
}

@Suite(.awaiting, .limit(minutes: 6)) struct `The programs of a seed` {
  @Test func `are the same text everywhere`() async throws {
    let folder = try Folder()
    let ending = try await Command.run(
      "generate", "--seed", "7", "--programs", "20000", "--jobs", "2", in: folder)
    #expect(ending.status == 0)
    #expect(ending.errors.isEmpty)
    #expect(
      String(hash(ending.output), radix: 16) == "b76a7eedefd111c3",
      "programs are another text: after a change of the generator, on purpose, take the new hash")
  }

  @Test func `are the same text in every run and with any number of jobs`() async throws {
    let folder = try Folder()
    let words = ["generate", "--seed", "7", "--programs", "1500"]
    let first = try await Command(words, in: folder).end()
    let second = try await Command(words, in: folder).end()
    let third = try await Command(words + ["--jobs", "2"], in: folder).end()
    #expect(first.status == 0)
    #expect(blocks(first.output).count == 1500)
    #expect(first.output == second.output)
    #expect(first.output == third.output)
  }

  @Test func `are divided among shards`() async throws {
    let folder = try Folder()
    let words = ["generate", "--seed", "7", "--programs", "501"]
    let whole = try await Command(words, in: folder).end()
    let even = try await Command(words + ["--shard", "0/2"], in: folder).end()
    let odd = try await Command(words + ["--shard", "1/2", "--jobs", "3"], in: folder).end()
    let parts = (even: blocks(even.output), odd: blocks(odd.output))
    #expect(parts.even.keys.sorted() == Array(stride(from: 0, to: 501, by: 2)))
    #expect(parts.odd.keys.sorted() == Array(stride(from: 1, to: 501, by: 2)))
    let merged = parts.even.merging(parts.odd) { $0 + $1 }
    #expect(merged.mapValues { $0.trimmed } == blocks(whole.output).mapValues { $0.trimmed })
  }

  @Test func `can be chosen by index`() async throws {
    let folder = try Folder()
    let whole = try await Command.run("generate", "--programs", "12", in: folder)
    let chosen = try await Command.run("generate", "--only", "11,3", in: folder)
    let expected = [11, 3].compactMap { blocks(whole.output)[$0]?.trimmed }
    #expect(expected.count == 2)
    #expect(chosen.output.trimmed == expected.joined(separator: "\n\n"))
    #expect(whole.errors.isEmpty)
    #expect(chosen.errors.hasPrefix("oqcheck: made with the whole vocabulary; "))
    #expect(chosen.errors.contains("--subject SUBJECT"))
    #expect(chosen.errors.split(separator: "\n").count == 1)
  }

  @Test func `are those of a run on a subject that is named`() async throws {
    let folder = try Folder()
    let only = ["--seed", "3", "--only", "0-9"]
    for words in [[], ["--rules", "DEP-*"], ["--profile", "reference"]] {
      let run = ["run", "foundation", "--programs", "1", "--report", "json=report.json"]
      _ = try await Command(run + words, in: folder).end()
      let vocabulary = try #require(try folder.object("report.json")["vocabulary"] as? [String])
      let subject = ["generate", "--subject", "foundation"] + words + only
      let named = try await Command(subject, in: folder).end()
      #expect(named.status == 0, "\(named.errors)")
      #expect(named.errors.isEmpty)
      #expect(blocks(named.output).count == 10)
      let both = subject + ["--vocabulary", vocabulary.joined(separator: ",")]
      #expect(try await Command(both, in: folder).end().output == named.output)
    }
  }

  @Test func `of a subject are the ones that it runs`() async throws {
    let folder = try Folder()
    let words = ["mutant:executing-before-start", "--rules", "STATE-2"]
    let run = try await Command(
      ["run"] + words + ["--programs", "150", "--report", "json=report.json"], in: folder
    ).end()
    let findings = try folder.object("report.json")["findings"] as? [[String: Any]]
    let index = try #require(findings?.first?["index"] as? Int, "\(run.output)")
    let program = try await Command(
      ["generate", "--only", "\(index)", "--subject"] + words, in: folder
    ).end()
    let path = try folder.write(
      program.output.split(separator: "\n").dropFirst().map { $0 + "\n" }.joined(),
      to: "a.oqprogram")
    let replay = try await Command.run(
      "replay", path, "--subject", words[0], "--times", "20", in: folder)
    #expect(replay.status == 1, "\(replay.output)")
  }

  @Test func `are still those of the finding in the README`() async throws {
    let folder = try Folder()
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let text = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    let rule = try #require(text.firstMatch(of: #/\n([A-Z]+-[0-9]+) violated: /#)).1
    let index = try #require(
      text.firstMatch(of: #/oqcheck run foundation --seed 0x1 --only ([0-9]+)\n/#)
    ).1
    let words = ["--seed", "0x1", "--only", String(index)]
    let ending = try await Command(
      ["generate", "--subject", "foundation"] + words, in: folder
    ).end()
    #expect(ending.output.hasPrefix("# program \(index) for \(rule)\n"), "\(ending.output)")
  }
}

extension String {
  /// Without blank lines at its end.
  fileprivate var trimmed: String { trimmingCharacters(in: .newlines) }
}
