import OQHistory

/// One case of a rule in a history: the antecedent occurred, and this came of it.
struct Case: Sendable, Hashable {
  /// What came of it.
  enum Outcome: Sendable, Hashable {
    /// The rule held; the tickets show it.
    case held([Ticket])
    /// The rule was broken.
    case violated(Counterexample)
    /// The history does not tell, for this reason.
    case passed(String)
  }

  /// What came of it.
  let outcome: Outcome
  /// The cells of the rule's contexts that it belongs to.
  let cells: [String]
  /// What derived rules ask of it beside the cells.
  let facets: [Facet]

  /// Whether it belongs to at least one of some cells.
  ///
  /// - Parameter words: cells of the closed table in `Spec/Histories.md`.
  /// - Returns: whether one of them is among its own.
  func isIn(_ words: String...) -> Bool { cells.contains(where: words.contains) }
}

/// What a case can have that no cell of the report names, but that some derived rule is about.
package enum Facet: Sendable, Hashable, CaseIterable {
  /// The dependency, or the dependent, was started by hand.
  case endStartedByHand
  /// The dependency was started by hand.
  case dependencyStartedByHand
  /// The dependent has a higher priority than the dependency.
  case dependentIsMoreUrgent
  /// The dependency itself depends on an operation.
  case chain
  /// The edge belongs to a fan of at least 100 edges or a chain of at least 1000.
  case largeGraph
  /// The dependent overrides isReady.
  case dependentIsConditional
  /// The operation has no completion block.
  case noCompletionBlock
  /// A body of another queue is held while the case is open.
  case otherQueueIsHeld
  /// Another queue is suspended while the case is open.
  case otherQueueIsSuspended
  /// The queue has had none of its settings changed.
  case newQueue
  /// The accessor that was read is isExecuting or isFinished.
  case stateOfExecution
  /// The program has at least 10 000 operations.
  case manyOperations
}
