import Foundation
import TestSupport
import Testing

@Suite(.awaiting, .limit(minutes: 2)) struct `A merge of reports` {
  @Test func `of all shards gives the report of the whole run`() async throws {
    let folder = try Folder()
    let words = ["run", "model", "--seed", "3", "--programs", "240"]
    let whole = try await run(words + ["--report", "json=whole.json"], in: folder)
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
      ["report", "merge", "2.json", "0.json", "1.json", "--report", "json=merged.json"],
      in: folder)
    #expect(merge.status == whole.status, "\(merge.output)\(merge.errors)")
    #expect(merge.output.contains("240 programs in 3 shards\n"))
    #expect(try folder.data("merged.json") == folder.data("whole.json"))
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

  private func run(
    _ words: [String], in folder: Folder, variables: [String: String] = [:]
  ) async throws -> Ending {
    try await Command(words, in: folder, variables: variables).end()
  }
}
