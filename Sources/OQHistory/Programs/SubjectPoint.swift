/// A visible step of a subject: the return of a call that it made into a library of the system.
///
/// Such is the unlock of a mutex, on a thread that a program drives or that has run its client
/// code.
/// A point is named by what the lane was doing, the function, and the code that called it, with a
/// number where the same call came several times. So it survives small changes of the program and
/// of the subject.
package struct SubjectPoint: Sendable, Hashable {
  /// What a lane is doing while its thread is in the hands of the subject.
  package enum Span: Sendable, Hashable {
    /// The call of a step; steps are numbered from 0.
    case call(Int)
    /// What the thread does for the subject after the client code of the lane has returned.
    case after
  }

  /// The lane.
  package let lane: Lane
  /// What the lane was doing.
  package let span: Span
  /// The function whose return is the point.
  package let function: PointFunction
  /// The code that called it: a symbol, or a file and an offset where the file names none.
  package let caller: String
  /// Counts such calls in the span, from 1.
  package let occurrence: Int

  /// Names a point.
  ///
  /// - Parameters:
  ///   - lane: the lane.
  ///   - span: what the lane was doing.
  ///   - function: the function whose return is the point.
  ///   - caller: the code that called it, without blanks.
  ///   - occurrence: counts such calls in the span, from 1.
  package init(
    _ lane: Lane, _ span: Span, _ function: PointFunction, caller: String, occurrence: Int = 1
  ) {
    self.lane = lane
    self.span = span
    self.function = function
    self.caller = caller
    self.occurrence = occurrence
  }
}

/// The functions whose return is a point; the numbers are those of the target `OQPoints`.
package enum PointFunction: Int32, Sendable, Hashable, CaseIterable {
  case mutexLock = 0
  case mutexUnlock
  case conditionWait
  case conditionTimedWait
  case conditionSignal
  case conditionBroadcast
  case semaphoreWait
  case semaphorePost
  case threadCreate
  case dispatchAsync
  case dispatchSemaphoreWait
  case dispatchSemaphoreSignal
  case retain
  case release

  /// The function's name in its library.
  package var name: String {
    switch self {
    case .mutexLock: "pthread_mutex_lock"
    case .mutexUnlock: "pthread_mutex_unlock"
    case .conditionWait: "pthread_cond_wait"
    case .conditionTimedWait: "pthread_cond_timedwait"
    case .conditionSignal: "pthread_cond_signal"
    case .conditionBroadcast: "pthread_cond_broadcast"
    case .semaphoreWait: "sem_wait"
    case .semaphorePost: "sem_post"
    case .threadCreate: "pthread_create"
    case .dispatchAsync: "dispatch_async"
    case .dispatchSemaphoreWait: "dispatch_semaphore_wait"
    case .dispatchSemaphoreSignal: "dispatch_semaphore_signal"
    case .retain: "swift_retain"
    case .release: "swift_release"
    }
  }
}

/// A lane that stays at a point of the subject for a while, as any thread may that loses the
/// processor there.
package struct Hold: Sendable, Hashable {
  /// How long the lane stays.
  package enum Release: Sendable, Hashable {
    /// Until every other thread is at rest.
    case rest
    /// Until another lane has passed a harness point.
    case passed(Pins.Pin)
  }

  /// Where the lane stays.
  package let point: SubjectPoint
  /// How long it stays.
  package let release: Release

  /// Describes a hold.
  ///
  /// - Parameters:
  ///   - point: where the lane stays.
  ///   - release: how long it stays.
  package init(at point: SubjectPoint, until release: Release = .rest) {
    self.point = point
    self.release = release
  }
}
