import OQHistory
import OQJudging
import OQPrograms
import OQReport

/// What is run to see a finding again, and how.
package struct Trial: Sendable, Hashable {
  /// The programs to run, in this order; the last one shows the finding.
  package var programs: [Program]
  /// Whether they run in a process of their own, rather than in one that has run others before.
  ///
  /// A death may be the late work of an earlier program, so deaths are looked for in processes that
  /// have run nothing else.
  package var isAlone: Bool
  /// An order of harness points that the last program follows; nil for none.
  package var pins: Pins?
  /// Whether what shows may be that something moves only since something else was added.
  package var mayRunUnaided = true
  /// Whether a run ends where it rests, even if it is not certain that nothing moves any more.
  ///
  /// So it is tried once it has shown there: what comes later is not looked for.
  package var endsAtRest = false

  /// Describes a trial.
  ///
  /// - Parameters:
  ///   - programs: the programs to run, at least one.
  ///   - isAlone: whether they run in a process of their own.
  ///   - pins: an order of harness points that the last program follows.
  package init(_ programs: [Program], isAlone: Bool, following pins: Pins? = nil) {
    precondition(!programs.isEmpty, "a trial runs at least one program")
    self.programs = programs
    self.isAlone = isAlone || programs.count > 1
    self.pins = pins
  }

  /// How a finding is tried again.
  ///
  /// - Parameter finding: what was found.
  package init(_ finding: Finding) {
    self.init(finding.sequence, isAlone: finding.isOfDeath, following: finding.pins)
    mayRunUnaided = finding.history.isUnaided
  }

  /// The program that shows the finding.
  package var program: Program { programs[programs.count - 1] }

  /// Lines of all programs without headers.
  package var steps: Int { programs.reduce(0) { $0 + $1.steps } }

  /// Whether one program runs again and again.
  var isRepetition: Bool { programs.count > 1 && programs.allSatisfy { $0 == program } }

  /// The places of the programs that differ.
  var positions: Range<Int> {
    isRepetition ? programs.count - 1..<programs.count : programs.indices
  }

  /// The same trial with one program replaced, and the order carried over; one that runs again and
  /// again is replaced everywhere.
  func replacing(_ position: Int, by program: Program) -> Trial {
    var trial = self
    if isRepetition {
      trial.programs = Array(repeating: program, count: programs.count)
      return trial
    }
    if position == programs.count - 1 {
      trial.pins = pins?.carried(from: programs[position], to: program)
    }
    trial.programs[position] = program
    return trial
  }

  /// The same trial with another order, or without one.
  ///
  /// - Parameter pins: the order, and what is held.
  /// - Returns: the trial.
  package func following(_ pins: Pins?) -> Trial {
    var trial = self
    trial.pins = pins
    return trial
  }

  /// The same trial of something that a history shows.
  ///
  /// - Parameter isUnaided: whether nothing was added beside the program in its run.
  /// - Returns: the trial.
  func seen(unaided isUnaided: Bool) -> Trial {
    var trial = self
    trial.mayRunUnaided = isUnaided
    return trial
  }

  /// The same trial of something that a run has shown.
  ///
  /// - Parameter history: the run; nil where none has shown it.
  /// - Returns: the trial, which ends at rest from here on where that run did.
  package func shown(by history: History?) -> Trial {
    var trial = self
    if let history, HistoryIndex(history).ending == .open { trial.endsAtRest = true }
    return trial
  }

  /// The same trial in the order that a run of its last program has shown.
  ///
  /// Lanes are held as before.
  ///
  /// - Parameter history: the run.
  /// - Returns: the trial; nil where the history does not tell the order.
  package func following(_ history: History) -> Trial? {
    // What clients did is not in the history of a program that records bodies only.
    guard program.settings.recording == .full else { return nil }
    return following(Pins(of: history, program, holding: pins?.holds ?? []))
  }

  /// Runs everything once.
  ///
  /// - Parameters:
  ///   - executor: runs the programs.
  ///   - judge: judges the last one that ran.
  ///   - blame: what has to show; nil takes anything.
  /// - Returns: what showed, or nil.
  /// - Throws: a fault of the suite or of the machine.
  package func run(
    on executor: any Executor, judge: Judge, for blame: Finding.Blame?
  ) throws -> Reproduction? {
    if case .shown(let reproduction) = try attempt(on: executor, judge: judge, for: blame) {
      return reproduction
    }
    return nil
  }

  /// Runs everything once.
  ///
  /// - Parameters:
  ///   - executor: runs the programs.
  ///   - judge: judges the last one that ran.
  ///   - blame: what has to show; nil takes anything.
  /// - Returns: what showed, or what came instead.
  /// - Throws: a fault of the suite or of the machine.
  package func attempt(
    on executor: any Executor, judge: Judge, for blame: Finding.Blame?
  ) throws -> Attempt {
    let endsAtRest = endsAtRest
    let (execution, ran) = try execution(on: executor) { history in
      guard let blame, !endsAtRest else { return endsAtRest }
      return judge.judge(history).violations.contains { $0.blame == blame }
    }
    let violations = judge.judge(execution.history).violations
    guard let violation = violations.first(where: { blame == nil || $0.blame == blame }) else {
      return .missed(Miss(execution, violations), execution.history)
    }
    return .shown(
      Reproduction(
        violation: violation, programs: Array(programs.prefix(ran)),
        history: execution.history, output: execution.output))
  }

  /// Runs everything once.
  ///
  /// - Parameters:
  ///   - executor: runs the programs.
  ///   - judge: judges the last one that ran.
  /// - Returns: everything that is blamed.
  /// - Throws: a fault of the suite or of the machine.
  package func blames(on executor: any Executor, judge: Judge) throws -> Set<Finding.Blame> {
    let endsAtRest = endsAtRest
    let (execution, _) = try execution(on: executor) { _ in endsAtRest }
    return Set(judge.judge(execution.history).violations.map(\.blame))
  }

  /// Runs everything once.
  ///
  /// - Parameters:
  ///   - executor: runs the programs.
  ///   - isEnough: whether a history that may go on shows already what is looked for; nil where the
  ///     whole is wanted.
  /// - Returns: the last execution, and how many programs ran.
  /// - Throws: a fault of the suite or of the machine.
  func execution(
    on executor: any Executor, isEnough: (@Sendable (History) -> Bool)? = nil
  ) throws -> (last: Execution, ran: Int) {
    guard !isAlone else { return try executor.executeInOrder(programs, following: pins) }
    var mode = TrialMode(following: pins, mayRunUnaided: mayRunUnaided)
    mode.isEnough = isEnough
    return (try executor.executeQuickly(program, mode), 1)
  }
}

/// A run that showed what is blamed.
package struct Reproduction: Sendable {
  /// What it showed.
  package let violation: Judge.Violation
  /// The programs that ran; the last one showed it.
  package let programs: [Program]
  /// The history of the last one.
  package let history: History
  /// The last lines that the process wrote, where it died or could run nothing more.
  package let output: String

  /// Puts a reproduction together.
  package init(
    violation: Judge.Violation, programs: [Program], history: History, output: String = ""
  ) {
    self.violation = violation
    self.programs = programs
    self.history = history
    self.output = output
  }
}

extension Finding {
  /// What a campaign found, before it was tried again.
  ///
  /// - Parameters:
  ///   - candidate: what a campaign found.
  ///   - seed: the seed of the campaign.
  package init(_ candidate: Campaign.Sighting, seed: UInt64) {
    self.init(
      candidate.violation.blame, kind: candidate.violation.kind,
      candidate.violation.counterexample, program: candidate.program,
      history: candidate.history, seed: seed, index: candidate.index)
    if isOfDeath { earlier = candidate.earlier }
    output = candidate.output
    pins = candidate.pins
  }

  /// Takes over what a run showed.
  ///
  /// - Parameter reproduction: a run that showed what the finding blames.
  package mutating func show(_ reproduction: Reproduction) {
    kind = reproduction.violation.kind
    message = reproduction.violation.counterexample.message
    events = reproduction.violation.counterexample.events
    program = reproduction.programs[reproduction.programs.count - 1]
    earlier = Array(reproduction.programs.dropLast())
    history = reproduction.history
    output = reproduction.output
  }
}
