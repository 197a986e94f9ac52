import OQHistory
import OQJudging
import OQSpecification

/// The rules by which a class of operations is judged.
///
/// In the histories that they read, operations of kind *task* are objects of the class, and the
/// body is the work that the class was given. Everything else, queues above all, is the host's.
/// What is found wrong is the class's only if a correct class on the same host does not show it:
/// that is not for a checker to say, which sees one history.
///
/// The class may use threads of its own, few or many: nothing is ever owed while any client code is
/// held.
enum ClassCheckers {
  /// Checkers of classes that override start.
  static let asynchronous = concurrency + endings + uncancelled + always

  /// Rules of queues and operations that hold for every operation of such a class: they speak of
  /// its work and not of the thread, nor of the return of `start`.
  private static let always: [Checker] = [
    checker("CANCEL-1") { index, _, judgement in judgeMark(index, &judgement) },
    checker("EXEC-1") { $2 = base("EXEC-1", $0, $1) },
  ]

  /// Rules of queues and operations that place the finish after the work.
  ///
  /// They are judged in histories without a cancel: a class may report the finish of a cancelled
  /// operation at once, while its work still comes to an end (CANCEL-22). Nor does a client start
  /// an operation: of the inherited start they know that its return is a finish.
  private static let uncancelled: [Checker] = [
    inUncancelled("DEP-1"), inUncancelled("DONE-1"), inUncancelled("DONE-2"),
    inUncancelled("LIMIT-1"), inUncancelled("WAIT-1"),
    checker("READY-7") { index, _, judgement in
      guard index.isUncancelled else { return }
      judgeDependents(index, &judgement)
    },
  ]

  /// A class that overrides main is an operation like any other: every rule on tasks holds.
  static let inherited: [Checker] =
    ([
      "DEP-1", "DONE-1", "DONE-2", "EXEC-1", "EXEC-2", "LIMIT-1", "STATE-1", "STATE-2",
      "STATE-4", "STATE-6", "STATE-7", "STATE-10", "WAIT-1", "WAIT-2", "WAIT-3",
    ].compactMap { Roster.operations.checker(of: $0) } + [
      Checker("READY-7") { index, _, judgement in judgeDependents(index, &judgement) },
      Checker("CANCEL-1") { index, _, judgement in judgeMark(index, &judgement) },
    ])

  /// The checker of a rule, kept to histories in which nobody cancels.
  private static func inUncancelled(_ rule: RuleID) -> Checker {
    checker(rule) { index, profile, judgement in
      guard index.isUncancelled else { return }
      judgement = base(rule, index, profile)
    }
  }

  /// A checker for classes that override start, kept to histories in which clients use them as they
  /// may.
  ///
  /// No operation is started twice, or by a client and a queue, or by a client before its
  /// dependencies have finished. What a class does then is its own business.
  static func checker(
    _ rule: RuleID, antecedent: Set<Verb> = [],
    find: @escaping @Sendable (HistoryIndex, Profile, inout Judgement) -> Void
  ) -> Checker {
    Checker(rule, antecedent: antecedent) { index, profile, judgement in
      guard index.classOperations.allSatisfy(\.isEnteredOnce) else { return }
      find(index, profile, &judgement)
    }
  }

  private static func base(
    _ rule: RuleID, _ index: HistoryIndex, _ profile: Profile
  ) -> Judgement {
    Roster.operations.checker(of: rule)?.judge(index, profile: profile) ?? Judgement()
  }
}

extension HistoryIndex {
  /// The operations that are objects of the class under test.
  var classOperations: [OperationRecord] { operations.filter { $0.declaration.kind == .task } }

  /// Whether nobody cancels, and no client starts an operation.
  fileprivate var isUncancelled: Bool {
    verbs.isDisjoint(with: [.cancel, .cancelAll, .start])
  }
}

extension HistoryIndex.OperationRecord {
  /// Whether at most one call leads to the start of the operation, and none by hand that comes
  /// before its dependencies.
  fileprivate var isEnteredOnce: Bool {
    possibleAdds.count + manualStarts.count <= 1
      && (manualStarts.isEmpty
        || (declaration.dependencies.isEmpty && calls(.addDependency).isEmpty))
  }
}

extension Stall {
  /// Whether no client code is held, so that no class can be short of threads.
  var isFree: Bool { held.isEmpty && !isFrozen }
}
