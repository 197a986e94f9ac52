import OQAdapters
import OQSpecification

/// The implementation behind an adapter, as the driver sees it.
struct AdaptedSubject<Adapter: QueueAdapter>: Subject {
  let description: SubjectDescription
  let workerName: String

  /// Takes an adapter at its word.
  ///
  /// - Throws: what is wrong with the type, before anything runs.
  init(_ adapter: Adapter.Type) throws(AdapterTypeError) {
    workerName = try AdapterTypes.names.name(of: adapter, called: Adapter.name)
    description = SubjectDescription(
      name: Adapter.name, version: Adapter.version,
      capabilities: Adapter.capabilities.compactMap(\.inSpecification),
      stepBound: Adapter.stepBound)
  }

  private init(_ subject: AdaptedSubject, without capability: Capability) {
    let description = subject.description
    workerName = subject.workerName
    self.description = SubjectDescription(
      name: description.name, version: description.version,
      capabilities: description.capabilities.filter { $0 != capability },
      stepBound: description.stepBound)
  }

  /// Without the main queue: nobody says whether another thread could run it.
  var besideFirstThread: any Subject { AdaptedSubject(self, without: .mainQueue) }

  func session(_ probe: any Probe) -> any Session { AdaptedSession(Adapter(), probe) }
}

/// Adapters of queues by the names of their types.
package enum AdapterTypes {
  static let names = TypeNames(prefix: "adapter:")

  /// The subject of the adapter with a name; nil for other names.
  package static func subject(named name: String) -> (any Subject)? {
    (names.type(named: name) as? any QueueAdapter.Type).flatMap { try? subject(of: $0) }
  }

  /// The subject of an adapter.
  ///
  /// - Throws: what is wrong with the type.
  package static func subject(of adapter: any QueueAdapter.Type) throws(AdapterTypeError)
    -> any Subject
  {
    try opened(adapter)
  }

  /// The subjects of several adapters.
  ///
  /// - Throws: what is wrong with one of the types, or two adapters of one name.
  package static func subjects(
    of adapters: [any QueueAdapter.Type]
  ) throws(AdapterTypeError) -> [any Subject] {
    try TypeNames.subjects(of: adapters, subject(of:))
  }

  private static func opened<Adapter: QueueAdapter>(
    _ adapter: Adapter.Type
  ) throws(AdapterTypeError) -> any Subject { try AdaptedSubject(adapter) }
}
