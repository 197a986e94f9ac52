import OQReference
import OQSpecification

extension Mutant {
  /// Mutants of what only profile guide asks for.
  static let guideReading: [Mutant] = [
    Mutant(
      "cancelled-run-starts-again-silently", breaks: "ERR-3", grade: .rare, profile: .guide,
      "start of an operation that was cancelled while it executes returns without a word"
    ) {
      $0.startCheck = { state, x in
        let isCancelledRun = state[x].phase == .executing && state[x].isCancelled
        return isCancelledRun ? .ignore : Guards.startCheckOfGuide(state, x)
      }
    }
  ]
}
