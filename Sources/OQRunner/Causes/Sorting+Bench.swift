import OQAdapters
import OQHistory
import OQJudging
import OQPrograms
import OQReport
import OQSpecification

extension Sorting {
  /// Runs programs for the sorting, as long as there is time.
  struct Bench: CauseBench {
    var sorting: Sorting
    let begun: ContinuousClock.Instant
    /// Runs the programs.
    var executor: any Executor
    /// Sightings that are to be confirmed, the one at hand included.
    var waiting = 1
    /// Seconds before the deadline that are left for something else.
    var reserve = 0.0
    /// Whether nothing else comes after these sightings, so that one may take its whole share.
    var isLast = false

    init(_ sorting: Sorting, since begun: ContinuousClock.Instant) {
      self.sorting = sorting
      self.begun = begun
      executor = sorting.executor
    }

    /// Seconds that are left for everything.
    private var rest: Double {
      let most = sorting.isUrgent ? Sorting.urgent : longest
      let all = most - (.now - begun) / .seconds(1)
      guard let deadline = sorting.deadline else { return all }
      // What an answer was made of needs no more time.
      let isReady = sorting.control != nil && !sorting.prepared.isEmpty
      let overtime = isReady ? .zero : TimeFrame.overtime
      return min(all, (deadline + overtime - .now) / .seconds(1) - reserve)
    }

    /// Longest time, in seconds, for everything.
    ///
    /// A campaign beside which causes are looked for has all the time that it is given.
    private var longest: Double {
      guard sorting.control == nil else { return TimeFrame.mostInTurns / .seconds(1) }
      if sorting.deadline != nil { return .infinity }
      let most = sorting.request.budget.map(TimeFrame.workInTurns) ?? TimeFrame.mostInTurns
      return most / .seconds(1)
    }

    var hasTime: Bool { !sorting.isStopped() && rest > 0 }

    /// What makes one finding of a sighting, as long as there is time.
    private var workshop: Workshop { workshop(for: patience) }

    /// Longest time, in seconds, for one finding.
    var patience: Double {
      guard sorting.control == nil, let budget = sorting.request.budget else {
        return Sorting.patience
      }
      if isLast { return rest }
      return max(Sorting.patience, budget / .seconds(1) * Sorting.part)
    }

    /// What works on findings, as long as there is time.
    ///
    /// - Parameters:
    ///   - patience: the longest time, in seconds.
    ///   - parts: the parts of the time that is left, of which one is taken; nil for one part for
    ///     each sighting, and at least two where something comes after them.
    /// - Returns: a workshop whose time begins here.
    func workshop(for patience: Double, parts: Int? = nil) -> Workshop {
      let start = ContinuousClock.now
      // The first finding of a class has half of a time that is short; else each has its share.
      let parts = parts ?? (sorting.control == nil ? max(isLast ? 1 : 2, waiting) : 2)
      let most = sorting.deadline == nil ? patience : min(patience, rest / Double(parts))
      let request = sorting.request
      return Workshop(
        judge: sorting.judge, executor: executor, seed: request.generator.seed,
        capabilities: request.subject.capabilities, scansPoints: sorting.control == nil,
        mayShrink: { [isAlone = sorting.control == nil] timeToCount in
          let counting = isAlone ? timeToCount / .seconds(1) : 0
          let rest = most - max(most * Sorting.counting, counting)
          return ContinuousClock.now - start < .seconds(rest)
        },
        isOwn: { [control = sorting.control] in try control?.isInOrder($0, $1) ?? true },
        rest: { .seconds(most) - (ContinuousClock.now - start) }
      ) { hasTime }
    }

    /// Counts how often findings show; see ``Workshop/tally(_:)``.
    func tally(_ findings: [Finding]) throws -> [Workshop.Tries] {
      try workshop(for: rest, parts: 1).tally(findings)
    }

    func program(_ index: UInt64) -> Program { sorting.request.program(index).program }

    func explanation(
      of sighting: Campaign.Sighting, _ known: KnownCauses
    ) throws -> CauseSorter.Explanation {
      try workshop(for: Sorting.known).explanation(of: sighting, known, counting: counts)
    }

    func answer(
      _ showing: CauseSorter.Showing, by trigger: Trigger
    ) throws -> CauseSorter.Answer {
      try workshop(for: Sorting.known).answer(showing, by: trigger, counting: counts)
    }

    func isRace(_ finding: Finding) throws -> Bool {
      try workshop(for: Sorting.known).isRace(finding)
    }

    func sighting(
      _ index: UInt64, _ showing: CauseSorter.Showing
    ) throws -> Campaign.Sighting? {
      try workshop.rerun(
        Trial([showing.program], isAlone: showing.violation == .crash)
          .seen(unaided: showing.isUnaided).following(showing.pins),
        for: showing.violation, times: Workshop.firstAttempts
      ).last.map {
        Campaign.Sighting(
          violation: $0.violation, index: index, program: showing.program, history: $0.history,
          output: $0.output, pins: showing.pins)
      }
    }

    func confirmed(
      _ sighting: Campaign.Sighting, _ explanation: CauseSorter.Explanation
    ) throws -> (finding: Finding, trigger: Trigger?) {
      let isFirst = !explanation.isFurther
      let told = isFirst ? sorting.told(sighting.violation.blame) : nil
      var raw = sorting.raw(sighting)
      raw.file = told?.file ?? raw.file
      try sorting.keep(raw)
      let others = explanation.foreign
      let ready = isFirst ? sorting.ready(sighting.violation.blame, others) : nil
      var (finding, trigger) =
        try ready.map { ($0.finding, $0.trigger) }
        ?? made(
          of: sighting, explanation.cause != nil ? Sorting.known : patience, avoiding: others,
          explanation.trigger)
      if let known = explanation.trigger, let new = trigger,
        takes(known, finding) || isExpected(known) && known.isCase(of: new)
      {
        trigger = nil
      }
      sorting.name(&finding, insteadOf: raw)
      finding.choices = sorting.request.choices(of: finding)
      try sorting.keep(finding)
      if told == nil { sorting.listener.finds(finding) }
      return (finding, trigger)
    }

    /// Shrinks a sighting, and finds its trigger, unless it takes that of its known cause.
    func made(
      of sighting: Campaign.Sighting, _ patience: Double, avoiding others: [Trigger] = [],
      _ known: Trigger? = nil
    ) throws -> (finding: Finding, trigger: Trigger?) {
      let workshop = workshop(for: patience)
      var finding = try workshop.finding(of: sighting, avoiding: others)
      if sorting.control != nil { finding.diagnose() }
      let isKnown = known.map { takes($0, finding) } ?? false
      // Of a program for which there was too little time the trigger says nothing.
      guard finding.reproduced > 0, !isKnown, !workshop.wasCut else { return (finding, nil) }
      return (finding, try workshop.trigger(of: finding, avoiding: others, counting: counts))
    }

    /// Makes a finding again of what it has come to.
    ///
    /// - Parameters:
    ///   - old: the finding.
    ///   - known: the trigger of its cause; nil where none is known.
    /// - Returns: the finding, with a trigger where none is known, or where it has become so small
    ///   that it no longer takes the known one.
    /// - Throws: a fault of the suite or of the machine.
    func again(
      _ old: Finding, _ known: Trigger?
    ) throws -> (finding: Finding, trigger: Trigger?) {
      let violation = Judge.Violation(
        blame: old.blame, isDerived: false, kind: old.kind,
        counterexample: Counterexample(old.message, events: old.events))
      var (new, trigger) = try made(
        of: Campaign.Sighting(
          violation: violation, index: old.index, program: old.program, history: old.history,
          earlier: old.earlier, output: old.output, pins: old.pins),
        patience, known)
      if let known, isExpected(known) || !known.occurs(in: old.program) { trigger = nil }
      new.cause = old.cause
      new.file = old.file
      new.choices = sorting.request.choices(of: new)
      return (new, trigger)
    }

    /// Whether a finding still takes the trigger of its cause: of several programs the last one
    /// alone does not tell.
    private func takes(_ trigger: Trigger, _ finding: Finding) -> Bool {
      !finding.earlier.isEmpty || trigger.occurs(in: finding.program)
    }

    /// Whether a trigger is expected: what goes by it keeps the name that somebody has given it.
    private func isExpected(_ trigger: Trigger) -> Bool {
      sorting.request.expected.contains { $0.trigger == trigger }
    }

    /// Whether something that is blamed makes the subject non-conformant.
    private func counts(_ blame: Finding.Blame) -> Bool {
      if sorting.control?.shows(blame) ?? false { return false }
      guard case .rule(let id) = blame else { return true }
      let selection = sorting.request.selection
      return selection.judged.first { $0.id == id }.map(selection.isEnforced) ?? false
    }
  }
}
