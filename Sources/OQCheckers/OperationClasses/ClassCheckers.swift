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
  static let asynchronous = concurrency + endings + states + completions + uncancelled + always

  /// Rules of queues and operations that hold for every operation of such a class, whoever starts
  /// or cancels it: they speak of its work and of what it says, and not of the thread, nor of the
  /// return of `start`.
  private static let always: [Checker] =
    [checker("CANCEL-1") { index, _, judgement in judgeMark(index, &judgement) }]
    + borrowed(["DONE-2", "DONE-9", "EXEC-1", "STATE-3"]) { $0.entersOnce }

  /// Rules of queues and operations that place the finish after the work.
  ///
  /// They are judged in histories without a cancel: a class may report the finish of a cancelled
  /// operation at once, while its work still comes to an end (CANCEL-22). A client does not start
  /// an operation either: of the inherited start they know that its return is a finish.
  private static let uncancelled: [Checker] =
    borrowed(["DEP-1", "DONE-1", "LIMIT-1"]) {
      $0.entersOnce && $0.isUncancelled && !$0.mayHaveLeftWorkOut
    }
    + borrowed(["QUEUE-1"]) {
      $0.entersOnce && $0.isUncancelled && $0.allSayFinished() && !$0.mayHaveLeftWorkOut
    } + [
      checker("READY-7") { index, _, judgement in
        guard index.verbs.isDisjoint(with: [.start]) else { return }
        judgeDependents(index, &judgement) { index.isUncancelled || $0.wasUncancelled(at: $1) }
      }
    ]

  /// A class that overrides main is an operation like any other: every rule on tasks holds, except
  /// where it may leave its work out.
  static let inherited: [Checker] =
    borrowed([
      "DEP-1", "DONE-1", "DONE-2", "DONE-3", "DONE-4", "DONE-9", "EXEC-1", "EXEC-2", "LIMIT-1",
      "QUEUE-1", "STATE-2", "STATE-3", "STATE-4", "STATE-6", "STATE-7", "STATE-10", "WAIT-3",
    ]) { $0.awaitsStarts && !$0.mayHaveLeftWorkOut }
    + states + [
      isReadyWhenNew,
      checker("READY-7") { index, _, judgement in judgeDependents(index, &judgement) },
      checker("CANCEL-1") { index, _, judgement in judgeMark(index, &judgement) },
    ]

  /// Checkers of queues and operations, kept to the histories in which they hold for classes.
  private static func borrowed(
    _ rules: [RuleID], where holds: @escaping @Sendable (HistoryIndex) -> Bool
  ) -> [Checker] {
    rules.compactMap { Roster.operations.checker(of: $0)?.within(holds) }
  }

  /// A checker for classes, kept to histories in which clients use them as they may.
  ///
  /// No operation is started twice, or by a client and a queue, or by a client before its
  /// dependencies have finished. What a class does then is its own business. Nor does one start
  /// itself: that is told as it is, and not by what follows from it.
  static func checker(
    _ rule: RuleID, antecedent: Set<Verb> = [],
    find: @escaping @Sendable (HistoryIndex, Profile, inout Judgement) -> Void
  ) -> Checker {
    Checker(rule, antecedent: antecedent) { index, profile, judgement in
      guard index.entersOnce else { return }
      find(index, profile, &judgement)
    }
  }
}

extension HistoryIndex {
  /// The operations that are objects of the class under test.
  var classOperations: [OperationRecord] { operations.filter { $0.declaration.kind == .task } }

  /// Whether each operation of the class is started once, by clients that use it as they may.
  var entersOnce: Bool { isUsedOnce && awaitsStarts }

  /// Whether clients use operations of the class as they may: none leads to two starts.
  var isUsedOnce: Bool { classOperations.allSatisfy(\.isEnteredOnce) }

  /// Whether the work of every operation of the class has begun only once something was called that
  /// may start it.
  var awaitsStarts: Bool { classOperations.allSatisfy { $0.unaskedBegin(self) == nil } }

  /// Whether every operation of the class that began has said that it finished, one excepted: only
  /// then is it certain by the class's own account that none of them keeps another one waiting.
  func allSayFinished(but operation: OperationID? = nil) -> Bool {
    classOperations.allSatisfy {
      $0.id == operation || $0.begin == nil || $0.reads(.isFinished).first(true) != nil
        || !$0.completions.isEmpty
    }
  }

  /// Whether nobody cancels, and no client starts an operation.
  var isUncancelled: Bool {
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

  /// When the work began, where that was before any call that may start it; else nil.
  func unaskedBegin(_ index: HistoryIndex) -> Ticket? {
    guard let begin else { return nil }
    let asked = (possibleAdds + manualStarts).map(\.called).min() ?? index.end
    return begin < asked ? begin : nil
  }
}

extension Stall {
  /// Whether no client code is held, so that no class can be short of threads.
  var isFree: Bool { held.isEmpty && !isFrozen }

  /// What shows that an operation has not finished by its own account.
  ///
  /// The last read of isFinished, made at rest, gave false; or a wait for it has not returned, and
  /// no read gave true.
  func unfinishedSign(_ record: HistoryIndex.OperationRecord) -> UnfinishedSign? {
    if let read = awaitedRead(.isFinished, true, of: record.id) {
      return UnfinishedSign(
        called: read.called, returned: read.returned,
        words: "isFinished of \(index.name(record.id)) still read false at \(read.returned)")
    }
    guard record.reads(.isFinished).first(true) == nil,
      let wait = record.calls(.wait).first(where: { $0.returned == nil && $0.called < ticket })
    else { return nil }
    return UnfinishedSign(
      called: wait.called, returned: nil,
      words: "a wait for \(index.name(record.id)), called at \(wait.called), had not returned")
  }
}

/// A sign that an operation of a class has not finished where nothing moves any more.
struct UnfinishedSign {
  /// Ticket of the call that shows it.
  let called: Ticket
  /// Ticket of the call's return, if it did.
  let returned: Ticket?
  /// The call in words.
  let words: String
}
