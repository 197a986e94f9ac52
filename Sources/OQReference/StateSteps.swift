/// The steps of plans that change the state and do nothing else.
extension State {
  /// Performs a step; one that is more than a change of the state has no effect here.
  ///
  /// - Parameters:
  ///   - step: the step.
  ///   - frame: what the plan is about; the step leaves its findings there.
  ///   - behavior: answers what the step asks.
  mutating func perform(_ step: Step, _ frame: inout Frame, by behavior: Behavior) {
    switch step {
    case .snapshot: if let scope = frame.scope { frame.awaited = behavior.awaited(self, scope) }
    case .register:
      guard let scope = frame.scope else { return }
      frame.wait = register(frame.awaited, for: scope, from: frame.origin)
    default:
      if let x = frame.operation {
        perform(step, on: x, &frame, by: behavior)
      } else if let q = frame.queue {
        perform(step, in: q, &frame, by: behavior)
      }
    }
  }

  /// The steps that are about one operation.
  private mutating func perform(
    _ step: Step, on x: OperationID, _ frame: inout Frame, by behavior: Behavior
  ) {
    switch step {
    case .notice: notice(x, &frame, by: behavior)
    case .takeSlot: takeSlot(x)
    case .enterDispatched: enterDispatched(x)
    case .enterStarting: enterStarting(x, manual: frame.isManual)
    case .setExecuting: setExecuting(x)
    case .enterExecuting: enterExecuting(x)
    case .enterEnded: self[x].phase = .ended
    case .clearExecuting: self[x].isExecuting = false
    case .setFinished: setFinished(x)
    case .release: release(x, &frame, by: behavior)
    case .notify: for dependent in frame.released { notice(dependent, &frame, by: behavior) }
    case .unlist: unlist(x)
    case .uncount: uncount(x)
    case .freeSlot: freeSlot(x)
    case .passBarriers: passBarriers(x)
    case .takeCompletion: takeCompletion(of: x, &frame)
    case .setPriority: setPriority(x, to: behavior.adjustPriority(self, frame.value))
    case .strike: unready(x)
    case .setThreadPriority: self[x].threadPriority = frame.value
    case .setCompletion: self[x].completion = frame.completion
    case .appendBlock: self[x].blocks += 1
    case .setCondition: self[x].condition = frame.value != 0
    case .storeFinished: self[x].isFinished = true
    case .markCancelled: markCancelled(x)
    case .heed: self[x].isHeeded = true
    case .setName, .setQuality, .inheritQuality, .countProgress:
      performProperty(step, of: x, frame, by: behavior)
    default: performEdge(step, of: x, frame, by: behavior)
    }
  }

  /// The steps that join an operation with a queue or with a dependency.
  private mutating func performEdge(
    _ step: Step, of x: OperationID, _ frame: Frame, by behavior: Behavior
  ) {
    if let q = frame.queue {
      switch step {
      case .own: own(x, by: q, from: frame.origin, grouped: frame.isGrouped)
      case .list: list(x, in: q)
      case .count: count(x, in: q)
      default: break
      }
    }
    if let d = frame.dependency {
      switch step {
      case .listDependency: listDependency(d, of: x)
      case .open: if behavior.opens(self, x, d) { open(d, of: x) }
      case .unlistDependency: unlistDependency(d, of: x)
      case .close: close(d, of: x)
      default: break
      }
    }
  }

  /// The steps that are about a property of one operation on which nothing else depends.
  private mutating func performProperty(
    _ step: Step, of x: OperationID, _ frame: Frame, by behavior: Behavior
  ) {
    switch step {
    case .setName: self[x].name = frame.name
    case .setQuality: self[x].quality = Quality(rawValue: frame.value) ?? .unspecified
    case .inheritQuality: if let q = self[x].owner { self[x].quality = self[q].quality }
    case .countProgress:
      if let q = self[x].owner, behavior.countsProgress(self, x) {
        self[q].progressCompleted += 1
      }
    default: break
    }
  }

  /// The steps that are about a queue alone.
  private mutating func perform(
    _ step: Step, in q: QueueID, _ frame: inout Frame, by behavior: Behavior
  ) {
    switch step {
    case .setSuspended: suspend(q)
    case .clearSuspended: resume(q)
    case .setLimit: setLimit(frame.value, of: q)
    case .enlistBarrier: frame.barrier = enlistBarrier(in: q)
    case .setName: self[q].name = frame.name
    case .setQuality: self[q].quality = Quality(rawValue: frame.value) ?? .unspecified
    case .setProgressTotal: self[q].progressTotal = frame.value
    case .setUnderlying: self[q].underlying = frame.value
    case .noticeAll: for x in self[q].list.members { notice(x, &frame, by: behavior) }
    case .beginBarrier: if let barrier = frame.barrier { beginBarrier(barrier) }
    case .endBarrier: if let barrier = frame.barrier { endBarrier(barrier) }
    default: break
    }
  }

  /// Brings what the owner knows about an operation up to date.
  private mutating func notice(_ x: OperationID, _ frame: inout Frame, by behavior: Behavior) {
    guard let owner = self[x].owner, self[x].phase == .queued else { return }
    if behavior.isReady(self, x), behavior.isUnbarred(self, x) { makeReady(x) } else { unready(x) }
    if !frame.touched.contains(owner) { frame.touched.append(owner) }
  }

  /// Closes the edges that end at an operation.
  private mutating func release(_ d: OperationID, _ frame: inout Frame, by behavior: Behavior) {
    for x in behavior.released(self, d) {
      guard exists(x) else {
        frame.isDangling = true
        continue
      }
      close(d, of: x)
      frame.released.append(x)
    }
  }

  /// Takes the completion block out of an operation, so that its property reads nil.
  private mutating func takeCompletion(of x: OperationID, _ frame: inout Frame) {
    guard let id = self[x].completion else { return }
    frame.taken = id
    self[x].completion = nil
  }

  /// Ends the waits that wait for nothing but an operation.
  ///
  /// - Parameters:
  ///   - x: has finished.
  ///   - behavior: says which waits learn of it.
  /// - Returns: whether one is over.
  mutating func wake(_ x: OperationID, by behavior: Behavior) -> Bool {
    var isAnyOver = false
    for wait in behavior.wakes(self, x) where wake(wait, of: x) { isAnyOver = true }
    return isAnyOver
  }

  /// What a queue dispatches next, if it may dispatch anything.
  ///
  /// - Parameters:
  ///   - q: the queue.
  ///   - behavior: decides.
  /// - Returns: the operation, or nil.
  func next(in q: QueueID, by behavior: Behavior) -> OperationID? {
    behavior.mayDispatch(self, q) && behavior.slotFree(self, q) ? behavior.choose(self, q) : nil
  }

  /// The queues at which a plan has to look for something to dispatch: its own first.
  ///
  /// - Parameter frame: what the plan is about, and what it touched.
  /// - Returns: the queues, none twice.
  func touched(by frame: Frame) -> [QueueID] {
    let own = frame.queue ?? frame.operation.flatMap { self[$0].owner }
    return (own.map { [$0] } ?? []) + frame.touched.filter { $0 != own }
  }
}
