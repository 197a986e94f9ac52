import OQHistory
import OQSpecification

extension Repertoire {
  /// Programs about a class of operations.
  ///
  /// - Parameter nature: what the class overrides.
  /// - Returns: programs whose tasks are objects of the class, and that come to an end with a class
  ///   that has a single thread.
  package static func operationClasses(_ nature: OperationNature) -> Repertoire {
    let situations = ClassSituations.all(of: nature)
    let barred: Set<Verb> = nature == .asynchronous ? [.waitAll] : []
    return Repertoire(
      situations, styles: Style.all.subtracting([.kinds, .settings]),
      free: { draft, size in
        var form = FreeForm(size: size, mostHeld: 1)
        form.write(&draft)
      },
      words: { offered, inPlay, profile in
        Vocabulary(offered, situations.filter { $0.isAbout(inPlay) }, profile)
          .without(barred, only: [.task, .closure], [.clients])
      })
  }
}
