import Foundation
import TestSupport
import Testing

@Suite(.awaiting, .limit(minutes: 5)) struct `A comparison of the acceptors` {
  @Test func `agrees, and is the same whoever does which part`() async throws {
    let folder = try Folder()
    let words = ["bench", "differential", "--histories", "300", "--bound", "400", "--seed", "4"]
    let one = try await Command(words, in: folder).end()
    #expect(one.status == 0)
    #expect(one.output.contains(#/\nin all +300\n/#))
    #expect(one.output.contains(#/\ndisagreement +0\n/#))
    #expect(one.output.contains(#/\nfalse alarm +0\n/#))
    #expect(one.errors.contains("100%, 300 histories"))
    let three = try await Command(words + ["--jobs", "3"], in: folder).end()
    #expect(three.output == one.output)
    #expect(three.status == 0)
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/.oqcheck"))
  }

  @Test func `is inconclusive where too much is beyond the bound`() async throws {
    let folder = try Folder()
    let ending = try await Command.run(
      "bench", "differential", "--histories", "200", "--bound", "1", in: folder)
    #expect(ending.status == 2)
  }

  @Test(arguments: [
    ["bench", "speed"], ["bench", "differential", "--programs", "10"],
    ["bench", "differential", "--histories", "0"],
    ["bench", "minimality", "--operations", "5"], ["bench", "observability", "--mutants", "ADV-*"],
  ])
  func `refuses what it does not know`(words: [String]) async throws {
    let folder = try Folder()
    let ending = try await Command(words, in: folder).end()
    #expect(ending.status == 64)
    #expect(ending.output.isEmpty)
    #expect(!ending.errors.isEmpty)
  }
}

@Suite(.awaiting, .limit(minutes: 5)) struct `A figure of trust` {
  @Test func `on rejection counts the same whoever does which part`() async throws {
    let folder = try Folder()
    let words = ["bench", "rejection", "--histories", "40", "--bound", "400", "--seed", "2"]
    let one = try await Command(words, in: folder).end()
    #expect([0, 1].contains(one.status), "\(one.errors)")
    #expect(one.output.contains("40 legal histories, 0 false alarms\n"))
    #expect(one.output.contains(#/… by the reduced one too +100.0 % +100.0 % +100.0 %/#))
    let two = try await Command(words + ["--jobs", "2"], in: folder).end()
    #expect(two.output == one.output && two.status == one.status)
  }

  @Test func `on search takes several mutants, rules and grades, each once`() async throws {
    let folder = try Folder()
    let words = ["bench", "search", "--histories", "1", "--mutants"]
    let some = "dispatched-twice , wake-up-lost-before-sleep,EXEC-1"
    let ending = try await Command(words + [some], in: folder).end()
    #expect(ending.output.components(separatedBy: "| `dispatched-twice` |").count == 2)
    #expect(ending.output.contains("| `wake-up-lost-before-sleep` |"))
    let wrong = try await Command(words + ["rare,dispatched-twise"], in: folder).end()
    #expect(wrong.status == 64)
    #expect(wrong.errors.contains("no mutant matches 'dispatched-twise'; did you mean"))
  }

  @Test func `on reach names what was not taken`() async throws {
    let folder = try Folder()
    let ending = try await Command.run("bench", "reach", "--histories", "30", in: folder)
    #expect(ending.status == 1, "\(ending.errors)")
    #expect(ending.output.contains(#/transitions: [0-9]+ of [0-9]+ taken; not /#))
    #expect(ending.output.contains(#/contexts decided by 30 programs\n/#))
  }

  @Test func `on observability tells what was wrong from what is proved`() async throws {
    let folder = try Folder()
    let ending = try await Command.run(
      "bench", "observability", "--mutants", "task-runs-twice", "--histories", "400", in: folder)
    #expect([0, 1].contains(ending.status), "\(ending.output)\(ending.errors)")
    let row = try #require(
      ending.output.firstMatch(
        of:
          #/task-runs-twice +EXEC-1 +(\d+) +(\d+) +(\d+) +[-0-9.]+(?: %)? +(\d+) +(\d+) +(\d+) /#
      ), "\(ending.output)")
    let counts = [row.1, row.2, row.3, row.4, row.5, row.6].compactMap { Int($0) }
    try #require(counts.count == 6)
    let wrong = counts[0] + counts[3]
    let proved = counts[1] + counts[4]
    let named = counts[2] + counts[5]
    #expect(0 < named && named <= proved && proved <= wrong)
    #expect(ending.output.contains(" 0 with a violation although nothing was wrong\n"))
    #expect(ending.output.contains("reference: 400 programs, wrong in 0\n"))
    #expect(folder.names(in: "temporary").isEmpty)
  }

  @Test func `on search counts programs up to the kill, with rules and without`() async throws {
    let folder = try Folder()
    let ending = try await Command.run(
      "bench", "search", "--mutants", "task-runs-twice", "--histories", "2000", "--json",
      "search.json", "--markdown", "search.md", in: folder)
    #expect(ending.status == 0, "\(ending.output)\(ending.errors)")
    let row = #/\| `task-runs-twice` \| EXEC-1 \| [0-9]+ \| [0-9]+ \| [0-9]+ /#
    #expect(ending.output.contains(row))
    #expect(ending.output.contains("| 2000 | 100.0 % | 100.0 % |\n"))
    #expect(try folder.text("search.md") == ending.output)
    #expect(try folder.text("search.json").contains(#""blame": "EXEC-1""#))
  }

  @Test func `on search hunts mutants that nobody has chosen`() async throws {
    let folder = try Folder()
    let ending = try await Command.run(
      "bench", "search", "--blind", "2", "--histories", "3", in: folder)
    #expect([0, 1].contains(ending.status), "\(ending.output)\(ending.errors)")
    #expect(ending.output.contains("`blind-1-1`") && ending.output.contains("`blind-1-2`"))
    #expect(ending.output.contains("; 2 mutants, "))
    let refused = try await Command.run(
      "bench", "search", "--blind", "2", "--mutants", "DEP-9", in: folder)
    #expect(refused.status == 64)
  }

  @Test func `on throughput takes turns with the reference queue`() async throws {
    let folder = try Folder()
    let ending = try await Command.run(
      "bench", "throughput", "--subject", "mutant:task-runs-twice", "--histories", "20", "--jobs",
      "2", in: folder)
    #expect(ending.status == 0, "\(ending.errors)")
    for name in ["mutant:task-runs-twice", "reference"] {
      let row = try #require(
        ending.output.firstMatch(
          of: try Regex("\n\(name) +([0-9]+) +([0-9]+) +([0-9]+) +[0-9]+ %")
        ), "\(ending.output)")
      let rates = row.output.dropFirst().compactMap { $0.substring.flatMap { Int($0) } }
      try #require(rates.count == 3)
      #expect(0 < rates[1] && rates[1] <= rates[0] && rates[0] <= rates[2])
      #expect(ending.errors.components(separatedBy: "programs/s on \(name)\n").count == 6)
    }
    #expect(ending.output.hasSuffix("medians of 5 turns of 20 programs, 2 jobs\n"))
    #expect(folder.names(in: ".oqcheck").isEmpty)
  }

  @Test(arguments: ["dispatch", "class:async"])
  func `throughput is not measured of`(_ subject: String) async throws {
    let folder = try Folder()
    let ending = try await Command.run("bench", "throughput", "--subject", subject, in: folder)
    #expect(ending.status == 64)
    #expect(
      ending.errors.hasPrefix(
        "oqcheck: throughput is measured of queues of operations, not of '\(subject)'\n"))
  }

  @Test func `on minimality compares with the smallest program`() async throws {
    let folder = try Folder()
    let ending = try await Command.run(
      "bench", "minimality", "--mutants", "limit-plus-one", "--operations", "3", in: folder)
    #expect(ending.status != 70, "\(ending.errors)")
    #expect(ending.output.contains(#/limit-plus-one +LIMIT-1 /#))
  }

  @Test func `refuses figures that cannot be read before it measures`() async throws {
    let folder = try Folder()
    let absent = try await Command.run("bench", "--against", "absent.json", in: folder)
    #expect(absent.status == 66)
    _ = try folder.write("{}", to: "old.json")
    let malformed = try await Command.run("bench", "figures", "--against", "old.json", in: folder)
    #expect(malformed.status == 65)
    #expect(malformed.errors.hasPrefix("oqcheck: old.json: "))
    let nowhere = try await Command.run("bench", "--json", "absent/now.json", in: folder)
    #expect(nowhere.status == 73)
    for ending in [absent, malformed, nowhere] { #expect(ending.output.isEmpty) }
  }
}
