import Foundation
import OQDriver
import OQHistory
import OQPrograms
import Synchronization

/// A campaign in rounds, where programs can be passed over: after each round it is known which
/// triggers need no further program.
///
/// Rounds end at fixed indices, whatever the number of jobs, so that the same programs are passed
/// over in every run that shows the same.
extension Inquiry {
  /// Whether the programs of a campaign can be passed over.
  var hasRounds: Bool { request.isComposed != nil && control == nil && !request.failsFast }

  /// Runs the campaign; between two rounds its executors rest, and one of them is used to find the
  /// causes.
  ///
  /// - Parameters:
  ///   - campaign: the campaign.
  ///   - indices: its programs.
  ///   - executors: what runs them.
  ///   - interactions: what they reach.
  ///   - sorting: finds the causes.
  ///   - watch: the budget, which does not count while causes are looked for.
  ///   - mayWait: whether there is time to wait for programs whose end is not known yet.
  /// - Returns: what was found.
  /// - Throws: why there is no report.
  func runInTurns(
    _ campaign: Campaign, _ indices: Indices, _ executors: [any Executor],
    _ interactions: Noticed, _ sorting: inout Sorting, _ watch: Watch,
    while mayWait: @escaping @Sendable () -> Bool
  ) throws(Fault) -> Campaign.Result {
    var round = 0
    while true {
      indices.pause(at: Noticed.mark(round))
      let result = campaign.run(on: executors, while: mayWait)
      guard indices.isPaused, result.fault == nil else { return result }
      watch.pause()
      try sorting.add(result)
      campaign.passOver(
        passing(sorting, interactions, round, result), from: Noticed.mark(round))
      watch.goOn()
      round += 1
    }
  }

  /// Runs the campaign while the causes of earlier rounds are looked for beside it.
  ///
  /// What a round shows is known, and made use of, from the end of the next one on: only there may
  /// the campaign have to wait.
  ///
  /// - Parameters:
  ///   - campaign: the campaign.
  ///   - indices: its programs.
  ///   - executors: what runs them; the sorting has others.
  ///   - interactions: what they reach.
  ///   - sorting: finds the causes.
  ///   - mayWait: whether there is time to wait for programs whose end is not known yet.
  /// - Returns: what was found.
  /// - Throws: why there is no report.
  func runBeside(
    _ campaign: Campaign, _ indices: Indices, _ executors: [any Executor],
    _ interactions: Noticed, _ sorting: inout Sorting,
    while mayWait: @escaping @Sendable () -> Bool
  ) throws(Fault) -> Campaign.Result {
    indices.pause(at: Noticed.mark(1))
    let running = Running()
    let box = Confined(executors)
    let thread = Thread {
      running.end(with: campaign.run(on: box.value, waitsAtMarks: true, while: mayWait))
    }
    thread.stackSize = 8 << 20
    thread.start()
    do throws(Fault) {
      var round = 0
      while !running.isOver {
        guard campaign.isKnown(before: Noticed.mark(round)) else {
          running.wait()
          continue
        }
        let result = campaign.soFar
        guard result.fault == nil else { break }
        try sorting.add(result, before: Noticed.mark(round))
        campaign.passOver(
          passing(sorting, interactions, round, result), from: Noticed.mark(round + 1))
        indices.pause(at: Noticed.mark(round + 2))
        round += 1
      }
    } catch {
      campaign.stop()
      _ = running.result
      throw error
    }
    return running.result
  }

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
private final class Running: Sendable {
  private let condition = NSCondition()
  private let ended = Mutex<Campaign.Result?>(nil)

  /// Seconds between two looks at how far the campaign is.
  private static let glance = 0.02

  /// Whether it is over.
  var isOver: Bool { ended.withLock { $0 != nil } }

  /// Takes note of its end.
  func end(with result: Campaign.Result) {
    ended.withLock { $0 = result }
    condition.lock()
    condition.broadcast()
    condition.unlock()
  }

  /// Waits for its end, or for a moment.
  func wait() {
    condition.lock()
    if !isOver { _ = condition.wait(until: Date(timeIntervalSinceNow: Running.glance)) }
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
