import OQCommandLine
import OQSpecification
import Testing

@Suite struct RunOptionsTests {
  private func run(_ line: String) throws -> RunOptions {
    guard case .run(let options) = try parse("run " + line) else {
      throw UsageError(.missingCommand)
    }
    return options
  }

  @Test func `has the documented defaults`() throws {
    let options = try run("foundation")
    #expect(options.subject == .named("foundation"))
    #expect(options.seed == .fixed(1))
    #expect(options.programs == nil)
    #expect(options.budget == .seconds(30))
    #expect(options.only.isEmpty)
    #expect(options.rules.isEmpty)
    #expect(options.profile == .core)
    #expect(options.minimumExercised == 1)
    #expect(!options.isStrict)
    #expect(options.jobs == nil)
    #expect(options.shard == nil)
    #expect(options.vocabulary == nil)
    #expect(options.expectations == nil)
    #expect(options.findings == ".oqcheck")
    #expect(options.corpus == nil)
    #expect(options.reports.isEmpty)
    #expect(!options.includesTimings)
    #expect(!options.isInProcess)
    #expect(!options.failsFast)
    #expect(!options.isQuiet)
  }

  @Test func `reads every option, before and after the subject, in both forms`() throws {
    let spaced = try run(
      """
      --seed 0x7F --programs 1000 --budget 2m reference --only 12 --only 3,10-12 --rules DEP-9 \
      --rules LIMIT-*,QUEUE-2 --profile guide --min-exercised 5 --strict --jobs 4 --shard 2/3 \
      --vocabulary add,cancel --expect e.txt --findings out --corpus c --report json=a.json \
      --report junit=b=c.xml --timings --in-process --fail-fast --quiet
      """)
    let joined = try run(
      """
      --seed=0x7F --programs=1000 --budget=2m reference --only=12 --only=3,10-12 --rules=DEP-9 \
      --rules=LIMIT-*,QUEUE-2 --profile=guide --min-exercised=5 --strict --jobs=4 --shard=2/3 \
      --vocabulary=add,cancel --expect=e.txt --findings=out --corpus=c --report=json=a.json \
      --report=junit=b=c.xml --timings --in-process --fail-fast --quiet
      """)
    #expect(spaced == joined)
    #expect(spaced.subject == .named("reference"))
    #expect(spaced.seed == .fixed(127))
    #expect(spaced.programs == 1000)
    #expect(spaced.budget == .seconds(120))
    #expect(spaced.only == [12, 3, 10, 11, 12])
    #expect(spaced.rules == ["DEP-9", "LIMIT-*", "QUEUE-2"])
    #expect(spaced.profile == .guide)
    #expect(spaced.minimumExercised == 5)
    #expect(spaced.isStrict)
    #expect(spaced.jobs == 4)
    #expect(spaced.shard == Shard(index: 2, count: 3))
    #expect(spaced.vocabulary == ["add", "cancel"])
    #expect(spaced.expectations == "e.txt")
    #expect(spaced.findings == "out")
    #expect(spaced.corpus == "c")
    #expect(spaced.reports == [ReportRequest("json=a.json"), ReportRequest("junit=b=c.xml")])
    #expect(spaced.reports.map(\.path) == ["a.json", "b=c.xml"])
    #expect(spaced.includesTimings)
    #expect(spaced.isInProcess)
    #expect(spaced.failsFast)
    #expect(spaced.isQuiet)
  }

  @Test(arguments: [
    ("s", Duration.seconds(30)), ("s --programs 9", nil), ("s --only 3", nil),
    ("s --programs 9 --budget 5s", .seconds(5)), ("s --only 3 --budget 1h", .seconds(3600)),
  ])
  func `limits the time by default only where nothing else limits the run`(
    line: String, budget: Duration?
  ) throws {
    #expect(try run(line).budget == budget)
  }

  @Test func `strict raises the minimum unless one is given`() throws {
    #expect(try run("s --strict").minimumExercised == 20)
    #expect(try run("s --strict --min-exercised 3").minimumExercised == 3)
    #expect(try run("s --min-exercised 3").minimumExercised == 3)
  }

  @Test func `names many programs with few words`() throws {
    #expect(try run("s --only 0-99998,5").only.count == 100_000)
  }

  @Test func `draws a random seed only when asked`() throws {
    #expect(try run("s --seed random").seed == .random)
  }

  @Test func `takes the last index of a program limit`() throws {
    #expect(try run("s --programs 13 --only 12").only == [12])
  }

  @Test(arguments: [
    (["foundation"], SubjectReference.named("foundation")),
    (["mutant:slot-leaks"], .mutant("slot-leaks")),
    (["exec:./adapter --fast 'a b'"], .exec(["./adapter", "--fast", "a b"])),
    (
      ["exec:", "--", "./adapter", "--seed", "--", "-h"],
      .exec(["./adapter", "--seed", "--", "-h"])
    ),
    (["--", "exec:", "./adapter"], .exec(["./adapter"])),
    (["--", "-odd"], .named("-odd")),
    (["--", "exec:./adapter"], .exec(["./adapter"])),
  ])
  func `reads every form of a subject`(words: [String], subject: SubjectReference) throws {
    guard case .run(let options) = try Invocation.parse(["run"] + words) else {
      Issue.record("not a run")
      return
    }
    #expect(options.subject == subject)
    #expect(SubjectReference(options.subject.description) == subject)
  }

  @Test func `options stand before a program's own words`() throws {
    guard case .run(let options) = try parse("run exec: --seed 3 -- prog --seed 4") else {
      Issue.record("not a run")
      return
    }
    #expect(options.seed == .fixed(3))
    #expect(options.subject == .exec(["prog", "--seed", "4"]))
  }
}
