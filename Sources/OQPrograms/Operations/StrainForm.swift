import OQHistory

/// A program in which two clients make calls about the same thing over and over.
///
/// What an implementation keeps without a lock shows so. The window lies between two instructions:
/// no scan can hold a lane there, and a single call seldom meets another one in it.
///
/// Everything ends on every correct implementation: nothing is held, each client waits for nothing
/// but the other one, and what was suspended or depends on something goes on once both are done.
struct StrainForm {
  /// What the calls are about.
  private enum Matter: CaseIterable {
    case name, completion, blocks, edges, priority, quality, cancellation
    case queueName, queueQuality, limit, suspension, members

    /// Whether it belongs to an operation, so that it can change while the operation runs.
    var isOfOperation: Bool {
      switch self {
      case .name, .completion, .blocks, .edges, .priority, .quality, .cancellation: true
      case .queueName, .queueQuality, .limit, .suspension, .members: false
      }
    }

    /// What changes it; empty where nothing does.
    func changes(_ p: Draft) -> [Verb] {
      let all: [Verb] =
        switch self {
        case .name: [.setName]
        // Once an operation has begun, these may be refused.
        case .completion: p.has(.misuse) ? [.setCompletion] : []
        case .blocks: p.has(.misuse) && p.has(.block) ? [.addExecutionBlock] : []
        case .edges: p.has(.removeDependency) ? [.addDependency] : []
        case .priority: [.setPriority]
        case .quality: [.setQuality]
        case .cancellation: [.cancel]
        case .queueName: [.setQueueName]
        case .queueQuality: [.setQueueQuality]
        case .limit: [.setLimit]
        case .suspension: p.has(.resume) ? [.suspend] : []
        case .members: [.add]
        }
      return all.filter(p.has)
    }

    /// What tells about it.
    func looks(_ p: Draft) -> [Verb] {
      let all: [Verb] =
        switch self {
        case .name: [.name]
        case .completion: [.hasCompletion]
        case .blocks: [.executionBlockCount]
        case .edges: [.dependencies, .isReady]
        case .priority: [.priority]
        case .quality: [.quality]
        case .cancellation: [.isCancelled, .isFinished]
        case .queueName: [.queueName]
        case .queueQuality: [.queueQuality]
        case .limit: [.limit]
        case .suspension: [.isSuspended]
        case .members: [.operations, .operationCount]
        }
      return all.filter(p.has)
    }
  }

  /// Writes the program.
  func write(_ p: inout Draft) {
    p.style = []
    let matters = Matter.allCases.filter { !$0.changes(p).isEmpty }
    guard !matters.isEmpty else { return }
    let ofOperations = matters.filter(\.isOfOperation)
    if !ofOperations.isEmpty, p.chance(2) {
      whileTheyRun(p.pick(ofOperations), &p)
    } else {
      onOne(p.pick(matters), &p)
    }
  }

  // MARK: One thing

  /// Two clients change one thing, or one changes it and the other looks at it.
  private func onOne(_ matter: Matter, _ p: inout Draft) {
    let q = p.queue(limit: matter == .limit ? 2 : nil)
    let x = p.operation(kind: matter == .blocks ? .block : .task)
    let dependencies = matter == .edges ? [p.operation(), p.operation()] : []
    let verb = p.pick(matter.changes(p))
    let looks = matter.looks(p)
    let look = looks.isEmpty || p.chance(2) ? nil : p.pick(looks)
    let times =
      matter == .members || matter == .blocks ? p.pick([20, 40]) : p.pick([100, 200, 300])
    var added: [OperationID] = []
    p.client(2) { $0.meet(1) }
    for number in 0..<times {
      p.client(2) { p in
        if let look {
          p.step(
            .command(Command(look, matter.isOfOperation ? Handle.operation(x) : .queue(q))))
        } else {
          change(verb, x, q, dependencies.last, number, &added, &p)
        }
      }
    }
    p.client(2) { $0.meet(2) }
    p.meet(1)
    for number in 0..<times { change(verb, x, q, dependencies.first, number, &added, &p) }
    p.meet(2)
    if matter == .suspension { p.resume(q) }
    let rest = [x] + dependencies
    for operation in rest { p.add(q, operation) }
    p.allFinished(rest + added, in: q)
  }

  // MARK: While it runs

  /// One client starts or adds many operations, and the other changes each of them meanwhile.
  private func whileTheyRun(_ matter: Matter, _ p: inout Draft) {
    let q = p.queue()
    let count = p.pick([8, 24, 24])
    let completes = matter == .completion || p.has(.setCompletion) && p.chance(4)
    let all = (0..<count).map { _ in
      p.operation(kind: matter == .blocks ? .block : .task, completion: completes)
    }
    let dependencies = matter == .edges ? [p.operation()] : []
    let verb = p.pick(matter.changes(p))
    let times = p.pick([1, 4, 8])
    // An operation that depends on another one when it is started is refused.
    let isStarted = matter != .edges && p.has(.start) && p.chance(2)
    var added: [OperationID] = []
    p.client(2) { $0.meet(1) }
    for x in all {
      for number in 0..<times {
        p.client(2) { change(verb, x, q, dependencies.first, number, &added, &$0) }
      }
    }
    p.client(2) { $0.meet(2) }
    p.meet(1)
    for x in all { if isStarted { p.start(x) } else { p.add(q, x) } }
    p.meet(2)
    for operation in dependencies { p.add(q, operation) }
    p.allFinished(all + dependencies, in: q)
  }

  // MARK: Calls

  /// Makes a call that changes something, in the lane that is being written.
  private func change(
    _ verb: Verb, _ x: OperationID, _ q: QueueID, _ dependency: OperationID?, _ number: Int,
    _ added: inout [OperationID], _ p: inout Draft
  ) {
    switch verb {
    case .setName: p.command(.setName, x, .integer(StrainForm.longName + number % 2))
    case .setQueueName: p.command(.setQueueName, q, .integer(StrainForm.longName + number % 2))
    case .setCompletion: p.command(.setCompletion, x, .integer(2 + number % 7))
    case .addExecutionBlock: p.command(.addExecutionBlock, x, .integer(2))
    case .addDependency:
      guard let dependency else { return }
      p.depend(x, dependency)
      p.undepend(x, dependency)
    case .setPriority:
      p.command(.setPriority, x, .priority(number.isMultiple(of: 2) ? .high : .low))
    case .setQuality: p.command(.setQuality, x, StrainForm.level(number))
    case .setQueueQuality: p.command(.setQueueQuality, q, StrainForm.level(number))
    case .setLimit: p.setLimit(q, 1 + number % 3)
    case .suspend:
      p.suspend(q)
      p.resume(q)
    case .add:
      let y = p.operation()
      added.append(y)
      p.add(q, y)
    default: p.command(verb, x)
    }
  }

  /// A number that makes a name of at least sixteen letters.
  ///
  /// Swift keeps such a text in memory of its own, which a race may free too early. Shorter text
  /// lies in the property itself.
  private static let longName = 333_333_333_333

  private static func level(_ number: Int) -> Command.Argument {
    .integer(ServiceLevel.allCases[number % ServiceLevel.allCases.count].rawValue)
  }
}
