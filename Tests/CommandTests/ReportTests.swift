import Foundation
import TestSupport
import Testing

@Suite(.awaiting, .limit(minutes: 2)) struct `A report that is read again` {
  @Test func `says what is new, known and gone since an earlier one, and verifies itself`()
    async throws
  {
    let folder = try Folder()
    // The first 150 programs without the one in which the mutant shows by luck, so that it need not
    // show again.
    let words = ["--only", "0-82,84-149", "--rules", "STATE-2", "--rules", "DEP-1"]
    let mutant = try await Command(
      ["run", "mutant:executing-before-start"] + words + ["--report", "jsonl=old.jsonl"],
      in: folder
    ).end()
    #expect(mutant.status == 1, "\(mutant.output)\(mutant.errors)")
    let healthy = try await Command(
      ["run", "reference", "--since", "old.jsonl"] + words, in: folder
    ).end()
    #expect(
      healthy.output.contains(#/0 new, 0 known, [1-9] gone: STATE-2/#), "\(healthy.output)")
    let again = try await Command.run(
      "report", "convert", "old.jsonl", "--since", "old.jsonl", in: folder)
    #expect(again.output.contains(#/0 new, [1-9] known, 0 gone/#), "\(again.output)")

    let verified = try await Command.run("report", "verify", "old.jsonl", in: folder)
    #expect(verified.status == 0, "\(verified.output)\(verified.errors)")
    #expect(
      verified.output.contains(#/\n([1-9]) of \1 findings show again\n/#), "\(verified.output)")
    let refuted = try await Command.run(
      "report", "verify", "old.jsonl", "--subject", "reference", in: folder)
    #expect(refuted.status == 2)
    #expect(refuted.output.contains(#/\n0 of [1-9] findings/#), "\(refuted.output)")

    let text = try String(contentsOfFile: "\(folder.path)/old.jsonl", encoding: .utf8)
    let cut = try folder.write(String(text.dropLast(30)), to: "cut.jsonl")
    let refused = try await Command.run("report", "convert", cut, in: folder)
    #expect(refused.status == 65)
    #expect(refused.errors.hasPrefix("oqcheck: \(cut): not a report"), "\(refused.errors)")
    let early = try #require(text.split(separator: "{\"report\":").first)
    _ = try folder.write(String(early), to: "early.jsonl")
    let told = try await Command.run("report", "convert", "early.jsonl", in: folder)
    #expect(told.status == 65)
    #expect(
      told.errors.contains("cut off: the run had not ended, and had found STATE-2"),
      "\(told.errors)")
    let missing = try await Command.run("run", "reference", "--since", "none.json", in: folder)
    #expect(missing.status == 66)
  }

  @Test func `of the model is the same, byte for byte, in every format`() async throws {
    let formats = [
      "terminal", "json", "jsonl", "junit", "markdown", "html", "tap", "sarif", "github", "badge",
      "perfetto",
    ]
    let requests = formats.flatMap { ["--report", "\($0)=report.\($0)"] }
    var folders: [Folder] = []
    for _ in 0..<2 {
      let folder = try Folder()
      let run = try await Command(
        ["run", "model", "--seed", "7", "--programs", "300"] + requests, in: folder
      ).end()
      #expect(run.status == 0 || run.status == 2, "\(run.output)\(run.errors)")
      folders.append(folder)
    }
    for format in formats {
      let texts = try folders.map {
        try String(contentsOfFile: "\($0.path)/report.\(format)", encoding: .utf8)
      }
      #expect(!texts[0].isEmpty, "\(format)")
      #expect(texts[0] == texts[1], "\(format)")
    }
  }

  @Test(arguments: ["replay", "shrink"])
  func `a failure file that names a program does not run it`(verb: String) async throws {
    let folder = try Folder()
    let mark = "\(folder.path)/was-here"
    let path = try folder.write(
      """
      oqrepro 1
      subject exec:touch \(mark)
      rule DEP-1
      kind history
      profile core
      seed 1
      index 0
      reproduced 1/1
      message x began
      events 1
      == program
      oqprogram 1
      op x
      client 1
        start x
      == history
      oqhistory 1
      op x
      events
      1 client1 start x
      == end

      """, to: "stranger.oqrepro")
    let refused = try await Command.run(verb, path, in: folder)
    #expect(refused.status == 64)
    #expect(refused.errors.contains("names a program to run: exec:touch"), "\(refused.errors)")
    #expect(refused.errors.contains("--trust"))
    #expect(!FileManager.default.fileExists(atPath: mark))
    let other = try await Command.run(verb, path, "--subject", "reference", in: folder)
    #expect(other.status == 2, "\(other.output)\(other.errors)")
    #expect(!FileManager.default.fileExists(atPath: mark))
    _ = try await Command.run(verb, path, "--trust", in: folder)
    #expect(FileManager.default.fileExists(atPath: mark))
    let both = try await Command.run(
      verb, path, "--trust", "--subject", "reference", in: folder)
    #expect(both.status == 64)
  }
}
