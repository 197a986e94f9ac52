import Foundation
import TestSupport
import Testing

@Suite(.awaiting, .limit(minutes: 2)) struct `A merge of reports` {
  @Test func `of all shards gives what the whole run wrote, in every format`() async throws {
    let folder = try Folder()
    let words = ["run", "model", "--seed", "3", "--programs", "240"]
    let whole = try await run(words + reports("whole"), in: folder)
    for shard in 0..<3 {
      // One part by option, the others as an engine says it.
      let part =
        shard == 1
        ? try await run(
          words + ["--shard", "1/3", "--report", "json=1.json"], in: folder)
        : try await run(
          words + ["--report", "json=\(shard).json"], in: folder,
          variables: ["TEST_SHARD_INDEX": "\(shard)", "TEST_TOTAL_SHARDS": "3"])
      #expect(part.status != 70 && part.status != 64, "\(part.errors)")
    }
    let merge = try await run(
      ["report", "merge", "2.json", "0.json", "1.json"] + reports("merged"), in: folder)
    #expect(merge.status == whole.status, "\(merge.output)\(merge.errors)")
    #expect(merge.output == whole.output)
    for format in formats {
      #expect(try folder.data("merged.\(format)") == folder.data("whole.\(format)"), "\(format)")
    }
  }

  @Test func `is written to standard output where the path says so`() async throws {
    let folder = try Folder()
    let words = ["run", "model", "--programs", "8"]
    let whole = try await run(words + reports("whole"), in: folder)
    let json = try await run(words + ["--report", "json=-"], in: folder)
    #expect(json.output == String(decoding: try folder.data("whole.json"), as: UTF8.self))
    #expect(json.status == whole.status)
    let junit = try await run(["report", "convert", "whole.json", "junit=-"], in: folder)
    #expect(junit.output == String(decoding: try folder.data("whole.junit"), as: UTF8.self))
    #expect(junit.status == 0)
  }

  @Test func `is not needed to write what a run has found in other formats`() async throws {
    let folder = try Folder()
    let whole = try await run(
      [
        "run", "mutant:executing-before-start", "--programs", "150", "--rules", "STATE-2",
      ] + reports("whole"), in: folder)
    #expect(whole.status == 1, "\(whole.output)\(whole.errors)")
    var words = ["report", "convert", "whole.json"]
    for format in formats { words.append("\(format)=again.\(format)") }
    let convert = try await run(words, in: folder)
    #expect(convert.status == 0, "\(convert.errors)")
    #expect(convert.output.contains("1 STATE-2; "))
    for format in formats {
      let text = String(decoding: try folder.data("whole.\(format)"), as: UTF8.self)
      // A report does not know where the failure files are.
      let again = String(decoding: try folder.data("again.\(format)"), as: UTF8.self)
      #expect(again == text.replacing("replay .oqcheck/", with: "replay "), "\(format)")
      #expect((again == text) == ["json", "jsonl"].contains(format), "\(format)")
    }
    let told = try await run(words + ["--findings", ".oqcheck"], in: folder)
    #expect(told.status == 0, "\(told.errors)")
    for format in formats {
      #expect(
        try folder.data("again.\(format)") == folder.data("whole.\(format)"), "\(format)")
    }
  }

  @Test func `refuses formats that there are not and files that are no reports`() async throws {
    let folder = try Folder()
    _ = try folder.write("{", to: "half.json")
    _ = try folder.write("{\"schema\": 1}", to: "empty.json")
    let refusals: [([String], Int32, String)] = [
      (["half.json"], 65, "half.json: not a report of oqcheck"),
      (["empty.json"], 65, "'subject' is missing"),
      (["none.json"], 66, "none.json: no such file"),
      (["empty.json", "jnuit=a"], 64, "did you mean 'junit=a'?"),
      (["empty.json", "json=no/where.json"], 73, "no/where.json"),
      ([], 64, "FILE"),
    ]
    for (words, status, message) in refusals {
      let ending = try await run(["report", "convert"] + words, in: folder)
      #expect(ending.status == status, "\(words): \(ending.errors)")
      #expect(ending.errors.contains(message), "\(words): \(ending.errors)")
    }
  }

  @Test func `refuses what is not all of one campaign, and files that are no reports`() async throws
  {
    let folder = try Folder()
    for (seed, shard) in [("1", "0/2"), ("1", "1/2"), ("2", "1/2")] {
      let name = "\(seed)-\(shard.prefix(1)).json"
      _ = try await Command.run(
        "run", "model", "--seed", seed, "--programs", "4", "--shard", shard, "--report",
        "json=\(name)", in: folder)
    }
    _ = try folder.write("{}", to: "empty.json")
    let refusals: [([String], Int32, String)] = [
      (["1-0.json"], 65, "oqcheck: shard 1/2 is missing\n"),
      (["1-0.json", "1-0.json"], 65, "oqcheck: shard 0/2 is there twice"),
      (["1-0.json", "2-1.json"], 65, "the seed is 0x2 in one and 0x1 in the other"),
      (["1-0.json", "empty.json"], 65, "oqcheck: empty.json: not a report of oqcheck"),
      (["1-0.json", "none.json"], 66, "oqcheck: none.json: no such file"),
      ([], 64, "FILE"),
      (["1-0.json", "1-1.json", "--report", "json=no/where.json"], 73, "no/where.json"),
    ]
    for (words, status, message) in refusals {
      let ending = try await run(["report", "merge"] + words, in: folder)
      #expect(ending.status == status, "\(words): \(ending.errors)")
      #expect(ending.errors.contains(message), "\(words): \(ending.errors)")
    }
    let other = try await run(["report", "join", "1-0.json"], in: folder)
    #expect(other.status == 64, "\(other.errors)")
  }

  private let formats = ["json", "junit", "terminal"]

  private func reports(_ name: String) -> [String] {
    formats.flatMap { ["--report", "\($0)=\(name).\($0)"] }
  }

  private func run(
    _ words: [String], in folder: Folder, variables: [String: String] = [:]
  ) async throws -> Ending {
    try await Command(words, in: folder, variables: variables).end()
  }
}
