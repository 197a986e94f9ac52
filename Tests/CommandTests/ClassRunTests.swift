import Foundation
import TestSupport
import Testing

@Suite(.awaiting, .limit(minutes: 2)) struct `A run on a class of operations` {
  @Test func `charges the class with what it breaks, and not its host`() async throws {
    let folder = try Folder()
    let ending = try await Command.run(
      "run", "class:not-asynchronous", "--programs", "30", "--rules", "ASYNC-4", "--rules",
      "EXEC-1", "--findings", "found", "--report", "json=report.json", in: folder)
    #expect(ending.status == 1, "\(ending.output)\(ending.errors)")
    #expect(ending.output.contains("1 ASYNC-4; "))
    let report = try folder.object("report.json")
    let control = try #require(report["control"] as? [String: Any])
    #expect(control["name"] as? String == "class:async")
    let rules = try #require(report["rules"] as? [[String: Any]])
    let broken = try #require(rules.first { $0["id"] as? String == "ASYNC-4" })
    #expect((broken["violations"] as? Int ?? 0) > 0)
    #expect(control["programs"] as? Int == broken["violations"] as? Int)
    #expect((control["findings"] as? [Any])?.isEmpty == true)
    let finding = try #require((report["findings"] as? [[String: Any]])?.first)
    #expect(finding["rule"] as? String == "ASYNC-4")
    let name = try #require(finding["repro"] as? String)
    let replay = try await Command.run("replay", "found/\(name)", in: folder)
    #expect(replay.status == 1, "\(replay.output)")
    let healthy = try await Command.run(
      "replay", "found/\(name)", "--subject", "class:async", in: folder)
    #expect(healthy.status == 2, "\(healthy.output)")
  }

  @Test func `holds lanes where it is asked to, and not else`() async throws {
    let folder = try Folder()
    let choices: [(words: [String], isHeld: Bool)] = [([], false), (["--holds", "random"], true)]
    for (words, isHeld) in choices {
      let command = try Command(
        ["run", "class:async", "--programs", "60", "--report", "json=report.json"] + words,
        in: folder)
      let ending = try await command.end()
      #expect([0, 2].contains(ending.status), "\(ending.output)\(ending.errors)")
      let drawn = (try folder.object("report.json")["holds"] as? [String: Any])?["drawn"] as? Int
      #expect((drawn ?? 0 > 0) == isHeld, "\(ending.output)")
    }
  }

  @Test func `two classes are compared by the rules of classes`() async throws {
    let folder = try Folder()
    let ending = try await Command.run(
      "compare", "class:async", "class:not-asynchronous", "--programs", "30", "--rules", "ASYNC-4",
      "--findings", "found", "--report", "json=report.json", in: folder)
    #expect(ending.status == 1, "\(ending.output)\(ending.errors)")
    #expect(ending.output.contains("ASYNC-4 on class:not-asynchronous"), "\(ending.output)")
    let report = try folder.object("report.json")
    let verdicts = try #require(report["verdicts"] as? [[String: Any]])
    #expect(verdicts.map { $0["rule"] as? String } == ["ASYNC-4"], "\(verdicts)")
    let mixed = try await Command.run("compare", "class:async", "foundation", in: folder)
    #expect(mixed.status == 64)
    #expect(mixed.errors.contains("cannot be compared"))
  }

  @Test func `the parts of a run on a class are judged one by one`() async throws {
    let folder = try Folder()
    let ending = try await Command.run(
      "run", "class:async", "--programs", "60", "--shard", "1/2", "--report", "json=part.json",
      in: folder)
    #expect(ending.status == 0 || ending.status == 2, "\(ending.output)\(ending.errors)")
    let report = try folder.object("part.json")
    #expect(report["programs"] as? Int == 30)
    let control = try #require(report["control"] as? [String: Any])
    #expect(control["name"] as? String == "class:async")
    #expect(control["programs"] as? Int == 0)
  }

  @Test(arguments: ["class:async", "class:main"])
  func `says that a correct class conforms`(_ subject: String) async throws {
    let folder = try Folder()
    let ending = try await Command.run("run", subject, "--programs", "130", in: folder)
    #expect(ending.status == 0, "\(ending.output)\(ending.errors)")
    #expect(folder.names(in: ".oqcheck").isEmpty)
  }

  @Test func `lists apart what the control shows, too, and charges nobody with it`() async throws {
    let folder = try Folder()
    let ending = try await Command.run(
      "run", "class:on-mistaken-host", "--programs", "56", "--report", "json=report.json",
      "--report", "junit=report.xml", in: folder)
    #expect(ending.status == 0, "\(ending.output)\(ending.errors)")
    #expect(ending.output.contains("The host, not the class"), "\(ending.output)")
    let flat = ending.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(flat.contains("rules judged (1 broken by the host, too)"), "\(ending.output)")
    #expect(!ending.output.contains("ASYNC-4 violated"), "\(ending.output)")
    let report = try folder.object("report.json")
    #expect(report["outcome"] as? String == "conformant")
    #expect((report["findings"] as? [Any])?.isEmpty == true)
    let control = try #require(report["control"] as? [String: Any])
    let shown = try #require(control["findings"] as? [[String: Any]])
    #expect(shown.map { $0["rule"] as? String } == ["ASYNC-4"])
    let rules = try #require(report["rules"] as? [[String: Any]])
    let rule = try #require(rules.first { $0["id"] as? String == "ASYNC-4" })
    #expect(rule["verdict"] as? String == "not applicable")
    #expect(folder.names(in: ".oqcheck").isEmpty)
  }

  @Test func `keeps what the control shows when shards are joined`() async throws {
    let folder = try Folder()
    let words = ["run", "class:on-mistaken-host", "--programs", "56"]
    for shard in 0..<2 {
      let part = try await Command(
        words + ["--shard", "\(shard)/2", "--report", "json=\(shard).json"], in: folder
      ).end()
      #expect(part.status != 70 && part.status != 64, "\(part.errors)")
    }
    let merge = try await Command.run(
      "report", "merge", "0.json", "1.json", "--report", "json=whole.json", in: folder)
    #expect(merge.status == 0, "\(merge.output)\(merge.errors)")
    #expect(merge.output.contains("The host, not the class"), "\(merge.output)")
    let whole = try folder.object("whole.json")
    let control = try #require(whole["control"] as? [String: Any])
    let once = try await Command(words + ["--report", "json=once.json"], in: folder).end()
    #expect(once.status == 0, "\(once.output)")
    let asked = try folder.object("once.json")["control"] as? [String: Any]
    let programs = try #require(asked?["programs"])
    #expect((programs as? Int ?? 0) > 1)
    #expect(control["programs"] as? Int == programs as? Int)
    let shown = try #require(control["findings"] as? [[String: Any]])
    #expect(shown.map { $0["rule"] as? String } == ["ASYNC-4"])
    let rules = try #require(whole["rules"] as? [[String: Any]])
    let rule = try #require(rules.first { $0["id"] as? String == "ASYNC-4" })
    #expect(rule["verdict"] as? String == "not applicable")
  }

  @Test func `wants a class that there is`() async throws {
    let unknown = try await Command.run("run", "class:asinc", in: try Folder())
    #expect(unknown.status == 64)
    #expect(unknown.errors.contains("did you mean class:async"))
  }

  @Test func `is offered in the list of subjects`() async throws {
    let listed = try await Command.run("subjects", in: try Folder())
    for name in ["class:async", "class:main", "class:guide-my-operation", "class:ready-alone"] {
      #expect(listed.output.contains("\n\(name) "), "\(listed.output)")
    }
  }
}
