import Dispatch
import OQDriver
import OQHistory
import OQJudging
import OQModel
import OQPrograms
import OQReport
import OQSpecification
import Synchronization

/// Runs many programs on one subject and judges every history.
package final class Campaign: Sendable {
  /// What a campaign found, before anything is shrunk.
  package struct Result: Sendable {
    /// One tally per checker, in the order of the checkers.
    package fileprivate(set) var tallies: [Tally]
    /// For every blame the violation with the smallest index, or, beside a control, with the
    /// smallest program; by blame.
    package fileprivate(set) var sightings: [Sighting] = []
    /// What every program showed that showed anything, in no particular order.
    package fileprivate(set) var violating: [Violating] = []
    /// Programs that showed something broken after ``violating`` was full.
    package fileprivate(set) var uncounted = 0
    /// Programs in which what is awaited never came, and nobody objects; nil where there are none.
    package fileprivate(set) var stalls: Report.Stalls?
    /// Programs that were not run since they hold a known trigger.
    package fileprivate(set) var passedOver = 0
    /// Programs that ran.
    package fileprivate(set) var programs = 0
    /// Programs that were handed to an executor.
    fileprivate var begun = 0
    /// Programs that had not ended when time was over; they do not count among ``programs``.
    package fileprivate(set) var unawaited = 0
    /// Programs for which neither an end nor a quiescence could be established.
    package fileprivate(set) var undecided = 0
    /// The one of them with the smallest index.
    package fileprivate(set) var doubt: Doubt?
    /// For every rule the contradiction of the oracles with the smallest index, by rule.
    package fileprivate(set) var contradictions: [(index: UInt64, contradiction: Contradiction)] =
      []
    /// What the first histories tell of the freedoms; nil where it was not asked for.
    package fileprivate(set) var census: Census?
    /// Why the subject cannot be judged, where it cannot.
    package fileprivate(set) var unusable: String?
    /// A fault of the suite or of the machine that ended the campaign.
    package fileprivate(set) var fault: String?

    /// In how many programs each thing was seen that is blamed.
    ///
    /// - Complexity: O(programs that showed anything).
    package var counts: [Finding.Blame: Int] {
      Dictionary(violating.flatMap(\.blames).map { ($0, 1) }, uniquingKeysWith: +)
    }
  }

  /// A program, and what it reaches if it is composed.
  package typealias Sourced = (program: Program, reached: Reached?)

  /// What one program showed to be broken.
  package struct Violating: Sendable, Hashable {
    /// Its index.
    package let index: UInt64
    /// What is blamed.
    package let blames: [Finding.Blame]
    /// Rules that are derived from one that is blamed.
    package let derived: [Finding.Blame]
    /// Whether nothing was added beside the program in that run.
    package let isUnaided: Bool
    /// What was recorded in that run.
    package let recording: Program.Recording
    /// What was held in that run; nil for one that was left to itself.
    package let pins: Pins?
  }

  /// Most programs of which it is kept what they showed.
  package static let mostViolating = 20_000

  /// A program for which neither an end nor a quiescence could be established.
  package struct Doubt: Sendable {
    /// Its index.
    package let index: UInt64
    /// Why, where more is known of that.
    package let reason: String?
    /// The last lines that the process wrote.
    package let output: String
  }

  /// A history that shows something to be broken.
  package struct Sighting: Sendable {
    /// What it shows.
    package let violation: Judge.Violation
    /// The index of its program.
    package let index: UInt64
    /// Its program.
    package let program: Program
    /// The history.
    package let history: History
    /// Programs that the same process ran before, in their order.
    package let earlier: [Program]
    /// The last lines that the process wrote, where it died or could run nothing more.
    package let output: String
    /// What was held, and the order of harness points that was followed; nil for a run that was
    /// left to itself.
    package let pins: Pins?

    /// Puts a sighting together.
    package init(
      violation: Judge.Violation, index: UInt64, program: Program, history: History,
      earlier: [Program] = [], output: String = "", pins: Pins? = nil
    ) {
      self.violation = violation
      self.index = index
      self.program = program
      self.history = history
      self.earlier = earlier
      self.output = output
      self.pins = pins
    }
  }

  /// How far a campaign is.
  package struct Progress: Sendable {
    /// Programs that ran.
    package let programs: Int
    /// Rules that were decided at least once.
    package let decidedRules: Int
    /// Rules judged by.
    package let rules: Int
    /// Different things to blame.
    package let findings: Int
  }

  /// Programs whose histories the census looks at: those of the first indices.
  ///
  /// The census follows every run of the model, which more than doubles the work on a history. The
  /// same programs, whatever the budget and the shard, make its counts comparable.
  package static let censusPrograms: UInt64 = 500

  /// What is left of a ruling on an execution of the program with an index, once a control has been
  /// asked.
  package typealias Charging =
    @Sendable (Judge.Ruling, Execution, UInt64) throws -> Judge.Ruling

  private let judge: Judge
  private let observe: (@Sendable (History) -> OutcomeReading)?
  private let indices: Indices
  private let failsFast: Bool
  private let keep: (@Sendable (History, UInt64) throws -> Void)?
  private let makeProgram: @Sendable (UInt64) -> Sourced
  private let notice: (@Sendable (Reached, UInt64) -> Void)?
  private let isComposed: (@Sendable (UInt64) -> Bool)?
  private let charges: Charging?
  private let suspect: (@Sendable (Execution, UInt64) -> Void)?
  /// What is passed over, and from which index on; the last of them whose index has come counts.
  private let passing = Mutex<[(from: UInt64, what: PassingOver)]>([])
  private let result: Mutex<Result>

  /// Makes a campaign.
  ///
  /// - Parameters:
  ///   - judge: judges the histories.
  ///   - indices: the programs to run.
  ///   - failsFast: whether the first violation ends the campaign.
  ///   - observe: says what a history tells of the freedoms; nil takes no census.
  ///   - keep: is given the history of every program with its index, on several threads; where it
  ///     fails the campaign ends by a fault.
  ///   - isComposed: whether the program with an index may be passed over; nil passes over none.
  ///   - notice: is told what each program that runs reaches, and its index, on several threads.
  ///   - charges: says what is left of a ruling once a control has been asked; called on several
  ///     threads; nil charges everything.
  ///   - suspect: is told what a program has shown whose end is not confirmed yet, and its index;
  ///     called on several threads.
  ///   - program: the program with an index.
  package init(
    judge: Judge, indices: Indices, failsFast: Bool = false,
    observe: (@Sendable (History) -> OutcomeReading)? = nil,
    keep: (@Sendable (History, UInt64) throws -> Void)? = nil,
    isComposed: (@Sendable (UInt64) -> Bool)? = nil,
    notice: (@Sendable (Reached, UInt64) -> Void)? = nil, charges: Charging? = nil,
    suspect: (@Sendable (Execution, UInt64) -> Void)? = nil,
    program: @escaping @Sendable (UInt64) -> Sourced
  ) {
    self.judge = judge
    self.indices = indices
    self.failsFast = failsFast
    makeProgram = program
    self.notice = notice
    self.isComposed = isComposed
    self.charges = charges
    self.suspect = suspect
    self.observe = observe
    self.keep = keep
    var result = Result(tallies: judge.checkers.map { _ in Tally() })
    if observe != nil { result.census = Census() }
    self.result = Mutex(result)
  }

  /// Makes a campaign that finds out what some programs show.
  ///
  /// - Parameters:
  ///   - judge: judges the histories.
  ///   - indices: the programs to run.
  ///   - failsFast: whether the first violation ends the campaign.
  ///   - program: the program with an index.
  package convenience init(
    judge: Judge, indices: Indices, failsFast: Bool = false,
    program: @escaping @Sendable (UInt64) -> Program
  ) {
    self.init(judge: judge, indices: indices, failsFast: failsFast, observe: nil) {
      (program($0), nil)
    }
  }

  /// How far the campaign is; callable from any thread.
  package var progress: Progress {
    result.withLock { result in
      Progress(
        programs: result.programs, decidedRules: result.tallies.count { $0.exercised > 0 },
        rules: result.tallies.count, findings: result.sightings.count)
    }
  }

  /// Passes over composed programs whose failure is known.
  ///
  /// - Parameters:
  ///   - passing: which ones.
  ///   - mark: the first index to which this applies; where the same programs are to be passed over
  ///     in every run, it has not been handed out.
  func passOver(_ passing: PassingOver, from mark: UInt64) {
    self.passing.withLock { $0 = $0.suffix(1) + [(mark, passing)] }
  }

  private func isPassedOver(_ program: Program, _ reached: Reached?, _ index: UInt64) -> Bool {
    guard let isComposed, isComposed(index) else { return false }
    let passing = passing.withLock { $0.last { $0.from <= index }?.what }
    return passing?.takes(program, reached) ?? false
  }

  /// Hands out no more programs; those under way come to their end.
  package func stop() { indices.stop() }

  /// Runs the campaign, one thread per executor.
  ///
  /// - Parameters:
  ///   - executors: at least one; they are shut down by whoever made them.
  ///   - waitsAtMarks: whether indices that are held back are waited for; otherwise the campaign
  ///     ends before the first of them.
  ///   - mayWait: whether there is time to wait for programs whose end is not known yet; those that
  ///     nobody waits for any more are ``Result/unawaited``.
  /// - Returns: what was found.
  package func run(
    on executors: [any Executor], waitsAtMarks: Bool = false,
    while mayWait: @escaping @Sendable () -> Bool = { true }
  ) -> Result {
    // The first violation ends a campaign that fails fast before anything else runs.
    let bench =
      executors.count == 1 && !failsFast ? JudgingBench { self.take($0, $1) } : nil
    if executors.count == 1 {
      work(on: executors[0], waitsAtMarks, while: mayWait) {
        bench?.take($0, $1) ?? self.take($0, $1)
      }
    } else {
      let group = DispatchGroup()
      for executor in executors {
        group.enter()
        let box = Confined(executor)
        PlainThread.start {
          self.work(on: box.value, waitsAtMarks, while: mayWait) { self.take($0, $1) }
          group.leave()
        }
      }
      group.wait()
    }
    bench?.close()
    result.withLock { $0.unawaited = $0.begun - $0.programs }
    return soFar
  }

  /// What was found until this moment; callable from any thread.
  package var soFar: Result {
    result.withLock { result in
      result.sightings.sort { $0.violation.blame < $1.violation.blame }
      result.contradictions.sort { $0.contradiction.rule < $1.contradiction.rule }
      return result
    }
  }

  /// Whether what all programs before a mark have shown is known; callable from any thread.
  ///
  /// - Parameter mark: the first index that does not count.
  /// - Returns: false, too, as long as some of them have not begun.
  func isKnown(before mark: UInt64) -> Bool { indices.areClosed(before: mark) }

  private func work(
    on executor: any Executor, _ waitsAtMarks: Bool, while mayWait: () -> Bool,
    _ take: (Execution, UInt64) -> Void
  ) {
    // Executors that are not told an index give an execution back without one.
    var pending: [Program: [UInt64]] = [:]
    var unsaid: [UInt64: Execution] = [:]
    func run(_ program: Program, _ index: UInt64) throws {
      let ended =
        failsFast
        ? [try executor.execute(program, index: index)] + (try executor.collect())
        : try executor.submit(program, index: index, while: mayWait)
      for execution in executor.suspected() { suspect?(execution, execution.index ?? index) }
      for execution in ended {
        if execution.isPending {
          suspect?(execution, execution.index ?? index)
          pending[program, default: []].append(index)
        } else {
          try hand(execution, execution.index ?? index)
        }
      }
    }
    func hand(_ execution: Execution, _ index: UInt64) throws {
      if execution.isAfterthought {
        take(execution, index)
      } else if let first = unsaid.removeValue(forKey: index) {
        // What shows only where no call is recorded is kept as it was.
        take(execution.isStalled ? execution : first, index)
      } else if execution.isStalled, execution.program.settings.recording == .bodies,
        judge.judge(execution.history).isSilentStall
      {
        unsaid[index] = execution
        try run(execution.program.withCallsRecorded, index)
      } else {
        take(execution, index)
      }
    }
    func settle(while mayWait: () -> Bool) throws {
      var settled = try executor.settle(while: mayWait)
      while !settled.isEmpty {
        for execution in settled {
          try hand(execution, execution.index ?? pending[execution.program]?.popLast() ?? 0)
        }
        settled = unsaid.isEmpty ? [] : try executor.settle(while: mayWait)
      }
    }
    do {
      while true {
        guard let index = indices.next() else {
          guard waitsAtMarks, !indices.areOver else { break }
          try settle { indices.isPaused && mayWait() }
          indices.waitWhilePaused()
          continue
        }
        let (program, reached) = makeProgram(index)
        if isPassedOver(program, reached, index) {
          result.withLock { $0.passedOver += 1 }
          indices.close(index)
          continue
        }
        if let reached { notice?(reached, index) }
        result.withLock { $0.begun += 1 }
        try run(program, index)
      }
      try settle(while: mayWait)
      for (index, execution) in unsaid { take(execution, index) }
    } catch {
      end(by: error)
    }
  }

  private func end(by error: any Error) {
    indices.stop()
    result.withLock { $0.fault = $0.fault ?? "\(error)" }
  }

  private func take(_ execution: Execution, _ index: UInt64) {
    defer { if !execution.isAfterthought { indices.close(index) } }
    if !execution.isAfterthought {
      do { try keep?(execution.history, index) } catch { end(by: error) }
    }
    var ruling = judge.judge(execution.history)
    if let charges {
      do { ruling = try charges(ruling, execution, index) } catch { return end(by: error) }
    }
    let reading = reading(of: execution, index, ruling)
    let isOver = result.withLock { result in
      if !execution.isAfterthought { result.programs += 1 }
      if execution.isUndecided {
        result.undecided += 1
        if index < result.doubt?.index ?? .max {
          result.doubt = Doubt(index: index, reason: execution.doubt, output: execution.output)
        }
      }
      if let reading { result.census?.add(reading) }
      for contradiction in ruling.contradictions {
        Campaign.note(contradiction, index, in: &result.contradictions)
      }
      for (position, judgement) in ruling.judgements.enumerated()
      where !execution.isAfterthought || !judgement.counterexamples.isEmpty {
        result.tallies[position].add(judgement)
      }
      if let unusable = execution.unusable { result.unusable = result.unusable ?? unusable }
      Campaign.note(ruling, index, execution, in: &result)
      let prefersSmall = charges != nil
      for violation in ruling.violations where !violation.isDerived && !ruling.isHearsay {
        Campaign.note(
          Sighting(
            violation: violation, index: index, program: execution.program,
            history: execution.history, earlier: execution.earlier,
            output: execution.output, pins: execution.pins), in: &result.sightings,
          prefersSmall: prefersSmall)
      }
      return result.unusable != nil || (failsFast && !result.sightings.isEmpty)
    }
    if isOver { indices.stop() }
  }

  /// What an execution tells of the freedoms; nil where the census leaves it out.
  ///
  /// A history that breaks a rule is no run of the model and tells nothing.
  private func reading(
    of execution: Execution, _ index: UInt64, _ ruling: Judge.Ruling
  ) -> OutcomeReading? {
    guard let observe, index < Campaign.censusPrograms, !execution.isAfterthought,
      ruling.violations.isEmpty
    else { return nil }
    return observe(execution.history)
  }

  /// Takes note of what a program showed to be broken, and of one that stands still unblamed.
  private static func note(
    _ ruling: Judge.Ruling, _ index: UInt64, _ execution: Execution, in result: inout Result
  ) {
    if ruling.isSilentStall {
      if result.stalls == nil {
        result.stalls = Report.Stalls(programs: 1, index: index)
      } else {
        result.stalls?.add(index)
      }
    }
    guard !ruling.violations.isEmpty else { return }
    guard result.violating.count < Campaign.mostViolating else {
      result.uncounted += 1
      return
    }
    result.violating.append(
      Violating(
        index: index, blames: ruling.violations.filter { !$0.isDerived }.map(\.blame),
        derived: ruling.violations.filter(\.isDerived).map(\.blame),
        isUnaided: execution.history.isUnaided,
        recording: execution.program.settings.recording, pins: execution.pins))
  }

  private static func note(
    _ contradiction: Contradiction, _ index: UInt64,
    in contradictions: inout [(index: UInt64, contradiction: Contradiction)]
  ) {
    let position = contradictions.firstIndex { $0.contradiction.rule == contradiction.rule }
    guard let position else { return contradictions.append((index, contradiction)) }
    if index < contradictions[position].index {
      contradictions[position] = (index, contradiction)
    }
  }

  /// Keeps one sighting per blame: that of the smallest index, so that the order in which
  /// executors finish does not matter; or that of the smallest program, where little time is left
  /// for making programs smaller.
  private static func note(
    _ sighting: Sighting, in sightings: inout [Sighting], prefersSmall: Bool
  ) {
    func place(of one: Sighting) -> (Int, UInt64) {
      (prefersSmall ? one.program.steps : 0, one.index)
    }
    let position = sightings.firstIndex { $0.violation.blame == sighting.violation.blame }
    if let position {
      if place(of: sighting) < place(of: sightings[position]) { sightings[position] = sighting }
    } else {
      sightings.append(sighting)
    }
  }
}

extension Execution {
  /// Whether it ended at a quiescence that is final.
  fileprivate var isStalled: Bool { history.events.last?.kind == .stalled }
}

extension Program {
  /// The same program, of which every call is recorded: entries and returns of client code say
  /// little of why a call never returns.
  fileprivate var withCallsRecorded: Program {
    var program = self
    program.settings.recording = .full
    return program
  }
}
