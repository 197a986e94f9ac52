import OQReference
import OQSpecification

extension Mutant {
  /// Mutants of the area SUSP.
  static let suspension = [
    Mutant(
      "finish-schedules-while-suspended", breaks: "SUSP-1",
      "a suspended queue works again once an operation of it has finished"
    ) {
      $0.mayDispatch = { state, q in
        Guards.mayDispatch(state, q) || state[q].finishes > state[q].finishesAtSuspension
      }
    },
    Mutant(
      "readiness-schedules-while-suspended", breaks: "SUSP-1",
      "a suspended queue works when an operation with dependencies is next"
    ) {
      $0.mayDispatch = { state, q in
        let next = Guards.choose(state, q)
        return Guards.mayDispatch(state, q) || next.map { !state[$0].dependencies.isEmpty } == true
      }
    },
    Mutant(
      "suspension-parks-workers", breaks: "SUSP-2",
      "an operation whose task returns in a suspended queue does not finish before it is resumed"
    ) {
      $0.mayContinue = { state, x, point in
        point != .end || state[x].owner.map { !state[$0].isSuspended } ?? true
      }
    },
    Mutant(
      "resume-waits-for-next-add", breaks: "SUSP-3",
      "a resumed queue does nothing before the next add or finish"
    ) {
      $0.resumePlan = $0.resumePlan.without(.reschedule)
    },
  ]
}
