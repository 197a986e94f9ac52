import OQHistory
import OQModel

extension Stage {
  /// Whether a broken guard can change runs of the program: whether there is what it is about.
  ///
  /// - Parameter guards: one of ``Guards/all``.
  /// - Returns: false only where every run is the same without the guard.
  package func isConcerned(by guards: Guards) -> Bool {
    let operations = program.operations
    func calls(_ verbs: Verb...) -> Bool { commands.contains { verbs.contains($0.verb) } }
    switch guards {
    case .ignoresDependencies, .forgetsRelease, .releasesEarly, .heedsUncancelled:
      return operations.contains { !$0.dependencies.isEmpty } || calls(.addDependency)
        || operations.contains { $0.kind == .conditional }
    case .ignoresLimit, .leaksSlots, .freesEarly:
      return program.queues.contains { $0.limit != nil || $0.isMain } || calls(.setLimit, .suspend)
    case .ignoresSuspension: return program.queues.contains(where: \.suspended) || calls(.suspend)
    case .ignoresPriority:
      return operations.contains { $0.priority != nil } || calls(.setPriority, .setRawPriority)
    case .ignoresBarriers, .dropsBarriers: return operations.contains { $0.kind == .barrier }
    case .ignoresCancel: return calls(.cancel, .cancelAll)
    case .completesEarly, .completesTwice, .forgetsCompletion:
      return operations.contains(where: \.completion) || calls(.setCompletion)
    case .startsUnready, .returnsEarly: return calls(.start)
    case .wakesEarly: return calls(.wait, .waitAll)
    default: return true
    }
  }
}
