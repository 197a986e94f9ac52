import OQHistory

/// The begins of one limited queue, in order, with what else it could have chosen: the facts of
/// rules about the order in which a queue starts operations.
///
/// The rules compare operations that the queue knows to be ready from the return of their add on:
/// never cancelled, without dependencies or an `isReady` of their own, added once, their priority
/// set before (ND-10, ND-11). Nothing is compared in a queue that has barriers, or of which an
/// operation was started by hand (ND-24).
///
/// Where the limit changes, only operations are compared that were chosen under its last value:
/// they were added after the change, or while the limit was 0, under which nothing is chosen.
/// Others may have been chosen before. The tasks of those count while they run: they hold slots,
/// and a correct queue chooses nothing while they hold as many as the limit allows.
struct Choices {
  /// One compared operation.
  struct Contender {
    /// The operation.
    let operation: OperationID
    /// Its priority.
    let priority: Priority
    /// The return of its add: from here on the queue knows it.
    let known: Ticket
    /// The earliest ticket at which it can have been chosen, but for occupied slots.
    let release: Ticket
    /// Whether that is the resume of its queue.
    let isParked: Bool
  }

  /// One begin of a compared operation.
  struct Begin {
    /// The operation that was chosen.
    let chosen: Contender
    /// Ticket of its begin.
    let ticket: Ticket
    /// A ticket after which it was certainly chosen.
    let chosenAfter: Ticket
    /// `held slots` where that ticket is the end of a task that held the last slot, `parked` where
    /// it is the resume of its queue.
    let contexts: [String]
    /// Tasks of the queue that run at the begin, it included.
    let running: Int
  }

  /// The limit of the queue.
  let limit: Int
  /// The compared operations by priority level, by the return of their adds.
  private(set) var waiting: [Priority: [Contender]] = [:]
  /// Begins of compared operations, by ticket.
  private(set) var begins: [Begin] = []

  /// Collects the begins of a queue; nil where nothing can be compared.
  ///
  /// - Complexity: O(n log n) in the operations of the queue and the calls on them.
  init?(in queue: QueueID, _ index: HistoryIndex) {
    let record = index[queue]
    let members = record.adds.filter { !$0.hadNoEffect }.flatMap(\.command.operands)
    guard let setting = LimitSetting(last: record),
      record.calls(.addBarrier).allSatisfy(\.isRejected),
      members.allSatisfy({ index[$0].manualStarts.allSatisfy(\.isRejected) })
    else { return nil }
    limit = setting.limit
    // A group may name an operation twice.
    let contenders = Set(members).sorted().compactMap { Choices.contender($0, setting, index) }
    guard contenders.count > 1 else { return nil }
    for contender in contenders.sorted(by: { $0.known < $1.known }) {
      waiting[contender.priority, default: []].append(contender)
    }
    sweep(members, contenders, index)
  }

  /// Goes through the begins and ends of the queue's tasks in order.
  private mutating func sweep(
    _ members: [OperationID], _ contenders: [Contender], _ index: HistoryIndex
  ) {
    var changes: [(ticket: Ticket, operation: OperationID, step: Int)] = []
    for operation in Set(members) where index.onlyAdd(of: operation) != nil {
      for body in index[operation].bodies {
        changes.append((body.begin, operation, 1))
        if let end = body.end { changes.append((end, operation, -1)) }
      }
    }
    changes.sort { $0.ticket < $1.ticket }
    let contender = Dictionary(
      contenders.map { ($0.operation, $0) }, uniquingKeysWith: { first, _ in first })
    var blocks: [OperationID: Int] = [:]
    var running = 0
    var lastFull = 0
    for change in changes {
      let open = blocks[change.operation, default: 0]
      if change.step < 0, open == 1 {
        if running >= limit { lastFull = change.ticket }
        running -= 1
      } else if change.step > 0, open == 0 {
        running += 1
      }
      blocks[change.operation] = open + change.step
      guard change.step > 0, change.ticket == index[change.operation].begin,
        let chosen = contender[change.operation]
      else { continue }
      begins.append(
        Begin(
          chosen: chosen, ticket: change.ticket, chosenAfter: max(chosen.release, lastFull),
          contexts: lastFull > chosen.release ? ["held slots"] : chosen.isParked ? ["parked"] : [],
          running: running))
    }
  }

  private static func contender(
    _ operation: OperationID, _ setting: LimitSetting, _ index: HistoryIndex
  ) -> Contender? {
    let record = index[operation]
    guard record.declaration.kind == .task || record.declaration.kind == .block,
      record.declaration.blocks > 0, let add = index.onlyAdd(of: operation),
      let known = add.returned, add.succeeded, !record.mayBeCancelled(before: index.end),
      index.links(of: operation).isEmpty, let priority = index.firmPriority(of: operation)
    else { return nil }
    guard let opened = setting.opening(for: add) else { return nil }
    let release = index.release(of: add)
    return Contender(
      operation: operation, priority: priority, known: known, release: max(release, opened),
      isParked: release > add.called)
  }
}

/// The last value of a queue's limit, and from when on it certainly counts.
private struct LimitSetting {
  let limit: Int
  /// The call that set it; nil where it was declared.
  private let change: Call?
  /// From here on the limit certainly was 0 until that call; nil where it was not.
  private let zeroSince: Ticket?

  /// The last value; nil where there is none, or where nobody knows which call came last.
  init?(last queue: HistoryIndex.QueueRecord) {
    let changes = queue.calls(.setLimit).filter { !$0.hadNoEffect }
    guard let last = changes.last else {
      guard let limit = queue.declaration.limit else { return nil }
      (self.limit, change, zeroSince) = (limit, nil, nil)
      return
    }
    let earlier = changes.dropLast()
    guard last.succeeded, let limit = last.command.integer, limit > 0,
      earlier.allSatisfy({ $0.returned(before: last.called) })
    else { return nil }
    (self.limit, change) = (limit, last)
    // No queue has a limit of 0 from the beginning.
    zeroSince = earlier.last.flatMap { before in
      let isKnown = earlier.dropLast().allSatisfy { $0.returned(before: before.called) }
      return isKnown && before.command.integer == 0 ? before.returned : nil
    }
  }

  /// The earliest ticket at which the queue can have chosen what was added by a call, as far as the
  /// limit tells; nil where that can have been under another limit.
  func opening(for add: Call) -> Ticket? {
    guard let change, let returned = change.returned else { return add.called }
    if add.called > returned { return add.called }
    return zeroSince.flatMap { add.called > $0 ? max(add.called, change.called) : nil }
  }
}

/// Contenders by the return of their adds, of which those that have begun are struck out.
struct Unbegun {
  private let contenders: [Choices.Contender]
  // The next contender at or after a position that is not struck out, with compressed paths.
  private var next: [Int]

  /// Makes the list with nothing struck out.
  init(_ contenders: [Choices.Contender]) {
    self.contenders = contenders
    next = Array(0...contenders.count)
  }

  /// Strikes out a contender.
  ///
  /// - Complexity: O(log n).
  mutating func strike(_ contender: Choices.Contender) {
    var low = 0
    var high = contenders.count
    while low < high {
      let middle = (low + high) / 2
      if contenders[middle].known < contender.known { low = middle + 1 } else { high = middle }
    }
    // Members of a group share the return of their add.
    while low < contenders.count, contenders[low].operation != contender.operation { low += 1 }
    if low < contenders.count { next[low] = low + 1 }
  }

  /// The first contenders that are not struck out and were known before a ticket.
  ///
  /// - Parameters:
  ///   - ticket: a position.
  ///   - count: how many at most.
  /// - Returns: the contenders by the return of their adds.
  mutating func first(knownBefore ticket: Ticket, count: Int) -> [Choices.Contender] {
    var found: [Choices.Contender] = []
    var position = find(0)
    while found.count < count, position < contenders.count, contenders[position].known < ticket {
      found.append(contenders[position])
      position = find(position + 1)
    }
    return found
  }

  private mutating func find(_ start: Int) -> Int {
    var root = start
    while root < next.count - 1, next[root] != root { root = next[root] }
    var position = start
    while position < root {
      let following = next[position]
      next[position] = root
      position = max(following, position + 1)
    }
    return root
  }
}
