import OQReference

extension Behavior {
  /// Lets every add make up for what was left out anywhere in its world, as a scheduling pass over
  /// all queues does.
  mutating func catchUpWithAdds() {
    addPlan = addPlan.adding(.catchUp)
    groupPlan = groupPlan.adding(.catchUp, before: .awaitGroup)
  }
}
