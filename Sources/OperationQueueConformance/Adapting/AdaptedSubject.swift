import OQAdapters
import OQHistory

/// The implementation behind an adapter, as the driver sees it.
struct AdaptedSubject<Adapter: QueueAdapter>: Subject {
  let description: SubjectDescription
  let workerName: String

  /// Takes an adapter at its word.
  ///
  /// - Throws: what is wrong with the type, before anything runs.
  init(_ adapter: Adapter.Type) throws(AdapterTypeError) {
    guard Adapter.name.isSubjectName else {
      throw .malformedName(Adapter.name, of: String(reflecting: adapter))
    }
    guard let name = AdapterTypes.name(of: adapter) else {
      throw .notFoundByName(String(reflecting: adapter))
    }
    workerName = name
    description = SubjectDescription(
      name: Adapter.name, version: Adapter.version,
      capabilities: Adapter.capabilities.compactMap(\.inSpecification),
      stepBound: Adapter.stepBound)
  }

  func session(_ probe: any Probe) -> any Session { AdaptedSession(Adapter(), probe) }
}

/// Adapters by the names of their types, which are the same in every process of an executable.
enum AdapterTypes {
  private static let prefix = "adapter:"

  /// The name by which a worker finds a type; nil for one that it does not find.
  static func name(of adapter: any QueueAdapter.Type) -> String? {
    guard let mangled = _mangledTypeName(adapter),
      let found = _typeByName(mangled), ObjectIdentifier(found) == ObjectIdentifier(adapter)
    else { return nil }
    return prefix + mangled
  }

  /// The subject of the adapter with a name; nil for other names.
  static func subject(named name: String) -> (any Subject)? {
    guard name.hasPrefix(prefix) else { return nil }
    let type = _typeByName(String(name.dropFirst(prefix.count)))
    return (type as? any QueueAdapter.Type).flatMap { try? subject(of: $0) }
  }

  /// The subject of an adapter.
  ///
  /// - Throws: what is wrong with the type.
  static func subject(of adapter: any QueueAdapter.Type) throws(AdapterTypeError) -> any Subject {
    try opened(adapter)
  }

  /// The subjects of several adapters.
  ///
  /// - Throws: what is wrong with one of the types, or two adapters of one name.
  static func subjects(
    of adapters: [any QueueAdapter.Type]
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

  private static func opened<Adapter: QueueAdapter>(
    _ adapter: Adapter.Type
  ) throws(AdapterTypeError) -> any Subject { try AdaptedSubject(adapter) }
}

/// Why an adapter's type cannot be a subject.
enum AdapterTypeError: Error, Hashable, CustomStringConvertible {
  /// The name would not be read back from a command line.
  case malformedName(String, of: String)
  /// Two adapters have this name.
  case repeatedName(String)
  /// No other process finds the type.
  case notFoundByName(String)

  /// What is wrong, and what to do.
  var description: String {
    switch self {
    case .malformedName(let name, let type):
      """
      the name '\(name)' of the adapter \(type) is no name of a subject: use lower case letters, \
      digits and hyphens, beginning with a letter
      """
    case .repeatedName(let name):
      "two adapters have the name '\(name)': give each a name of its own"
    case .notFoundByName(let type):
      """
      the adapter \(type) cannot be found by its name, which a worker process needs: declare it \
      outside functions, and neither private nor fileprivate
      """
    }
  }
}

extension String {
  /// Whether the text is a subject's name: lower case letters, digits and hyphens, a letter first.
  var isSubjectName: Bool {
    guard let first, first.isASCII, first.isLowercase else { return false }
    return allSatisfy {
      $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "-")
    }
  }
}
