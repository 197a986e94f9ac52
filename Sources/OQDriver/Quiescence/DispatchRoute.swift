import OQHistory

/// The way on which a dispatch library brings client code to run.
package struct DispatchRoute: Sendable, Hashable {
  /// How the code comes to its queue.
  package enum Way: Sendable, Hashable {
    /// By a call of async.
    case async
    /// As a barrier.
    case barrier
    /// As the notification of a group.
    case notification
    /// After a deadline.
    case after
    /// As the handler of a source.
    case source
  }

  /// The kind of the queue.
  package let queue: DispatchKind
  /// How the code comes to the queue.
  package let way: Way

  /// Names a route.
  package init(_ queue: DispatchKind, _ way: Way = .async) {
    self.queue = queue
    self.way = way
  }

  /// The number of a group that the calls of a canary name, beyond those of all canaries.
  package static func group(of canary: OperationID) -> OperationID {
    OperationID(canary.index + CanaryRoute.most)
  }

  /// The calls that send a canary on this route.
  func commands(
    _ canary: OperationID, _ kind: Program.Kind, in queue: QueueID
  ) -> [Command] {
    switch way {
    case .async: return [Command(.async, queue, .operation(canary))]
    case .barrier: return [Command(.asyncBarrier, queue, .operation(canary))]
    case .after: return [Command(.asyncAfter, queue, .operation(canary))]
    case .notification:
      let group = DispatchRoute.group(of: canary)
      return [
        Command(.groupEnter, group),
        Command(.groupNotify, queue, .operations([group, canary])),
        Command(.groupLeave, group),
      ]
    case .source:
      let activation = Command(.activate, queue, .operation(canary))
      guard !kind.isTimer, kind != .writeSource else { return [activation] }
      return [activation, Command(.trigger, canary, .integer(1))]
    }
  }
}

extension CanaryRoute {
  /// The route of a block, or of a source of some kind.
  ///
  /// Signals belong to the whole process: in place of one, a source of custom events is asked.
  init(_ dispatch: DispatchRoute, _ kind: Program.Kind = .closure) {
    self.init(kind == .signalSource ? .addingSource : kind)
    self.dispatch = dispatch
  }

  /// The routes of what a program about the dispatch library may still wait for.
  ///
  /// - Complexity: O(steps).
  static func dispatch(
    in program: Program, hasEnded: (Callback) -> Bool
  ) -> [CanaryRoute] {
    var all: [CanaryRoute] = []
    var open: [CanaryRoute] = []
    for command in program.allSteps.compactMap(\.command) {
      guard let queue = command.queue, let code = command.operands.last else { continue }
      let kind = program[queue].dispatch ?? .serial
      let way: DispatchRoute.Way
      switch command.verb {
      case .async, .sync, .asyncGroup: way = .async
      case .asyncBarrier: way = .barrier
      case .groupNotify: way = .notification
      case .asyncAfter: way = .after
      case .activate: way = .source
      default: continue
      }
      let route = CanaryRoute(DispatchRoute(kind, way), program[code].kind)
      if !all.contains(route) { all.append(route) }
      if !hasEnded(Callback(code)), !open.contains(route) { open.append(route) }
    }
    let routes = open.isEmpty ? all : open
    return routes.isEmpty ? plain : Array(routes.prefix(most))
  }
}
