import OQSpecification

extension Mutant {
  /// Broken dispatch queues.
  static let dispatchQueues: [Mutant] = dispatchOrder + dispatchNumber + dispatchLiveness

  /// Something comes too early, or in another order.
  private static let dispatchOrder: [Mutant] = [
    Mutant(
      "serial-queue-takes-newest", breaks: "DISPATCH-1",
      "a serial dispatch queue takes the newest task that waits",
      dispatch: {
        $0.serialQueue = .newestFirst
      }),
    Mutant(
      "serial-queue-has-two-threads", breaks: "DISPATCH-2",
      "two threads drain a serial dispatch queue", dispatch: { $0.serialQueue = .byTwoThreads }),
    Mutant(
      "main-dispatch-queue-has-worker", breaks: "DISPATCH-8",
      "a thread of the pool drains the main dispatch queue",
      dispatch: { $0.mainQueueHasWorker = true }),
    Mutant(
      "concurrent-queue-is-serial", breaks: "DISPATCH-3",
      "a concurrent dispatch queue waits for the task before",
      dispatch: {
        $0.isConcurrentQueueSerial = true
      }),
    Mutant(
      "async-left-to-next-call", breaks: "DISPATCH-4",
      "async leaves every task but the first of a queue to the next call",
      dispatch: { $0.async = .keeps }),
    Mutant(
      "async-in-task-waits", breaks: "DISPATCH-5",
      "async waits for its task if a task of the same dispatch queue calls it",
      dispatch: {
        $0.async = .waitsInTasks
      }),
    Mutant(
      "sync-returns-early", breaks: "DISPATCH-6",
      "sync returns when its task is enqueued", dispatch: { $0.syncWaits = false }),
    Mutant(
      "async-waits", breaks: "DISPATCH-6", "async returns when its task has run",
      dispatch: {
        $0.async = .waits
      }),
    Mutant(
      "queue-memory-stale", breaks: "DISPATCH-7",
      "a task does not see what tasks wrote on other threads since its thread looked last",
      dispatch: { $0.keepsStaleMemory = true }),
    Mutant(
      "once-marked-late", breaks: "DISPATCH-9",
      "code under once is marked when it has run, and runs again for whoever asks before",
      dispatch: { $0.claimsOnce = false }),
    Mutant(
      "deadline-ignored", breaks: "DISPATCH-9",
      "a task with a deadline is submitted at once", dispatch: { $0.awaitsDeadline = false }),
    Mutant(
      "group-notifies-at-first-leave", breaks: "DISPATCH-9",
      "a group is notified of when one member has left",
      dispatch: {
        $0.notification = .firstLeave
      }),
    Mutant(
      "group-wait-ends-at-first-leave", breaks: "DISPATCH-9",
      "a wait for a group ends when one member has left",
      dispatch: {
        $0.groupWait = .firstLeave
      }),
    Mutant(
      "signal-counts-twice", breaks: "DISPATCH-13",
      "one signal of a semaphore ends two waits", dispatch: { $0.waitsPerSignal = 2 }),
    Mutant(
      "dispatch-barrier-passes-earlier", breaks: "DISPATCH-13",
      "a barrier of a dispatch queue keeps later tasks waiting and does not wait for earlier ones",
      dispatch: { $0.barrier = .fromLater }),
    Mutant(
      "dispatch-barrier-lets-later-pass", breaks: "DISPATCH-13",
      "a barrier of a dispatch queue waits for earlier tasks and lets later ones pass",
      dispatch: { $0.barrier = .fromEarlier }),
  ]

  /// A task runs too often.
  private static let dispatchNumber: [Mutant] = [
    Mutant(
      "notification-kept-by-group", breaks: "DISPATCH-51",
      "a group keeps its notifications and submits them again with the next one",
      dispatch: { $0.forgetsNotifications = false }),
    Mutant(
      "task-behind-others-enqueued-twice", breaks: "DISPATCH-51",
      "a serial dispatch queue enqueues a task twice that it is given while it is busy",
      dispatch: { $0.serialQueue = .twiceWhenBusy }),
  ]

  /// Something never comes.
  private static let dispatchLiveness: [Mutant] = [
    Mutant(
      "sync-lost-behind-others", breaks: "DISPATCH-6",
      "a sync does not return from a dispatch queue that was busy when it was called",
      dispatch: { $0.syncReturnsFromBusyQueue = false }),
    Mutant(
      "once-waiter-forgotten", breaks: "DISPATCH-9",
      "who asks for code under once while it runs is never let go",
      dispatch: { $0.onceReleasesWaiters = false }),
    Mutant(
      "later-deadline-replaces", breaks: "DISPATCH-9",
      "a task with a deadline is forgotten when another one is submitted before it is due",
      dispatch: { $0.keepsEveryDeadline = false }),
    Mutant(
      "group-counts-one-leave", breaks: "DISPATCH-9",
      "of several leaves of a group by hand only the first one counts",
      dispatch: { $0.countsEveryLeave = false }),
    Mutant(
      "group-waiter-not-woken", breaks: "DISPATCH-9",
      "a wait for a group that has members does not end", dispatch: { $0.wakesGroupWaits = false }),
    Mutant(
      "second-barrier-forgotten", breaks: "DISPATCH-13",
      "a barrier of a dispatch queue never runs that is submitted before another one has ended",
      dispatch: { $0.keepsEveryBarrier = false }),
    Mutant(
      "signal-before-wait-lost", breaks: "DISPATCH-13",
      "a signal of a semaphore for which nobody waits is lost",
      dispatch: { $0.keepsSignals = false }),
    Mutant(
      "second-waiter-not-woken", breaks: "DISPATCH-13",
      "of two waits for a semaphore at once the second one does not end",
      dispatch: { $0.wakesEveryWaiter = false }),
  ]
}
