import Foundation
import OQCheckers
import OQCommandLine
import OQDriver
import OQHistory
import OQReports
import OQRunner
import OQSpecification

/// `oqcheck replay FILE`: runs a stored program again and says how often it fails as before.
enum ReplayCommand {
  static func run(_ options: ReplayOptions, _ console: Console) throws(Failure) -> ExitStatus {
    let bench = try Bench(file: options.file, subject: options.subject)
    defer { bench.executor.shutDown() }
    let stops = try? StopRequests.watch()
    var shown = 0
    var runs = 0
    var last: Workshop.Proof?
    while runs < options.times, (stops?.current ?? StopRequest.none) == .none {
      runs += 1
      if let proof = try bench.attempt(bench.program) {
        shown += 1
        last = proof
      }
    }
    let what = bench.blame.map(\.description) ?? "a violation"
    if let last {
      console.write(bench.text(of: last, console))
    }
    console.write("\(what): reproduced \(shown) of \(runs) attempts\n")
    return shown > 0 ? .violated : .inconclusive
  }
}

/// `oqcheck shrink FILE`: makes a stored program smaller and stores it again.
enum ShrinkCommand {
  /// Longest time in seconds.
  private static let patience = 120.0

  static func run(_ options: ShrinkOptions, _ console: Console) throws(Failure) -> ExitStatus {
    let bench = try Bench(file: options.file, subject: options.subject)
    defer { bench.executor.shutDown() }
    let stops = try? StopRequests.watch()
    guard let proof = try firstProof(bench) else {
      console.write("nothing to shrink: no violation in \(Workshop.attempts) attempts\n")
      return .inconclusive
    }
    let begun = ContinuousClock.now
    let workshop = Workshop(judge: bench.judge, executor: bench.executor, seed: bench.seed) {
      (stops?.current ?? StopRequest.none) == .none
        && ContinuousClock.now - begun < .seconds(patience)
    }
    let candidate = Campaign.Candidate(
      accusation: proof.accusation, index: bench.index, program: bench.program,
      history: proof.history)
    let finding: Finding
    do {
      finding = try workshop.finding(of: candidate)
    } catch {
      throw Failure(.fault, "\(error)")
    }
    let file = ReproFile(subject: bench.subject, profile: bench.profile, finding: finding)
    let path = options.file.hasSuffix(".oqrepro") ? options.file : options.file + ".oqrepro"
    try Files.write(file.text, to: path)
    console.write(bench.text(of: finding, console))
    console.write(
      "\(bench.program.steps) steps before, \(finding.steps) now; written to \(path)\n")
    return .violated
  }

  private static func firstProof(_ bench: Bench) throws(Failure) -> Workshop.Proof? {
    for _ in 0..<Workshop.attempts {
      if let proof = try bench.attempt(bench.program) { return proof }
    }
    return nil
  }
}

/// A stored program with what is needed to run and judge it.
struct Bench {
  let program: Program
  let subject: String
  let profile: Profile
  let seed: UInt64
  let index: UInt64
  let blame: Finding.Blame?
  let judge: Judge
  let executor: any Executor

  init(file: String, subject override: SubjectReference?) throws(Failure) {
    let (program, repro) = try ProgramFile.read(file)
    guard let reference = override ?? repro.flatMap({ SubjectReference($0.subject) }) else {
      throw Failure(
        .usage, "\(file) does not name a subject", hint: "Name one with --subject SUBJECT.")
    }
    let target = try Target.find(reference)
    self.program = program
    subject = reference.description
    profile = repro?.profile ?? .core
    seed = repro?.finding.seed ?? 1
    index = repro?.finding.index ?? 0
    blame = repro?.finding.rule
    do {
      let selection = try Selection(
        patterns: [], subject: target.description, profile: profile)
      judge = Judge(
        checkers: selection.checkers, profile: profile, model: Judge.model(profile: profile))
    } catch {
      throw Failure(.fault, error.description)
    }
    executor = try target.executor(inProcess: false, profile: profile, seed: seed)
  }

  /// Runs a program once; what it showed, if that is what is blamed, or anything where nothing is.
  func attempt(_ program: Program) throws(Failure) -> Workshop.Proof? {
    let history: History
    do {
      history = try executor.executeQuickly(program).history
    } catch {
      throw Failure(.fault, "\(error)")
    }
    let accusation = judge.judge(history).accusations.first {
      blame == nil || $0.blame == blame
    }
    return accusation.map { Workshop.Proof(accusation: $0, history: history) }
  }

  /// The text of what a run showed.
  func text(of proof: Workshop.Proof, _ console: Console) -> String {
    text(
      of: Finding(
        proof.accusation.blame, kind: proof.accusation.kind, proof.accusation.counterexample,
        program: program, history: proof.history, seed: seed, index: index), console)
  }

  /// The text of a finding.
  func text(of finding: Finding, _ console: Console) -> String {
    let style = ReportStyle(console.output, variables: ProcessInfo.processInfo.environment)
    let reproduction = Reproduction(subject: subject)
    return FindingText(
      finding, catalogue: .current, reproduction: reproduction, style: style
    ).lines
      .map { $0 + "\n" }.joined()
  }
}
