import OQAdapters
import OQHistory
import OQJudging
import OQPrograms
import OQReport
import OQSpecification

/// Confirms and shrinks what a campaign finds, and sorts it by cause, round by round.
///
/// Each finding is in its file before the work on it begins.
struct Sorting {
  /// Longest time, in seconds, that confirming and shrinking one finding may take.
  static let patience = 16.0
  /// The part of a budget that one finding may take, where that is more.
  static let part = 0.08
  /// Longest time, in seconds, for what a campaign found beyond its findings, and the part of a
  /// budget that it may take.
  private static let further = (most: 20.0, least: 5.0, share: 0.3)
  /// The part of a budget that further programs may take at a time whose fault no known trigger
  /// explains, however much else is to be done: each may be another mistake.
  private static let nameless = 0.03
  /// The shortest budget of a run in which findings come before the causes of further programs.
  private static let long = Duration.seconds(60)
  /// Longest time, in seconds, for joining causes, and for a finding whose cause is known.
  private static let joining = 12.0
  /// The same for joining where nobody has set a time: a cause that is told twice may be one that
  /// is expected.
  private static let unhurried = 60.0
  static let known = 5.0
  /// Seconds at the very end that are left for joining causes.
  static let lastJoining = 2.0
  /// Least part of the time for one finding that is left for counting how often it shows.
  static let counting = 0.25
  /// Part of the time after a budget that is left for findings that had too little; in a short run
  /// it is for counting alone.
  private static let last = (long: 0.4, short: 0.2)
  /// Seconds for the one finding of a class whose run ends at the first.
  static let urgent = 5.0
  /// Longest time, in seconds, for what is worked on before it is confirmed.
  private static let ahead = 4.0

  let request: Inquiry.Request
  let judge: Judge
  let executor: any Executor
  let folder: FindingsFolder?
  let listener: Inquiry.Listener
  let isStopped: () -> Bool
  let control: ControlTrials?
  let deadline: ContinuousClock.Instant?
  private let seen: () -> Int

  private var debt = WorkDebt()
  var sorter: CauseSorter
  /// Time that sorting has taken so far.
  var spent = Duration.zero
  /// The places of violating programs that are sorted, in the list of the campaign.
  private var done: Set<Int> = []
  /// What was made of sightings before they were confirmed.
  var prepared: [Finding.Blame: Prepared] = [:]
  /// What sightings blame that are worked on: the finding may go by a plainer rule.
  private var taken: Set<Finding.Blame> = []
  /// What came of looking for expected causes that the campaign has not shown.
  var sought: [Report.Sought] = []
  /// Programs that have shown something for certain, with what they have shown.
  private var confirmed: [UInt64: [Finding.Blame]] = [:]

  /// A finding that was made before its sighting was confirmed.
  struct Prepared {
    let index: UInt64
    let finding: Finding
    let trigger: Trigger?
    var standing = Standing.open
  }

  /// What is known of something that was made before its sighting was confirmed.
  enum Standing {
    /// Subject and control have not been compared by it.
    case open
    /// The subject is charged with it, and nobody was told.
    case charged
    /// Somebody was told.
    case told
  }

  /// Nothing is found yet.
  ///
  /// - Parameters:
  ///   - request: what is asked for.
  ///   - judge: judges the runs.
  ///   - executor: runs programs.
  ///   - folder: where findings are written; nil writes none.
  ///   - listener: is told how far it is.
  ///   - control: says what is not the subject's doing; nil where there is no control.
  ///   - deadline: when everything should have been done; nil leaves the usual time.
  ///   - seen: how many things that are blamed the campaign has come upon.
  ///   - isStopped: whether somebody asks for the end.
  init(
    _ request: Inquiry.Request, _ judge: Judge, _ executor: any Executor,
    folder: FindingsFolder?, listener: Inquiry.Listener, control: ControlTrials?,
    deadline: ContinuousClock.Instant?, seen: @escaping () -> Int,
    isStopped: @escaping () -> Bool
  ) {
    self.request = request
    self.judge = judge
    self.executor = executor
    self.folder = folder
    self.listener = listener
    self.isStopped = isStopped
    self.control = control
    self.deadline = deadline
    self.seen = seen
    var known = KnownCauses(roster: judge.roster)
    for one in request.expected {
      if let trigger = one.trigger { _ = known.enter(trigger, seenAs: one.blame) }
    }
    sorter = CauseSorter(known)
  }

  /// The triggers of what was found; those of whole programs are left out, since they say little of
  /// other programs, and those that are expected only, since nothing has shown yet.
  var triggers: [Trigger] {
    sorter.known.causes.filter(isFound).compactMap(\.trigger).filter { $0.breadth != .whole }
  }

  /// Whether something has shown of a cause.
  func isFound(_ cause: Cause) -> Bool {
    cause.programs > 0 || sorter.findings.contains { $0.cause == cause.id }
  }

  /// What was found, in the form of a report.
  ///
  /// - Parameter result: what the whole campaign counted.
  /// - Returns: findings and causes.
  func sorted(_ result: Campaign.Result) -> Report.Sorted {
    var sorted = Report.Sorted(
      findings: sorter.findings, causes: sorter.known.ordered(by: sorter.findings).filter(isFound),
      unsorted: sorter.unsorted + result.uncounted)
    sorted.sought = sought
    return sorted
  }

  /// Takes in what a campaign has found so far.
  ///
  /// - Parameters:
  ///   - result: what it counted, including what was taken in before.
  ///   - mark: programs from this index on are left for later; nil takes in all.
  /// - Throws: why there can be no report.
  mutating func add(
    _ result: Campaign.Result, before mark: UInt64? = nil
  ) throws(Inquiry.Fault) {
    let begun = ContinuousClock.now
    let before = spent
    defer { spent = before + (ContinuousClock.now - begun) }
    if !prepared.isEmpty { confirm(by: result) }
    let seen = taken.union(sorter.findings.map(\.blame))
    func isBefore(_ index: UInt64) -> Bool { mark.map { index < $0 } ?? true }
    var sightings = ordered(
      result.sightings.filter { !seen.contains($0.violation.blame) && isBefore($0.index) },
      counts: result.counts)
    if isUrgent {
      let answers = Set(answers)
      sightings =
        sightings.filter { answers.contains($0.violation.blame) }
        + sightings.filter { !answers.contains($0.violation.blame) }
    }
    guard request.treatment == .confirmed else {
      for sighting in sightings { sorter.add(raw(sighting)) }
      return
    }
    var bench = Bench(self, since: begun - before)
    bench.reserve = reserve
    // Each has a share of the time; those that are left for later have theirs.
    let later = result.sightings.count { !seen.contains($0.violation.blame) } - sightings.count
    var hasPrepared = false
    for (position, sighting) in sightings.enumerated() {
      if isUrgent, sorter.findings.contains(where: { $0.reproduced > 0 }) { break }
      bench.waiting = sightings.count - position + later + newcomers(since: result)
      if sighting.isStalled, !hasPrepared {
        hasPrepared = true
        try prepare(sightings[position...], bench, result)
        bench.sorting = self
      }
      listener.confirms(sighting.violation.blame, position + 1, sightings.count)
      taken.insert(sighting.violation.blame)
      try made { try sorter.add(sighting, bench) }
      debt.note()
    }
    let isBehind = isBehind(
      open: newcomers(since: result), spent: before + (.now - begun))
    try sortFurther(result, bench, isBehind: isBehind, of: isBefore)
  }

  /// Joins causes, and sorts the programs that no finding was made of.
  ///
  /// - Parameters:
  ///   - result: what a campaign counted.
  ///   - bench: what runs programs.
  ///   - isBehind: whether there is no time for it.
  ///   - isBefore: whether a program with an index is taken in by now.
  /// - Throws: why there can be no report.
  private mutating func sortFurther(
    _ result: Campaign.Result, _ bench: Bench, isBehind: Bool, of isBefore: (UInt64) -> Bool
  ) throws(Inquiry.Fault) {
    let places = result.violating.indices.filter {
      !done.contains($0) && isBefore(result.violating[$0].index)
    }
    done.formUnion(places)
    let entries = places.map { result.violating[$0] }
    let start = ContinuousClock.now
    let isOver = isUrgent && !sorter.findings.isEmpty
    let stops = self.isStopped
    let isStopped = { isOver || stops() }
    let share = request.budget.map { $0 / .seconds(1) * Sorting.further.share } ?? .infinity
    // What is known comes first: further programs are sorted by their triggers alone.
    let nameless = request.budget.map { $0 / .seconds(1) * Sorting.nameless } ?? 0
    let further =
      isBehind ? 0 : min(Sorting.further.most, max(Sorting.further.least, share))
    let joining = request.budget == nil ? Sorting.unhurried : min(Sorting.joining, further)
    func hasTime(since start: ContinuousClock.Instant, most: Double) -> Bool {
      !isStopped() && ContinuousClock.now - start < .seconds(most) && bench.hasTime
    }
    try made {
      try sorter.join(bench) { hasTime(since: start, most: joining) }
      let joined = ContinuousClock.now
      try sorter.sort(entries, bench) { isAlone in
        hasTime(since: joined, most: isAlone ? max(further, nameless) : further)
      }
      // What became a finding only here may be a case of what is known: no pair is compared twice.
      let sorted = ContinuousClock.now
      try sorter.join(bench) { hasTime(since: sorted, most: joining) }
    }
  }

  /// Seconds that are left for ``strengthen()``, which comes last.
  private var reserve: Double {
    guard control == nil, deadline != nil, let budget = request.budget else { return 0 }
    let share = budget >= Sorting.long ? Sorting.last.long : Sorting.last.short
    return (TimeFrame.work(after: budget) - budget) / .seconds(1) * share
  }

  /// What a campaign has come upon since it was asked.
  private func newcomers(since result: Campaign.Result) -> Int {
    max(0, seen() - result.sightings.count)
  }

  /// Whether what is known needs all the time that is left.
  ///
  /// - Parameters:
  ///   - open: sightings that are not made findings of.
  ///   - spent: the time that sorting has taken.
  /// - Returns: false where there is no deadline, and in a short run.
  private func isBehind(open: Int, spent: Duration) -> Bool {
    guard control == nil, let deadline, let budget = request.budget else { return false }
    // In a short run the time for further programs comes once nothing else is open.
    guard budget >= Sorting.long else { return open > 0 }
    return debt.exceeds(
      deadline - .now, open: open, weak: sorter.findings.count { $0.isWeak },
      spent: spent)
  }

  /// Works on a sighting that is not confirmed yet, while its program still runs elsewhere.
  ///
  /// What comes of it is used only once the same program has shown the same for certain.
  ///
  /// - Parameter sighting: the sighting.
  /// - Returns: the finding; nil where it did not show again.
  /// - Throws: why there can be no report.
  mutating func prepare(
    _ sighting: Campaign.Sighting
  ) throws(Inquiry.Fault) -> Finding? {
    let bench = Bench(self, since: .now)
    var (finding, trigger) = try made { try bench.made(of: sighting, Sorting.ahead) }
    guard finding.reproduced > 0 else { return nil }
    finding.file = raw(sighting).file
    finding.choices = request.choices(of: finding)
    prepared[finding.blame] = Prepared(index: sighting.index, finding: finding, trigger: trigger)
    return finding
  }

  /// Works on those of some sightings that stand still before their turn, several at once.
  ///
  /// What comes of one is used in its turn, unless its cause is known by then and explains it
  /// otherwise.
  ///
  /// - Parameters:
  ///   - sightings: those whose turn is still to come.
  ///   - bench: runs programs.
  ///   - result: what the campaign has shown for certain.
  /// - Throws: why there can be no report.
  private mutating func prepare(
    _ sightings: ArraySlice<Campaign.Sighting>, _ bench: Bench, _ result: Campaign.Result
  ) throws(Inquiry.Fault) {
    let still = sightings.filter(\.isStalled)
    guard control == nil, still.count > 1 else { return }
    var own = bench
    own.waiting = bench.waiting - still.count + 1
    let results = try made {
      try together(still, own, of: { $0.violation.blame }) { sorting, sighting, bench in
        let (finding, trigger) = try bench.made(of: sighting, bench.patience)
        // The finding may go by a plainer rule than the sighting.
        return (
          sighting.violation.blame,
          Prepared(index: sighting.index, finding: finding, trigger: trigger)
        )
      }
    }
    prepared.merge(results) { $1 }
    confirm(by: result)
  }

  private mutating func confirm(by result: Campaign.Result) {
    confirmed = Dictionary(result.violating.map { ($0.index, $0.blames) }, uniquingKeysWith: +)
  }

  /// Takes note that the subject, and not its host, is charged with something that was prepared.
  mutating func charge(_ blame: Finding.Blame) { prepared[blame]?.standing = .charged }

  /// Tells of what the subject is charged with, once its program has shown it for certain: nobody
  /// waits for the end of the budget for an answer.
  ///
  /// Of several things only one that names the mistake more exactly than all before it is told.
  ///
  /// - Parameter campaign: the campaign that goes on meanwhile.
  /// - Throws: why there can be no report.
  mutating func tell(of campaign: Campaign) throws(Inquiry.Fault) {
    let waiting = prepared.filter { $0.value.standing == .charged }
    guard !waiting.isEmpty else { return }
    let violating = campaign.soFar.violating
    for (blame, one) in waiting.sorted(by: { $0.key < $1.key })
    where violating.contains(where: { $0.index == one.index && $0.blames.contains(blame) }) {
      let told = prepared.filter { $0.value.standing == .told }.keys
      prepared[blame]?.standing = .told
      try keep(one.finding)
      listener.finds(one.finding)
      guard !isUrgent, told.allSatisfy({ tellsMore(blame, than: $0) }) else { continue }
      listener.answers(one.finding)
    }
  }

  /// Whether the subject is charged with something that is not told, since its program is not
  /// confirmed.
  var hasUntold: Bool { prepared.values.contains { $0.standing == .charged } }

  /// What was told while the campaign went on.
  var answers: [Finding.Blame] {
    prepared.filter { $0.value.standing == .told }.map(\.key)
  }

  /// Whether the campaign ends with its first answer, beside a control.
  var isUrgent: Bool { control != nil && request.failsFast }

  /// Whether something that is blamed leads to a mistake where something else does so less.
  private func tellsMore(_ blame: Finding.Blame, than other: Finding.Blame) -> Bool {
    guard case .rule = blame else { return false }
    guard case .rule = other else { return true }
    return judge.roster.isMoreExact(blame, than: other)
  }

  /// What was told of something that is blamed while the campaign went on.
  func told(_ blame: Finding.Blame) -> Finding? {
    prepared[blame].flatMap { $0.standing == .told ? $0.finding : nil }
  }

  /// What was prepared of something that is blamed, and was shown for certain since; nil where a
  /// trigger of another cause is in its program.
  func ready(_ blame: Finding.Blame, _ others: [Trigger]) -> Prepared? {
    guard let one = prepared[blame], confirmed[one.index]?.contains(blame) ?? false,
      !others.contains(where: { $0.occurs(in: one.finding.program) })
    else { return nil }
    return one
  }

  /// Sightings in the order in which they are worked on.
  ///
  /// - Parameters:
  ///   - sightings: any sightings.
  ///   - counts: in how many programs each thing was seen; empty where that says nothing yet.
  /// - Returns: the same sightings, in order.
  func ordered(
    _ sightings: [Campaign.Sighting], counts: [Finding.Blame: Int] = [:]
  ) -> [Campaign.Sighting] {
    SightingOrder(judge.roster, counts: counts, prefersAlone: control != nil).ordered(sightings)
  }

  /// Does something that fails only by a fault of the suite or of the machine, or of the disk.
  func made<Value>(_ body: () throws -> Value) throws(Inquiry.Fault) -> Value {
    do {
      return try body()
    } catch let fault as Inquiry.Fault {
      throw fault
    } catch {
      throw .suite("\(error)")
    }
  }

  /// A sighting as it was found.
  func raw(_ sighting: Campaign.Sighting) -> Finding {
    var raw = Finding(sighting, seed: request.generator.seed)
    raw.file = ReproFile.name(of: raw.blame, in: sighting.program)
    raw.choices = request.choices(of: raw)
    return raw
  }

  /// Gives a finding the file of its earlier state, or another one where a plainer rule names it.
  func name(_ finding: inout Finding, insteadOf old: Finding) {
    finding.file = old.file
    guard finding.blame != old.blame else { return }
    folder?.remove(old)
    finding.file = ReproFile.name(of: finding.blame, in: old.program)
  }

  func keep(_ finding: Finding) throws(Inquiry.Fault) {
    do throws(UnwritablePlace) { try folder?.write(finding) } catch { throw .unwritable(error) }
  }
}

extension Campaign.Sighting {
  /// Whether what it shows is that nothing moved any more: its runs wait for that.
  fileprivate var isStalled: Bool { violation.kind == .stalled }
}
