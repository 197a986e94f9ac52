import OQHistory

/// The operations of one queue that certainly wait for a dependency, by the return of their adds.
struct BlockedOperations {
  private struct Entry {
    let operation: OperationID
    let added: Ticket
    let until: Ticket
  }

  private var entries: [Entry] = []
  // The entry among the first n that waits longest, for each n.
  private var longest: [Int] = []

  /// Collects them.
  ///
  /// - Complexity: O(n log n) in the operations of the queue and the calls on them.
  init(
    in queue: QueueID, _ index: HistoryIndex,
    where isIncluded: (OperationID) -> Bool = { _ in true }
  ) {
    for add in index[queue].adds where add.succeeded {
      for operation in add.command.operands where isIncluded(operation) {
        guard let added = index.onlyAdd(of: operation)?.returned else { continue }
        let cancel = index[operation].firstCancel
        let until = min(index.blockedUntil(operation), cancel ?? index.end)
        if until > added { entries.append(Entry(operation: operation, added: added, until: until)) }
      }
    }
    entries.sort { ($0.added, $0.operation) < ($1.added, $1.operation) }
    for position in entries.indices {
      let before = longest.last ?? position
      longest.append(entries[position].until > entries[before].until ? position : before)
    }
  }

  /// Whether none waits at any time.
  var isEmpty: Bool { entries.isEmpty }

  /// An operation whose add had returned before a ticket and that waits up to another one.
  ///
  /// - Parameters:
  ///   - added: a ticket after the return of its add; any by default.
  ///   - until: a ticket up to which it certainly waits.
  /// - Returns: the operation of those that waits longest, or nil.
  /// - Complexity: O(log n).
  func first(addedBefore added: Ticket = .max, until: Ticket) -> OperationID? {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].added < added { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return nil }
    let entry = entries[longest[low - 1]]
    return entry.until >= until ? entry.operation : nil
  }
}

extension HistoryIndex {
  /// The priority of an operation where it was set explicitly before the add and never since;
  /// nil where it is unset, changed late or in a race (ND-10, ND-11).
  ///
  /// - Complexity: O(calls on the operation).
  func firmPriority(of operation: OperationID) -> Priority? {
    let record = self[operation]
    let offer = record.firstOffer ?? end
    var priority = record.declaration.priority
    var returned = 0
    for call in record.prioritySets where !call.hadNoEffect {
      guard let value = call.command.priority, call.called > returned,
        call.succeeded(before: offer)
      else { return nil }
      priority = value
      returned = call.returned ?? end
    }
    return priority
  }

  /// Whether both priorities are certain and the first is higher.
  func outranks(_ first: OperationID, _ second: OperationID) -> Bool {
    guard let one = firmPriority(of: first), let other = firmPriority(of: second) else {
      return false
    }
    return one > other
  }
}
