import OQSpecification

/// The one table of verbs: parser, printer, vocabularies and documentation are derived from it.
package enum VerbTable {
  /// The object whose method a verb is.
  package enum Family: String, Sendable { case queue, operation }

  /// The kind of argument that follows the target.
  package enum Parameter: String, Sendable {
    case none, operation, operations, integer, priority, boolean, observer
  }

  /// The kind of value that a verb returns.
  package enum Result: String, Sendable { case none, boolean, integer, operations, priority }

  /// One verb: its text, its shape and what it asks of an implementation.
  package struct Entry: Sendable {
    /// The verb.
    package let verb: Verb
    /// The word used in programs and histories.
    package let name: String
    /// The kind of the target, the first parameter.
    package let family: Family
    /// The kind of the second parameter.
    package let parameter: Parameter
    /// The kind of the returned value.
    package let result: Result
    /// Capabilities without which a program must not use the verb.
    package let needs: [Capability]
    /// Whether the call may wait for other threads, legally and without bound.
    package let mayBlock: Bool
    /// Whether some legal implementation rejects the call in some state.
    package let mayBeRejected: Bool
    /// What the call does, in one line.
    package let summary: String
  }

  /// The rows in the order of the cases of ``Verb``, so that a verb finds its own at once.
  package static let entries: [Entry] = {
    let all = rows
    if let fault = fault(in: all) { preconditionFailure(fault) }
    return all.sorted { $0.verb < $1.verb }
  }()

  /// What is wrong with a table: a verb without a row or with several, or a name of two verbs.
  ///
  /// - Parameter rows: the rows, in any order.
  /// - Returns: a sentence, or nil.
  package static func fault(in rows: [Entry]) -> String? {
    for verb in Verb.allCases {
      let count = rows.count { $0.verb == verb }
      if count != 1 { return "the verb '\(verb)' has \(count) rows instead of one" }
    }
    var names: Set<String> = []
    for row in rows where !names.insert(row.name).inserted {
      return "two verbs have the name '\(row.name)'"
    }
    return nil
  }

  package static func row(
    _ verb: Verb, _ name: String, _ family: Family, _ parameter: Parameter = .none,
    result: Result = .none, needs: [Capability] = [], blocks: Bool = false, rejected: Bool = false,
    _ summary: String
  ) -> Entry {
    Entry(
      verb: verb, name: name, family: family, parameter: parameter, result: result, needs: needs,
      mayBlock: blocks, mayBeRejected: rejected, summary: summary)
  }
}
