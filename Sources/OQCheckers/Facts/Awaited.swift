import OQHistory

extension Stall {
  /// The read that shows that an awaited value has not come; nil where no read shows it.
  ///
  /// A lane that awaits a value reads once more after the quiescence is recorded, and holds still.
  /// Only such a read shows what is true at rest: one before it may be older than the last thing
  /// that happened.
  ///
  /// - Parameters:
  ///   - accessor: a boolean accessor.
  ///   - value: the value that has not come.
  ///   - operation: the operation whose accessor it is.
  /// - Returns: the last read of the accessor, if it gave the opposite.
  /// - Complexity: O(calls + runs of client code).
  func awaitedRead(_ accessor: Verb, _ value: Bool, of operation: OperationID) -> Read? {
    guard let read = index[operation].reads(accessor).last, read.value != value,
      read.called > ticket
    else { return nil }
    return read
  }
}
