#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The performance of plans, step by step. Called with the lock held.
extension Engine {
  /// Performs the plan of a command or of an event.
  ///
  /// - Parameters:
  ///   - plan: the plan.
  ///   - frame: what the plan is about; its steps leave their findings there.
  ///   - isPaced: whether a slow variant may pause before each step, the lock given up.
  func perform(_ plan: Plan, _ frame: inout Frame, isPaced: Bool = false) {
    for item in plan.items {
      if isPaced, pacer.isSlow, item.step.mayBeDelayed { unlocked { pacer.pause() } }
      if let condition = item.condition, !condition.holds(state, frame) { continue }
      perform(item.step, &frame)
    }
    wakeStopped()
  }

  private func perform(_ step: Step, _ frame: inout Frame) {
    switch step {
    case .window: unlocked { Thread.yield(times: behavior.placement.windowYields) }
    case .catchUp: catchUp()
    case .reschedule: for q in state.touched(by: frame) { reschedule(q) }
    case .enlistEach: enlistEach(&frame)
    case .cancelEach: cancelEach(frame)
    case .awaitGroup: awaitGroup(frame)
    case .park: park(frame)
    case .announce(let property): announce(property, frame)
    case .announceReleased: for x in frame.released { announce(.isReady, of: x) }
    case .restoreThreadPriority: restoreThreadPriority(frame)
    case .launchBarrier: if let barrier = frame.barrier { launch(barrier) }
    case .launch, .release, .wake, .complete, .applyThreadPriority:
      if let x = frame.operation { perform(step, on: x, &frame) }
    default: state.perform(step, &frame, by: behavior)
    }
  }

  /// The steps about one operation that are more than a change of the state.
  private func perform(_ step: Step, on x: OperationID, _ frame: inout Frame) {
    switch step {
    case .launch: launch(x)
    case .release:
      state.perform(step, &frame, by: behavior)
      guard frame.isDangling else { return }
      // What memory-unsafe code would do here with the reference.
      raise(SIGSEGV)
    case .wake: if state.wake(x, by: behavior) { wakeBlocked() }
    case .complete: complete(x, frame)
    case .applyThreadPriority: applyThreadPriority(of: x, &frame)
    default: break
    }
  }

  /// Dispatches from a queue what the guards allow.
  private func reschedule(_ q: QueueID) {
    while !isTornDown, let barrier = behavior.barrierDue(state, q) {
      var frame = Frame()
      frame.queue = q
      frame.barrier = barrier
      perform(behavior.beginBarrierPlan, &frame)
    }
    while !isTornDown, let x = state.next(in: q, by: behavior) {
      var frame = Frame()
      frame.operation = x
      perform(behavior.dispatchPlan, &frame)
    }
  }

  /// Notices what is ready, dispatches what can be, and ends the waits that are over, everywhere.
  private func catchUp() {
    for queue in state.queues {
      var frame = Frame()
      frame.queue = queue.id
      state.perform(.noticeAll, &frame, by: behavior)
      reschedule(queue.id)
    }
    for (wait, record) in state.waits {
      guard case .operation(let x) = record.scope, state.exists(x), state[x].isFinished else {
        continue
      }
      if state.wake(wait, of: x) { wakeBlocked() }
    }
  }

  private func enlistEach(_ frame: inout Frame) {
    for x in frame.members {
      var member = frame
      member.operation = x
      member.isGrouped = true
      perform(behavior.memberPlan, &member)
    }
  }

  private func cancelEach(_ frame: Frame) {
    guard let q = frame.queue else { return }
    for x in behavior.cancelTargets(state, q)
    where state.exists(x) && behavior.cancelCheck(state, x) {
      var single = Frame()
      single.operation = x
      single.origin = frame.origin
      perform(behavior.cancelPlan, &single)
    }
  }

  private func awaitGroup(_ frame: Frame) {
    let scope = WaitScope.group(frame.members)
    if behavior.awaitsGroup(state, frame.waits) { wait(for: scope, from: frame.origin) }
  }

  /// Blocks the calling thread until what the scope names has finished.
  ///
  /// - Parameters:
  ///   - scope: what is waited for.
  ///   - origin: from where the wait is called.
  func wait(for scope: WaitScope, from origin: Origin) {
    var frame = Frame()
    frame.scope = scope
    frame.origin = origin
    perform(behavior.waitPlan, &frame)
  }

  private func park(_ frame: Frame) {
    guard let wait = frame.wait else { return }
    if !behavior.isOver(state, wait) { park(wait) }
    state.waits[wait] = nil
  }
}
