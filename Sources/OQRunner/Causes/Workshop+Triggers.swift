import OQHistory
import OQPrograms
import OQReport

extension Workshop {
  /// Most runs of a program that may show nothing.
  private static let mostPasses = 10
  /// Runs of a program by which it is known to show a violation again.
  private static let sightings = 3

  /// Finds what a finding needs: its trigger.
  ///
  /// What is left out is no longer needed for anything wrong to show, whatever rule or crash it
  /// goes by. Where the finding takes several programs, or never showed again, its last program is
  /// taken as it is.
  ///
  /// - Parameters:
  ///   - finding: a finding with its smallest program.
  ///   - others: triggers of other causes: what shows by one of these says nothing of the finding.
  ///   - isCounted: whether something that is blamed counts as wrong.
  /// - Returns: the trigger.
  /// - Throws: a fault of the suite or of the machine.
  package func trigger(
    of finding: Finding, avoiding others: [Trigger] = [],
    counting isCounted: (Finding.Blame) -> Bool
  ) throws -> Trigger {
    guard finding.reproduced > 0, finding.earlier.isEmpty else {
      return Trigger(of: finding.program)
    }
    let trial = Trial(finding).shown(by: finding.history)
    let runs = passes(rate: finding.rate)
    func counts(_ blame: Finding.Blame) -> Bool { isCounted(blame) || blame == finding.blame }
    var distiller = Distiller(program: finding.program)
    var foreseen: [Program: Bool] = [:]
    while mayGoOn(), let program = distiller.next() {
      let candidate = trial.replacing(0, by: program)
      if foreseen[program] == nil {
        foreseen = try self.foreseen(
          distiller, program, runs: runs, { trial.replacing(0, by: $0) }, counting: counts)
      }
      let isShown =
        try foreseen[program] ?? anyShows([candidate], atMost: runs, counting: counts)
      if isShown { foreseen = [:] }
      let isAccepted = try isShown && !shows(candidate, byAnyOf: others, rate: finding.rate)
      distiller.record(shows: isAccepted)
      pace.note(isAccepted: isAccepted)
    }
    return distiller.trigger
  }

  /// Tries a violation against a trigger that its program holds.
  ///
  /// - Parameters:
  ///   - showing: what was seen, the program that showed it, and what was held.
  ///   - trigger: a trigger that occurs in the program.
  ///   - isCounted: whether something that is blamed counts as wrong.
  /// - Returns: whether the violation goes with the trigger and comes with it.
  /// - Throws: a fault of the suite or of the machine.
  func answer(
    _ showing: CauseSorter.Showing, by trigger: Trigger,
    counting isCounted: (Finding.Blame) -> Bool
  ) throws -> CauseSorter.Answer {
    let (program, violation) = (showing.program, showing.violation)
    var trial = Trial([program], isAlone: violation == .crash).seen(unaided: showing.isUnaided)
      .following(showing.pins)
    var again = try rerun(trial, for: violation, times: Workshop.sightings)
    if again.shown == 0, showing.pins == nil,
      let ordered = showing.history.flatMap({ trial.following($0) })
    {
      // What shows now and then shows in the order in which it was seen, if at all.
      trial = ordered
      again = try rerun(trial, for: violation, times: Workshop.sightings)
    }
    guard again.shown > 0 else { return .unseen }
    let runs = passes(rate: again.rate)
    let edits = trigger.editedOut(of: program).map { trial.replacing(0, by: $0) }
    // The other cause may need no hold.
    let stripped = trigger.stripped(program)
    var alone = [stripped, trigger.bare(program)]
    // An add of the trigger may be made by a group here, and what needs pins hardly shows without.
    let plain = stripped.splittingGroups()
    if showing.pins != nil, plain != stripped { alone.append(plain) }
    let rests = alone.map { trial.following(nil).replacing(0, by: $0) }
    var stays = try anyShows(edits, atMost: runs) { $0 == violation }
    if stays, showing.isOfCause, violation.isRule {
      // The same rule may be broken again by the same mistake, elsewhere in the program.
      let wider = trigger.editedOutEverywhere(of: program).map { trial.replacing(0, by: $0) }
      stays = try wider.isEmpty || anyShows(wider, atMost: runs) { $0 == violation }
    }
    if stays { return .other }
    if try anyShows(rests, atMost: runs, counting: isCounted) { return .same }
    // Of a race the trigger alone is enough in the order in which the whole program shows it.
    let steered =
      trial.pins == nil ? again.last.flatMap { trial.following($0.history) } : trial
    if let steered,
      try anyShows(
        alone.map { steered.replacing(0, by: $0) }, atMost: Workshop.sightings,
        counting: isCounted)
    {
      return .same
    }
    guard let letGo = trigger.letGo(program) else { return .other }
    // What is dropped had been added, too: without its facts the add may be another mistake.
    let factless = trigger.withoutFacts(program).map { trial.replacing(0, by: $0) }
    guard try !anyShows(factless, atMost: runs, counting: { $0 == violation }) else {
      return .other
    }
    let released = trial.following(nil).replacing(0, by: letGo)
    return try anyShows([released], atMost: runs, counting: isCounted) ? .same : .other
  }

  /// Whether a finding depends on how threads meet: without what steers or holds them some run
  /// does not show it.
  ///
  /// - Parameter finding: a finding that has shown again.
  /// - Returns: false, too, where there is no time to tell.
  /// - Throws: a fault of the suite or of the machine.
  func isRace(_ finding: Finding) throws -> Bool {
    guard finding.earlier.isEmpty, finding.pins != nil || finding.rate < Workshop.steady else {
      return false
    }
    let trial = Trial(finding).shown(by: finding.history).following(nil)
    let tries = try rerun(
      trial, for: finding.blame, times: Workshop.mostPasses, mostMisses: 0)
    return tries.shown < tries.runs
  }

  /// Whether a trial shows something wrong for another cause, without what is its own.
  ///
  /// - Parameters:
  ///   - trial: what runs.
  ///   - others: the triggers of other causes.
  ///   - rate: how often the trial shows something.
  /// - Returns: whether one of the triggers by itself shows anything.
  /// - Throws: a fault of the suite or of the machine.
  func shows(_ trial: Trial, byAnyOf others: [Trigger], rate: Double) throws -> Bool {
    let alone = others.filter { $0.occurs(in: trial.program) }.map { trigger in
      trial.replacing(
        trial.programs.count - 1, by: trigger.stripped(trial.program)
      ).following(nil)
    }
    return try anyShows(alone, atMost: passes(rate: rate)) { _ in true }
  }

  /// The known cause of what a program showed, and the triggers that the program holds and that do
  /// not explain it.
  ///
  /// - Parameters:
  ///   - sighting: what was seen.
  ///   - known: the causes so far.
  ///   - isCounted: whether something that is blamed counts as wrong.
  /// - Returns: the cause, if any, and triggers to avoid while the program is made smaller.
  /// - Throws: a fault of the suite or of the machine.
  package func explanation(
    of sighting: Campaign.Sighting, _ known: KnownCauses,
    counting isCounted: (Finding.Blame) -> Bool
  ) throws -> CauseSorter.Explanation {
    let blame = sighting.violation.blame
    var explanation = CauseSorter.Explanation()
    var showing = CauseSorter.Showing(
      violation: blame, program: sighting.program, isUnaided: sighting.history.isUnaided,
      pins: sighting.pins, history: sighting.history)
    let isStall = sighting.violation.kind == .stalled
    for (cause, trigger) in known.candidates(for: sighting.program, blame, loosely: isStall) {
      showing.isOfCause = cause.blames.contains(blame)
      switch try answer(showing, by: trigger, counting: isCounted) {
      case .same:
        explanation.cause = cause.id
        explanation.trigger = trigger
        return explanation
      // Steps alone are in many programs that show something else.
      case .other: if trigger == cause.trigger { explanation.foreign.append(trigger) }
      case .unseen: break
      }
    }
    return explanation
  }

  /// How often something must show nothing before it is believed to show nothing.
  func passes(rate: Double) -> Int {
    min(
      Workshop.mostPasses,
      Shrinker.passesNeeded(rate: max(0.05, rate), risk: Workshop.riskOfPasses))
  }
}
