import OQDriver
import OQHistory
import OQReport

/// Scans a share of the programs of a campaign: each of these runs as it is, then once for each
/// point of the subject with a lane held there.
///
/// Which programs are scanned depends on their indices. In a campaign of so many seconds, one whose
/// turn comes while others wait is left out, and those in which clients meet fill the time in which
/// nothing else is scanned. What a scan shows comes back with what is set aside
/// (``Executor/settle(while:)``), as an addition to the program's own execution.
///
/// A program that is kept with pins runs as it is, and then follows them.
package final class HoldingExecutor: Executor {
  /// How programs are chosen.
  package struct Share: Sendable, Hashable {
    /// One of so many programs is scanned in which clients do not meet; of those in which they do
    /// it is one of an eighth as many, and of small ones one of a 32nd: a window is most likely
    /// where two threads change something at once, and a small program has few points.
    package var one = 512
    /// Whether programs are scanned at all.
    package var scans = true
    /// Points that are tried in one program: all of them would cost as much as many others.
    package var mostPoints = 60
    /// Schedules with two holds for each program.
    package var mostPairs = 0
    /// How long one program is scanned.
    ///
    /// A schedule that ends in a stall takes seconds, and others of the program often do the same.
    package var patience = Duration.seconds(2)
    /// Whether a program is left out where scans cannot keep up.
    package var mayLag = false
    /// Places of the subject that are tried first.
    package var fruitful = FruitfulPoints()

    /// The share of a campaign.
    package init() {}

    /// No program is scanned.
    static var unscanned: Share {
      var share = Share()
      share.scans = false
      return share
    }
  }

  private let base: any Executor
  private let share: Share
  private let scans: [CampaignScans]
  /// Follows the pins of kept programs.
  private let keptScans: CampaignScans
  /// What kept programs follow, by their indices.
  private let kept: [UInt64: Pins]
  /// They scan meanwhile; none where everything runs on one executor.
  private let threads: [ScanThread]
  private var pool = EncounterPool()
  private var additions: [Execution] = []
  private var drawn: Int?

  /// Programs without any point, after which the subject counts as one whose points cannot be seen.
  private static let mostBlind = 3

  /// Makes an executor.
  ///
  /// - Parameters:
  ///   - base: runs the programs; it is shut down with this one.
  ///   - judge: says which schedules break a rule.
  ///   - share: how programs are chosen.
  ///   - kept: what programs follow that were kept with pins, by their indices.
  ///   - others: scan while `base` goes on, each on a thread of its own; they are shut down with
  ///     this one. Without any `base` scans.
  package init(
    _ base: any Executor, judge: Judge, share: Share = Share(),
    keeping kept: [UInt64: Pins] = [:], scanningOn others: [any Executor] = []
  ) {
    self.base = base
    self.share = share
    self.kept = kept
    keptScans = CampaignScans(base, judge: judge, share: share)
    scans = (others.isEmpty ? [base] : others).map {
      CampaignScans($0, judge: judge, share: share)
    }
    threads = others.isEmpty ? [] : scans.map { ScanThread($0, mayLag: share.mayLag) }
  }

  /// What became of the schedules so far.
  package var count: HoldCount {
    var count = (scans + [keptScans]).reduce(into: HoldCount()) { $0.merge($1.count) }
    count.drawn = drawn
    return count
  }

  /// See ``Executor/execute(_:)``.
  package func execute(_ program: Program) throws -> Execution { try base.execute(program) }

  /// See ``Executor/execute(_:index:)``.
  package func execute(_ program: Program, index: UInt64) throws -> Execution {
    let execution = noted(try base.execute(program, index: index))
    additions += try followed(program, index)
    try scan(program, index)
    return execution
  }

  /// See ``Executor/submit(_:index:while:)``.
  package func submit(
    _ program: Program, index: UInt64, while mayWait: () -> Bool
  ) throws -> [Execution] {
    let ended =
      try base.submit(program, index: index, while: mayWait) + followed(program, index)
    try scan(program, index)
    return ended.map(marked) + shown
  }

  /// See ``Executor/executeQuickly(_:following:)``.
  package func executeQuickly(_ program: Program, following pins: Pins?) throws -> Execution {
    try base.executeQuickly(program, following: pins)
  }

  /// See ``Executor/executeQuickly(_:_:)``.
  package func executeQuickly(_ program: Program, _ mode: TrialMode) throws -> Execution {
    try base.executeQuickly(program, mode)
  }

  /// See ``Executor/executeInOrder(_:following:)``.
  package func executeInOrder(
    _ programs: [Program], following pins: Pins?
  ) throws -> (last: Execution, ran: Int) {
    try base.executeInOrder(programs, following: pins)
  }

  /// See ``Executor/collect()``.
  package func collect() throws -> [Execution] {
    try base.collect().map(marked) + shown
  }

  /// See ``Executor/suspected()``.
  package func suspected() -> [Execution] { base.suspected() }

  /// See ``Executor/settle(while:)``.
  package func settle(while mayWait: () -> Bool) throws -> [Execution] {
    var settled = try base.settle(while: mayWait).map(marked)
    for thread in threads { settled += try thread.settle(while: mayWait) }
    defer { additions = [] }
    return settled + additions
  }

  /// What the threads have shown since the last time.
  private var shown: [Execution] { threads.flatMap { $0.collect() } }

  /// A run with held lanes is an addition to the program's own.
  ///
  /// Where no others scan, it is one of a scan, unless its program follows the pins of a file.
  private func marked(_ execution: Execution) -> Execution {
    var execution = noted(execution)
    guard execution.pins != nil else { return execution }
    execution.isAfterthought = true
    if threads.isEmpty, let index = execution.index, kept[index] == nil {
      scans[0].note(execution)
    }
    return execution
  }

  /// Counts the holds that were drawn in a run.
  private func noted(_ execution: Execution) -> Execution {
    guard execution.pins == nil, let points = execution.points else { return execution }
    drawn = (drawn ?? 0) + points.held
    return execution
  }

  /// See ``Executor/calibration``.
  package var calibration: Calibration? {
    get { base.calibration }
    set {
      base.calibration = newValue
      for scan in scans { scan.executor.calibration = newValue }
    }
  }

  /// See ``Executor/mayHaveCompanions``.
  package var mayHaveCompanions: Bool { base.mayHaveCompanions }

  /// See ``Executor/calibrate()``.
  package func calibrate() throws -> Calibration? { try base.calibrate() }

  /// See ``Executor/shutDown()``.
  package func shutDown() {
    for thread in threads { thread.shutDown() }
    base.shutDown()
  }

  /// What a kept program has shown by following its pins; nothing where that has not ended.
  private func followed(_ program: Program, _ index: UInt64) throws -> [Execution] {
    guard let pins = kept[index] else { return [] }
    return try keptScans.follow(pins, in: ScanOrder(program: program, index: index))
  }

  // MARK: Scanning

  /// Programs of at most so many steps are small.
  private static let small = 20
  /// Programs of at most so many steps wait until a thread has time.
  private static let medium = 100

  /// Scans a program where its turn has come, and others as long as a thread has time.
  ///
  /// In a campaign of so many seconds one in which clients meet has no turn, unless it is large: it
  /// waits until a thread has time.
  private func scan(_ program: Program, _ index: UInt64) throws {
    guard mayScan(program) else { return }
    let hasRace = program.hasRace
    let steps = program.steps
    if hasRace, steps <= HoldingExecutor.medium, share.mayLag, !threads.isEmpty {
      pool.offer(program, index)
    } else if isTurn(index, part: hasRace ? (steps <= HoldingExecutor.small ? 32 : 8) : 1) {
      try scanInTurn(ScanOrder(program: program, index: index))
    }
    for thread in threads where thread.hasTime {
      if let order = pool.next() { thread.scan(order) }
    }
  }

  /// Whether points can be seen, and two threads can be under way at once.
  private func mayScan(_ program: Program) -> Bool {
    share.scans && scans.reduce(0) { $0 + $1.count.blind } < HoldingExecutor.mostBlind
      && program.mayHaveThreads
  }

  private func isTurn(_ index: UInt64, part: Int) -> Bool {
    index % UInt64(max(1, share.one / part)) == 0
  }

  private func scanInTurn(_ order: ScanOrder) throws {
    guard let thread = threads.min(by: { $0.load < $1.load }) else {
      additions += try scans[0].scan(order)
      return
    }
    thread.scan(order)
  }
}

extension Program {
  /// Whether two threads can be under way at once.
  var mayHaveThreads: Bool { clients.count > 1 || operations.contains { $0.kind.hasHandle } }
}
