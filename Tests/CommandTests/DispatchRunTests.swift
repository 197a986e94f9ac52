import Foundation
import TestSupport
import Testing

@Suite(.awaiting, .limit(minutes: 2)) struct `A run on the dispatch library` {
  @Test func `says that the library of the toolchain conforms`() async throws {
    let folder = try Folder()
    let ending = try await Command.run(
      "run", "dispatch", "--programs", "120", "--report", "json=report.json", in: folder)
    #expect(ending.status == 0, "\(ending.output)\(ending.errors)")
    #expect(folder.names(in: ".oqcheck").isEmpty)
    let report = try folder.object("report.json")
    let rows = try #require(report["rules"] as? [[String: Any]])
    let rules = rows.compactMap { $0["id"] as? String }
    #expect(rules.contains("DISPATCH-1") && !rules.contains("DEP-1"))
  }

  @Test func `finds a broken facade, and runs and judges what it found again`() async throws {
    let folder = try Folder()
    let ending = try await Command.run(
      "run", "mutant:sync-returns-early", "--programs", "30", "--rules", "DISPATCH-6",
      "--findings", "found", "--report", "json=report.json", in: folder)
    #expect(ending.status == 1, "\(ending.output)\(ending.errors)")
    #expect(ending.output.contains("1 DISPATCH-6; "))
    let report = try folder.object("report.json")
    let finding = try #require((report["findings"] as? [[String: Any]])?.first)
    let name = try #require(finding["repro"] as? String)
    // Whether the call or the task is over first is a race, which the smallest program may lose.
    let replay = try await Command.run("replay", "found/\(name)", "--times", "20", in: folder)
    #expect(replay.status == 1, "\(replay.output)")
    let healthy = try await Command.run(
      "replay", "found/\(name)", "--subject", "dispatch", in: folder)
    #expect(healthy.status == 2, "\(healthy.output)")
  }

  @Test func `judges a history that was written by hand`() async throws {
    let folder = try Folder()
    let history = """
      oqhistory 1
      queue q serial
      op a kind=closure
      events
      1 client1 sync q a
      2 client1 ok
      """
    _ = try folder.write(history, to: "early.oqhistory")
    let ending = try await Command.run("check", "early.oqhistory", in: folder)
    #expect(ending.status == 1, "\(ending.output)\(ending.errors)")
    #expect(ending.output.contains("DISPATCH-6: sync returned at 2"), "\(ending.output)")
    let other = try await Command.run(
      "check", "early.oqhistory", "--rules", "DEP-1", in: folder)
    #expect(other.status == 64, "\(other.output)\(other.errors)")
  }

  @Test func `is compared with its like only, and not served`() async throws {
    let folder = try Folder()
    let mixed = try await Command.run("compare", "dispatch", "reference", in: folder)
    #expect(mixed.status == 64)
    #expect(
      mixed.errors.contains(
        "they are held to different contracts, of dispatch libraries and of queues of operations"))
    let compared = try await Command.run(
      "compare", "dispatch", "dispatch", "--programs", "30", "--rules", "DISPATCH-2", in: folder)
    #expect(compared.status == 0, "\(compared.output)\(compared.errors)")
    let served = try await Command.run("serve", "dispatch", in: folder)
    #expect(served.status == 64)
    let listed = try await Command.run("subjects", in: folder)
    for name in ["dispatch", "mutant:NAME", "exec:WORDS"] {
      #expect(listed.output.contains("\n\(name) "), "\(listed.output)")
    }
  }
}
