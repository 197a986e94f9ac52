/// How the operations of a class do their work: what their class promises by what it overrides.
package enum OperationNature: String, Sendable, Hashable, CaseIterable {
  /// The class overrides `main`: the work is done when `main` returns.
  case main
  /// The class overrides `start` and reports its own state: the work goes on after `start`.
  case asynchronous
}
