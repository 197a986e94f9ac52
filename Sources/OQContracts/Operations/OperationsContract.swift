import OQCheckers
import OQFacts
import OQHistory
import OQPrograms
import OQRunner

extension Contract {
  /// What queues of operations have to keep.
  package static let operations = Contract(
    "queues of operations", roster: .operations, repertoire: .operations,
    composition: { Composition($0) },
    model: { Judge.model(profile: $0) },
    binds: { _ in true }, reads: { !$0.isAboutDispatch },
    excuses: { Excuses.of($0, $1) })
}
