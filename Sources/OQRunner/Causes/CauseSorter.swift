import OQHistory
import OQJudging
import OQPrograms
import OQReport

/// What the work on findings asks for: programs, runs, time.
package protocol CauseBench {
  /// The program with an index.
  func program(_ index: UInt64) -> Program
  /// The known cause of a sighting, and the triggers that its program holds and that do not explain
  /// it.
  func explanation(of sighting: Campaign.Sighting, _ known: KnownCauses) throws
    -> CauseSorter.Explanation
  /// Tries a violation against a trigger that its program holds.
  func answer(_ showing: CauseSorter.Showing, by trigger: Trigger) throws -> CauseSorter.Answer
  /// Whether a finding depends on how threads meet, and shows now and then where nothing is held.
  func isRace(_ finding: Finding) throws -> Bool
  /// Runs a program until it shows a violation; nil where it does not.
  func sighting(_ index: UInt64, _ showing: CauseSorter.Showing) throws -> Campaign.Sighting?
  /// Shrinks a sighting, and finds its trigger; nil where it never showed again, or where its cause
  /// is known.
  func confirmed(_ sighting: Campaign.Sighting, _ explanation: CauseSorter.Explanation) throws
    -> (finding: Finding, trigger: Trigger?)
}

/// Sorts by cause what a campaign finds.
///
/// A campaign keeps one sighting for each thing that is blamed: they become findings first. Every
/// other violation is tried against the triggers that are known by then: where it goes with the
/// trigger and comes with it, it is counted there, whatever it goes by. Where it stays, it is
/// shrunk and gets a cause of its own.
package struct CauseSorter {
  /// How a violation is tried against a trigger.
  package enum Answer: Sendable {
    /// It goes when the trigger is edited out, and the trigger alone brings something about.
    case same
    /// It stays, or the trigger alone brings nothing about.
    case other
    /// It did not show again.
    case unseen
  }

  /// What is known of a sighting before it is made smaller.
  package struct Explanation {
    /// Its cause; nil where it is not known.
    package var cause: String?
    /// The trigger by which its cause explains it.
    package var trigger: Trigger?
    /// Triggers that its program holds and that do not explain it.
    package var foreign: [Trigger] = []
    /// Whether it is not the first of what is blamed: what was found for the first says nothing of
    /// it.
    package var isFurther = false

    /// Begins with nothing that is known.
    package init() {}
  }

  /// A program that showed something.
  package struct Showing {
    /// What it showed.
    package let violation: Finding.Blame
    /// The program.
    package let program: Program
    /// Whether nothing was added beside the program in that run.
    package let isUnaided: Bool
    /// What was held in that run; nil for one that was left to itself.
    package var pins: Pins?
    /// The run, by whose order it is tried again where it does not show by itself; nil where it is
    /// not at hand.
    package var history: History?
    /// Whether the cause that it is tried against was seen as the same.
    package var isOfCause = false
  }

  /// Violations of each cause, by what they go by, that are tried; further ones are counted by
  /// their trigger alone.
  ///
  /// A rule says itself what is broken. What has no rule, such as a crash, may be anything.
  private static func mostTried(_ blame: Finding.Blame) -> Int { blame.isRule ? 4 : 16 }
  /// Most violations that are shrunk since no known trigger explains them, of those that have a
  /// rule and of those that have none.
  static let mostShrunk = 12

  /// The causes that are known by now.
  package private(set) var known: KnownCauses
  /// The findings, in the order in which they were taken in.
  package private(set) var findings: [Finding] = []
  /// Programs whose cause was not looked for.
  private(set) var unsorted = 0

  private var tried: [String: Int] = [:]
  /// Violations that were shrunk, of those that have a rule and of those that have none.
  private var shrunk = (ruled: 0, nameless: 0)
  /// Pairs of causes that were compared: a finding of the first, the trigger of the second.
  private var compared: Set<[String]> = []

  /// Begins without findings.
  ///
  /// - Parameter known: no causes.
  package init(_ known: KnownCauses) { self.known = known }

  /// Takes in a finding as it was found.
  ///
  /// - Parameter finding: the finding, with its cause.
  package mutating func add(_ finding: Finding) { findings.append(finding) }

  /// Makes a finding of a sighting, and finds its cause.
  ///
  /// - Parameters:
  ///   - sighting: the first of its kind.
  ///   - bench: what runs programs.
  /// - Throws: a fault of the suite or of the machine.
  package mutating func add(_ sighting: Campaign.Sighting, _ bench: some CauseBench) throws {
    let explanation = try bench.explanation(of: sighting, known)
    let cause = explanation.cause
    var (finding, trigger) = try bench.confirmed(sighting, explanation)
    if let cause { known.note(finding.blame, of: cause) }
    // What was made of it may be another mistake that its program makes, too.
    finding.cause =
      (trigger == nil ? cause : nil)
      ?? (finding.needsWornProcess ? known.enter(worn: finding) : nil)
      ?? trigger.map { known.enter($0, seenAs: finding.blame) }
      ?? known.enter(unreproduced: finding, beside: findings)
    findings.append(finding)
  }

  /// Takes in more that is known of a finding.
  ///
  /// - Parameters:
  ///   - place: the place of the finding.
  ///   - finding: the same, with its cause.
  ///   - trigger: what it needs, where it has shown again only now, or needs no more what its cause
  ///     takes; else nil.
  package mutating func replace(_ place: Int, by finding: Finding, _ trigger: Trigger?) {
    var finding = finding
    let id = trigger.map { known.enter($0, seenAs: finding.blame) }
    if let id, let old = finding.cause, id != old {
      // What the same run showed besides has not shown again, and what needs more needs it still.
      let others = findings.indices.filter { $0 != place && findings[$0].cause == old }
      if others.isEmpty {
        known.join(old, into: id)
      } else if !others.contains(where: { findings[$0].blame == finding.blame }) {
        known.forget(finding.blame, of: old)
      }
      finding.cause = id
    }
    if let cause = finding.cause { known.note(finding.blame, of: cause) }
    findings[place] = finding
  }

  /// Joins causes of which one explains the other: what the other was seen as goes with the trigger
  /// of the first, and comes with it.
  ///
  /// A mistake is met in a large program before it is met in a small one, so that the trigger of
  /// the large one names more than the mistake needs. A cause is never joined with one that is a
  /// case of it: it is the other way round.
  ///
  /// - Parameters:
  ///   - bench: what runs programs.
  ///   - mayGoOn: whether there is time for another pair.
  /// - Throws: a fault of the suite or of the machine.
  package mutating func join(_ bench: some CauseBench, while mayGoOn: () -> Bool) throws {
    for cause in known.causes.reversed() {
      guard let trigger = cause.trigger, let finding = smallest(of: cause) else { continue }
      let candidates = known.candidates(
        for: finding.program, finding.blame, loosely: finding.kind == .stalled)
      for (other, fit) in candidates where other.id != cause.id {
        guard let own = other.trigger, own.fragment.steps <= trigger.fragment.steps,
          !own.isCase(of: trigger), mayGoOn(),
          compared.insert([cause.id, other.id, finding.program.text]).inserted
        else { continue }
        let showing = Showing(
          violation: finding.blame, program: finding.program,
          isUnaided: finding.history.isUnaided, pins: finding.pins,
          isOfCause: other.blames.contains(finding.blame))
        guard try bench.answer(showing, by: fit) == .same else { continue }
        join(cause, into: other)
        break
      }
    }
    try joinRaces(bench, while: mayGoOn)
  }

  /// Joins races of one situation that differ in how operations are brought on their way.
  ///
  /// A race seldom shows in a program that is edited: what steers its threads does not fit any
  /// more. So two are compared by what their smallest programs take. That an add and a start by
  /// hand both show it means that neither is what it needs.
  private mutating func joinRaces(_ bench: some CauseBench, while mayGoOn: () -> Bool) throws {
    var races: [String: Bool] = [:]
    func isRace(_ cause: Cause, _ finding: Finding) throws -> Bool {
      if let answer = races[cause.id] { return answer }
      let answer = try bench.isRace(finding)
      races[cause.id] = answer
      return answer
    }
    for cause in known.causes.reversed() {
      guard let finding = smallest(of: cause),
        let trigger = Trigger.plainlyCarried(finding.program)
      else { continue }
      for other in known.causes where other.id != cause.id {
        guard let plainer = smallest(of: other), known.mayTell(finding.blame, of: other),
          let own = Trigger.plainlyCarried(plainer.program),
          own.occurs(in: trigger.fragment), plainer.steps <= finding.steps, mayGoOn(),
          try isRace(cause, finding), try isRace(other, plainer)
        else { continue }
        join(cause, into: other)
        break
      }
    }
  }

  /// The smallest finding of a cause that shows again by itself.
  private func smallest(of cause: Cause) -> Finding? {
    guard cause.trigger != nil,
      let finding = findings.filter({ $0.cause == cause.id && $0.reproduced > 0 })
        .min(by: { $0.steps < $1.steps }), finding.earlier.isEmpty
    else { return nil }
    return finding
  }

  private mutating func join(_ cause: Cause, into other: Cause) {
    known.join(cause.id, into: other.id)
    for place in findings.indices where findings[place].cause == cause.id {
      findings[place].cause = other.id
    }
  }

  /// Sorts violations in the order of their programs.
  ///
  /// First come those whose programs hold no trigger of what they go by: each may be another
  /// mistake, and where time is short nothing else says so. Of these the first have no rule, or
  /// only a hold has shown them.
  ///
  /// - Parameters:
  ///   - violations: what each program showed, in any order.
  ///   - bench: what runs programs.
  ///   - mayGoOn: whether there is time for another violation; told whether nothing else says that
  ///     it may be another mistake.
  /// - Throws: a fault of the suite or of the machine.
  mutating func sort(
    _ violations: [Campaign.Violating], _ bench: some CauseBench,
    while mayGoOn: (_ isAlone: Bool) -> Bool
  ) throws {
    let showings = violations.map { entry in
      var program = bench.program(entry.index)
      program.settings.recording = entry.recording
      return (entry: entry, program: program, rank: rank(entry, program))
    }
    let order = showings.sorted { ($0.rank, $0.entry.index) < ($1.rank, $1.entry.index) }
    for (entry, program, _) in order {
      var seen: [String: [Finding.Blame]] = [:]
      for blame in entry.blames {
        let showing = Showing(
          violation: blame, program: program, isUnaided: entry.isUnaided, pins: entry.pins)
        guard let id = try cause(of: showing, entry.index, bench, mayGoOn) else { continue }
        seen[id, default: []].append(blame)
      }
      for cause in known.causes {
        if let blames = seen[cause.id] { known.count(cause.id, blames, derived: entry.derived) }
      }
      if seen.isEmpty { unsorted += 1 }
    }
  }

  /// Whether a rule has a finding that shows again and that there was too little time for: another
  /// program that breaks it says no more before that is known.
  private func isOpen(_ blame: Finding.Blame) -> Bool {
    blame.isRule
      && findings.contains { finding in
        finding.blame == blame && finding.reproduced > 0 && finding.earlier.isEmpty
          && known.causes.contains { $0.id == finding.cause && $0.trigger == nil }
      }
  }

  /// The place in the order of sorting: 0 and 1 for a program that shows something which no known
  /// trigger explains, 0 where no rule says what is broken or only a hold has shown it; else 2.
  private func rank(_ entry: Campaign.Violating, _ program: Program) -> Int {
    let open = entry.blames.filter { blame in
      known.candidates(for: program, blame).isEmpty && !isOpen(blame)
        && !findings.contains { $0.blame == blame && $0.index == entry.index }
    }
    guard !open.isEmpty else { return 2 }
    return entry.pins != nil || !open.allSatisfy(\.isRule) ? 0 : 1
  }

  /// The cause of one thing that a program showed; nil where it is not known.
  private mutating func cause(
    of showing: Showing, _ index: UInt64, _ bench: some CauseBench,
    _ mayGoOn: (_ isAlone: Bool) -> Bool
  ) throws -> String? {
    let blame = showing.violation
    let isAlone = !blame.isRule || showing.pins != nil
    // The program of a finding is sorted by the trigger that was found from it.
    if let finding = findings.first(where: { $0.blame == blame && $0.index == index }) {
      return finding.cause
    }
    var explanation = Explanation()
    explanation.isFurther = true
    for (candidate, trigger) in known.candidates(for: showing.program, blame) {
      let key = "\(candidate.id) \(blame)"
      let isKnown = candidate.blames.contains(blame)
      guard tried[key, default: 0] < CauseSorter.mostTried(blame), mayGoOn(isAlone) else {
        if isKnown { return candidate.id }
        continue
      }
      tried[key, default: 0] += 1
      var asked = showing
      asked.isOfCause = isKnown
      switch try bench.answer(asked, by: trigger) {
      case .same: return candidate.id
      case .other: explanation.foreign.append(trigger)
      // It holds the trigger of something that it may go by; nothing better is known.
      case .unseen: return isKnown ? candidate.id : nil
      }
    }
    let count = blame.isRule ? shrunk.ruled : shrunk.nameless
    let isNew = isAlone || explanation.foreign.isEmpty && !isOpen(blame)
    guard count < CauseSorter.mostShrunk, mayGoOn(isNew) else { return nil }
    if blame.isRule { shrunk.ruled += 1 } else { shrunk.nameless += 1 }
    guard let sighting = try bench.sighting(index, showing) else { return nil }
    let (found, trigger) = try bench.confirmed(sighting, explanation)
    guard let trigger else { return nil }
    let id = known.enter(trigger, seenAs: blame)
    if !findings.contains(where: { $0.blame == blame && $0.cause == id }) {
      var finding = found
      finding.cause = id
      findings.append(finding)
    }
    return id
  }
}
