/// A guard of the model that can be broken on purpose.
///
/// With an empty set the model is the specification; each member makes a simulator whose histories
/// break the rule named, to show that checkers and acceptors notice.
package struct Guards: OptionSet, Sendable, Hashable {
  /// One bit per broken guard.
  package let rawValue: UInt32

  /// The guards with these bits.
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Operations start before their dependencies have finished (DEP-1).
  package static let ignoresDependencies = Guards(rawValue: 1 << 0)
  /// More operations are dispatched than the limit allows (LIMIT-1).
  package static let ignoresLimit = Guards(rawValue: 1 << 1)
  /// A suspended queue dispatches (SUSP-1).
  package static let ignoresSuspension = Guards(rawValue: 1 << 2)
  /// Lower priorities are dispatched first (PRIO-3).
  package static let ignoresPriority = Guards(rawValue: 1 << 3)
  /// Operations overtake barriers, and barriers operations (QUEUE-55).
  package static let ignoresBarriers = Guards(rawValue: 1 << 4)
  /// The body of a cancelled operation runs (CANCEL-3).
  package static let ignoresCancel = Guards(rawValue: 1 << 5)
  /// A body runs a second time (EXEC-1).
  package static let repeatsBody = Guards(rawValue: 1 << 6)
  /// An operation finishes while its body runs (STATE-6).
  package static let finishesEarly = Guards(rawValue: 1 << 7)
  /// The completion block runs before the finish (DONE-1).
  package static let completesEarly = Guards(rawValue: 1 << 8)
  /// The completion block runs twice (DONE-2).
  package static let completesTwice = Guards(rawValue: 1 << 9)
  /// Waits return before the finish (WAIT-1, WAIT-3).
  package static let wakesEarly = Guards(rawValue: 1 << 10)
  /// Operations leave the list before they have finished (QUEUE-10).
  package static let unlistsEarly = Guards(rawValue: 1 << 11)
  /// Starting an operation that is not ready is accepted (START-4).
  package static let startsUnready = Guards(rawValue: 1 << 12)
  /// Slots are never given back (LIMIT-4).
  package static let leaksSlots = Guards(rawValue: 1 << 13)
  /// Dependents are never released (DEP-2).
  package static let forgetsRelease = Guards(rawValue: 1 << 14)
  /// Completion blocks never run (DONE-3).
  package static let forgetsCompletion = Guards(rawValue: 1 << 15)
  /// Operations finish without their task although nobody cancelled them (EXEC-2).
  package static let skipsBodies = Guards(rawValue: 1 << 16)
  /// Slots are given back before the finish (LIMIT-1).
  package static let freesEarly = Guards(rawValue: 1 << 17)
  /// Dependents are released before the finish (READY-3).
  package static let releasesEarly = Guards(rawValue: 1 << 18)
  /// Dependencies of operations that nobody cancelled no longer count (DEP-1).
  package static let heedsUncancelled = Guards(rawValue: 1 << 19)
  /// An operation finishes while it reports that it executes (STATE-7).
  package static let finishesExecuting = Guards(rawValue: 1 << 20)
  /// A barrier is dropped although nobody cancelled it (QUEUE-55).
  package static let dropsBarriers = Guards(rawValue: 1 << 21)
  /// Starts by hand return before the task is over (START-2).
  package static let returnsEarly = Guards(rawValue: 1 << 22)

  /// Every guard that can be broken, with its name, in the order of declaration.
  package static let all: [(name: String, guards: Guards)] = [
    ("ignores-dependencies", .ignoresDependencies), ("ignores-limit", .ignoresLimit),
    ("ignores-suspension", .ignoresSuspension), ("ignores-priority", .ignoresPriority),
    ("ignores-barriers", .ignoresBarriers), ("ignores-cancel", .ignoresCancel),
    ("repeats-body", .repeatsBody), ("finishes-early", .finishesEarly),
    ("completes-early", .completesEarly), ("completes-twice", .completesTwice),
    ("wakes-early", .wakesEarly), ("unlists-early", .unlistsEarly),
    ("starts-unready", .startsUnready), ("leaks-slots", .leaksSlots),
    ("forgets-release", .forgetsRelease), ("forgets-completion", .forgetsCompletion),
    ("skips-bodies", .skipsBodies), ("frees-early", .freesEarly),
    ("releases-early", .releasesEarly), ("heeds-uncancelled", .heedsUncancelled),
    ("finishes-executing", .finishesExecuting), ("drops-barriers", .dropsBarriers),
    ("returns-early", .returnsEarly),
  ]

  /// The rule that a broken guard breaks.
  ///
  /// - Parameter guards: one of ``all``.
  /// - Returns: the id of the rule, of several the first one.
  package static func rule(of guards: Guards) -> String {
    switch guards {
    case .ignoresDependencies: "DEP-1"
    case .ignoresLimit: "LIMIT-1"
    case .ignoresSuspension: "SUSP-1"
    case .ignoresPriority: "PRIO-3"
    case .ignoresBarriers: "QUEUE-55"
    case .ignoresCancel: "CANCEL-3"
    case .repeatsBody: "EXEC-1"
    case .finishesEarly: "STATE-6"
    case .completesEarly: "DONE-1"
    case .completesTwice: "DONE-2"
    case .wakesEarly: "WAIT-1"
    case .unlistsEarly: "QUEUE-10"
    case .startsUnready: "START-4"
    case .leaksSlots: "LIMIT-4"
    case .forgetsRelease: "DEP-2"
    case .forgetsCompletion: "DONE-3"
    case .skipsBodies: "EXEC-2"
    case .freesEarly: "LIMIT-1"
    case .releasesEarly: "READY-3"
    case .heedsUncancelled: "DEP-1"
    case .finishesExecuting: "STATE-7"
    case .dropsBarriers: "QUEUE-55"
    case .returnsEarly: "START-2"
    default: preconditionFailure("one guard of the table")
    }
  }
}
