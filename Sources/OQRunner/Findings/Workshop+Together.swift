import OQHistory
import OQJudging
import OQPrograms
import OQReport

/// Runs that take long, done at once.
///
/// Whatever runs beyond the one that answers a question is forgotten, so that the answers are those
/// of one run after the other.
extension Workshop {
  /// From here on runs wait for the threads of a pool to end, and do nothing else.
  package static let idle = Duration.seconds(2)

  /// How much is done at once, by how long the last runs took.
  final class Pace {
    /// From here on runs wait more than they work.
    private static let long = Duration.milliseconds(8)
    /// Runs at once that work as well as wait.
    private static let few = 6
    /// From here on runs work for a small part of their time.
    private static let longer = Duration.milliseconds(250)
    /// Runs at once of which each works for a small part of its time.
    private static let more = 12
    /// Runs of one finding at once: it is counted in one go.
    private static let many = Workshop.attempts

    /// How long the last runs took that were done at once.
    private var time = Duration.zero

    /// Measures some work.
    fileprivate func measure<Value>(_ work: () throws -> Value) rethrows -> Value {
      let begun = ContinuousClock.now
      defer { time = ContinuousClock.now - begun }
      return try work()
    }

    /// How long another candidate takes, and then counting: runs that wait are counted in one go,
    /// and one more may follow.
    var timeToCount: Duration { timeToWait * 2.5 }

    /// How long the next runs wait: as long as the last ones; nothing where runs work.
    var timeToWait: Duration { time > Workshop.idle ? time : .zero }

    /// Takes note of how long a run takes that was done beside others.
    func expect(_ time: Duration) { self.time = time }

    /// How many runs are done at once.
    ///
    /// - Parameter most: how many can be.
    /// - Returns: from 1 to as many as can be.
    fileprivate func width(atMost most: Int) -> Int {
      if time > Workshop.idle { return min(most, Pace.many) }
      if time > Pace.longer { return min(most, Pace.more) }
      return time > Pace.long ? min(most, Pace.few) : 1
    }

    /// Whether time was over before a program was as small as it gets.
    private(set) var wasCut = false

    /// Takes note that time is over before a program is as small as it gets.
    func noteCut() { wasCut = true }

    /// How many candidates are looked at ahead.
    fileprivate var foresight = 1

    /// Takes note of what came of a candidate.
    ///
    /// What runs ahead of an accepted candidate runs in vain, and runs take processor time from
    /// each other. So the more candidates in a row were refused, the more are looked at ahead.
    ///
    /// - Parameter isAccepted: whether it was accepted.
    func note(isAccepted: Bool) {
      foresight = isAccepted ? max(1, foresight / 2) : foresight + 1
    }
  }

  /// Whether time was over before a program was as small as it gets.
  var wasCut: Bool { pace.wasCut }

  /// How many runs are done at once: one as long as a run takes next to no time, so that a race
  /// is tried under the conditions under which it was found.
  var width: Int { pace.width(atMost: executor.breadth) }

  /// How many candidates are looked at ahead.
  private var reach: Int { min(width, pace.foresight) }

  /// Runs each of some trials once.
  ///
  /// - Parameters:
  ///   - trials: at most as many as can run at once, with what else a run is told.
  ///   - run: runs one.
  /// - Returns: what came of each.
  /// - Throws: a fault of the suite or of the machine.
  func together<Work: Sendable, Answer: Sendable>(
    _ trials: [Work], _ run: @escaping @Sendable (Work, any Executor) throws -> Answer
  ) throws -> [Answer] {
    try pace.measure {
      guard trials.count > 1 else { return try trials.map { try run($0, executor) } }
      return try executor.together(
        trials.map { trial in { @Sendable executor in try run(trial, executor) } })
    }
  }

  /// Runs one trial again and again.
  ///
  /// - Parameters:
  ///   - trial: what runs.
  ///   - most: how often at most.
  ///   - first: how often at once in the beginning, where an answer is likely after so many runs.
  ///   - run: runs it.
  ///   - goesOn: told what came of each run in turn: whether another one is wanted.
  /// - Throws: a fault of the suite or of the machine.
  func series<Answer: Sendable>(
    _ trial: Trial, atMost most: Int, first: Int = .max,
    _ run: @escaping @Sendable (Trial, any Executor) throws -> Answer,
    while goesOn: (Answer) -> Bool
  ) throws {
    var runs = 0
    while runs < most {
      let batch = Array(repeating: trial, count: min(width, most - runs, runs == 0 ? first : .max))
      for answer in try together(batch, run) {
        runs += 1
        guard goesOn(answer) else { return }
      }
    }
  }

  /// Whether one of some trials shows something that counts.
  ///
  /// - Parameters:
  ///   - trials: what runs.
  ///   - most: how often each runs before it is believed to show nothing.
  ///   - isCounted: whether something that is blamed counts.
  /// - Returns: whether one does; false where time is over first.
  /// - Throws: a fault of the suite or of the machine.
  func anyShows(
    _ trials: [Trial], atMost most: Int, counting isCounted: (Finding.Blame) -> Bool
  ) throws -> Bool {
    let judge = judge
    var rest = trials[...]
    while let first = rest.first, mayGoOn() {
      if most > 1 {
        var isShown = false
        try series(first, atMost: most, { try $0.blames(on: $1, judge: judge) }) { blames in
          isShown = blames.contains(where: isCounted)
          return !isShown && mayGoOn()
        }
        if isShown { return true }
        rest = rest.dropFirst()
      } else {
        let batch = rest.prefix(width)
        let shown = try together(Array(batch)) { try $0.blames(on: $1, judge: judge) }
        if shown.contains(where: { $0.contains(where: isCounted) }) { return true }
        rest = rest.dropFirst(batch.count)
      }
    }
    return false
  }

  /// What the next candidates of a shrinker show, should none of them be accepted.
  ///
  /// - Parameters:
  ///   - shrinker: one that waits for the answer on a candidate.
  ///   - attempt: this candidate.
  ///   - blame: what has to show.
  ///   - trial: makes the trial of a program.
  /// - Returns: what came of one run of each; empty where runs take no time, or where one run says
  ///   nothing.
  /// - Throws: a fault of the suite or of the machine.
  func foreseen(
    _ shrinker: Shrinker, _ attempt: Shrinker.Attempt, _ blame: Finding.Blame,
    _ trial: (Program) -> Trial
  ) throws -> [Program: Reproduction?] {
    guard reach > 1, attempt.runs == 1 else { return [:] }
    var ghost = shrinker
    var programs = [attempt.program]
    while programs.count < reach {
      ghost.record(failed: false, runs: 1)
      guard let next = ghost.next(), next.runs == 1 else { break }
      programs.append(next.program)
    }
    let judge = judge
    let shown = try together(programs.map(trial)) {
      try $0.run(on: $1, judge: judge, for: blame)
    }
    return Dictionary(zip(programs, shown)) { first, _ in first }
  }

  /// Whether the next candidates of a distiller show something that counts, should none of them.
  ///
  /// - Parameters:
  ///   - distiller: one that waits for the answer on a candidate.
  ///   - program: this candidate.
  ///   - runs: how often each is run before it is believed to show nothing.
  ///   - trial: makes the trial of a program.
  ///   - isCounted: whether something that is blamed counts.
  /// - Returns: whether each does; empty where runs take no time, or where one run says nothing.
  /// - Throws: a fault of the suite or of the machine.
  func foreseen(
    _ distiller: Distiller, _ program: Program, runs: Int, _ trial: (Program) -> Trial,
    counting isCounted: (Finding.Blame) -> Bool
  ) throws -> [Program: Bool] {
    guard reach > 1, runs == 1 else { return [:] }
    var ghost = distiller
    var programs = [program]
    while programs.count < reach {
      ghost.record(shows: false)
      guard let next = ghost.next() else { break }
      programs.append(next)
    }
    let judge = judge
    let shown = try together(programs.map(trial)) { try $0.blames(on: $1, judge: judge) }
    return Dictionary(zip(programs, shown.map { $0.contains(where: isCounted) })) { a, _ in a }
  }
}
