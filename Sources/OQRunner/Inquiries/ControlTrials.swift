import OQDriver
import OQHistory
import OQJudging
import OQReport

/// Asks a control what it does in the programs that show something with the subject.
///
/// What shows there, too, is not the subject's doing: not in this program. The same rule may be
/// broken by the subject in another one. A race of the host shows now and then with either of them,
/// so that the control has to be in order in many runs before anything is charged to the subject.
// Safety: everything that changes, the executor included, is used under the lock.
final class ControlTrials: @unchecked Sendable {
  private let name: String
  private let judge: Judge
  private let seed: UInt64
  private let executor: any Executor
  private let stops: StopRequests?
  private let lock = WaitingLock()
  private var programs = 0
  private var runs = 0
  /// What the control was asked about: in how many programs the subject was charged with it, and
  /// how small the smallest of them is.
  private var known: [Finding.Blame: (programs: Int, steps: Int)] = [:]
  private var findings: [Finding.Blame: Finding] = [:]
  private var charged: Set<Finding.Blame> = []
  /// What came of comparing subject and control by a program, where more runs would say no more.
  private var compared: [Compared: (shown: Int, isOfHost: Bool)] = [:]
  /// Runs with the subject that have shown what they were to show, of all that was compared, and
  /// runs with the control in turn with them that have.
  private var inTurn = (subject: [Compared: Int](), control: 0)

  private struct Compared: Hashable {
    let blame: Finding.Blame
    let program: Program
    let pins: Pins?

    init(_ finding: Finding) {
      (blame, program, pins) = (finding.blame, finding.program, finding.pins)
    }
  }

  /// Runs of one program in which the control has to be in order: for something that is charged
  /// for the first time, and later on.
  private static let runs = (first: 6, later: 2)
  /// Programs in which a subject is charged with something, until the control is asked about
  /// smaller ones only.
  private static let enough = 8
  /// Runs with the subject that have to show a finding, each followed by one with the control that
  /// is in order: were the host to blame, the control would be spared as often as a coin falls on
  /// one side.
  private static let pairs = (shown: 10, most: 150)
  /// Runs of a stall at once.
  private static let mostAtOnce = 6

  /// Longest time for these runs where there is no time for more than the fewest.
  private static let overtime = Duration.seconds(8)

  /// Longest time for scans of the control by one seldom finding, and how many there are.
  private static let longestScan = Duration.seconds(60)
  private static let mostScans = 5

  /// Runs that have to show a finding that is charged since many together have shown.
  private static let leastOfMany = 2

  /// The same where time is short: what always shows at a quiescence needs fewer.
  private static func fewest(_ finding: Finding) -> Int { finding.kind == .stalled ? 3 : 6 }

  /// Trials of a control.
  ///
  /// - Parameters:
  ///   - name: the name of the control.
  ///   - judge: judges the subject.
  ///   - seed: the seed of the campaign.
  ///   - executor: runs programs on the control.
  ///   - stops: requests to end.
  init(
    _ name: String, _ judge: Judge, seed: UInt64, _ executor: any Executor, _ stops: StopRequests?
  ) {
    self.name = name
    self.judge = judge
    self.seed = seed
    self.executor = executor
    self.stops = stops
  }

  /// What the control has shown so far.
  var control: Report.Control {
    lock.withLock {
      Report.Control(
        name: name, programs: programs, runs: runs, findings: Array(findings.values))
    }
  }

  /// Whether the control has shown in some program what is blamed.
  func shows(_ blame: Finding.Blame) -> Bool { lock.withLock { findings[blame] != nil } }

  /// Ends what was started.
  func shutDown() { executor.shutDown() }

  /// What is left of a ruling once the control has run the same program.
  ///
  /// - Parameters:
  ///   - ruling: what is said of a run with the subject.
  ///   - execution: the run.
  ///   - index: the index of its program.
  /// - Returns: the ruling without what the control shows, too.
  /// - Throws: a fault of the suite or of the machine.
  func charges(
    of ruling: Judge.Ruling, _ execution: Execution, _ index: UInt64
  ) throws -> Judge.Ruling {
    guard !ruling.violations.isEmpty else { return ruling }
    return try lock.withLock {
      if isKnown(ruling, execution.program) {
        var hearsay = ruling
        hearsay.isHearsay = true
        return hearsay
      }
      programs += 1
      let isNew = ruling.violations.contains { !charged.contains($0.blame) }
      let runs = isNew ? ControlTrials.runs.first : ControlTrials.runs.later
      let isOfDeath = execution.history.endsInDeath
      let trial = Trial([execution.program], isAlone: isOfDeath, following: execution.pins)
      var left = ruling.violations
      for _ in 0..<runs where !left.isEmpty && !isStopped {
        let shown = try run(trial, index)
        left = left.filter { !shown.explains($0.blame, $0.kind, judge) }
      }
      // A derived rule says less than the rule that it is derived from.
      let blames = Set(left.filter { !$0.isDerived }.map(\.blame))
      left = left.filter { !$0.isDerived || isDerived($0.blame, from: blames) }
      charged.formUnion(left.map(\.blame))
      for violation in left {
        let known = known[violation.blame] ?? (0, .max)
        self.known[violation.blame] = (
          known.programs + 1, min(known.steps, execution.program.steps)
        )
      }
      return ruling.keeping(left, judge)
    }
  }

  /// Whether the control was asked about all of a ruling in many programs, one of them no larger.
  ///
  /// So it costs little where nearly every program shows something. Whatever is told of the subject
  /// is told by programs in which the control was asked.
  private func isKnown(_ ruling: Judge.Ruling, _ program: Program) -> Bool {
    ruling.violations.allSatisfy { violation in
      guard let known = known[violation.blame], findings[violation.blame] == nil else {
        return false
      }
      return known.programs >= ControlTrials.enough && known.steps <= program.steps
    }
  }

  /// Whether the control is in order, in one run, in a program that shows something with the
  /// subject.
  ///
  /// - Parameters:
  ///   - trial: what ran.
  ///   - violation: what it showed.
  /// - Returns: false where the control shows the same.
  /// - Throws: a fault of the suite or of the machine.
  func isInOrder(_ trial: Trial, _ violation: Judge.Violation) throws -> Bool {
    try lock.withLock {
      try !run(trial).explains(violation.blame, violation.kind, judge)
    }
  }

  /// Runs the smallest programs that the subject has failed, with the subject and with the control
  /// in turn.
  ///
  /// How often a race shows changes with what else the machine does, so that only runs in turn can
  /// be compared.
  ///
  /// - Parameters:
  ///   - accused: what the subject was found to break.
  ///   - subject: runs programs on the subject.
  ///   - hasTime: whether there is time for more than the fewest runs.
  /// - Returns: what the control never showed, what showed so seldom with the subject that nothing
  ///   follows from a control that is in order, and what there was no time for: that, only where
  ///   the subject is charged with something else.
  /// - Throws: a fault of the suite or of the machine.
  func verdict(
    on accused: [Finding], _ subject: any Executor, while hasTime: () -> Bool
  ) throws -> (charged: [Finding], doubtful: [Finding], open: [Finding]) {
    var (charged, doubtful, open): ([Finding], [Finding], [Finding]) = ([], [], [])
    for finding in accused {
      if !charged.isEmpty, !hasTime() {
        open.append(finding)
        continue
      }
      let (shown, isOfHost) =
        try lock.withLock { compared[Compared(finding)] } ?? compare(finding, subject, hasTime)
      if isOfHost || shown >= ControlTrials.pairs.shown {
        lock.withLock { compared[Compared(finding)] = (shown, isOfHost) }
      }
      if isOfHost { continue }
      let isEnough =
        shown >= (hasTime() ? ControlTrials.pairs.shown : ControlTrials.fewest(finding))
      if isEnough { charged.append(finding) } else { doubtful.append(finding) }
    }
    if charged.isEmpty, let place = lock.withLock({ oftenest(of: doubtful) }) {
      charged.append(doubtful.remove(at: place))
    }
    return (charged, doubtful, open)
  }

  /// The place of the finding that showed most often, where nothing of all that was compared has
  /// ever shown with the control, and often enough with the subject.
  ///
  /// One mistake may show in many ways, and in each of them so seldom that nothing follows from it
  /// alone: a host to blame would still have been spared as often as the subject was met.
  private func oftenest(of doubtful: [Finding]) -> Int? {
    let all = inTurn.subject.values.reduce(0, +)
    guard inTurn.control == 0, all >= ControlTrials.pairs.shown else { return nil }
    let shown = doubtful.map { inTurn.subject[Compared($0)] ?? 0 }
    guard let most = shown.max(), most >= ControlTrials.leastOfMany else { return nil }
    return shown.firstIndex(of: most)
  }

  /// How many runs with the subject have shown a finding, and whether one with the control has.
  private func compare(
    _ finding: Finding, _ subject: any Executor, _ hasTime: () -> Bool
  ) throws -> (shown: Int, isOfHost: Bool) {
    let begun = ContinuousClock.now
    let bounds = ControlTrials.pairs
    let fewest = ControlTrials.fewest(finding)
    let (trial, key) = (Trial(finding), Compared(finding))
    var (shown, runs) = (lock.withLock { inTurn.subject[key] ?? 0 }, 0)
    while shown < (hasTime() ? bounds.shown : fewest), runs < bounds.most, !isStopped {
      let isLong = ContinuousClock.now - begun > ControlTrials.overtime
      if runs >= 2 * fewest || isLong, !hasTime() { break }
      let missing = (hasTime() ? bounds.shown : fewest) - shown
      // A stall waits and does next to no work; a race is tried as it was found.
      let width =
        finding.kind == .stalled
        ? min(missing, subject.breadth, ControlTrials.mostAtOnce) : 1
      runs += width
      let judge = judge
      let once: @Sendable (any Executor) throws -> Bool = {
        try trial.run(on: $0, judge: judge, for: finding.blame) != nil
      }
      shown += try subject.together(Array(repeating: once, count: width)).count(where: \.self)
      for _ in 0..<width
      where try lock.withLock({ try run(trial, finding.index) })
        .explains(finding.blame, finding.kind, judge)
      {
        lock.withLock { inTurn.control += 1 }
        return (shown, true)
      }
      lock.withLock { inTurn.subject[key] = shown }
    }
    // Where the budget is over, the runs and the scan share the time that a finding may take.
    let used = hasTime() ? .zero : ContinuousClock.now - begun
    let isSeldom = shown < fewest
    return (
      shown,
      try lock.withLock {
        try isShownByScan(
          finding, isSeldom: isSeldom, within: ControlTrials.overtime - used, hasTime)
      }
    )
  }

  /// Whether the control shows what is blamed with a lane held anywhere: where a lane is held, the
  /// points of the two are not the same.
  ///
  /// Only a finding that was made by a hold, or that shows so seldom that runs cannot tell whose it
  /// is, is looked for in this way: a race of the host that comes once in many thousand runs comes
  /// each time with the right lane held. As in any run of the control, a program that stands still
  /// explains a seldom stall, whatever it goes by; what a hold has shown goes by the same rule.
  /// The hold alone does not always show it, so a seldom one is looked for again where there is
  /// time.
  private func isShownByScan(
    _ finding: Finding, isSeldom: Bool, within time: Duration, _ hasTime: () -> Bool
  ) throws -> Bool {
    let isHeld = finding.pins.map { !$0.holds.isEmpty } ?? false
    guard isHeld || isSeldom else { return false }
    let begun = ContinuousClock.now
    func mayGoOn() -> Bool {
      let passed = ContinuousClock.now - begun
      return !isStopped
        && (isHeld || passed < time || passed < ControlTrials.longestScan && hasTime())
    }
    return try withoutActuallyEscaping(mayGoOn) { mayGoOn in
      let scanner = Scanner(executor: executor, judge: judge, mayGoOn: mayGoOn)
      for _ in 0..<(isHeld ? 1 : ControlTrials.mostScans) where mayGoOn() {
        if try isShown(finding, isHeld: isHeld, by: scanner) { return true }
      }
      return false
    }
  }

  /// Whether one scan of the control shows what is blamed.
  private func isShown(
    _ finding: Finding, isHeld: Bool, by scanner: Scanner
  ) throws -> Bool {
    func explaining(_ outcome: ScanOutcome) -> ScanOutcome.Showing? {
      outcome.showings.first { showing in
        showing.blames.contains(finding.blame)
          || !isHeld && finding.kind == .stalled
            && showing.reproductions.contains { $0.violation.kind == .stalled }
      }
    }
    let outcome = try scanner.scan(finding.program) { explaining($0) != nil }
    guard let showing = explaining(outcome) else { return false }
    for reproduction in showing.reproductions {
      note(
        reproduction.violation, finding.program, reproduction.history, reproduction.output,
        Pins([], holding: showing.holds), finding.index)
    }
    return true
  }

  private var isStopped: Bool { (stops?.current ?? StopRequest.none) != StopRequest.none }

  private func isDerived(_ blame: Finding.Blame, from bases: Set<Finding.Blame>) -> Bool {
    guard case .rule(let rule) = blame else { return true }
    return judge.roster.checker(of: rule)?.bases.contains { bases.contains(.rule($0)) } ?? false
  }

  /// Runs a trial once on the control.
  ///
  /// - Parameters:
  ///   - trial: what runs.
  ///   - index: the index of the program for which what shows is kept; nil for one that was made
  ///     smaller and may get nowhere with anybody.
  /// - Returns: what it shows.
  /// - Throws: a fault of the suite or of the machine.
  private func run(_ trial: Trial, _ index: UInt64? = nil) throws -> ControlRun {
    runs += trial.programs.count
    let (execution, _) = try trial.execution(on: executor)
    let violations = judge.judge(execution.history).violations
    for violation in violations where !violation.isDerived {
      guard let index else { break }
      note(violation, execution.program, execution.history, execution.output, nil, index)
    }
    return ControlRun(execution, violations)
  }

  /// Keeps what the control has shown in the program with an index, if none before it has.
  private func note(
    _ violation: Judge.Violation, _ program: Program, _ history: History, _ output: String,
    _ pins: Pins?, _ index: UInt64
  ) {
    if let known = findings[violation.blame], known.index <= index { return }
    findings[violation.blame] = Finding(
      Campaign.Sighting(
        violation: violation, index: index, program: program, history: history, output: output,
        pins: pins), seed: seed)
  }
}

/// What one run on the control has shown.
private struct ControlRun {
  private let blames: Set<Finding.Blame>
  // Whether nothing moved any more, or nobody can say whether anything would.
  private let isStalled: Bool

  init(_ execution: Execution, _ violations: [Judge.Violation]) {
    blames = Set(violations.map(\.blame))
    isStalled = execution.isUndecided || HistoryIndex(execution.history).stalledAt != nil
  }

  /// Whether what the subject shows may have the same cause: it goes by the same rule, or by one of
  /// two that leave faults to each other; both stand still; or no rule names it.
  func explains(_ blame: Finding.Blame, _ kind: Finding.Kind, _ judge: Judge) -> Bool {
    if blames.contains(blame) || (kind == .stalled && isStalled) { return true }
    switch blame {
    case .difference: return isStalled
    case .unexplained: return isStalled || !blames.isEmpty
    case .crash: return false
    case .rule(let rule):
      let precedence = judge.roster.precedence
      return blames.contains {
        guard case .rule(let other) = $0 else { return false }
        return precedence.elders(of: rule).contains(other)
          || precedence.elders(of: other).contains(rule)
      }
    }
  }
}

extension Judge.Ruling {
  /// The same ruling with some of its violations only: rules of which none is left have not been
  /// judged.
  fileprivate func keeping(_ left: [Judge.Violation], _ judge: Judge) -> Judge.Ruling {
    let kept = Set(left.map(\.blame))
    let judgements = zip(judge.checkers, judgements).map { checker, judgement in
      judgement.verdict == .violated && !kept.contains(.rule(checker.rule))
        ? Judgement() : judgement
    }
    return Judge.Ruling(
      judgements: judgements, violations: left, contradictions: contradictions,
      isSilentStall: isSilentStall)
  }
}
