import OQHistory
import OQSpecification

extension Repertoire {
  /// Programs about the dispatch library.
  ///
  /// No program asks for what would deadlock by its own fault: no task waits for a queue that it
  /// occupies, and every enter of a group is followed by its leave.
  package static let dispatch = Repertoire(
    DispatchSituations.queues + DispatchSituations.objects + DispatchSituations.sources,
    styles: .settings,
    free: { draft, size in
      var form = DispatchFreeForm(size: size)
      form.write(&draft)
    },
    words: { offered, _, _ in
      Vocabulary(
        Verb.allCases.filter { $0.isDispatch || $0 == .isCurrent || $0 == .isMain },
        Program.Kind.allCases.filter { $0.isDispatch || $0 == .closure },
        offered.contains(.dispatch) ? [.clients, .settings] : [], offered: offered)
    }
  ).composing { DispatchTable.composer($0) }

  /// The tables of facts of which programs about the dispatch library are composed, one for each
  /// way of submitting and each call on a group, a semaphore, code under once or a source.
  ///
  /// - Parameter vocabulary: what may occur in programs.
  /// - Returns: the tables that have a choice of facts.
  package static let dispatchGrids: @Sendable (Vocabulary) -> [FactGrid] = {
    DispatchTable.all($0).map(\.grid)
  }
}
