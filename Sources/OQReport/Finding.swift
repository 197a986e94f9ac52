import OQHistory
import OQJudging
import OQPrograms
import OQSpecification

/// A violation with everything a person needs to see it again.
package struct Finding: Sendable, Hashable {
  /// How the violation showed.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Events in an order that the rule forbids.
    case history
    /// The process died.
    case crash
    /// What was owed never came.
    case stalled
  }

  /// What is blamed: a rule, or one of the three that have no rule.
  package enum Blame: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The rule that was violated.
    case rule(RuleID)
    /// The model accepts no such history, and no rule's checker says why.
    case unexplained
    /// A class stands still where the control comes to an end, and no rule names it.
    case difference
    /// The process died where no rule speaks of it.
    case crash

    /// The rule's id, `unexplained`, `difference` or `crash`.
    package var description: String {
      switch self {
      case .rule(let id): id.description
      case .unexplained: "unexplained"
      case .difference: "difference"
      case .crash: "crash"
      }
    }

    /// Reads a rule's id, `unexplained`, `difference` or `crash`; nil for anything else.
    ///
    /// - Parameter text: what ``description`` gives.
    package init?(_ text: String) {
      switch text {
      case "unexplained": self = .unexplained
      case "difference": self = .difference
      case "crash": self = .crash
      default:
        guard let id = RuleID(text) else { return nil }
        self = .rule(id)
      }
    }

    /// Rules by id, then `unexplained`, then `difference`, then `crash`.
    package static func < (left: Blame, right: Blame) -> Bool {
      if case .rule(let a) = left, case .rule(let b) = right { return a < b }
      return left.place < right.place
    }

    private var place: Int {
      switch self {
      case .rule: 0
      case .unexplained: 1
      case .difference: 2
      case .crash: 3
      }
    }
  }

  /// What is blamed.
  package var blame: Blame
  /// How it showed.
  package var kind: Kind
  /// The sentence that names operations and tickets of ``history``.
  package var message: String
  /// Tickets of the events of ``history`` that prove it.
  package var events: [Ticket]
  /// The smallest program found that shows it.
  package var program: Program
  /// A history of ``program`` that shows it.
  package var history: History
  /// The seed of the program it was found with.
  package var seed: UInt64
  /// The index of the program it was found with.
  package var index: UInt64
  /// Attempts of the smallest program that showed it again.
  package var reproduced: Int
  /// Attempts of the smallest program.
  package var attempts: Int
  /// Programs that have to run before ``program`` in the same process, in their order; where
  /// nothing was reproduced, those that did run before it.
  package var earlier: [Program] = []
  /// The last lines that the process wrote in ``history``, where it died or came to rest: not the
  /// same every time.
  package var output = ""
  /// An order of harness points of ``program`` in which it shows more often than without; nil where
  /// it needs none.
  package var pins: Pins?
  /// The window in which the held lanes of ``pins`` stand; nil where none is held, or where nobody
  /// looked.
  package var window: HeldWindow?
  /// The choices from which the generator makes ``program``; nil where it does not make it.
  package var choices: ChoiceSequence?
  /// Name of the file it was written to, without folder; nil while it is not written.
  package var file: String?
  /// Steps of its programs where they were too long for the report that it was read from, and are
  /// missing here; else nil.
  package var omittedSteps: Int?
  /// The name of its cause, where findings are sorted by cause.
  package var cause: String?
  /// Whether its history was too long for the report that it was read from, and is missing here.
  package var isHistoryOmitted = false

  /// Puts a finding together.
  ///
  /// - Parameters:
  ///   - blame: what is blamed.
  ///   - kind: how it showed.
  ///   - counterexample: the sentence and the events that prove it.
  ///   - program: the program that showed it.
  ///   - history: the history that shows it.
  ///   - seed: the seed of the program it was found with.
  ///   - index: the index of the program it was found with.
  package init(
    _ blame: Blame, kind: Kind, _ counterexample: Counterexample, program: Program,
    history: History, seed: UInt64, index: UInt64
  ) {
    self.blame = blame
    self.kind = kind
    message = counterexample.message
    events = counterexample.events
    self.program = program
    self.history = history
    self.seed = seed
    self.index = index
    reproduced = 0
    attempts = 0
  }

  /// Lines of the smallest program without headers; of all programs where it takes several.
  package var steps: Int { omittedSteps ?? earlier.reduce(program.steps) { $0 + $1.steps } }

  /// Whether the process died in ``history``.
  package var isOfDeath: Bool { history.endsInDeath }

  /// Whether it shows only in a process that has run other programs before: the subject keeps
  /// something of them.
  package var needsWornProcess: Bool { !isOfDeath && reproduced > 0 && !earlier.isEmpty }

  /// How often its program runs in one process until it shows; nil where it is not the same program
  /// again and again.
  package var repetitions: Int? {
    guard !earlier.isEmpty, earlier.allSatisfy({ $0 == program }) else { return nil }
    return earlier.count + 1
  }

  /// What has to run, in one process and in this order.
  package var sequence: [Program] { earlier + [program] }
}

extension History {
  /// Whether the process died.
  package var endsInDeath: Bool {
    if case .crashed? = events.last?.kind { true } else { false }
  }
}
