import OQAdapters

/// What an executable can judge beside the bundled subjects.
package enum AdapterSubjects {
  /// The subjects of adapters, queues first.
  ///
  /// - Parameters:
  ///   - queues: adapters of queues.
  ///   - classes: adapters of classes of operations.
  /// - Returns: one subject for each adapter.
  /// - Throws: what is wrong with one of the types, or two adapters of one name.
  package static func all(
    queues: [any QueueAdapter.Type], classes: [any OperationClassAdapter.Type]
  ) throws(AdapterTypeError) -> [any Subject] {
    try AdapterTypes.subjects(of: queues) + OperationClassTypes.subjects(of: classes)
  }
}
