import OQHistory

/// A program about dispatch queues without a plan: blocks that are submitted in any way to any
/// queue, kept within what ends with every correct library.
///
/// At most one block is held, and only client 1 opens it. Nothing waits for a queue in which it is,
/// nor for a group of which it is a member, before it is open.
struct DispatchFreeForm {
  /// The largest number of blocks of a usual program.
  let size: Int
  private var queues: [QueueID] = []
  private var blocks: [OperationID] = []
  private var held: (block: OperationID, queue: QueueID)?
  private var group: OperationID?
  /// Queues to which a barrier was submitted.
  private var barred: Set<QueueID> = []

  init(size: Int) { self.size = size }

  /// Writes the program.
  mutating func write(_ p: inout Draft) {
    guard p.has(.async) else { return }
    for _ in 0..<p.number(1...2) { queues.append(p.queue(p.pick([.serial, .concurrent]))) }
    if p.has(.group), p.has(.asyncGroup), p.chance(3) { group = p.operation(kind: .group) }
    for _ in 0..<p.number(1...size) {
      submit(&p)
      if held != nil, p.chance(4) { open(&p) }
      if mayAwait, let last = blocks.last, p.chance(4) { p.ended(last) }
    }
    if p.chance(2) { object(&p) }
    other(&p)
    open(&p)
    close(&p)
  }

  /// Submits a block in one of the ways there are.
  private mutating func submit(_ p: inout Draft) {
    let queue = p.pick(queues)
    let block = p.block()
    let isFree = held?.queue != queue
    blocks.append(block)
    switch p.draw(6) {
    case 0 where p.has(.asyncBarrier):
      p.submit(.asyncBarrier, queue, block)
      barred.insert(queue)
    case 1 where p.has(.sync) && isFree: p.submit(.sync, queue, block)
    case 2 where p.has(.asyncAfter):
      if p.has(.isDue), p.chance(2) { p.inside(block) { $0.command(.isDue, block) } }
      p.submit(.asyncAfter, queue, block)
    case 3 where group != nil:
      if let group { p.submit(.asyncGroup, queue, of: group, block) }
    case 4 where held == nil:
      // What is submitted before it ends first: with everything else open it begins for sure.
      p.hold(block)
      p.submit(.async, queue, block)
      p.began(block)
      held = (block, queue)
    default:
      if p.chance(3) { nest(block, &p) }
      p.submit(.async, queue, block)
      // A concurrent queue runs it beside the one that is held.
      let isBeside = held?.queue == queue && !barred.contains(queue)
      if isBeside, p.program[queue].dispatch == .concurrent, p.chance(2) { p.ended(block) }
    }
  }

  /// Has a block submit another one, to any queue: it never waits.
  private mutating func nest(_ block: OperationID, _ p: inout Draft) {
    let queue = p.pick(queues)
    let inner = p.block()
    p.inside(block) { $0.submit(.async, queue, inner) }
    blocks.append(inner)
  }

  /// A second client submits to the same queues, and waits for nothing.
  private mutating func other(_ p: inout Draft) {
    guard p.has(.clients), p.chance(3) else { return }
    let own = (0..<p.number(1...3)).map { _ in p.block() }
    let queues = queues
    p.client(2) { p in
      for block in own { p.submit(.async, p.pick(queues), block) }
    }
    blocks += own
  }

  private mutating func open(_ p: inout Draft) {
    guard let held else { return }
    p.open(held.block)
    self.held = nil
  }

  /// Whether every block comes to its end without anything more being done.
  private var mayAwait: Bool { held == nil }

  /// Everything is open: what must end is waited for.
  private mutating func close(_ p: inout Draft) {
    if let group, p.has(.groupWait), p.chance(2) { p.command(.groupWait, group) }
    for block in p.shuffled(blocks) { p.ended(block) }
  }
}
