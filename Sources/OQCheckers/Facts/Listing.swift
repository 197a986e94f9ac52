import OQHistory

extension Link {
  /// Whether the dependency certainly was there during the whole of a read.
  ///
  /// - Parameters:
  ///   - read: a read of `dependencies` of the dependent.
  ///   - touch: the first call that could start or finish the dependent: an edge made later may be
  ///     ignored where the operation has been started or has finished (ND-7, ND-21).
  /// - Returns: true if a making in time returned before the read, and no removal that may follow
  ///   it was called before the read returned.
  /// - Complexity: O(calls on the dependency).
  func isListed(in read: Call, touch: Ticket) -> Bool {
    guard let returned = read.returned else { return false }
    let made =
      makings.last { $0.succeeded(before: min(touch, read.called)) }?.called
      ?? (isDeclared ? 0 : nil)
    guard let made else { return false }
    return removals.allSatisfy { $0.called > returned || $0.returned(before: made) }
  }

  /// Whether the dependency certainly was not there during the whole of a read.
  ///
  /// - Parameter read: a read of `dependencies` of the dependent.
  /// - Returns: true if nothing had made it, or if a removal that returned before the read follows
  ///   every making that may precede the read; false where it may have been listed twice (ND-28).
  /// - Complexity: O(calls on the dependency).
  func isMissing(in read: Call) -> Bool {
    guard let returned = read.returned else { return false }
    let makings = self.makings.filter { $0.called < returned }
    if makings.isEmpty, !isDeclared { return true }
    guard isSimple else { return false }
    return removals.contains { removal in
      removal.succeeded(before: read.called)
        && makings.allSatisfy { $0.returned(before: removal.called) }
    }
  }
}

/// One read of `dependencies`, and what is certain about what it must and must not give.
struct Listing {
  /// The read.
  let read: Call
  /// What it gave.
  let listed: Set<OperationID>
  /// Dependencies that were there during the whole read.
  let certain: [Link]
  /// Other operations of the result that were no dependencies during the whole read.
  let extra: [OperationID]
}

extension HistoryIndex {
  /// The reads of `dependencies` of an operation that returned a list.
  ///
  /// The operation itself is left out: a self-dependency is DEP-57's.
  ///
  /// - Complexity: O(reads * calls on the operation).
  func listings(of operation: OperationID) -> [Listing] {
    let record = self[operation]
    let links = links(of: operation).filter { $0.dependency != operation }
    let touch = record.firstTouch ?? end
    return record.calls(.dependencies).compactMap { read in
      guard let result = read.outcome?.operations else { return nil }
      let possible = Set(links.filter { !$0.isMissing(in: read) }.map(\.dependency))
      let listed = Set(result)
      return Listing(
        read: read, listed: listed, certain: links.filter { $0.isListed(in: read, touch: touch) },
        extra: listed.subtracting(possible).subtracting([operation]).sorted())
    }
  }

  /// `unqueued`, `parked`, `blocked` or nothing: the context of a read.
  func stageContext(_ operation: OperationID, at ticket: Ticket) -> [String] {
    guard let stage = stage(of: operation, at: ticket), stage != .heldSlots else { return [] }
    return [stage.rawValue]
  }
}
