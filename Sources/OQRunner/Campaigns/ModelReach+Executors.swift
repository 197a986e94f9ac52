import OQModel
import OQReport

extension ModelReach {
  /// The counts of the executors that are the model's; nil where there is none.
  ///
  /// - Parameter executors: the executors of a campaign that is over. What they run later, while a
  ///   finding is made smaller, is no part of the campaign.
  package init?(_ executors: [any Executor]) {
    let models = executors.compactMap { $0 as? ModelExecutor }
    guard let profile = models.first?.profile else { return nil }
    let reach = models.reduce(into: Reach()) { $0.merge($1.reach) }
    self.init(
      transitions: TransitionID.allCases.map { Count("\($0)", reach[$0]) },
      outcomes: Branch.allowed(by: profile).map { Count($0.name, reach[$0]) })
  }
}
