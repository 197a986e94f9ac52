import Foundation
import OQAdapters
import OQCommandLine
import OQCommands
import OQContracts
import OQDriver
import OQHistory
import OQMutants
import OQPrograms
import OQReport
import OQRunner
import OQSpecification
import OQSubjects
import Synchronization

/// A mutant, or what it is a broken variant of, with what is needed to run programs on it and to
/// judge them.
struct MutantBench {
  let judge: Judge
  let executor: any Executor
  private let generator: @Sendable (_ seed: UInt64) -> Generator

  /// Prepares a mutant, judged by every rule under its own profile.
  init(_ mutant: Mutant) throws {
    let name = "mutant:\(mutant.name)"
    let subject: any Subject =
      mutant.dispatch.map { DispatchSubject(name: name, behavior: $0) }
      ?? ReferenceSubject(name: name, behavior: mutant.behavior)
    try self.init(subject, mutant.profile)
  }

  /// Prepares a mutant that was drawn.
  init(_ mutant: BlindMutant) throws {
    let name = "mutant:\(mutant.name)"
    try self.init(ReferenceSubject(name: name, behavior: mutant.behavior), .core)
  }

  /// Prepares what a mutant is a broken variant of.
  static func healthy(_ mutant: Mutant) throws -> MutantBench {
    let subject: any Subject =
      mutant.dispatch == nil ? ReferenceSubject(name: "reference") : DispatchSubject()
    return try MutantBench(subject, mutant.profile)
  }

  /// Prepares a mutant that tells when it does what; the model judges, too.
  ///
  /// - Parameter mutant: the mutant; nil for the reference queue.
  /// - Throws: a fault of the suite or of the machine.
  init(observing mutant: Mutant?) throws {
    let name = "observed:\(mutant?.name ?? "reference")"
    let subject =
      mutant.map { ReferenceSubject(name: name, behavior: $0.behavior) }
      ?? ReferenceSubject(name: name)
    try self.init(subject, mutant?.profile ?? .core, isObserved: true)
  }

  /// The program of a seed with an index.
  func program(at index: UInt64, seed: UInt64) -> Program {
    generator(seed).program(at: index)
  }

  private init(
    _ subject: any Subject, _ profile: Profile, isObserved: Bool = false
  ) throws {
    let judged = JudgedSubject(.driven(subject))
    let selection = try judged.selection([], profile)
    generator = { judged.generator(seed: $0, selection) }
    judge = Judge(selection, modelObjects: isObserved)
    var options = WorkerExecutor.Options(WorkerOptions(subject: subject.workerName))
    options.tellsMoments = isObserved
    executor = WorkerExecutor(options)
  }

  /// Hunts a mutant with the programs of seeds.
  ///
  /// - Parameters:
  ///   - mutant: the mutant of this bench.
  ///   - seeds: the seeds, one after the other.
  ///   - mayGoOn: whether there is time for another run.
  ///   - measure: counts anew how often a killer kills; nil takes the first killer.
  /// - Returns: what became of it.
  /// - Throws: a fault of the suite or of the machine.
  func hunt(
    _ mutant: Mutant, seeds: [UInt64], mayGoOn: @escaping () -> Bool,
    measure: ((Finding) throws -> Finding)? = nil
  ) throws -> KillRow {
    let generators = seeds.map(generator)
    let positions = Dictionary(uniqueKeysWithValues: zip(seeds, generators))
    let begun = ContinuousClock.now
    let campaign = KillCampaign(
      judge: judge, seeds: seeds,
      program: { seed, index in positions[seed]?.program(at: index) ?? Program() },
      clock: { (ContinuousClock.now - begun) / .seconds(1) },
      mayGoOn: { _ in mayGoOn() })
    return try campaign.hunt(
      mutant.name, breaking: mutant.breaks, on: executor, shrinks: true, measure: measure)
  }

  /// Runs programs of a seed until one shows what is wrong.
  ///
  /// - Parameters:
  ///   - rule: the rule that has to be violated; nil takes any violation.
  ///   - seed: the seed.
  ///   - way: which programs, and whether each is scanned.
  ///   - limit: programs after which the hunt is given up.
  ///   - mayGoOn: whether there is time for another program.
  /// - Returns: what the hunt has brought; nil where there was no time to end it.
  /// - Throws: a fault of the suite or of the machine.
  func search(
    for rule: RuleID?, seed: UInt64, _ way: SearchFigures.Way, limit: Int, mayGoOn: () -> Bool
  ) throws -> SearchRow.Hunt? {
    let generator = way == .all ? generator(seed) : generator(seed).undirected
    return try SearchHunt(
      judge: judge, breaking: rule, limit: limit, scansPoints: way == .scanned
    ).run(
      on: executor, mayGoOn: mayGoOn
    ) { generator.program(at: $0) }
  }

  /// Counts how often a finding shows under conditions that change who is first: as it is, with
  /// delays at harness points, and on one core.
  ///
  /// A program that kills only on an idle machine, or only on a busy one, shows here.
  ///
  /// - Parameters:
  ///   - finding: what to run.
  ///   - mayGoOn: whether there is time for another run.
  /// - Returns: the finding with the new counts.
  /// - Throws: a fault of the suite or of the machine.
  func stressed(_ finding: Finding, mayGoOn: () -> Bool = { true }) throws -> Finding {
    var finding = finding
    (finding.reproduced, finding.attempts) = (0, 0)
    for round in 0..<UInt64(MutantBench.rounds) {
      for settings in MutantBench.conditions(round) where mayGoOn() {
        var trial = Trial(finding)
        var program = trial.program
        program.settings.jitter = settings.jitter ?? program.settings.jitter
        program.settings.oneCore = settings.oneCore || program.settings.oneCore
        trial.programs[trial.programs.count - 1] = program
        finding.attempts += 1
        if try trial.run(on: executor, judge: judge, for: finding.blame) != nil {
          finding.reproduced += 1
        }
      }
    }
    return finding
  }

  private static let rounds = 4

  private static func conditions(_ round: UInt64) -> [Program.Settings] {
    [
      Program.Settings(), Program.Settings(), Program.Settings(jitter: 2 * round + 1),
      Program.Settings(oneCore: true), Program.Settings(jitter: 2 * round + 2, oneCore: true),
    ]
  }

  /// Runs a finding some number of times, or until it shows what it blames.
  ///
  /// - Parameters:
  ///   - finding: what to run.
  ///   - blame: what has to show; nil takes anything.
  ///   - times: the most runs.
  /// - Returns: what showed first, or nil.
  /// - Throws: a fault of the suite or of the machine.
  func firstReproduction(_ finding: Finding, for blame: Finding.Blame?, times: Int) throws
    -> Reproduction?
  {
    let trial = Trial(finding)
    for _ in 0..<times {
      if let reproduction = try trial.run(on: executor, judge: judge, for: blame) {
        return reproduction
      }
    }
    return nil
  }
}

extension Mutant {
  /// The mutants that a pattern names, in the order of their list.
  ///
  /// - Parameter pattern: mutants, grades, rules or areas, with commas between them; nil takes all
  ///   mutants.
  /// - Returns: each mutant once.
  /// - Throws: which part names no mutant, and what may be meant.
  static func select(_ pattern: String?) throws(Failure) -> [Mutant] {
    guard let pattern else { return Mutant.all }
    var names: Set<String> = []
    for part in pattern.split(separator: ",", omittingEmptySubsequences: false) {
      let words = part.split(separator: " ").joined(separator: " ")
      names.formUnion(try named(words).map(\.name))
    }
    return Mutant.all.filter { names.contains($0.name) }
  }

  private static func named(_ pattern: String) throws(Failure) -> [Mutant] {
    if let mutant = Mutant.all.first(where: { $0.name == pattern }) { return [mutant] }
    if let grade = Grade(rawValue: pattern) { return Mutant.all.filter { $0.grade == grade } }
    if let rules = try? Catalogue.current.select(pattern) {
      let ids = Set(rules.map(\.id))
      let chosen = Mutant.all.filter { ids.contains($0.breaks) }
      if !chosen.isEmpty { return chosen }
    }
    let known = Mutant.all.map(\.name) + Set(Mutant.all.map(\.breaks)).sorted().map(\.description)
    let near = Suggestion.nearest(pattern, among: known)
    let meant = near.isEmpty ? "" : "; did you mean \(near.joined(separator: " or "))?"
    throw Failure(.usage, "no mutant matches '\(pattern)'\(meant)")
  }

  /// Does something with each of several mutants, on some threads.
  ///
  /// - Parameters:
  ///   - mutants: the mutants.
  ///   - threads: how many; by default as many as there are cores, at most two: the mutants
  ///     themselves need some.
  ///   - console: shows how far it is.
  ///   - stops: ends it early.
  ///   - body: what to do with one.
  /// - Returns: what came of each, in their order; fewer where it was ended early.
  /// - Throws: the first fault of the suite or of the machine.
  static func each<Value: Sendable>(
    of mutants: [Mutant], threads: Int = min(2, ProcessInfo.processInfo.activeProcessorCount),
    _ console: Console, _ stops: StopRequests?,
    _ body: @escaping @Sendable (Mutant) throws -> Value
  ) throws(Failure) -> [Value] {
    try Work.each(of: mutants, named: \.name, threads: threads, console, stops, body)
  }
}
