import TestSupport
import Testing

/// `oqcheck explain` as a user types it.
@Suite(.awaiting, .limit(minutes: 2)) struct `What the specification says` {
  @Test(arguments: [
    ("ND-12", "ND-12 A cancel that meets the start\n", "skipped"),
    ("C-5", "C-5 Cancel of an operation with unfinished dependencies\n", "Resolution"),
    ("DEP-9", "DEP-9 ", "Antecedent"),
    ("S0:213", "S0:213 Dependencies\n", "DEP-1"),
    ("transition dispatch", "transition dispatch(q, x)\n", "ND-14"),
    ("dispatch", "transition dispatch(q, x)\n", "ND-14"),
    ("transition", "transition ", "startManually"),
    ("DEP-*", "id ", "DEP-58"),
    ("unexplained", "unexplained\n", "Look at"),
    ("Stalled", "stalled\n", "wake-up"),
    ("not-applicable", "not applicable\n", "capability"),
    ("canary", "canary\n", "route"),
    ("cell", "cell\n", "triple"),
    ("cell cancel phase=queued limit=one", "cell cancel phase=queued limit=one\n", "cancel a"),
    ("cell suspend load=full limit=none", "cell suspend ", "without a limit no queue is full"),
  ])
  func `is printed for every topic`(topic: String, start: String, part: String) async throws {
    let folder = try Folder()
    let words = ["explain"] + topic.split(separator: " ").map(String.init)
    let ending = try await Command(words, in: folder).end()
    #expect(ending.status == 0)
    #expect(ending.output.hasPrefix(start), "\(ending.output.prefix(80))")
    #expect(ending.output.contains(part))
    #expect(ending.errors.isEmpty)
  }

  @Test(arguments: [
    ("cancle phase=queued", "did you mean cancel?"), ("cancel phase=late", "no fact is called"),
    ("cancel phase=new phase=queued", "one fact of each aspect"),
  ])
  func `of a cell names what is wrong with it`(cell: String, part: String) async throws {
    let folder = try Folder()
    let words = ["explain", "cell"] + cell.split(separator: " ").map(String.init)
    let ending = try await Command(words, in: folder).end()
    #expect(ending.status == 64)
    #expect(ending.errors.contains(part), "\(ending.errors)")
  }

  @Test func `of the rules that are listed is written for other tools`() async throws {
    let folder = try Folder()
    let ending = try await Command.run(
      "rules", "DEP-*", "--profile", "guide", "--report", "json=rules.json", in: folder)
    #expect(ending.status == 0 && ending.errors.isEmpty)
    let rules = try #require(try folder.object("rules.json")["rules"] as? [[String: Any]])
    let ids = rules.compactMap { $0["id"] as? String }
    let listed = ending.output.split(separator: "\n").filter { $0.hasPrefix("DEP-") }
    #expect(ids.count > 5 && ids == listed.map { String($0.prefix { $0 != " " }) })
  }

  @Test func `goes nowhere without a place that can be written`() async throws {
    let folder = try Folder()
    let ending = try await Command.run("rules", "--report", "json=none/rules.json", in: folder)
    #expect(ending.status == 73)
    #expect(ending.errors.contains("none/rules.json"))
  }
}
