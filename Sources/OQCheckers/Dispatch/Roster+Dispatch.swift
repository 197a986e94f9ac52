import OQHistory
import OQJudging

extension Roster {
  /// The checkers of a dispatch library: they read histories about such a library and no others.
  package static let dispatch = Roster(DispatchCheckers.all) { index in
    { _ in index.isAboutDispatch }
  }
}
