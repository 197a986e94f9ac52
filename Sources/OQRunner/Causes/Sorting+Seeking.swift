import OQHistory
import OQPrograms
import OQReport
import OQSpecification

/// Looks for expected causes that a campaign has not shown.
///
/// A campaign of few programs may not come upon what is expected, and a race may not show where it
/// does. So programs that hold the trigger run by themselves before the expectation is called
/// stale.
extension Sorting {
  /// Indices whose programs are searched for triggers, from the first on.
  private static let searched: UInt64 = 10_000
  /// Programs with a trigger that run, and how often each does.
  private static let mostTried = 100
  private static let times = 3
  /// Programs that run with lanes held, too.
  private static let mostHeld = 4
  /// Longest time, in seconds, for everything, and the part of a budget that it may take.
  private static let seeking = (most: 20.0, share: 0.15)

  /// A program that holds a trigger.
  private struct Holder {
    let index: UInt64
    let program: Program
  }

  /// Looks for expected causes that nothing has shown so far.
  ///
  /// - Throws: why there can be no report.
  mutating func seek() throws(Inquiry.Fault) {
    let unshown = request.expected.filter { $0.trigger != nil && isJudged($0) && !isShown($0) }
    guard !unshown.isEmpty, !request.failsFast else { return }
    let (begun, before) = (ContinuousClock.now, spent)
    defer { spent = before + (ContinuousClock.now - begun) }
    let bench = Bench(self, since: begun - spent)
    let share = request.budget.map { $0 / .seconds(1) * Sorting.seeking.share } ?? .infinity
    let last = begun + .seconds(min(Sorting.seeking.most, share))
    /// The end of one of several equal parts of the time that is left.
    func end(ofOneOf parts: Int) -> ContinuousClock.Instant {
      let now = ContinuousClock.now
      return now + max(.zero, last - now) / parts
    }
    let halfway = end(ofOneOf: 2)
    let holders = holders(of: unshown.compactMap(\.trigger)) {
      bench.hasTime && ContinuousClock.now < halfway
    }
    for (place, expectation) in unshown.enumerated() {
      guard let trigger = expectation.trigger else { continue }
      listener.seeks(expectation, place + 1, unshown.count)
      let own = end(ofOneOf: unshown.count - place)
      sought.append(
        try made {
          try sought(expectation, trigger, holders[place], bench) {
            bench.hasTime && ContinuousClock.now < own
          }
        })
    }
  }

  /// Whether the campaign judges what an expectation speaks of.
  private func isJudged(_ expectation: Expectation) -> Bool {
    guard case .rule(let id) = expectation.blame else { return true }
    return request.selection.judged.contains { $0.id == id }
  }

  /// Whether something has shown of what is expected.
  private func isShown(_ expectation: Expectation) -> Bool {
    sorter.known.causes.filter(isFound).contains { cause in
      let own = sorter.findings.filter { $0.cause == cause.id }
      return expectation.names(cause, shownBy: own) || expectation.isCase(of: cause)
    }
  }

  /// The first programs of the campaign's generator that hold triggers.
  ///
  /// - Parameters:
  ///   - triggers: what to look for.
  ///   - mayGoOn: whether there is time for another program.
  /// - Returns: programs for each trigger.
  private func holders(
    of triggers: [Trigger], while mayGoOn: () -> Bool
  ) -> [[Holder]] {
    var found: [[Holder]] = triggers.map { _ in [] }
    let program = request.program
    var index: UInt64 = 0
    while index < Sorting.searched, mayGoOn(),
      found.contains(where: { $0.count < Sorting.mostTried })
    {
      let made = program(index).program
      for place in triggers.indices
      where found[place].count < Sorting.mostTried && triggers[place].occurs(in: made) {
        found[place].append(Holder(index: index, program: made))
      }
      index += 1
    }
    return found
  }

  /// Runs programs that hold the trigger of an expected cause until one shows the cause.
  ///
  /// Lanes are held where none shows it by itself. A cause that is expected with a hold shows only
  /// where a lane is held there.
  private func sought(
    _ expectation: Expectation, _ trigger: Trigger, _ holders: [Holder], _ bench: Bench,
    while mayGoOn: () -> Bool
  ) throws -> Report.Sought {
    var sought = Report.Sought(expectation)
    func goes(_ showing: CauseSorter.Showing, _ seen: Campaign.Sighting) throws -> Bool {
      var showing = showing
      (showing.pins, showing.history, showing.isOfCause) = (seen.pins, seen.history, true)
      return try bench.answer(showing, by: trigger) == .same
    }
    func showing(_ holder: Holder) -> CauseSorter.Showing {
      CauseSorter.Showing(
        violation: expectation.blame, program: holder.program, isUnaided: true)
    }
    let isPinned = expectation.pin != nil
    for holder in holders where !isPinned && mayGoOn() && sought.shown == 0 {
      sought.programs += 1
      let showing = showing(holder)
      if let seen = try bench.quickSighting(holder.index, showing, times: Sorting.times),
        try goes(showing, seen)
      {
        sought.shown += 1
      }
    }
    for holder in holders.prefix(Sorting.mostHeld) where mayGoOn() && sought.shown == 0 {
      if isPinned { sought.programs += 1 }
      let showing = showing(holder)
      guard let seen = try bench.heldSighting(holder.index, showing),
        expectation.pin.map({ seen.pins.holds(at: $0) }) ?? true, try goes(showing, seen)
      else { continue }
      sought.shown += 1
    }
    return sought
  }
}

extension Sorting.Bench {
  /// Runs a program a few times; nil where none of the runs shows something.
  fileprivate func quickSighting(
    _ index: UInt64, _ showing: CauseSorter.Showing, times: Int
  ) throws -> Campaign.Sighting? {
    let alone = Trial([showing.program], isAlone: showing.violation == .crash)
    return try workshop(for: Sorting.known).rerun(alone, for: showing.violation, times: times)
      .last.map {
        Campaign.Sighting(
          violation: $0.violation, index: index, program: showing.program, history: $0.history,
          output: $0.output)
      }
  }

  /// Runs a program with lanes held until it shows something; nil where no schedule does.
  fileprivate func heldSighting(
    _ index: UInt64, _ showing: CauseSorter.Showing
  ) throws -> Campaign.Sighting? {
    let alone = Trial([showing.program], isAlone: showing.violation == .crash)
    guard
      let (trial, tries) = try workshop(for: Sorting.known).held(
        alone, showing.violation, rate: 0)
    else { return nil }
    return tries.last.map {
      Campaign.Sighting(
        violation: $0.violation, index: index, program: showing.program, history: $0.history,
        output: $0.output, pins: trial.pins)
    }
  }
}
