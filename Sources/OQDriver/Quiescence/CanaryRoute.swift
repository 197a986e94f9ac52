import OQAdapters
import OQHistory
import OQSpecification

/// The way on which an implementation brings an operation to run: what it is, and what queue it is
/// in.
///
/// A canary shows that a route is open only if it takes the same one. An implementation may treat
/// each kind apart, start what is in a queue of one slot from the finish before it, and call
/// completion blocks from a pool of their own.
package struct CanaryRoute: Sendable, Hashable {
  /// The class of the operation.
  package var kind: Program.Kind
  /// The limit of its queue; nil leaves the default.
  package var limit: Int?
  /// Whether it has a completion block, which must run too.
  package var completes: Bool
  /// The quality of service of its queue; nil leaves the default.
  ///
  /// An implementation may have threads of their own for each level.
  package var quality: Int?
  /// The number of the underlying queue of its queue; nil for none.
  package var underlying: Int?
  /// The way on which a dispatch library brings a block to run; nil for an operation.
  package var dispatch: DispatchRoute?

  /// Names a route.
  package init(_ kind: Program.Kind = .task, limit: Int? = nil, completes: Bool = false) {
    self.kind = kind
    self.limit = limit
    self.completes = completes && kind.hasHandle
  }

  /// Canaries that fly at once; with more routes than that the first ones count.
  package static let most = 8

  /// What is asked of every subject: an operation in a queue of many slots, and one in a queue of
  /// one.
  package static let plain = [CanaryRoute(), CanaryRoute(limit: 1)]

  /// The routes of what a program may still wait for.
  ///
  /// An operation's client code that has not ended is awaited on the route of its queue, with every
  /// limit that the program ever gives it: which of them is in force is for the implementation to
  /// know. Where all client code has ended, or none was added to a queue, what is awaited is the
  /// effect of a finish or the return of a call, and every route of the program counts. A route too
  /// many makes the evidence stronger.
  ///
  /// - Parameters:
  ///   - program: the program that came to rest.
  ///   - hasEnded: whether client code has been called and has returned.
  /// - Returns: at least one route and at most ``most``, each once, in the order of the operations.
  /// - Complexity: O(steps × operands).
  package static func awaited(
    in program: Program, hasEnded: (Callback) -> Bool
  ) -> [CanaryRoute] {
    if program.isAboutDispatch { return dispatch(in: program, hasEnded: hasEnded) }
    let commands = program.allSteps.compactMap { step -> Command? in
      if case .command(let command) = step { command } else { nil }
    }
    var completing = Set(program.operations.indices.filter { program.operations[$0].completion })
    var limits = program.queues.map { [$0.limit] }
    var queues = [[Int]](repeating: [], count: program.operations.count)
    let special = SpecialThreads(program, commands)
    for command in commands {
      switch command.verb {
      case .setCompletion: command.operation.map { _ = completing.insert($0.index) }
      case .setLimit:
        guard let queue = command.queue?.index, let limit = command.integer else { continue }
        if limit >= 1 { limits[queue].append(limit) }
        if limit == -1 { limits[queue].append(nil) }
      case .add, .addGroup, .addGroupWaiting, .addBlock, .addBarrier:
        guard let queue = command.queue?.index else { continue }
        for operation in command.operands { queues[operation.index].append(queue) }
      default: break
      }
    }
    var all: [CanaryRoute] = []
    var open: [CanaryRoute] = []
    for (index, operation) in program.operations.enumerated() {
      let completes = completing.contains(index)
      let code = Callback(OperationID(index), operation.kind == .asynchronous ? .start : .body)
      let isOver =
        hasEnded(code)
        && (!completes || hasEnded(Callback(OperationID(index), .completion)))
      for queue in queues[index] {
        for limit in limits[queue] {
          let plain = CanaryRoute(operation.kind, limit: limit, completes: completes)
          for route in special.routes(plain, of: index, in: queue) {
            if !all.contains(route) { all.append(route) }
            if !isOver, !open.contains(route) { open.append(route) }
          }
        }
      }
    }
    let routes = open.isEmpty ? all : open
    return routes.isEmpty ? plain : Array(routes.prefix(most))
  }

  /// The same route as far as a subject can take it.
  ///
  /// - Parameter description: what the subject offers.
  /// - Returns: the route; an operation of which no client code would run becomes a task.
  package func within(_ description: SubjectDescription) -> CanaryRoute {
    var route = self
    if description.offers([.dispatch]) {
      guard dispatch == nil else { return self }
      return CanaryRoute(DispatchRoute(limit == 1 ? .serial : .concurrent))
    }
    route.completes = completes && description.offers([.completionBlocks])
    if route.kind == .base, !route.completes { route.kind = .task }
    return route
  }

  /// What client code of a canary on this route must return.
  package var expected: Set<Point> {
    var points: Set<Point> = completes ? [.completion] : []
    switch kind {
    case .asynchronous: points.insert(.start)
    case .base, .observer, .group, .semaphore: break
    default: points.insert(.body)
    }
    return points
  }

  /// The calls that send a canary on this route.
  ///
  /// - Parameters:
  ///   - operation: the canary, made where its kind has a handle.
  ///   - queue: a fresh queue.
  /// - Returns: the calls, in order; one with its own start reports its state after that.
  package func commands(_ operation: OperationID, in queue: QueueID) -> [Command] {
    if let dispatch { return dispatch.commands(operation, kind, in: queue) }
    var commands: [Command] = []
    if let quality { commands.append(Command(.setQueueQuality, queue, .integer(quality))) }
    if let underlying {
      commands.append(Command(.setUnderlyingQueue, queue, .integer(underlying)))
    }
    if let limit { commands.append(Command(.setLimit, queue, .integer(limit))) }
    if completes { commands.append(Command(.setCompletion, operation, .integer(1))) }
    let add: Verb =
      switch kind {
      case .closure: .addBlock
      case .barrier: .addBarrier
      default: .add
      }
    commands.append(Command(add, queue, .operation(operation)))
    if kind == .conditional {
      commands.append(Command(.setCondition, operation, .boolean(true)))
      commands.append(Command(.notifyReady, operation))
    }
    return commands
  }
}

/// What programs say about the threads on which operations run.
private struct SpecialThreads {
  private var levels: [[Int]]
  private var levelsOfQueues: [[Int]]
  private var underlying: [[Int]]

  init(_ program: Program, _ commands: [Command]) {
    levels = [[Int]](repeating: [], count: program.operations.count)
    levelsOfQueues = [[Int]](repeating: [], count: program.queues.count)
    underlying = levelsOfQueues
    for command in commands {
      guard let number = command.integer else { continue }
      switch command.verb {
      case .setQuality: command.operation.map { levels[$0.index].append(number) }
      case .setQueueQuality: command.queue.map { levelsOfQueues[$0.index].append(number) }
      case .setUnderlyingQueue:
        if number > 0 { command.queue.map { underlying[$0.index].append(number) } }
      default: break
      }
    }
  }

  /// The route with every combination of threads that may be taken; as given first, where nothing
  /// is said about them.
  func routes(_ plain: CanaryRoute, of operation: Int, in queue: Int) -> [CanaryRoute] {
    let qualities: [Int?] = [nil] + levels[operation] + levelsOfQueues[queue]
    let executors: [Int?] = [nil] + underlying[queue]
    return qualities.flatMap { quality in
      executors.map { executor in
        var route = plain
        route.quality = quality
        route.underlying = executor
        return route
      }
    }
  }
}
