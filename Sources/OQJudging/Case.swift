import OQHistory

/// One case of a rule in a history, or several that derived rules cannot tell apart: the antecedent
/// occurred, and this came of it.
package struct Case: Sendable, Hashable {
  /// What came of it.
  package enum Outcome: Sendable, Hashable {
    /// The rule held; the tickets show it.
    case held([Ticket])
    /// The rule was broken.
    case violated(Counterexample)
    /// The history does not tell, for this reason.
    case open(String)
  }

  /// What came of it.
  package let outcome: Outcome
  /// The cells of the rule's contexts that it belongs to.
  package let cells: [String]
  /// What derived rules ask of it beside the cells.
  package let facets: [Facet]
  /// How many cases in which the rule held it stands for; the first of them shows it.
  var count = 1

  /// Whether it belongs to at least one of some cells.
  ///
  /// - Parameter words: cells of the closed table in `Spec/Histories.md`.
  /// - Returns: whether one of them is among its own.
  package func isIn(_ words: String...) -> Bool { cells.contains(where: words.contains) }

  /// Whether it has a facet.
  ///
  /// - Returns: whether its rule noted it.
  package func has(_ facet: Facet) -> Bool { facets.contains(facet) }
}

/// What a case can have that no cell of the report names, but that some derived rule is about.
package enum Facet: Sendable, Hashable, CaseIterable {
  /// The operation that is judged, or the dependent of the edge, is started by hand.
  case startedByHand
  /// The dependency of the edge is started by hand.
  case dependencyStartedByHand
  /// The dependent has a higher priority than the dependency.
  case dependentIsMoreUrgent
  /// The edge belongs to a graph that is large: a fan of at least 100, a chain of at least 1000.
  case largeGraph
  /// The operation that is judged has dependencies.
  case hasDependencies
  /// The edge belongs to a chain of at least three operations.
  case chain
  /// The dependent overrides isReady.
  case dependentIsConditional
  /// The dependency never reports that it has finished.
  case neverReported
  /// The operation was cancelled before the event that is judged.
  case cancelled
  /// The operation was cancelled while a block of it ran.
  case cancelledWhileExecuting
  /// The operation was cancelled before anything could start it, in no queue, without dependencies
  /// and without an isReady of its own, and was then started by hand.
  case cancelledInNoQueue
  /// The flags were read while the body was held.
  case flagsRead
  /// The operation has no completion block.
  case noCompletionBlock
  /// The operation stands for a bare block.
  case bareBlock
  /// An operation was added while its queue was suspended.
  case addedWhileSuspended
  /// The finish was shown to code that goes on after it: a waiter, a completion block, a dependent.
  case joined
  /// Blocks were added before anything could start the operation.
  case blocksAdded
  /// A block was added after the cancel.
  case blockAddedAfterCancel
  /// A wait was called on an operation that nothing could have started.
  case waitedUnstarted
  /// A wait was called in the completion block of its own operation.
  case waitedInCompletion
  /// Another queue cannot go on meanwhile: it is suspended, or a body of it runs.
  case otherQueueIsHeld
  /// Another queue is suspended meanwhile.
  case otherQueueIsSuspended
  /// The accessor that was read is isExecuting or isFinished.
  case stateOfExecution
  /// Nothing had been done to the queue before.
  case newQueue
  /// One of the compared operations, or their queue, was given a quality of service.
  case qualityOfService
  /// The operation that is judged calls a method of an object.
  case invocation
  /// Other operations depend on the operation that is judged.
  case hasDependents
  /// The class of the operation that is judged overrides isAsynchronous, which gives true.
  case flagged
  /// A task of another queue added the operation to the main queue.
  case handedToMain
}
