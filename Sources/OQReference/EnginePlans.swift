#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The performance of plans, step by step. Called with the lock held.
extension Engine {
  /// Performs a plan.
  ///
  /// - Parameters:
  ///   - name: the member of `Behavior`, for the side channel.
  ///   - member: finds the plan in a behavior.
  ///   - frame: what the plan is about; its steps leave their findings there.
  ///   - isPaced: whether a slow variant may pause before each step, the lock given up.
  func perform(
    _ name: StaticString, _ member: (Behavior) -> Plan, _ frame: inout Frame,
    isPaced: Bool = false
  ) {
    let plan = member(behavior)
    if let truth, plan.effect(in: state, frame) != member(.standard).effect(in: state, frame) {
      report(truth, name, about: [frame.operation as Any, frame.queue as Any])
    }
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
    case .reschedule: rescheduleTouched(by: frame)
    case .enlistEach: enlistEach(&frame)
    case .cancelEach: cancelEach(frame)
    case .awaitGroup: awaitGroup(frame)
    case .snapshot, .register, .park: performWait(step, &frame)
    case .announce(let property): announce(property, frame)
    case .announceReleased: for x in frame.released { announce(.isReady, of: x) }
    default:
      if let x = frame.operation {
        perform(step, on: x, &frame)
      } else if let q = frame.queue {
        perform(step, in: q, &frame)
      }
    }
  }

  /// The steps that are about one operation.
  private func perform(_ step: Step, on x: OperationID, _ frame: inout Frame) {
    switch step {
    case .notice: notice(x, &frame)
    case .takeSlot: state.takeSlot(x)
    case .enterDispatched: state.enterDispatched(x)
    case .launch: launch(x)
    case .enterStarting: state.enterStarting(x, manual: frame.isManual)
    case .setExecuting: state.setExecuting(x)
    case .enterExecuting: state.enterExecuting(x)
    case .enterEnded: state[x].phase = .ended
    case .clearExecuting: state[x].isExecuting = false
    case .setFinished: state.setFinished(x)
    case .release: release(x, &frame)
    case .notify: for dependent in frame.released { notice(dependent, &frame) }
    case .unlist: state.unlist(x)
    case .uncount: state.uncount(x)
    case .freeSlot: state.freeSlot(x)
    case .passBarriers: state.passBarriers(x)
    case .wake: wake(x)
    case .takeCompletion: takeCompletion(of: x, &frame)
    case .complete: complete(x, frame)
    case .setPriority: state.setPriority(x, to: frame.value)
    case .strike: state.unready(x)
    case .setThreadPriority: state[x].threadPriority = frame.value
    case .applyThreadPriority: applyThreadPriority(of: x, &frame)
    case .restoreThreadPriority: restoreThreadPriority(frame)
    case .setCompletion: state[x].completion = frame.completion
    case .appendBlock: state[x].blocks += 1
    case .setCondition: state[x].condition = frame.value != 0
    case .storeFinished: state[x].isFinished = true
    case .markCancelled: state.markCancelled(x)
    case .heed: state[x].isHeeded = true
    case .setName, .setQuality, .inheritQuality, .countProgress:
      performProperty(step, of: x, frame)
    default: performEdge(step, of: x, frame)
    }
  }

  /// The steps that join an operation with a queue or with a dependency.
  private func performEdge(_ step: Step, of x: OperationID, _ frame: Frame) {
    if let q = frame.queue {
      switch step {
      case .own: state.own(x, by: q, from: frame.origin, grouped: frame.isGrouped)
      case .list: state.list(x, in: q)
      case .count: state.count(x, in: q)
      default: break
      }
    }
    if let d = frame.dependency {
      switch step {
      case .listDependency: state.listDependency(d, of: x)
      case .open: if ask("opens", { $0.opens }, x, d) { state.open(d, of: x) }
      case .unlistDependency: state.unlistDependency(d, of: x)
      case .close: state.close(d, of: x)
      default: break
      }
    }
  }

  /// The steps that are about a queue alone.
  private func perform(_ step: Step, in q: QueueID, _ frame: inout Frame) {
    switch step {
    case .setSuspended: state.suspend(q)
    case .clearSuspended: state.resume(q)
    case .setLimit: state.setLimit(frame.value, of: q)
    case .enlistBarrier: frame.barrier = state.enlistBarrier(in: q)
    case .setName: state[q].name = frame.name
    case .setQuality: state[q].quality = Quality(rawValue: frame.value) ?? .unspecified
    case .setProgressTotal: state[q].progressTotal = frame.value
    case .setUnderlying: state[q].underlying = frame.value
    case .noticeAll: for x in state[q].list.members { notice(x, &frame) }
    case .beginBarrier: if let barrier = frame.barrier { state.beginBarrier(barrier) }
    case .launchBarrier: if let barrier = frame.barrier { launch(barrier) }
    case .endBarrier: if let barrier = frame.barrier { state.endBarrier(barrier) }
    default: break
    }
  }

  /// Brings what the owner knows about an operation up to date.
  private func notice(_ x: OperationID, _ frame: inout Frame) {
    guard let owner = state[x].owner, state[x].phase == .queued else { return }
    let isReady =
      ask("isReady", { $0.isReady }, x) && ask("isUnbarred", { $0.isUnbarred }, x)
    if isReady { state.makeReady(x) } else { state.unready(x) }
    if !frame.touched.contains(owner) { frame.touched.append(owner) }
  }

  /// Closes the edges that end at an operation.
  private func release(_ d: OperationID, _ frame: inout Frame) {
    for x in ask("released", { $0.released }, d) {
      // A dangling reference: what memory-unsafe code would do here with it.
      guard state.exists(x) else { raise(SIGSEGV); continue }
      state.close(d, of: x)
      frame.released.append(x)
    }
  }

  private func wake(_ x: OperationID) {
    var isAnyOver = false
    for wait in ask("wakes", { $0.wakes }, x) where state.wake(wait, of: x) { isAnyOver = true }
    if isAnyOver { wakeBlocked() }
  }

  private func rescheduleTouched(by frame: Frame) {
    let owner = frame.queue ?? frame.operation.flatMap { state[$0].owner }
    if let owner { reschedule(owner) }
    for q in frame.touched where q != owner { reschedule(q) }
  }

  /// Dispatches from a queue what the guards allow.
  private func reschedule(_ q: QueueID) {
    while !isTornDown, let barrier = ask("barrierDue", { $0.barrierDue }, q) {
      var frame = Frame()
      frame.queue = q
      frame.barrier = barrier
      perform("beginBarrierPlan", { $0.beginBarrierPlan }, &frame)
    }
    while !isTornDown, ask("mayDispatch", { $0.mayDispatch }, q),
      ask("slotFree", { $0.slotFree }, q),
      let x = choose(q)
    {
      var frame = Frame()
      frame.operation = x
      perform("dispatchPlan", { $0.dispatchPlan }, &frame)
    }
  }

  private func enlistEach(_ frame: inout Frame) {
    for x in frame.members {
      var member = frame
      member.operation = x
      member.isGrouped = true
      perform("memberPlan", { $0.memberPlan }, &member)
    }
  }

  private func cancelEach(_ frame: Frame) {
    guard let q = frame.queue else { return }
    for x in ask("cancelTargets", { $0.cancelTargets }, q)
    where state.exists(x) && ask("cancelCheck", { $0.cancelCheck }, x) {
      var single = Frame()
      single.operation = x
      single.origin = frame.origin
      perform("cancelPlan", { $0.cancelPlan }, &single)
    }
  }

  private func awaitGroup(_ frame: Frame) {
    guard ask("awaitsGroup", { $0.awaitsGroup }, frame.waits) else { return }
    wait(for: .group(frame.members), from: frame.origin)
  }

  /// Blocks the calling thread until what the scope names has finished.
  func wait(for scope: WaitScope, from origin: Origin) {
    var frame = Frame()
    frame.scope = scope
    frame.origin = origin
    perform("waitPlan", { $0.waitPlan }, &frame)
  }

  private func performWait(_ step: Step, _ frame: inout Frame) {
    switch step {
    case .snapshot:
      if let scope = frame.scope { frame.awaited = ask("awaited", { $0.awaited }, scope) }
    case .register:
      guard let scope = frame.scope else { return }
      frame.wait = state.register(frame.awaited, for: scope, from: frame.origin)
    default:
      guard let wait = frame.wait else { return }
      if !ask("isOver", { $0.isOver }, wait) { park(wait) }
      state.waits[wait] = nil
    }
  }
}
