import Foundation
import TestSupport
import Testing

@Suite(.awaiting, .limit(minutes: 2)) struct `A run` {
  @Test func `on the model gives the same report every time`() async throws {
    let folder = try Folder()
    for name in ["first.json", "second.json"] {
      let ending = try await Command.run(
        "run", "model", "--seed", "7", "--programs", "300", "--report", "json=\(name)", in: folder)
      #expect(ending.status != 1, "\(ending.output)")
    }
    #expect(try folder.data("first.json") == folder.data("second.json"))
    let report = try folder.object("first.json")
    #expect(report["seed"] as? String == "0x7")
    #expect(report["programs"] as? Int == 300)
    #expect(report["complete"] as? Bool == true)
  }

  @Test func `in its own process leaves out what needs the first thread of it`() async throws {
    let folder = try Folder()
    let edge = "op a\nop b deps=a\nclient 1\n  undepend b a\n  until is-ready b\n"
    _ = try folder.write("oqprogram 1\n" + edge, to: "corpus/edge.oqprogram")
    let ending = try await Command.run(
      "run", "foundation", "--in-process", "--programs", "20", "--corpus", "corpus",
      "--rules", "MAIN-1", "--rules", "EXEC-1", "--table", in: folder)
    // Foundation keeps EXEC-1, but not all that the model knows.
    #expect(ending.status == 1, "\(ending.output)\(ending.errors)")
    #expect(ending.output.contains("1 unexplained history"), "\(ending.output)")
    #expect(!ending.output.contains("EXEC-1 violated"))
    #expect(ending.output.contains("not applicable, needs mainQueue: MAIN-1\n"), "\(ending.output)")
  }

  @Test func `on the reference queue blames nothing`() async throws {
    let folder = try Folder()
    let ending = try await Command.run(
      "run", "reference", "--programs", "200", "--report", "json=report.json", in: folder)
    #expect([0, 2].contains(ending.status), "\(ending.output)\(ending.errors)")
    #expect((try folder.object("report.json")["findings"] as? [Any])?.isEmpty == true)
    #expect(folder.names(in: ".oqcheck").isEmpty)
    #expect(folder.names(in: "temporary").isEmpty)
  }

  @Test func `of an adapter whose queue throws says so, also where it is quiet`() async throws {
    let folder = try Folder()
    let template = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Adapters/python")
    for name in ["adapter", "protocol", "toyqueue"] {
      let text = try String(contentsOf: template.appending(path: "\(name).py"), encoding: .utf8)
      try text.replacing("queue.add([operation])", with: "{}[\"no slot\"]")
        .write(toFile: "\(folder.path)/\(name).py", atomically: true, encoding: .utf8)
    }
    let ending = try await Command.run(
      "run", "exec:python3 adapter.py", "--programs", "20", "--quiet", in: folder)
    // A KeyError of the queue is no verb that is missing, and no refusal.
    #expect(ending.status == 2, "\(ending.output)\(ending.errors)")
    #expect(ending.errors.contains("KeyError: 'no slot'"), "\(ending.errors)")
    #expect(ending.errors.contains("with 'unknown'"), "\(ending.errors)")
  }

  @Test func `of one program says what holds of that program`() async throws {
    let folder = try Folder()
    let ending = try await Command.run("run", "reference", "--only", "4", "--quiet", in: folder)
    #expect(ending.status == 2)
    #expect(
      ending.output.wholeMatch(
        of:
          #/inconclusive: the chosen program breaks no rule and decides [0-9]+ of [0-9]+\s+rules(, [0-9]+ undecided)?\s+\(core,\s+complete\)\n/#
      ) != nil, "\(ending.output)")
    let several = try await Command.run("run", "model", "--only", "4-6", "--quiet", in: folder)
    let start = "inconclusive: the 3 chosen programs break no rule and decide "
    #expect(several.output.hasPrefix(start), "\(several.output)")
  }

  @Test func `finds a mutant, and its finding can be run again and made smaller`() async throws {
    let folder = try Folder()
    let ending = try await Command.run(
      "run", "mutant:executing-before-start", "--programs", "150", "--rules", "STATE-2",
      "--findings", "found", "--report", "json=report.json", in: folder)
    #expect(ending.status == 1, "\(ending.output)\(ending.errors)")
    #expect(ending.output.contains("STATE-2"))
    // The model may object to a history in which no rule that is chosen can prove anything.
    let findings = try #require(
      try folder.object("report.json")["findings"] as? [[String: Any]])
    let own = findings.filter { $0["rule"] as? String == "STATE-2" }
    #expect(own.count == 1)
    let name = try #require(own.first?["repro"] as? String)
    let names = folder.names(in: "found")
    #expect(Set(names) == Set(findings.compactMap { $0["repro"] as? String }))
    #expect(ending.output.contains("oqcheck replay found/\(name)"))

    let replay = try await Command.run("replay", "found/\(name)", "--times", "40", in: folder)
    #expect(replay.status == 1)
    #expect(replay.output.contains(#/STATE-2: reproduced [0-9]+ of 40 attempts/#))

    let shrink = try await Command.run("shrink", "found/\(name)", in: folder)
    #expect(shrink.status == 1, "\(shrink.output)\(shrink.errors)")
    let steps = try #require(shrink.output.firstMatch(of: #/steps before, ([0-9]+) now/#))
    #expect((Int(steps.1) ?? .max) <= 8)
    #expect(folder.names(in: "found") == names)

    let healthy = try await Command.run(
      "replay", "found/\(name)", "--subject", "reference", in: folder)
    #expect(healthy.status == 2, "\(healthy.output)")
    #expect(folder.names(in: "temporary").isEmpty)
  }

  @Test func `finds a death that takes two programs of one process, and can run them again`()
    async throws
  {
    let folder = try Folder()
    let ending = try await Command.run(
      "run", "hostile:grudge", "--programs", "150", "--findings", "found",
      "--report", "json=report.json", in: folder)
    #expect(ending.status == 1, "\(ending.output)\(ending.errors)")
    let findings = try #require(try folder.object("report.json")["findings"] as? [[String: Any]])
    let crash = try #require(findings.first { $0["rule"] as? String == "crash" })
    let path = "found/\(try #require(crash["repro"] as? String))"
    #expect((crash["earlier"] as? [String])?.isEmpty == false)

    // On a busy machine a run has no time to shrink all of it.
    let shrink = try await Command.run("shrink", path, in: folder)
    #expect(shrink.status == 1, "\(shrink.output)\(shrink.errors)")
    let sentence = "It needs these programs in one process, in this order"
    #expect(shrink.output.contains(sentence))
    let text = try String(contentsOfFile: "\(folder.path)/\(path)", encoding: .utf8)
    #expect(text.split(separator: "\n").count { $0 == "== earlier" } == 1, "\(text)")
    #expect(text.contains("cancel-all"))
    #expect(text.contains("suspend"))

    let replay = try await Command.run("replay", path, "--times", "5", in: folder)
    #expect(replay.status == 1)
    #expect(replay.output.hasSuffix("crash: reproduced 5 of 5 attempts\n"), "\(replay.output)")
  }

  @Test(arguments: [[:], ["NO_COLOR": "1"], ["TERM": "xterm-256color", "CI": "true"]])
  func `writes no control sequences where there is no terminal`(
    variables: [String: String]
  ) async throws {
    let folder = try Folder()
    let ending = try await Command.run(
      "run", "model", "--programs", "20", in: folder, variables: variables)
    #expect(!ending.output.isEmpty)
    #expect(!(ending.output + ending.errors).contains("\u{1B}"))
    #expect(!(ending.output + ending.errors).contains("\r"))
  }

  @Test func `does only its shard, also when the environment says so`() async throws {
    let folder = try Folder()
    let words = ["run", "model", "--programs", "11", "--report", "json=report.json"]
    _ = try await Command(words + ["--shard", "1/2"], in: folder).end()
    #expect(try folder.object("report.json")["programs"] as? Int == 5)
    _ = try await Command(
      words, in: folder,
      variables: [
        "TEST_SHARD_INDEX": "0", "TEST_TOTAL_SHARDS": "2",
        "TEST_SHARD_STATUS_FILE": "\(folder.path)/status",
      ]
    ).end()
    // Without this file Bazel takes the test for one that has no parts.
    #expect(folder.names(in: ".").contains("status"))
    #expect(try folder.object("report.json")["programs"] as? Int == 6)
  }
}

@Suite(.awaiting, .limit(minutes: 10)) struct `A comparison` {
  @Test func `of a subject with itself shows no verdict that differs`() async throws {
    let folder = try Folder()
    let ending = try await Command.run(
      "compare", "reference", "reference", "--programs", "60", "--report", "json=report.json",
      in: folder)
    #expect(ending.status == 0, "\(ending.output)\(ending.errors)")
    let report = try folder.object("report.json")
    #expect((report["first"] as? [String: Any])?["programs"] as? Int == 60)
    #expect((report["second"] as? [String: Any])?["programs"] as? Int == 60)
    #expect(folder.names(in: ".oqcheck").isEmpty)
  }

  @Test func `of a mutant with the reference queue shows what it breaks, and keeps the program`()
    async throws
  {
    let folder = try Folder()
    let ending = try await Command.run(
      "compare", "reference", "mutant:executing-before-start", "--programs", "80", "--rules",
      "STATE-2", "--findings", "found", in: folder)
    #expect(ending.status == 1, "\(ending.output)\(ending.errors)")
    #expect(ending.output.contains("Verdicts that differ"))
    #expect(ending.output.contains("STATE-2 on mutant:executing-before-start"))
    let name = try #require(folder.names(in: "found").first)
    let replay = try await Command.run("replay", "found/\(name)", "--times", "20", in: folder)
    #expect(replay.status == 1, "\(replay.output)")
  }

  @Test func `of what does not exist is a wrong command line`() async throws {
    let folder = try Folder()
    let ending = try await Command.run("compare", "reference", "nothing", in: folder)
    #expect(ending.status == 64)
    #expect(ending.errors.hasPrefix("oqcheck: unknown subject 'nothing'"))
  }
}
