import OQHistory
import OQSpecification

/// Programs of a thousand operations and more: chains, fans, groups and backlogs that are built,
/// run and cancelled, and chains of forty thousand that are built and dropped.
///
/// What grows with the square of its work, overflows a stack or runs out of threads shows here.
/// They stand outside of the sequence of targets, since each takes as long as hundreds of others.
enum ScaleSituations {
  /// The first index that such a program may have: the programs of shorter campaigns are small.
  static let first: UInt64 = 20_000
  /// One index in so many has such a program.
  static let share: UInt64 = 1_000

  /// Those that take least time come first: a campaign with a budget may have time for a few.
  static let all: [Situation] = [
    Situation("DEP-5", verbs: [.add], fan),
    Situation("DEP-5", verbs: [.addGroup, .waitAll], groups),
    Situation("DEP-5", verbs: [.suspend, .resume, .waitAll], backlog),
    Situation("DEP-5", verbs: [.suspend, .resume, .waitAll, .cancelAll], cancelledBacklog),
    Situation("DEP-5", verbs: [.add, .cancel], cancelledChain),
    Situation("DEP-5", features: [.drops], droppedChains),
    Situation("DEP-5", verbs: [.add], chain),
  ]

  /// Which of some such programs an index stands for; nil for an index of the others.
  ///
  /// - Parameters:
  ///   - index: the number of the program, from 0.
  ///   - count: how many there are.
  /// - Returns: a position; every one in turn.
  static func place(of index: UInt64, among count: Int) -> Int? {
    guard count > 0, index >= first, index % share == share - 1 else { return nil }
    return Int((index / share - first / share) % UInt64(count))
  }

  /// The first index that stands for such a program.
  ///
  /// - Parameter place: its position among them.
  /// - Returns: the index.
  static func index(of place: Int) -> UInt64 { first + share * UInt64(place + 1) - 1 }

  /// The number of operations: most programs are of the smallest size, which shows as much.
  private static func size(
    _ p: inout Draft, among sizes: [Int] = [1_000, 1_000, 1_000, 1_000, 2_000, 3_000]
  ) -> Int {
    // Decorations would be most of such a program.
    p.style = []
    return p.pick(sizes)
  }

  /// Each operation waits for the one before it.
  private static func chain(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([nil, 1, 2]))
    let chain = chain(of: size(&p), &p)
    if p.chance(2) { add(chain, to: q, &p) } else { add(chain.reversed(), to: q, &p) }
    finish(chain, q, &p)
  }

  /// Each operation waits for the one before it, and all of them are cancelled while the first is
  /// at work: its end may end the next one, and so on.
  private static func cancelledChain(_ p: inout Draft) {
    let q = p.queue()
    let chain = chain(of: size(&p), &p)
    let first = chain[0]
    p.hold(first)
    let isForward = p.chance(2)
    add(isForward ? chain : chain.reversed(), to: q, &p)
    p.began(first)
    for operation in chain.dropFirst().reversed() { p.cancel(operation) }
    p.open(first)
    // No body of a cancelled operation tells of its end.
    for operation in chain.suffix(1) { p.until(.isFinished, operation) }
  }

  /// Many operations wait for one, and one for all of them.
  private static func fan(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([nil, 2]))
    let first = p.operation()
    let middle = (0..<size(&p)).map { _ in p.operation(after: [first]) }
    let last = p.operation(after: middle)
    let isFirst = p.chance(2)
    if isFirst { p.add(q, first) }
    add(middle + [last], to: q, &p)
    if !isFirst { p.add(q, first) }
    finish([last], q, &p)
  }

  /// Groups are added one after another.
  private static func groups(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([nil, 1, 2]))
    let operations = (0..<size(&p)).map { _ in p.operation() }
    add(operations, to: q, &p)
    p.command(.waitAll, q)
  }

  /// A suspended queue fills, and is resumed.
  private static func backlog(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([nil, 1, 2]), suspended: true)
    let operations = (0..<size(&p)).map { _ in p.operation() }
    add(operations, to: q, &p)
    p.resume(q)
    p.command(.waitAll, q)
  }

  /// A suspended queue fills, is emptied by a cancel, and is resumed.
  private static func cancelledBacklog(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([nil, 1, 2]), suspended: true)
    let operations = (0..<size(&p)).map { _ in p.operation() }
    add(operations, to: q, &p)
    p.command(.cancelAll, q)
    p.resume(q)
    p.command(.waitAll, q)
  }

  /// Two chains are built and dropped, without a queue, one from its first operation on, and one
  /// from its last: the end of one operation may end the next one, or the one before.
  ///
  /// A stack of 8 MB overflows by some 30,000 ends that are nested, of 250 bytes each.
  private static func droppedChains(_ p: inout Draft) {
    let size = size(&p, among: [40_000])
    let (one, other) = (chain(of: size, &p), chain(of: size, &p))
    for operation in one + other.reversed() { p.step(.drop(.operation(operation))) }
  }

  private static func chain(of count: Int, _ p: inout Draft) -> [OperationID] {
    var chain: [OperationID] = []
    for _ in 0..<count { chain.append(p.operation(after: chain.last.map { [$0] } ?? [])) }
    return chain
  }

  /// Adds operations in groups of a hundred where there are groups, else one by one.
  private static func add(_ operations: [OperationID], to q: QueueID, _ p: inout Draft) {
    guard p.has(.addGroup) else {
      for operation in operations { p.add(q, operation) }
      return
    }
    for begin in stride(from: 0, to: operations.count, by: 100) {
      let group = operations[begin..<min(begin + 100, operations.count)]
      p.command(.addGroup, q, .operations(Array(group)))
    }
  }

  private static func finish(_ operations: [OperationID], _ q: QueueID, _ p: inout Draft) {
    if p.has(.waitAll) { return p.command(.waitAll, q) }
    for operation in operations.suffix(1) { p.ended(operation) }
  }
}
