import OQModel

/// How much of the model a campaign on the model walked through.
package struct ModelReach: Sendable, Hashable {
  /// How often one thing was taken.
  package struct Count: Sendable, Hashable {
    /// The thing, by the name of the specification.
    package let name: String
    /// How often it was taken.
    package let count: Int

    /// Counts a thing.
    package init(_ name: String, _ count: Int) {
      self.name = name
      self.count = count
    }
  }

  /// Every transition, in the order of the model's table.
  package let transitions: [Count]
  /// Every outcome of every freedom that histories can show and the profile leaves, by number.
  package let outcomes: [Count]

  /// Puts counts together.
  package init(transitions: [Count], outcomes: [Count]) {
    self.transitions = transitions
    self.outcomes = outcomes
  }
}
