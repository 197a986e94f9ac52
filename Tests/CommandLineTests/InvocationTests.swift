import OQCommandLine
import OQReport
import OQReports
import OQSpecification
import Testing

@Suite struct InvocationTests {
  @Test func `generate: reads its options`() throws {
    guard case .generate(let plain) = try parse("generate"),
      case .generate(let counted) = try parse(
        "generate --seed 0xff --programs 5 --shard 1/3 --jobs 2"),
      case .generate(let chosen) = try parse(
        "generate --seed random --only 4 --only 1-2 --vocabulary add,cancel --subject model")
    else {
      Issue.record("not generate")
      return
    }
    #expect(plain.seed == .fixed(1))
    #expect(plain.selection == .first(1))
    #expect(plain.vocabulary == nil)
    #expect(plain.subject == nil)
    #expect(plain.shard == nil)
    #expect(plain.jobs == 1)
    #expect(counted.seed == .fixed(255))
    #expect(counted.shard == Shard(index: 1, count: 3))
    #expect(counted.jobs == 2)
    #expect(counted.selection == .first(5))
    #expect(chosen.seed == .random)
    #expect(chosen.selection == .only([4, 1, 2]))
    #expect(chosen.vocabulary == ["add", "cancel"])
    #expect(chosen.subject == .named("model"))
  }

  @Test func `replay: reads its options`() throws {
    guard case .replay(let plain) = try parse("replay a.oqrepro"),
      case .replay(let full) = try parse("replay --times 20 - --subject mutant:m")
    else {
      Issue.record("not replay")
      return
    }
    #expect(plain.file == "a.oqrepro")
    #expect(plain.times == nil)
    #expect(plain.subject == nil)
    #expect(full.file == "-")
    #expect(full.times == 20)
    #expect(full.subject == .mutant("m"))
  }

  @Test func `shrink: reads its options`() throws {
    guard case .shrink(let plain) = try parse("shrink a"),
      case .shrink(let full) = try parse("shrink a --subject reference")
    else {
      Issue.record("not shrink")
      return
    }
    #expect(plain.file == "a")
    #expect(plain.subject == nil)
    #expect(full.subject == .named("reference"))
  }

  @Test func `check, explain and rules: read their argument`() throws {
    guard case .check(let check) = try parse("check h.json"),
      case .explain(let explain) = try parse("explain ND-1"),
      case .rules(let all) = try parse("rules"), case .rules(let some) = try parse("rules DEP-*")
    else {
      Issue.record("another command")
      return
    }
    #expect(check.histories == ["h.json"])
    #expect(check.rules == [])
    #expect(check.profile == .core)
    #expect(explain.topic == .entry("ND-1"))
    #expect(all.pattern == nil)
    #expect(some.pattern == "DEP-*")
  }

  @Test func `check: reads its options`() throws {
    guard
      case .check(let check) = try parse(
        "check h.oqhistory --rules DEP-9 --profile guide --rules WAIT-*")
    else {
      Issue.record("another command")
      return
    }
    #expect(check.rules == ["DEP-9", "WAIT-*"])
    #expect(check.profile == .guide)
  }

  @Test func `bench: reads its options`() throws {
    guard case .bench(let plain) = try parse("bench differential"),
      case .bench(let full) = try parse(
        "bench differential --programs enumerated --histories 7 --seed 0x2 --bound 9 --jobs 3"
          + " --findings f")
    else {
      Issue.record("not bench")
      return
    }
    #expect(plain.benchmark == .differential)
    #expect(plain.source == .random)
    #expect(plain.histories == 10_000)
    #expect(plain.seed == .fixed(1))
    #expect(plain.bound == 2_000)
    #expect(plain.jobs == 1)
    #expect(plain.findings == ".oqcheck")
    #expect(plain.mutants == nil && plain.operations == 3)
    guard case .bench(let seen) = try parse("bench observability --mutants DEP-* --operations 4")
    else {
      Issue.record("not bench")
      return
    }
    #expect(seen.benchmark == .observability && seen.histories == 200)
    #expect(seen.mutants == "DEP-*" && seen.operations == 4)
    guard case .bench(let timed) = try parse("bench throughput --subject exec:adapter --jobs 2")
    else {
      Issue.record("not bench")
      return
    }
    #expect(timed.benchmark == .throughput && timed.histories == 1_000 && timed.jobs == 2)
    #expect(timed.subject == .exec(["adapter"]) && plain.subject == nil)
    guard case .bench(let blind) = try parse("bench search --blind 60 --draw 3 --seeds 1,0x2")
    else {
      Issue.record("not bench")
      return
    }
    #expect(blind.benchmark == .search && blind.histories == 10_000)
    #expect(blind.blind == 60 && blind.draw == 3 && blind.seeds == [1, 2])
    #expect(plain.blind == nil && plain.draw == 1 && plain.seeds == [1])
    #expect(full.source == .enumerated)
    #expect(full.histories == 7)
    #expect(full.seed == .fixed(2))
    #expect(full.bound == 9)
    #expect(full.jobs == 3)
    #expect(full.findings == "f")
  }

  @Test func `explain: names stand only after the words transition and cell`() throws {
    guard case .explain(let all) = try parse("explain transition"),
      case .explain(let word) = try parse("explain cell"),
      case .explain(let cell) = try parse("explain cell cancel phase=queued"),
      case .explain(let one) = try parse("explain transition dispatch")
    else {
      Issue.record("another command")
      return
    }
    #expect(all.topic == .transition(nil))
    #expect(one.topic == .transition("dispatch"))
    #expect(word.topic == .entry("cell"))
    #expect(cell.topic == .cell(["cancel", "phase=queued"]))
    #expect(throws: UsageError.self) { try parse("explain DEP-9 dispatch") }
    #expect(throws: UsageError.self) { try parse("explain transition dispatch release") }
  }

  @Test func `compare: reads two subjects and its options`() throws {
    guard case .compare(let plain) = try parse("compare reference foundation"),
      case .compare(let full) = try parse(
        "compare a mutant:b --seed 2 --budget 5s --rules DEP-* --profile guide --jobs 2 --quiet "
          + "--vocabulary add,wait --findings f --report json=c.json")
    else {
      Issue.record("not compare")
      return
    }
    #expect(plain.first == .named("reference") && plain.second == .named("foundation"))
    #expect(plain.programs == 500 && plain.budget == nil)
    #expect(plain.findings == ".oqcheck" && !plain.isQuiet)
    #expect(full.second == .mutant("b"))
    #expect(full.programs == nil && full.budget == .seconds(5))
    #expect(full.rules == ["DEP-*"] && full.profile == .guide && full.jobs == 2)
    #expect(full.vocabulary == ["add", "wait"] && full.findings == "f" && full.isQuiet)
    #expect(full.reports == [ReportRequest("json=c.json")])
    #expect(throws: UsageError.self) { try parse("compare reference") }
    #expect(throws: UsageError.self) { try parse("compare a b c") }
  }

  @Test func `mutants: reads its options`() throws {
    guard case .mutants(let plain) = try parse("mutants"),
      case .mutants(let full) = try parse(
        "mutants DEP-* --seeds 3,0x1,3 --budget 2m --report json=m.json")
    else {
      Issue.record("not mutants")
      return
    }
    #expect(plain.pattern == nil)
    #expect(plain.seeds == [1])
    #expect(plain.budget == .seconds(30))
    #expect(plain.reports.isEmpty)
    #expect(full.pattern == "DEP-*")
    #expect(full.seeds == [3, 1])
    #expect(full.budget == .seconds(120))
    #expect(full.reports == [ReportRequest("json=m.json")])
    #expect(plain.mode == .hunt)
    guard case .mutants(let keeping) = try parse("mutants --keep k --seeds 2"),
      case .mutants(let crossing) = try parse("mutants slot-leaks --matrix k")
    else {
      Issue.record("not mutants")
      return
    }
    #expect(keeping.mode == .keep("k"))
    #expect(crossing.mode == .matrix("k"))
  }

  @Test(arguments: [
    ("--help", Invocation.help(.program)), ("-h", .help(.program)), ("help", .help(.program)),
    ("--help run", .help(.program)), ("help run", .help(.command(.run))),
    ("run --help", .help(.command(.run))), ("run -h", .help(.command(.run))),
    ("run --sed 3 --help", .help(.command(.run))), ("help --help", .help(.command(.help))),
    ("replay --times --help", .help(.command(.replay))), ("--version", .version),
  ])
  func `help wins over everything else`(line: String, invocation: Invocation) throws {
    #expect(try parse(line) == invocation)
  }

  @Test func `report: reads all files and the reports to write`() throws {
    guard
      case .report(let options) = try parse(
        "report merge a.json --report json=all.json b.json -- -c.json")
    else {
      Issue.record("another command")
      return
    }
    #expect(options.action == .merge)
    #expect(options.files == ["a.json", "b.json", "-c.json"])
    #expect(options.reports.map(\.path) == ["all.json"])
    #expect(options.findings == nil)
    guard
      case .report(let other) = try parse(
        "report convert a.json junit=b.xml terminal=- --findings some/where")
    else {
      Issue.record("another command")
      return
    }
    #expect(other.action == .convert)
    #expect(other.files == ["a.json"])
    #expect(other.findings == "some/where")
    #expect(other.reports.map(\.format.name) == ["junit", "terminal"])
    #expect(other.reports.map(\.isForStandardOutput) == [false, true])
  }

  @Test func `a format is offered by its type alone`() {
    struct Outcome: ReportFormat {
      let name = "outcome"
      let summary = "the answer in one word"
      var report: Renderer<Report> { { report, _ in report.outcome.rawValue + "\n" } }
    }
    let formats: [any ReportFormat] = ReportFormats.all + [Outcome()]
    #expect(ReportRequest("outcome=a", formats: formats)?.format.name == "outcome")
    #expect(ReportRequest.suggestion(for: "outcom=a", formats: formats) == "outcome=a")
    #expect(ReportRequest("outcome=a") == nil)
  }

  @Test func `rules and check: read profile and version`() throws {
    guard case .rules(let plain) = try parse("rules"),
      case .rules(let narrow) = try parse(
        "rules DEP-* --profile guide --spec 2.0 --report json=r.json"),
      case .check(let check) = try parse("check h --spec 1.0")
    else {
      Issue.record("another command")
      return
    }
    #expect(plain.profile == nil && plain.version == .current && plain.reports == [])
    #expect(narrow.profile == .guide && narrow.reports == [ReportRequest("json=r.json")])
    #expect(errorText(["rules", "--report", "junit=r.xml"])?.contains("json=PATH") == true)
    #expect(narrow.version == SpecificationVersion(major: 2, minor: 0))
    #expect(check.version == .first)
    #expect(errorText(["rules", "--spec", "1"])?.hasPrefix("invalid value '1' for --spec") == true)
  }

  @Test func `commands without options are told apart`() throws {
    guard case .subjects = try parse("subjects"), case .selftest = try parse("selftest") else {
      Issue.record("another command")
      return
    }
  }

  @Test(arguments: CommandName.allCases)
  func `every command has its row and reads its own defaults`(name: CommandName) throws {
    let row = CommandTable.row(name)
    #expect(row.name == name)
    _ = try Invocation.parse([name.rawValue] + requiredWords(row))
    #expect(try Invocation.parse([name.rawValue, "--help"]) == .help(.command(name)))
  }

  @Test(arguments: CommandName.allCases)
  func `every option of every command is read`(name: CommandName) throws {
    let row = CommandTable.row(name)
    let words = [name.rawValue] + requiredWords(row)
    let plain = try Invocation.parse(words)
    for option in row.options {
      if option.placeholder == nil {
        #expect(try Invocation.parse(words + ["--\(option.name)"]) != plain)
      } else {
        // No kind of value has an empty text, so an option that nobody reads shows here.
        #expect(
          errorText(words + ["--\(option.name)="])?
            .hasPrefix("invalid value '' for --\(option.name): expected \(option.expected)") == true
        )
      }
    }
  }

  @Test(arguments: CommandName.allCases)
  func `every row is well formed`(name: CommandName) {
    let row = CommandTable.row(name)
    #expect(Set(row.options.map(\.name)).count == row.options.count)
    #expect(row.options.allSatisfy { $0.name != "help" && $0.help.hasSuffix(".") })
    #expect(row.summary.hasSuffix("."))
    #expect(row.positionals.allSatisfy { $0.help.hasSuffix(".") })
    let optional = row.positionals.map(\.isOptional)
    #expect(optional.drop { !$0 }.allSatisfy { $0 })
    #expect(row.exclusions.joined().allSatisfy { row.option($0) != nil })
    #expect(row.exclusions.allSatisfy { $0.count == 2 })
  }
}
