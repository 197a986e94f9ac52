/// The correct queue beside another one: it is given the same commands in the same order and learns
/// of the same starts and ends of tasks.
///
/// It runs nothing itself. What it would have handed to a thread is due until the other queue starts
/// it; what the other one starts without that being due is wrong. So it tells apart a decision that
/// differs and one that has consequences: a free slot that nobody wants has none.
///
/// Every plan is performed as a whole where the other queue begins with its own: what a plan does in
/// another order, nobody outside can tell. Nor can anybody tell how long a correct queue takes from
/// a dispatch to the begin of the task, or from its end to the finish: it may have begun a task that
/// is due before a cancel that came first, and it may have finished an operation as soon as its task
/// is over (``catchUp(_:)``).
struct Twin {
  /// What the correct queue would know.
  private(set) var state = State()
  /// The operations that it has handed to a thread and that have not been started.
  private var due: Set<OperationID> = []
  /// The operations without client code that the other queue has started before they were due.
  private var early: Set<OperationID> = []
  /// The operations that were cancelled when they were due, and that may have begun before.
  private var begun: Set<OperationID> = []
  /// The operations that have finished here and not yet in the other queue.
  private(set) var finished: Set<OperationID> = []
  /// The waits under way.
  private var waiting: Set<WaitID> = []
  /// How many threads are stopped where the correct queue stops none.
  private var hindered = 0

  /// Whether something would happen in the correct queue that has not happened.
  var isAhead: Bool {
    hindered > 0 || !due.isEmpty || waiting.contains { state.isOver($0) }
  }

  /// Changes the state by something that is no plan.
  ///
  /// - Parameter change: what happens in both queues.
  mutating func note(_ change: (inout State) -> Void) { change(&state) }

  /// Notes that a thread is stopped, or goes on, where the correct queue would not stop it.
  ///
  /// - Parameter number: 1 or -1.
  mutating func hinder(by number: Int) { hindered += number }

  // MARK: Plans

  /// Performs a plan.
  ///
  /// - Parameters:
  ///   - plan: a plan of the correct queue.
  ///   - frame: what it is about.
  mutating func perform(_ plan: Plan, _ frame: Frame) {
    var own = frame
    perform(plan, &own)
  }

  private mutating func perform(_ plan: Plan, _ frame: inout Frame) {
    for item in plan.items where item.condition?.holds(state, frame) ?? true {
      perform(item.step, &frame)
    }
  }

  private mutating func perform(_ step: Step, _ frame: inout Frame) {
    switch step {
    case .markCancelled:
      if let x = frame.operation, due.contains(x) { begun.insert(x) }
      state.perform(step, &frame, by: .standard)
    case .reschedule: for q in state.touched(by: frame) { reschedule(q) }
    case .enlistEach:
      for x in frame.members {
        var member = frame
        member.operation = x
        member.isGrouped = true
        perform(Behavior.standard.memberPlan, &member)
      }
    case .cancelEach:
      guard let q = frame.queue else { return }
      for x in Guards.cancelTargets(state, q) where Guards.cancelCheck(state, x) {
        var single = Frame()
        single.operation = x
        single.origin = frame.origin
        perform(Behavior.standard.cancelPlan, &single)
      }
    case .launch: if let x = frame.operation { launch(x) }
    case .wake: if let x = frame.operation { _ = state.wake(x, by: .standard) }
    default: state.perform(step, &frame, by: .standard)
    }
  }

  private mutating func reschedule(_ q: QueueID) {
    while let barrier = Guards.barrierDue(state, q) {
      var frame = Frame()
      frame.queue = q
      frame.barrier = barrier
      perform(Behavior.standard.beginBarrierPlan, &frame)
    }
    while let x = state.next(in: q, by: .standard) { dispatch(x) }
  }

  private mutating func dispatch(_ x: OperationID) {
    var frame = Frame()
    frame.operation = x
    perform(Behavior.standard.dispatchPlan, &frame)
  }

  private mutating func launch(_ x: OperationID) {
    guard early.remove(x) != nil else {
      due.insert(x)
      return
    }
    var frame = Frame()
    frame.operation = x
    let plan = Behavior.standard
    let task = Guards.runsBody(state, x) ? [plan.beginPlan, plan.endPlan] : [plan.skipPlan]
    for part in [plan.queueStartPlan] + task + [plan.finishPlan] { perform(part, &frame) }
  }

  // MARK: Events

  /// Cancels an operation, if that has an effect.
  ///
  /// - Parameter frame: what the command is about.
  mutating func cancel(_ frame: Frame) {
    guard let x = frame.operation, Guards.cancelCheck(state, x) else { return }
    perform(Behavior.standard.cancelPlan, frame)
  }

  /// Notes that the other queue starts an operation that it has dispatched.
  ///
  /// Among operations of the same priority the order is nobody's business: one that is ready can be
  /// started in the place of one that is due. The start of an operation that runs no client code
  /// shows in nothing; here, such a one finishes when it is due.
  ///
  /// - Parameter x: the operation.
  /// - Returns: whether the correct queue could have started it.
  mutating func start(_ x: OperationID) -> Bool {
    if due.remove(x) != nil || exchange(x) { return true }
    let runsCode =
      state[x].kind == .asynchronous || state[x].blocks > 0 && Guards.runsBody(state, x)
    if !runsCode { early.insert(x) }
    return !runsCode
  }

  /// Dispatches an operation in the place of one that is due.
  private mutating func exchange(_ x: OperationID) -> Bool {
    guard state[x].readyPosition != nil, let q = state[x].owner,
      let other = due.first(where: {
        state[$0].owner == q && state[$0].priority == state[x].priority
      })
    else { return false }
    due.remove(other)
    state.takeBack(other)
    dispatch(x)
    due.remove(x)
    return true
  }

  /// Begins a wait.
  ///
  /// - Parameter frame: what it is for.
  /// - Returns: its name here.
  mutating func beginWait(_ frame: Frame) -> WaitID? {
    var own = frame
    perform(Behavior.standard.waitPlan, &own)
    if let wait = own.wait { waiting.insert(wait) }
    return own.wait
  }

  /// Ends a wait.
  ///
  /// - Parameter wait: its name here.
  mutating func endWait(_ wait: WaitID) {
    waiting.remove(wait)
    state.waits[wait] = nil
  }

  /// Finishes operations whose tasks are over before the other queue does.
  ///
  /// - Parameter over: the operations.
  mutating func catchUp(_ over: [OperationID]) {
    for x in over where state.exists(x) && state[x].phase == .executing && !early.contains(x) {
      var frame = Frame()
      frame.operation = x
      for plan in [Behavior.standard.endPlan, Behavior.standard.finishPlan] {
        perform(plan, &frame)
      }
      finished.insert(x)
    }
  }

  /// Whether the task of an operation that was started may run, or need not.
  ///
  /// It may if the cancel came so late that it may have begun before: the operation was due then,
  /// and nothing has shown since that it had not begun.
  ///
  /// - Parameters:
  ///   - x: the operation.
  ///   - runsBody: whether the task runs.
  /// - Returns: whether that is right.
  func allows(_ x: OperationID, runsBody: Bool) -> Bool {
    Guards.runsBody(state, x) == runsBody || runsBody && begun.contains(x)
  }

  /// Notes that an operation was seen not to execute.
  ///
  /// - Parameter x: the operation.
  mutating func sawIdle(_ x: OperationID) { begun.remove(x) }

  /// Notes that the finish of an operation is over in the other queue.
  ///
  /// - Parameter x: the operation.
  /// - Returns: whether it was over here before.
  mutating func levelFinish(of x: OperationID) -> Bool { finished.remove(x) != nil }

  /// Performs a part of the execution of an operation, unless it has none here yet or is over.
  ///
  /// - Parameters:
  ///   - plan: a plan of the correct queue.
  ///   - frame: what it is about.
  mutating func execute(_ plan: Plan, _ frame: Frame) {
    guard let x = frame.operation, !early.contains(x), !finished.contains(x) else { return }
    perform(plan, frame)
  }

  /// Whether nothing keeps an operation alive; one that has run early here need not be.
  ///
  /// - Parameter x: an operation that nobody refers to any more.
  /// - Returns: whether it may cease to exist.
  func lets(_ x: OperationID) -> Bool { state[x].position == nil || early.contains(x) }

  /// Notes that an operation is no more.
  ///
  /// - Parameter x: the operation.
  mutating func remove(_ x: OperationID) {
    early.remove(x)
    due.remove(x)
    begun.remove(x)
    finished.remove(x)
    state.remove(x)
  }
}
