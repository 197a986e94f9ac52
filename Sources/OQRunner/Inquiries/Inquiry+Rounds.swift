import OQDriver
import OQHistory
import OQPrograms
import Synchronization

/// A campaign in rounds, where programs can be passed over: after each round it is known which
/// triggers need no further program.
///
/// Rounds end at fixed indices, whatever the number of jobs. A campaign of so many programs waits
/// for them, so that the same programs are passed over in every run that shows the same. How far
/// one of so many seconds comes differs from run to run in any case: it waits for nothing.
extension Inquiry {
  /// A campaign that is about to run.
  struct Run {
    /// The campaign.
    let campaign: Campaign
    /// Its programs.
    let indices: Indices
    /// What runs them.
    let executors: [any Executor]
    /// What they reach.
    let interactions: Noticed
    /// The budget.
    let watch: Watch
    /// Whether causes are looked for beside it.
    let isBeside: Bool
    /// What is worked on before it is confirmed; nil where nothing is.
    let foresight: Foresight?
    /// Whether there is time to wait for programs whose end is not known yet.
    let mayWait: @Sendable () -> Bool
  }

  /// Whether the programs of a campaign can be passed over.
  var hasRounds: Bool { request.isComposed != nil && control == nil && !request.failsFast }

  /// Runs a campaign.
  ///
  /// - Parameters:
  ///   - run: the campaign.
  ///   - sorting: finds the causes.
  /// - Returns: what was found.
  /// - Throws: why there is no report.
  func run(_ run: Run, _ sorting: inout Sorting) throws(Fault) -> Campaign.Result {
    if run.isBeside { return try runBeside(run, &sorting) }
    if let foresight = run.foresight { return try runAhead(run, foresight, &sorting) }
    if hasRounds { return try runInTurns(run, &sorting) }
    return run.campaign.run(on: run.executors, while: run.mayWait)
  }

  /// Runs the campaign, and looks for causes between two rounds.
  ///
  /// Its executors rest meanwhile, and one of them is used; the budget does not count.
  private func runInTurns(_ run: Run, _ sorting: inout Sorting) throws(Fault) -> Campaign.Result {
    var round = 0
    while true {
      run.indices.pause(at: Noticed.mark(round))
      let result = run.campaign.run(on: run.executors, while: run.mayWait)
      guard run.indices.isPaused, result.fault == nil else { return result }
      run.watch.pause()
      try sorting.add(result)
      run.campaign.passOver(
        passing(sorting, run.interactions, round, result), from: Noticed.mark(round))
      run.watch.goOn()
      round += 1
    }
  }

  /// Runs the campaign while the causes of earlier rounds are looked for beside it, on executors of
  /// their own.
  ///
  /// What a round shows is known, and made use of, from the end of the next one on: only there may
  /// the campaign have to wait. With a budget it is made use of as soon as it is known, and a
  /// subject that is too slow for rounds has its causes looked for now and then.
  private func runBeside(_ run: Run, _ sorting: inout Sorting) throws(Fault) -> Campaign.Result {
    let waits = request.budget == nil
    if waits { run.indices.pause(at: Noticed.mark(1)) } else { run.indices.follow() }
    let campaign = run.campaign
    let running = Running(run, waitsAtMarks: true)
    do throws(Fault) {
      var round = 0
      var (looked, findings) = (ContinuousClock.now, 0)
      while !running.isOver {
        guard campaign.isKnown(before: Noticed.mark(round)) else {
          let isDue = pause.map { ContinuousClock.now - looked > $0 } ?? false
          if isDue, campaign.progress.findings > findings {
            findings = campaign.progress.findings
            try sorting.add(campaign.soFar)
            looked = .now
          } else {
            running.wait()
          }
          continue
        }
        let result = campaign.soFar
        guard result.fault == nil else { break }
        try sorting.add(result, before: Noticed.mark(round))
        let passing = passing(sorting, run.interactions, round, result)
        campaign.passOver(
          passing, from: waits ? Noticed.mark(round + 1) : run.indices.upcoming)
        if waits { run.indices.pause(at: Noticed.mark(round + 2)) }
        round += 1
      }
    } catch {
      campaign.stop()
      _ = running.result
      throw error
    }
    return running.result
  }

  /// How long nobody looks for causes, unless a round ends; nil where rounds alone count.
  private var pause: Duration? {
    request.budget.map { max(Inquiry.shortestPause, $0 * Inquiry.pause) }
  }

  /// The part of a budget for which nobody looks for causes, and the least of it.
  private static let pause = 0.1
  private static let shortestPause = Duration.seconds(3)

  /// What is passed over once the causes of a round are known.
  private func passing(
    _ sorting: Sorting, _ interactions: Noticed, _ round: Int, _ result: Campaign.Result
  ) -> PassingOver {
    PassingOver(
      sorting.triggers, reached: interactions.count(upTo: round),
      seenIn: sample(of: result, before: Noticed.mark(round)))
  }

  /// The first composed programs that have run, and whether each has shown something.
  private func sample(
    of result: Campaign.Result, before mark: UInt64
  ) -> [(program: Program, isViolating: Bool)] {
    guard let isComposed = request.isComposed else { return [] }
    let violating = Set(result.violating.map(\.index))
    let (part, count) = (request.part?.index ?? 0, request.part?.count ?? 1)
    let end = min(mark, request.programs.map { UInt64($0) } ?? mark)
    var sample: [(program: Program, isViolating: Bool)] = []
    for index in stride(from: UInt64(part), to: end, by: count) where isComposed(index) {
      guard sample.count < Inquiry.sampled else { break }
      sample.append((request.program(index).program, violating.contains(index)))
    }
    return sample
  }

  /// Programs by which it is seen how much a trigger tells.
  private static let sampled = 600
}

/// A campaign on a thread of its own.
final class Running: Sendable {
  private let condition = WaitingLock()
  private let ended = Mutex<Campaign.Result?>(nil)

  /// Microseconds between two looks at how far the campaign is.
  private static let glance = 20_000

  /// Starts a campaign.
  ///
  /// - Parameters:
  ///   - run: the campaign.
  ///   - waitsAtMarks: whether indices that are held back are waited for.
  init(_ run: Inquiry.Run, waitsAtMarks: Bool) {
    let (campaign, mayWait) = (run.campaign, run.mayWait)
    let executors = Confined(run.executors)
    PlainThread.start { [self] in
      end(
        with: campaign.run(on: executors.value, waitsAtMarks: waitsAtMarks, while: mayWait))
    }
  }

  /// Whether it is over.
  var isOver: Bool { ended.withLock { $0 != nil } }

  /// Takes note of its end.
  private func end(with result: Campaign.Result) {
    ended.withLock { $0 = result }
    condition.lock()
    condition.broadcast()
    condition.unlock()
  }

  /// Waits for its end, or for a moment.
  func wait() {
    condition.lock()
    if !isOver { condition.wait(microseconds: Running.glance) }
    condition.unlock()
  }

  /// What it found; waits for its end.
  var result: Campaign.Result {
    condition.lock()
    defer { condition.unlock() }
    while true {
      if let result = ended.withLock(\.self) { return result }
      condition.wait()
    }
  }
}
