import OQAdapters
import OQCommandLine
import OQContracts
import OQDriver
import OQHistory
import OQJudging
import OQReport
import OQReports
import OQRunner
import OQSpecification

/// `oqcheck replay FILE`: runs a stored program again and says how often it fails as before.
enum ReplayCommand {
  static func run(_ options: ReplayOptions, _ console: Console) throws(Failure) -> ExitStatus {
    var bench = try Bench(
      file: options.file, subject: options.subject, isTrusted: options.isTrusted,
      showsPoints: options.preloads, in: console.toolbox)
    if !options.followsPins { bench.trial.pins = nil }
    defer { bench.executor.shutDown() }
    if let path = options.history { try Files.checkWritable(path) }
    let stops = try? StopRequests.watch()
    let times = options.times ?? 1
    if options.scans { return try ScanCommand(bench, times: times, console).run(stops) }
    if options.findsCausality {
      return try CausalityCommand(bench, times: options.times, console).run(stops)
    }
    var shown = 0
    var runs = 0
    var history: History?
    var last: Reproduction?
    var misses = MissText()
    while runs < times, (stops?.current ?? StopRequest.none) == .none {
      runs += 1
      let attempt = try bench.attempt()
      history = attempt.history
      switch attempt {
      case .shown(let reproduction):
        shown += 1
        last = reproduction
      case .missed(let miss, _): misses.add(miss)
      }
    }
    if let path = options.history, let history { try Files.write(history.text, to: path) }
    let what = bench.blame.map(\.description) ?? "a violation"
    if let last {
      var finding = bench.finding(last)
      (finding.reproduced, finding.attempts) = (shown, runs)
      console.write(bench.text(of: finding, console))
    }
    console.write("\(what): reproduced \(shown) of \(runs) attempts\n")
    console.write(misses.lines.map { $0 + "\n" }.joined())
    if options.showsExcuses, let history { console.write(bench.account(of: history)) }
    return .combine([
      shown > 0 ? .violated : .inconclusive, misses.hasFault ? .subjectUnusable : .conformant,
    ])
  }
}

/// `oqcheck shrink FILE`: makes a stored program smaller and stores it again.
enum ShrinkCommand {
  /// Longest time in seconds.
  private static let patience = 120.0

  static func run(_ options: ShrinkOptions, _ console: Console) throws(Failure) -> ExitStatus {
    let bench = try Bench(
      file: options.file, subject: options.subject, isTrusted: options.isTrusted,
      in: console.toolbox)
    defer { bench.executor.shutDown() }
    let path = options.file.hasSuffix(".oqrepro") ? options.file : options.file + ".oqrepro"
    try Files.checkWritable(path)
    let stops = try? StopRequests.watch()
    guard let reproduction = try firstReproduction(bench) else {
      console.write("nothing to shrink: no violation in \(Workshop.attempts) attempts\n")
      return .inconclusive
    }
    let begun = ContinuousClock.now
    let workshop = Workshop(
      judge: bench.judge, executor: bench.executor, seed: bench.seed,
      capabilities: bench.capabilities
    ) {
      (stops?.current ?? StopRequest.none) == .none
        && ContinuousClock.now - begun < .seconds(patience)
    }
    let sighting = Campaign.Sighting(
      violation: reproduction.violation, index: bench.index,
      program: reproduction.programs[reproduction.programs.count - 1],
      history: reproduction.history,
      earlier: Array(reproduction.programs.dropLast()))
    // What is known is stored before the work on it begins.
    try write(Finding(sighting, seed: bench.seed), bench, to: path)
    let finding: Finding
    do {
      finding = try workshop.finding(of: sighting)
    } catch {
      throw Failure(.fault, "\(error)")
    }
    try write(finding, bench, to: path)
    console.write(bench.text(of: finding, console, storedAt: path))
    console.write(
      "\(bench.trial.steps) steps before, \(finding.steps) now; written to \(path)\n")
    return .violated
  }

  private static func write(_ finding: Finding, _ bench: Bench, to path: String) throws(Failure) {
    let file = ReproFile(subject: bench.subject, profile: bench.profile, finding: finding)
    try Files.write(file.text, to: path)
  }

  private static func firstReproduction(_ bench: Bench) throws(Failure) -> Reproduction? {
    for _ in 0..<Workshop.attempts {
      if case .shown(let reproduction) = try bench.attempt() { return reproduction }
    }
    return nil
  }
}

/// A stored program with what is needed to run and judge it.
struct Bench {
  var trial: Trial
  let file: String
  let subject: String
  let profile: Profile
  let seed: UInt64
  let index: UInt64
  let blame: Finding.Blame?
  let judge: Judge
  let executor: any Executor
  private let contract: Contract
  /// What the subject offers.
  let capabilities: [Capability]
  /// Whether the file names the subject that runs.
  private let isSubjectNamed: Bool

  /// Prepares what a file holds.
  init(
    file: String, subject override: SubjectReference?, isTrusted: Bool,
    showsPoints: Bool = false, in toolbox: Toolbox
  ) throws(Failure) {
    let (program, repro) = try Files.program(file)
    try self.init(
      program, repro, file: file, subject: override, isTrusted: isTrusted,
      showsPoints: showsPoints, in: toolbox)
  }

  /// Prepares a program, and what was seen of it where something was.
  ///
  /// A file of somebody else may name any program as its subject, so nothing that it names is run
  /// before somebody says so.
  init(
    _ program: Program, _ repro: ReproFile?, file: String, subject override: SubjectReference?,
    isTrusted: Bool, showsPoints: Bool = false, in toolbox: Toolbox
  ) throws(Failure) {
    guard let reference = override ?? repro.flatMap({ SubjectReference($0.subject) }) else {
      throw Failure(
        .usage, "\(file) does not name a subject", hint: "Name one with --subject SUBJECT.")
    }
    if override == nil, !isTrusted, case .exec = reference {
      throw Failure(
        .usage, "\(file) names a program to run: \(reference)",
        hint: "Add --trust if the file is your own, or name what to run with --subject SUBJECT.")
    }
    let found = try JudgedSubject.find(reference, in: toolbox)
    let judged = showsPoints ? try found.showingPoints() : found
    trial = repro.map { Trial($0.finding) } ?? Trial([program], isAlone: false)
    self.file = file
    isSubjectNamed = repro?.subject == reference.description
    capabilities = judged.description.capabilities
    subject = reference.description
    profile = repro?.profile ?? .core
    seed = repro?.finding.seed ?? 1
    index = repro?.finding.index ?? 0
    blame = repro?.finding.blame
    let selection = try judged.rules([], profile)
    contract = selection.contract
    judge = Judge(selection)
    executor = try judged.commandExecutor(profile: profile, seed: seed)
  }

  /// Runs everything once, for what is blamed, or for anything where nothing is.
  func attempt() throws(Failure) -> Attempt {
    do {
      let attempt = try trial.attempt(on: executor, judge: judge, for: blame)
      // The run that found it may have judged by other rules.
      guard case .missed(_, let history) = attempt, blame == .crash,
        let death = Judge.death(in: history)
      else { return attempt }
      return .shown(
        Reproduction(violation: death, programs: trial.programs, history: history))
    } catch {
      throw Failure(.fault, "\(error)")
    }
  }

  /// A history, with what has not come in it and why nobody misses that, and with what rules say of
  /// it that decided nothing.
  func account(of history: History) -> String {
    var lines = history.text.split(separator: "\n").map { "  " + $0 }
    lines.insert("History of the last run", at: 0)
    func add(_ title: String, _ sentences: [String]) {
      if !sentences.isEmpty { lines += [title] + sentences.map { "  " + $0 } }
    }
    add("Not come, and not missed", contract.excuses(history, profile))
    let ruling = judge.judge(history)
    add(
      "Rules that decided nothing",
      zip(judge.checkers, ruling.judgements).compactMap { checker, judgement in
        guard judgement.verdict == .inconclusive, let reason = judgement.reason else { return nil }
        return "\(checker.rule): \(reason)"
      })
    return lines.map { $0 + "\n" }.joined()
  }

  /// What a run showed, as a finding.
  func finding(_ reproduction: Reproduction) -> Finding {
    var finding = Finding(
      reproduction.violation.blame, kind: reproduction.violation.kind,
      reproduction.violation.counterexample,
      program: trial.program, history: reproduction.history, seed: seed, index: index)
    finding.show(reproduction)
    finding.pins = trial.pins
    return finding
  }

  /// The text of a finding, with the command that runs its file again.
  func text(of finding: Finding, _ console: Console, storedAt path: String? = nil) -> String {
    let style = ReportStyle(console.output, variables: console.variables)
    let reproduction = ReproduceCommands(
      file: path ?? file, subject: subject, isNamed: path != nil || isSubjectNamed,
      tool: console.toolbox.words)
    return FindingText(
      finding, catalogue: .current, reproduction: reproduction, style: style
    ).lines
      .map { $0 + "\n" }.joined()
  }
}
