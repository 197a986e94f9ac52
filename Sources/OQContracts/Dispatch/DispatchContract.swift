import OQAdapters
import OQCheckers
import OQHistory
import OQPrograms
import OQRunner
import OQSpecification

extension Contract {
  /// What dispatch libraries have to keep.
  package static let dispatch = Contract(
    "dispatch libraries", roster: .dispatch, repertoire: .dispatch, grids: Repertoire.dispatchGrids,
    binds: { $0.description.offers([.dispatch]) }, reads: \.isAboutDispatch)
}
