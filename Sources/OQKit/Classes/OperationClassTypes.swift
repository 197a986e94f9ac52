import OQAdapters
import OQHistory
import OQSubjects

/// Classes of operations by the names of their adapters' types.
package enum OperationClassTypes {
  private static let names = TypeNames(prefix: "class-adapter:")

  /// The subject of the adapter with a name; nil for other names.
  package static func subject(named name: String) -> (any Subject)? {
    (names.type(named: name) as? any OperationClassAdapter.Type).flatMap { try? subject(of: $0) }
  }

  /// The subject of an adapter.
  ///
  /// - Throws: what is wrong with the type.
  package static func subject(
    of adapter: any OperationClassAdapter.Type
  ) throws(AdapterTypeError) -> ClassSubject {
    opened(adapter, try names.name(of: adapter, called: adapter.name))
  }

  /// The subjects of several adapters.
  ///
  /// - Throws: what is wrong with one of the types, or two adapters of one name.
  package static func subjects(
    of adapters: [any OperationClassAdapter.Type]
  ) throws(AdapterTypeError) -> [any Subject] {
    try TypeNames.subjects(of: adapters) { adapter throws(AdapterTypeError) in
      try subject(of: adapter)
    }
  }

  private static func opened<Adapter: OperationClassAdapter>(
    _ adapter: Adapter.Type, _ workerName: String
  ) -> ClassSubject {
    let operationClass = OperationClass(
      Adapter.name, "a class of this executable",
      Adapter.nature == .overridesMain ? .main : .asynchronous
    ) { Adapter().makeOperation($0) }
    return ClassSubject(
      operationClass, version: Adapter.version, stepBound: Adapter.stepBound,
      workerName: workerName)
  }
}
