import OQAdapters

/// Types by names that are the same in every process of an executable.
struct TypeNames {
  /// What the names begin with: the kind of adapter.
  let prefix: String

  /// The name by which a worker finds an adapter's type.
  ///
  /// - Parameters:
  ///   - adapter: the type.
  ///   - name: what the adapter is called on command lines.
  /// - Returns: the prefix and the mangled name of the type.
  /// - Throws: what is wrong with the type or the name.
  func name(of adapter: Any.Type, called name: String) throws(AdapterTypeError) -> String {
    guard name.isSubjectName else {
      throw .malformedName(name, of: String(reflecting: adapter))
    }
    guard let mangled = _mangledTypeName(adapter),
      let found = _typeByName(mangled), ObjectIdentifier(found) == ObjectIdentifier(adapter)
    else { throw .notFoundByName(String(reflecting: adapter)) }
    return prefix + mangled
  }

  /// The type with a name; nil for names of another kind and for types that do not exist.
  func type(named name: String) -> Any.Type? {
    name.hasPrefix(prefix) ? _typeByName(String(name.dropFirst(prefix.count))) : nil
  }

  /// The subjects of several adapters, in their order.
  ///
  /// - Parameters:
  ///   - adapters: the types.
  ///   - subject: the subject of one of them.
  /// - Returns: one subject for each adapter.
  /// - Throws: what is wrong with one of the types, or two adapters of one name.
  static func subjects<Adapter>(
    of adapters: [Adapter], _ subject: (Adapter) throws(AdapterTypeError) -> any Subject
  ) throws(AdapterTypeError) -> [any Subject] {
    var subjects: [any Subject] = []
    for adapter in adapters {
      let subject = try subject(adapter)
      guard !subjects.contains(where: { $0.description.name == subject.description.name }) else {
        throw .repeatedName(subject.description.name)
      }
      subjects.append(subject)
    }
    return subjects
  }
}

/// Why an adapter's type cannot be a subject.
package enum AdapterTypeError: Error, Hashable, CustomStringConvertible {
  /// The name would not be read back from a command line.
  case malformedName(String, of: String)
  /// Two adapters have this name.
  case repeatedName(String)
  /// No other process finds the type.
  case notFoundByName(String)

  /// What is wrong, and what to do.
  package var description: String {
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
