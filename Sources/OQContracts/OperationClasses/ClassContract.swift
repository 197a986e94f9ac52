import OQAdapters
import OQCheckers
import OQHistory
import OQPrograms
import OQRunner

extension Contract {
  /// What classes of operations that override start have to keep.
  package static let classesOverridingStart = classes(
    .asynchronous, "classes of operations that override start")

  /// What classes of operations that override main have to keep.
  package static let classesOverridingMain = classes(
    .main, "classes of operations that override main")

  /// The contract of classes of a nature, which says what of an operation is theirs.
  ///
  /// Rules for clients bind a class, too: to its queue it is a client.
  private static func classes(_ nature: OperationNature, _ name: String) -> Contract {
    Contract(
      name, roster: .operationClasses(nature), repertoire: repertoire(of: nature),
      grids: { _ in [Repertoire.grid(of: nature)] }, enforcement: .all,
      binds: { ($0 as? any OperationClassSubject)?.nature == nature },
      control: { ($0 as? any OperationClassSubject)?.correct })
  }

  private static func repertoire(of nature: OperationNature) -> Repertoire {
    switch nature {
    case .asynchronous: ownStarts
    case .main: ownMains
    }
  }

  // Made once, and by those alone who write programs about classes: it takes a tenth of a second.
  private static let ownStarts = Repertoire.operationClasses(.asynchronous)
  private static let ownMains = Repertoire.operationClasses(.main)
}
