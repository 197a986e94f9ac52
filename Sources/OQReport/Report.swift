import OQAdapters
import OQHistory
import OQJudging
import OQModel
import OQSpecification

/// What a campaign found: the one value from which every output format is rendered.
package struct Report: Sendable, Hashable {
  /// The answer of a campaign.
  package enum Outcome: String, Sendable, Hashable, CaseIterable {
    /// Every enforced rule was decided often enough, and none was violated.
    case conformant
    /// At least one enforced rule was violated.
    case violated
    /// Nothing was violated, and something was not decided.
    case inconclusive
    /// The subject could not be driven, or contradicts what it declares.
    case unusable
  }

  /// Version and digest of the specification that was checked.
  package struct Specification: Codable, Sendable, Hashable {
    /// The version of the set of rules.
    package let version: String
    /// Hexadecimal digest of the catalogue.
    package let digest: String

    /// Names a specification.
    package init(version: String, digest: String) {
      self.version = version
      self.digest = digest
    }
  }

  /// Clock and host values, kept apart because they differ between equal runs.
  package struct Timings: Codable, Sendable, Hashable {
    /// Seconds from the first program to the last verdict.
    package let seconds: Double
    /// Programs per second.
    package let programsPerSecond: Double

    /// Notes how long a campaign took.
    package init(seconds: Double, programsPerSecond: Double) {
      self.seconds = seconds
      self.programsPerSecond = programsPerSecond
    }
  }

  /// The words of a command line that decide which programs a campaign runs.
  package struct Command: Codable, Sendable, Hashable {
    /// The subject, as it was named.
    package let subject: String
    /// Further words of `run` that decide which program an index stands for, such as `--profile`
    /// and `guide`.
    package let options: [String]
    /// Programs from files, whose indices count down from the largest: no seed makes them.
    package var corpus: Int

    /// Notes the words.
    package init(subject: String, options: [String] = [], corpus: Int = 0) {
      self.subject = subject
      self.options = options
      self.corpus = corpus
    }
  }

  /// Which part of a campaign a report tells of, and what it takes to join it with the others.
  package struct Part: Sendable, Hashable {
    /// Which part: 0 ..< `count`.
    package let index: Int
    /// Into how many parts the campaign is cut.
    package let count: Int
    /// Programs of the whole campaign that were asked for; nil if only time ends it.
    package let limit: Int?
    /// Decided cases that a satisfied rule needs.
    package let minimum: Int
    /// Why cases were not decided, for every rule with such cases.
    package let doubts: [RuleID: String]

    /// Names a part.
    package init(index: Int, count: Int, limit: Int?, minimum: Int, doubts: [RuleID: String]) {
      self.index = index
      self.count = count
      self.limit = limit
      self.minimum = minimum
      self.doubts = doubts
    }
  }

  /// Programs in which what is waited for never came, and no rule says that it had to.
  package struct Stalls: Codable, Sendable, Hashable {
    /// How many there are.
    package var programs: Int
    /// The smallest index among them.
    package var index: UInt64

    /// Notes such programs.
    ///
    /// - Parameters:
    ///   - programs: how many there are.
    ///   - index: the smallest index among them.
    package init(programs: Int, index: UInt64) {
      self.programs = programs
      self.index = index
    }

    /// Notes one more.
    ///
    /// - Parameter index: its index.
    package mutating func add(_ index: UInt64) {
      programs += 1
      self.index = min(self.index, index)
    }
  }

  /// Version of the command.
  package var toolVersion: String
  /// What was checked.
  package var specification: Specification
  /// What was judged.
  package var subject: SubjectDescription
  /// Verbs and kinds that programs could use.
  package var vocabulary: [String]
  /// Capabilities that the subject lacks and some rule needs, in order; empty is the claim
  /// *complete*.
  package var missing: [Capability]
  /// The reading of the contract.
  package var profile: Profile
  /// The seed of the programs.
  package var seed: UInt64
  /// Programs that ran.
  package var programs: Int
  /// Those of them for which neither an end nor a quiescence could be established.
  package var undecided: Int
  /// The answer.
  package var outcome: Outcome
  /// Why the subject is unusable, or why the campaign as a whole decides nothing.
  package var reason: String?
  /// Whether everything that was asked for ran.
  package var isComplete: Bool
  /// Bodies that the subject was measured to begin while none returns; nil if it was not measured.
  package var bodies: Int?
  /// One result per rule, by rule id.
  package var rules: [RuleResult]
  /// Findings, by rule and index.
  package var findings: [Finding]
  /// What the findings come from, where they are sorted by cause: by what each was seen as first.
  package var causes: [Cause] = []
  /// Programs that showed something broken whose cause was not looked for.
  package var unsorted = 0
  /// Programs in which what is waited for never came, and no rule says that it had to; nil where
  /// there is none.
  package var stalls: Stalls?
  /// Programs that were not run since they hold the trigger of a cause that was known by then.
  package var passedOver = 0
  /// Programs that had not ended when time was over; they are not among ``programs``.
  package var unawaited = 0
  /// How much of the model was walked through, where the model was the subject.
  package var reach: ModelReach?
  /// Which facts have met in the calls of composed programs; nil where too few were composed.
  package var interactions: Interactions?
  /// What was observed where the contract leaves a freedom; nil where no census was taken.
  package var census: Census?
  /// What became of the schedules in which lanes were held; nil where none were asked for.
  package var holds: HoldCount?
  /// Clock values, if asked for.
  package var timings: Timings?
  /// Which part of a campaign it tells of; nil for a whole one.
  package var part: Part?
  /// What the control showed where a class of operations was the subject.
  package var control: Control?
  /// What has changed since an earlier report; nil where it is compared with none.
  package var since: Changes?
  /// What was known and accepted, as far as it counts for the subject and the day; nil where nobody
  /// said so.
  package var expected: [Expectation]?
  /// What came of looking for expected causes that no program of the campaign has shown.
  package var sought: [Sought] = []
  /// Whether its programs were chosen by index: few of them cannot decide every rule.
  package var isOfChosen: Bool
  /// The words of the command line that made the programs what they are; nil where no command line
  /// did.
  package var command: Command?

  /// Puts a report together.
  ///
  /// - Parameters:
  ///   - toolVersion: version of the command.
  ///   - specification: what was checked.
  ///   - subject: what was judged.
  ///   - vocabulary: verbs and kinds that programs could use.
  ///   - missing: capabilities that the subject lacks and some rule needs.
  ///   - profile: the reading of the contract.
  ///   - seed: the seed of the programs.
  ///   - programs: programs that ran.
  ///   - undecided: those of them for which neither an end nor a quiescence could be established.
  ///   - outcome: the answer.
  ///   - reason: why the subject is unusable, or the campaign as a whole decides nothing.
  ///   - isComplete: whether everything that was asked for ran.
  ///   - bodies: bodies that the subject was measured to begin while none returns.
  ///   - rules: one result per rule, in any order.
  ///   - findings: findings in any order.
  ///   - reach: how much of the model was walked through, where the model was the subject.
  ///   - census: what was observed where the contract leaves a freedom.
  ///   - timings: clock values, if asked for.
  ///   - part: which part of a campaign it tells of.
  ///   - control: what the control showed, where a class of operations was the subject.
  ///   - isOfChosen: whether its programs were chosen by index.
  ///   - command: the words of the command line that made the programs what they are.
  package init(
    toolVersion: String, specification: Specification, subject: SubjectDescription,
    vocabulary: [String], missing: [Capability], profile: Profile, seed: UInt64, programs: Int,
    undecided: Int = 0, outcome: Outcome, reason: String? = nil, isComplete: Bool,
    bodies: Int? = nil, rules: [RuleResult], findings: [Finding], reach: ModelReach? = nil,
    census: Census? = nil, timings: Timings? = nil, part: Part? = nil,
    control: Control? = nil, isOfChosen: Bool = false, command: Command? = nil
  ) {
    self.toolVersion = toolVersion
    self.specification = specification
    self.subject = subject
    self.vocabulary = vocabulary
    self.missing = missing
    self.profile = profile
    self.seed = seed
    self.programs = programs
    self.undecided = undecided
    self.outcome = outcome
    self.reason = reason
    self.isComplete = isComplete
    self.bodies = bodies
    self.rules = rules.sorted { $0.id < $1.id }
    self.findings = findings.sorted { ($0.blame, $0.index) < ($1.blame, $1.index) }
    self.reach = reach
    self.census = census
    self.timings = timings
    self.part = part
    self.control = control
    self.isOfChosen = isOfChosen
    self.command = command
  }

  /// How many rules were in play, with those that the control breaks, too.
  package var judgedRules: Int {
    rules.count { $0.verdict != .notApplicable } + rulesOfHost
  }

  /// How many rules were in play and broken by the control, too: nobody is charged with these.
  package var rulesOfHost: Int {
    let broken = control?.rules ?? []
    return rules.count { $0.verdict == .notApplicable && broken.contains($0.id) }
  }

  /// `complete`, or `without manualStart, blockOperations`.
  package var claim: String {
    missing.isEmpty
      ? "complete" : "without " + missing.map(\.rawValue).joined(separator: ", ")
  }
}

/// What a campaign says of one rule.
package struct RuleResult: Sendable, Hashable {
  /// The rule.
  package let id: RuleID
  /// What the suite does with it.
  package let level: Level
  /// The verdict over all programs.
  package let verdict: Verdict
  /// Cases that were decided.
  package let exercised: Int
  /// Cases that were not.
  package let undecided: Int
  /// Programs that violated it.
  package let violations: Int
  /// Decided cases by context, by name.
  package let contexts: [ContextCount]
  /// Why it is inconclusive, vacuous or not applicable, where it is.
  package let reason: String?
  /// Why the rule is doubted, where it is: then its violations fail no subject.
  package let challenge: String?
  /// Whether its verdict counts for the outcome: the rule applies, the contract and the profile
  /// enforce it, and it is not challenged.
  package let isEnforced: Bool

  /// Decided cases in one context.
  package struct ContextCount: Sendable, Hashable {
    /// The cell.
    package let context: String
    /// Decided cases in it.
    package let count: Int

    /// Counts a cell.
    package init(_ context: String, _ count: Int) {
      self.context = context
      self.count = count
    }
  }

  /// Puts a result together.
  ///
  /// - Parameters:
  ///   - id: the rule.
  ///   - level: what the suite does with it.
  ///   - verdict: the verdict over all programs.
  ///   - exercised: cases that were decided.
  ///   - undecided: cases that were not.
  ///   - violations: programs that violated it.
  ///   - contexts: decided cases by context, in any order.
  ///   - reason: why it is inconclusive, vacuous or not applicable.
  ///   - challenge: why the rule is doubted.
  ///   - isEnforced: whether the contract and the profile enforce the rule.
  package init(
    id: RuleID, level: Level, verdict: Verdict, exercised: Int, undecided: Int, violations: Int,
    contexts: [ContextCount] = [], reason: String? = nil, challenge: String? = nil,
    isEnforced: Bool
  ) {
    self.id = id
    self.level = level
    self.verdict = verdict
    self.exercised = exercised
    self.undecided = undecided
    self.violations = violations
    self.contexts = contexts.sorted { $0.context < $1.context }
    self.reason = reason
    self.challenge = challenge
    self.isEnforced = isEnforced && verdict != .notApplicable && challenge == nil
  }
}
