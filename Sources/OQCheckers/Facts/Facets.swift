import OQHistory
import OQJudging

extension HistoryIndex {
  /// The facets of an edge.
  ///
  /// They sort cases that the base rule has found by itself, so a facet that is uncertain is left
  /// out and changes no verdict of the base.
  ///
  /// - Parameters:
  ///   - edge: a certain edge.
  ///   - graph: the dependencies of the history.
  /// - Returns: those that the history shows.
  /// - Complexity: O(calls on both ends).
  func facets(of edge: Edge, in graph: DependencyGraph) -> [Facet] {
    let dependent = self[edge.dependent]
    let dependency = self[edge.dependency]
    let priorities = [dependent, dependency].map { record in
      record.prioritySets.isEmpty ? record.declaration.priority : nil
    }
    let isMoreUrgent =
      if let high = priorities[0], let low = priorities[1] { high > low } else { false }
    return Facet.holding(
      (dependent.isStartedByHand, .startedByHand),
      (dependency.isStartedByHand, .dependencyStartedByHand),
      (isMoreUrgent, .dependentIsMoreUrgent),
      (graph.isInChain(edge), .chain),
      (dependent.declaration.kind == .conditional, .dependentIsConditional),
      (graph.isInLarge(edge), .largeGraph))
  }

  /// The facet of a quality of service that the queue or one of the operations was given.
  ///
  /// - Complexity: O(calls on them), O(1) in histories without such a call.
  func qualityFacets(of queue: QueueRecord, _ operations: [OperationID?]) -> [Facet] {
    guard verbs.contains(.setQuality) || verbs.contains(.setQueueQuality) else { return [] }
    let isGiven =
      queue.calls(.setQueueQuality).contains(where: \.succeeded)
      || operations.contains { operation in
        operation.map { self[$0].calls(.setQuality).contains(where: \.succeeded) } ?? false
      }
    return Facet.holding((isGiven, .qualityOfService))
  }

  /// Whether a call is the first on its queue, which was declared without any setting.
  func isFirstOnNewQueue(_ call: Call) -> Bool {
    guard let queue = call.command.queue.map({ self[$0] }) else { return false }
    return !queue.declaration.suspended && queue.declaration.limit == nil
      && !queue.calls.contains { $0.called < call.called }
  }
}

extension HistoryIndex.OperationRecord {
  /// Whether a start by hand is the only way in which the operation can have been started.
  var isStartedByHand: Bool { possibleAdds.isEmpty && !manualStarts.isEmpty }

  /// Whether the operation was cancelled before anything could start it, and then started by hand,
  /// with nothing to wait for: in no queue, without dependencies or an isReady of its own.
  ///
  /// - Complexity: O(calls on the operation).
  var isCancelledInNoQueue: Bool {
    hasDefaultStart && declaration.kind != .conditional && isStartedByHand
      && declaration.dependencies.isEmpty && calls(.addDependency).isEmpty
      && cancelBeforeStart != nil
  }

  /// Whether no completion block was ever installed.
  var hasNoCompletion: Bool {
    !declaration.completion && calls(.setCompletion).isEmpty && completions.isEmpty
  }
}

extension Facet {
  /// The facets whose condition holds.
  ///
  /// - Parameter pairs: conditions with their facets.
  /// - Returns: the facets, in the order given.
  static func holding(_ pairs: (Bool, Facet)...) -> [Facet] { pairs.filter(\.0).map(\.1) }
}
