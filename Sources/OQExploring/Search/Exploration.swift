import OQHistory
import OQModel

/// What exploring a program gave.
package struct Exploration: Sendable {
  /// What a run had shown when nothing more had to happen.
  package struct Ending: Sendable, Hashable {
    /// What the lookout had seen.
    package let seen: UInt64
    /// Why lanes wait in vain; nil where every client came to its end.
    package let stall: Stall?
    /// The first scene in which it was so, by number.
    package let scene: Int
  }

  /// A scene that should not exist.
  package struct Fault: Sendable, Hashable {
    /// What is wrong, beginning with a rule where a rule is broken.
    package let message: String
    /// The scene, by number.
    package let scene: Int
  }

  /// Distinct scenes: states of the model, with how far each lane has come.
  package internal(set) var states = 0
  /// Actions taken, those to known scenes included.
  package internal(set) var transitions = 0
  /// Most actions from the beginning to a scene, by the shortest way.
  package internal(set) var depth = 0
  /// Whether every scene was visited.
  package internal(set) var isComplete = true
  /// The first fault on the shortest way, if there is any.
  package internal(set) var fault: Fault?
  /// Endings, each once, by the length of the shortest way to them.
  package internal(set) var endings: [Ending] = []
  /// What had been seen in some scene in which all clients were through, by the shortest way.
  package internal(set) var cuts: [UInt64] = []
  /// Outcomes of freedoms that some action took.
  package internal(set) var branches: Set<Branch> = []
}

/// Why lanes wait in vain, although nobody owes anything.
package enum Stall: String, Sendable, Hashable, CaseIterable {
  /// Dependencies form a circle (C-16).
  case circle = "dependencies form a circle"
  /// A queue is suspended.
  case suspended = "a queue is suspended"
  /// A queue has the limit 0.
  case limit = "a queue has the limit 0"
  /// Client code is held by the program.
  case held = "client code is held"
  /// An operation depends on one that nobody starts.
  case unstarted = "a dependency is never started"
  /// An operation is not ready by its own condition, or nobody told its queue.
  case condition = "a condition is false or was not announced"
  /// A custom operation has not reported its finish.
  case unreported = "a custom operation does not report"
  /// An operation of a queue was started by hand (ND-24).
  case byHand = "an operation of a queue was started by hand"
  /// A dependency was added more than once (ND-28).
  case repeated = "a dependency was added twice"
  /// A barrier may have been dropped (ND-43).
  case barrier = "a barrier may have been dropped"
  /// An operation that is waited for is in no queue and not started.
  case outside = "an operation is in no queue"
  /// A lane waits for something that need not happen.
  case optional = "a lane waits for what need not happen"
}
