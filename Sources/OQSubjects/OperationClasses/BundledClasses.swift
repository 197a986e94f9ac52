import OQHistory
import OQSpecification

extension OperationClass {
  /// A bundled class with one known mistake.
  package struct Mistake: Sendable {
    /// The class.
    package let operationClass: OperationClass
    /// The rule that it breaks.
    package let breaks: RuleID
  }

  /// The correct class of a nature, which is the control of the others.
  package static func correct(_ nature: OperationNature) -> OperationClass {
    switch nature {
    case .asynchronous:
      OperationClass("async", "a correct class that overrides start") { AsyncOperation($0) }
    case .main:
      OperationClass("main", "a correct class that overrides main", .main) { MainOperation($0) }
    }
  }

  /// The listings of the guide, with the rule that each breaks first.
  package static let listings: [Mistake] = [
    Mistake(
      OperationClass("guide-my-operation", "the guide's listing of MyOperation") {
        GuideOperation($0)
      }, "ASYNC-16"),
    Mistake(
      OperationClass("guide-perform-operation", "the guide's listing of performOperation") {
        PerformingOperation($0)
      }, "ASYNC-7"),
  ]

  /// Correct classes of the kinds that applications have, beside the controls.
  package static let ofApplications: [OperationClass] = [
    OperationClass("finishes-on-main", "a correct class that finishes on the main queue") {
      FinishesOnMain($0)
    },
    OperationClass("works-on-main", "a correct class that works on the main run loop") {
      WorksOnMain($0)
    },
    OperationClass("awaiting", "a correct class that awaits its work in a task") {
      AwaitingOperation($0)
    },
    OperationClass("two-levels", "a correct class with a generic base class of its own") {
      FetchingOperation($0)
    },
    OperationClass("group", "a correct class that runs others in a queue of its own") {
      GroupOperation($0)
    },
    OperationClass("download", "the DownloadOperation of the source documents", .main) {
      DownloadOperation($0)
    },
  ]

  /// Classes with a mistake that is found in widely copied ones, or in public bug reports.
  package static let mistakes: [Mistake] = copied + reported + habitual + patient

  private static let habitual: [Mistake] = [
    Mistake(
      "cancel-drops-completion", "lets go of its completion block in cancel", "DONE-4",
      CancelDropsCompletion.self),
    Mistake(
      "completes-twice", "calls its completion block beside the queue", "DONE-2",
      CompletesTwice.self),
    Mistake("own-mark", "keeps a mark that not every cancel sets", "CANCEL-1", OwnMark.self),
    Mistake(
      "mark-ends-with-finish", "is cancelled only until it has finished", "STATE-9",
      MarkEndsWithFinish.self),
    Mistake("one-signal", "gives all its waiters one signal", "WAIT-2", OneSignal.self),
    Mistake(
      "group-never-notifies", "cancels the operation that reports its finish", "CANCEL-22",
      GroupNeverNotifies.self),
    Mistake("gives-up", "reports its finish when work takes long", "ASYNC-18", GivesUp.self),
    Mistake(
      "keeps-dependencies", "overrides removeDependency without super", "DEP-11",
      KeepsDependencies.self),
    Mistake("cancel-waits", "waits in cancel for its work", "CANCEL-4", CancelWaits.self),
    Mistake("two-at-once", "works only where no two others do", "EXEC-2", TwoAtOnce.self),
    Mistake("starts-itself", "begins its work when it is made", "ASYNC-10", StartsItself.self),
    Mistake(
      OperationClass("works-when-made", "does its work when it is made, and in main", .main) {
        WorksWhenMade($0)
      }, "STATE-1"),
    Mistake(
      OperationClass("failure-cancels-others", "cancels its queue when its work fails", .main) {
        FailureCancelsOthers($0)
      }, "STATE-9"),
  ]

  private static let patient: [Mistake] = [
    Mistake(
      "retries-after-finish", "works once more by a timer after a failure", "EXEC-1",
      RetriesAfterFinish.self),
    Mistake(
      "ends-by-timeout", "reports its finish after a timeout", "ASYNC-18", EndsByTimeout.self),
    Mistake(
      "forgets-the-third", "never works where two others do", "QUEUE-1", ForgetsTheThird.self),
    Mistake(
      "keeps-last-dependency", "keeps only the dependency added last", "DEP-11",
      KeepsLastDependency.self),
  ]

  private static let reported: [Mistake] = [
    Mistake(
      OperationClass("cancelled-is-a-state", "loses the mark of a cancel with its next state") {
        CancelledIsAState($0)
      }, "STATE-9"),
    Mistake(
      "unready-when-cancelled", "is never ready once it was cancelled", "CANCEL-22",
      UnreadyWhenCancelled.self),
    Mistake(
      OperationClass(
        "calls-own-completion", "calls its completion block itself if cancelled", .main
      ) { CallsOwnCompletion($0) }, "DONE-2"),
    Mistake(
      "cancels-its-dependencies", "cancels what it depends on with itself", "CANCEL-19",
      CancelsItsDependencies.self),
    Mistake(
      "loses-early-cancel", "forgets a cancel that comes before its first step", "CANCEL-22",
      LosesEarlyCancel.self),
    Mistake(
      "starts-again-after-error", "starts once more when its work fails", "EXEC-1",
      StartsAgainAfterError.self),
    Mistake(
      "swallows-completion", "calls its completion block on success only, before its finish",
      "DONE-9", SwallowsCompletion.self),
  ]

  private static let copied: [Mistake] = [
    Mistake("silent-finish", "stores its finish and tells nobody", "ASYNC-6", SilentFinish.self),
    Mistake(
      "announces-first", "announces its finish before it stores it", "ASYNC-6",
      AnnouncesFirst.self),
    Mistake(
      "finished-at-launch", "reports its finish when the work begins", "ASYNC-18",
      FinishedAtLaunch.self),
    Mistake(
      OperationClass("calls-super-start", "its start calls the inherited one") {
        CallsSuperStart($0)
      }, "ASYNC-3"),
    Mistake("works-twice", "does its work in start and in main", "EXEC-1", WorksTwice.self),
    Mistake(
      "ignores-cancel", "does not look at isCancelled before the launch", "ASYNC-7",
      IgnoresCancel.self),
    Mistake(
      "cancelled-forever", "returns from start without a finish if cancelled", "ASYNC-7",
      CancelledForever.self),
    Mistake(
      "cancelled-work-forever", "forgets the finish if cancelled while it works", "CANCEL-22",
      CancelledWorkForever.self),
    Mistake(
      "error-skips-finish", "forgets the finish if the work fails", "ASYNC-9",
      ErrorSkipsFinish.self),
    Mistake(
      "executing-forever", "does not take isExecuting back", "ASYNC-8", ExecutingForever.self),
    Mistake("never-executing", "does not report that it executes", "ASYNC-18", NeverExecuting.self),
    Mistake(
      "finished-unless-executing", "takes what does not execute for finished", "ASYNC-10",
      FinishedUnlessExecuting.self),
    Mistake("not-asynchronous", "leaves isAsynchronous false", "ASYNC-4", NotAsynchronous.self),
    Mistake("works-in-start", "does its work in start", "ASYNC-2", WorksInStart.self),
    Mistake("waits-in-start", "waits for its work in start", "ASYNC-2", WaitsInStart.self),
    Mistake(
      "finishes-in-cancel", "reports its finish in cancel, before start", "KVO-53",
      FinishesInCancel.self),
    Mistake("cancels-alone", "overrides cancel without super", "CANCEL-1", CancelsAlone.self),
    Mistake("ready-alone", "overrides isReady without super", "READY-7", ReadyAlone.self),
    Mistake(
      OperationClass("main-returns-early", "gives its work away in main and returns", .main) {
        MainReturnsEarly($0)
      }, "STATE-6"),
    Mistake(
      OperationClass("finishes-twice", "reports its finish in main, as start does after it", .main)
      { FinishesTwice($0) }, "DONE-2"),
  ]

  /// A class with a data race, which no history shows: ThreadSanitizer judges it (ASYNC-5).
  package static let racy = OperationClass(
    "unsynchronised", "keeps its states in plain fields, which several threads use"
  ) { Unsynchronised($0) }

  /// A class that no list shows, with a control that makes the same mistake: as a class looks whose
  /// host is to blame.
  package static let onMistakenHost: (accused: OperationClass, control: OperationClass?) = (
    OperationClass("on-mistaken-host", "leaves isAsynchronous false, as its control does") {
      NotAsynchronous($0)
    },
    named("not-asynchronous")
  )

  /// All bundled classes, the correct ones first.
  package static let bundled: [OperationClass] =
    [correct(.asynchronous), correct(.main)] + ofApplications
    + (listings + mistakes).map(\.operationClass) + [racy]

  /// The bundled class with a name.
  ///
  /// - Parameter name: a name without the prefix of the command line.
  /// - Returns: nil where there is none of this name.
  package static func named(_ name: String) -> OperationClass? {
    bundled.first { $0.name == name }
  }
}

extension OperationClass.Mistake {
  fileprivate init(_ operationClass: OperationClass, _ breaks: RuleID) {
    self.operationClass = operationClass
    self.breaks = breaks
  }

  fileprivate init(
    _ name: String, _ summary: String, _ breaks: RuleID, _ type: AsyncOperation.Type
  ) {
    self.init(OperationClass(name, summary) { type.init($0) }, breaks)
  }
}
