import OQCheckers
import OQHistory
import OQJudging
import OQReport
import OQRunner
import OQSpecification
import Testing

@Suite struct KeptKillerTests {
  private static func finding(
    _ rule: RuleID = "LIMIT-4", kills: Int = 20, of attempts: Int = 20, lines: Int = 0
  ) throws -> Finding {
    let program = try program(
      healthy + "\n" + String(repeating: "    is-ready x\n", count: lines))
    var finding = Finding(
      .rule(rule), kind: .history, Counterexample("x is late", events: [1]), program: program,
      history: History(of: program, events: [Event(1, nil, .ended)]), seed: 1, index: 5)
    finding.reproduced = kills
    finding.attempts = attempts
    finding.output = "a line"
    return finding
  }

  @Test func `what is kept reads back, without what differs from run to run`() throws {
    let kept = KeptKiller(try Self.finding(), of: "slot-leaks", profile: .guide)
    #expect(kept.fileName == "slot-leaks.oqrepro")
    #expect(kept.file.finding.output.isEmpty)
    let read = try KeptKiller(parsing: kept.file.text)
    #expect(read == kept)
    #expect(read.isKiller(of: "slot-leaks", breaking: "LIMIT-4", .guide))
    #expect(!read.isKiller(of: "slot-leaks", breaking: "LIMIT-4", .core))
    #expect(!read.isKiller(of: "slot-leaks", breaking: "LIMIT-5", .guide))
    #expect(!read.isKiller(of: "slot-lost", breaking: "LIMIT-4", .guide))
  }

  @Test func `a failure of another subject is no killer`() throws {
    let file = ReproFile(subject: "foundation", profile: .core, finding: try Self.finding())
    #expect(throws: TextError.self) { try KeptKiller(parsing: file.text) }
  }

  @Test(arguments: [(20, 35), (10, 76), (2, 400), (0, 400)])
  func `a killer that seldom kills is tried more often`(kills: Int, attempts: Int) throws {
    let kept = KeptKiller(try Self.finding(kills: kills), of: "slot-leaks", profile: .core)
    #expect(kept.attempts == attempts)
  }

  @Test func `a killer that nearly always kills is better than a smaller one that does not`() throws
  {
    let steady = try Self.finding(kills: 18, lines: 3)
    let small = try Self.finding(kills: 17)
    let smaller = try Self.finding(kills: 19, lines: 1)
    #expect(steady.isSteady && !small.isSteady)
    #expect(steady.isBetterKiller(than: small) && !small.isBetterKiller(than: steady))
    #expect(smaller.isBetterKiller(than: steady) && !steady.isBetterKiller(than: smaller))
    #expect(small.isBetterKiller(than: try Self.finding(kills: 10)))
    #expect(!small.isBetterKiller(than: small))
  }
}

@Suite struct KillMatrixTests {
  @Test func `mutants are equal where the same killers blame the same`() {
    let matrix = KillMatrix([
      KillMatrix.Row("one", blamed: ["one": [.rule("LIMIT-4")], "two": [.rule("LIMIT-4")]]),
      KillMatrix.Row("two", blamed: ["one": [.rule("LIMIT-4")], "two": [.rule("LIMIT-1")]]),
      KillMatrix.Row(
        "three", blamed: ["one": [.rule("LIMIT-4")], "two": [.rule("LIMIT-4")], "three": []]),
      KillMatrix.Row("four", blamed: [:]),
      KillMatrix.Row("five", blamed: [:]),
    ])
    #expect(matrix.equals == [["one", "three"], ["four", "five"]])
    #expect(matrix.rows[0].others == ["two"])
    #expect(matrix.rows[2].others == ["one", "two"])
  }
}
