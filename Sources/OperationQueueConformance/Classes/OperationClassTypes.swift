import OQAdapters
import OQHistory
import OQSubjects

/// Classes of operations by the names of their adapters' types, which are the same in every process
/// of an executable.
enum OperationClassTypes {
  private static let prefix = "class-adapter:"

  /// The subject of the adapter with a name; nil for other names.
  static func subject(named name: String) -> (any Subject)? {
    guard name.hasPrefix(prefix) else { return nil }
    let type = _typeByName(String(name.dropFirst(prefix.count)))
    return (type as? any OperationClassAdapter.Type).flatMap { try? subject(of: $0) }
  }

  /// The subject of an adapter.
  ///
  /// - Throws: what is wrong with the type.
  static func subject(
    of adapter: any OperationClassAdapter.Type
  ) throws(AdapterTypeError) -> ClassSubject {
    guard adapter.name.isSubjectName else {
      throw .malformedName(adapter.name, of: String(reflecting: adapter))
    }
    guard let mangled = _mangledTypeName(adapter),
      let found = _typeByName(mangled), ObjectIdentifier(found) == ObjectIdentifier(adapter)
    else { throw .notFoundByName(String(reflecting: adapter)) }
    return opened(adapter, prefix + mangled)
  }

  /// The subjects of several adapters.
  ///
  /// - Throws: what is wrong with one of the types, or two adapters of one name.
  static func subjects(
    of adapters: [any OperationClassAdapter.Type]
  ) throws(AdapterTypeError) -> [any Subject] {
    var subjects: [any Subject] = []
    for adapter in adapters {
      let subject = try subject(of: adapter)
      guard !subjects.contains(where: { $0.description.name == subject.description.name }) else {
        throw .repeatedName(subject.description.name)
      }
      subjects.append(subject)
    }
    return subjects
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
