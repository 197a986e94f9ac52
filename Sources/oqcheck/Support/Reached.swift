import OQModel
import OQRunner

/// Says how much of the model a campaign on the model walked through.
enum Reached {
  /// Writes one or two lines where an executor is the model's; nothing elsewhere.
  static func write(_ executors: [any Executor], _ console: Console) {
    let models = executors.compactMap { $0 as? ModelExecutor }
    guard !models.isEmpty else { return }
    let reach = models.reduce(into: Reach()) { $0.merge($1.reach) }
    let transitions = reach.missingTransitions
    let branches = reach.missingBranches
    let taken = TransitionID.allCases.count - transitions.count
    let seen = Branch.allCases.count - branches.count
    console.write(
      "reach: \(taken) of \(TransitionID.allCases.count) transitions, "
        + "\(seen) of \(Branch.allCases.count) outcomes of the freedoms\n")
    let missing = transitions.map { "\($0)" } + branches.map { "\($0)" }
    if !missing.isEmpty { console.write("not taken: \(missing.joined(separator: ", "))\n") }
  }
}
