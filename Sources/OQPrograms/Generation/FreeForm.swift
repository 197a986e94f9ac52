import OQHistory

/// A program without a plan: random commands, kept within what ends on every correct
/// implementation.
///
/// Three rules keep its lanes free of circular waits. Until the last meeting no lane waits for
/// anything but what has to come about with what was done before (``Certainty``). At that meeting
/// all queues run and all bodies are open. After it only what must finish is waited for.
struct FreeForm {
  /// What a step can be; a swarm mask leaves some of them out of a program.
  enum Action: Int, CaseIterable {
    case read, cancel, suspendResume, setLimit, cancelAll, hold, waitOne, priority, edges, body
  }

  /// The largest number of operations of a usual program.
  let size: Int
  /// Bodies that are held at once, at most.
  let mostHeld: Int
  private var mask = 0
  private var queues: [QueueID] = []
  private var certainty: Certainty
  private var shared: [OperationID] = []

  init(size: Int, mostHeld: Int = 2, startsElsewhere: Bool = false) {
    self.size = size
    self.mostHeld = mostHeld
    certainty = Certainty(mostHeld: mostHeld, startsElsewhere: startsElsewhere)
  }

  private func allows(_ action: Action) -> Bool { mask & (1 << action.rawValue) == 0 }

  /// Writes the program.
  mutating func write(_ p: inout Draft) {
    // Features are left out, so that 0 is the mask with all of them.
    mask = p.draw(1 << Action.allCases.count) & p.draw(1 << Action.allCases.count)
    for _ in 0..<(p.chance(4) ? 2 : 1) {
      let suspended = allows(.suspendResume) && p.chance(4)
      let limit = p.pick([nil, 1, 2, 3])
      let queue = p.queue(limit: limit, suspended: suspended)
      queues.append(queue)
      certainty.declare(queue, limit: limit, suspended: suspended)
    }
    let clients = p.has(.clients) && p.chance(3) ? p.number(2...3) : 1
    let count = p.chance(24) ? p.number(8...20) : p.number(1...size)
    for _ in 0..<count {
      let start = p.choices.position
      addOne(&p)
      if p.chance(2) { act(&p, mayWait: true) }
      p.choices.end(.step, from: start)
    }
    if clients > 1 { writeOthers(&p, clients) }
    for _ in 0..<p.number(0...2) { act(&p, mayWait: clients == 1) }
    close(&p, clients)
    if clients > 1, p.chance(2) { p.addSettings() }
  }

  /// Declares an operation and has client 1 add it, start it, or leave it alone.
  private mutating func addOne(_ p: inout Draft) {
    let start = p.choices.position
    let q = p.pick(queues)
    let earlier = certainty.handles(p)
    var dependencies: [OperationID] = []
    for operation in earlier.suffix(4) where p.chance(3) { dependencies.append(operation) }
    let late = allows(.edges) && p.chance(4)
    if dependencies.isEmpty, p.has(.closure), p.chance(5) {
      let x = p.operation(kind: .closure)
      p.choices.end(.operation, from: start)
      p.add(q, x)
      certainty.add(x, to: q, after: [])
      return
    }
    let priority: Priority? =
      allows(.priority) && p.has(.setPriority) && p.chance(3) ? p.pick(Priority.allCases) : nil
    let x = p.work(after: late ? [] : dependencies, priority: priority)
    p.choices.end(.operation, from: start)
    if late { for dependency in dependencies { p.depend(x, dependency) } }
    if allows(.hold), dependencies.isEmpty, certainty.held.count < mostHeld, p.chance(6) {
      hold(&p, x, in: q)
    } else if p.has(.start), p.chance(8), certainty.areFinishing(dependencies) {
      for dependency in dependencies { p.until(.isFinished, dependency) }
      if !dependencies.isEmpty { p.until(.isReady, x) }
      p.start(x)
      certainty.start(x)
    } else if !shared.isEmpty, p.chance(12) {
      certainty.leave(x)
    } else {
      if allows(.body), p.chance(5) { script(&p, x, in: q) }
      p.add(q, x)
      certainty.add(x, to: q, after: dependencies)
      shared.append(x)
    }
  }

  /// Adds an operation whose body stays inside until client 1 opens it.
  private mutating func hold(_ p: inout Draft, _ x: OperationID, in q: QueueID) {
    p.hold(x)
    p.add(q, x)
    let begins = certainty.begins(in: q)
    certainty.add(x, to: q, after: [], held: true)
    if begins { p.began(x) }
  }

  /// Gives an operation of client 1 a body that acts.
  private mutating func script(_ p: inout Draft, _ x: OperationID, in q: QueueID) {
    switch p.draw(4) {
    case 0: p.inside(x) { $0.read(x, .isExecuting, .isFinished) }
    case 1:
      // What a body adds is waited for only where the body certainly runs.
      let y = p.operation()
      p.inside(x) { $0.add(q, y) }
      certainty.addInside(y, by: x, to: q)
    case 2: p.inside(x) { $0.cancel(x) }
    default:
      if let other = shared.last, p.hasHandle(other), !certainty.held.contains(other) {
        p.inside(x) { $0.cancel(other) }
        certainty.cancel(other)
      } else {
        p.inside(x) { $0.read(x, .isCancelled) }
      }
    }
  }

  /// One step of client 1 that is not an addition.
  private mutating func act(_ p: inout Draft, mayWait: Bool) {
    let q = p.pick(queues)
    switch p.pick(Action.allCases.filter(allows) + [.read]) {
    case .read, .body, .edges: p.addRead(onceIn: 1)
    case .cancel:
      let candidates = shared.filter { p.hasHandle($0) && !certainty.held.contains($0) }
      guard !candidates.isEmpty else { return }
      let x = p.pick(candidates)
      p.cancel(x)
      certainty.cancel(x)
    case .cancelAll:
      p.command(.cancelAll, q)
      certainty.cancelAll(q)
    case .suspendResume:
      if certainty.isSuspended(q) {
        p.resume(q)
        certainty.suspend(q, false)
      } else {
        p.suspend(q)
        certainty.suspend(q, true)
      }
    case .setLimit:
      let limit = p.pick([-1, 1, 2, 3])
      p.setLimit(q, limit)
      certainty.setLimit(q, limit)
    case .hold:
      guard let held = certainty.held.first else { return }
      p.open(held)
      certainty.open(held)
    case .waitOne:
      guard mayWait, let x = shared.last(where: { certainty.isFinishing($0) && p.hasHandle($0) })
      else { return }
      p.finished(x)
    case .priority:
      guard p.has(.setPriority), let x = shared.last, p.hasHandle(x) else { return }
      p.command(.setPriority, x, .priority(p.pick(Priority.allCases)))
    }
  }

  /// Clients that act on what client 1 has added, between two meetings, without waiting.
  private mutating func writeOthers(_ p: inout Draft, _ clients: Int) {
    p.meet(1)
    for number in 2...clients {
      p.client(number) { $0.meet(1) }
      for _ in 0..<p.number(1...3) {
        let q = p.pick(queues)
        let targets = shared.filter { p.hasHandle($0) && !certainty.held.contains($0) }
        p.client(number) { p in
          switch p.draw(6) {
          case 0, 1: if let read = p.anyRead() { p.step(.command(read)) }
          case 2:
            let y = p.operation()
            p.add(q, y)
            certainty.add(y, to: q, after: [])
          case 3:
            guard allows(.cancel), !targets.isEmpty else { return }
            let x = p.pick(targets)
            p.cancel(x)
            certainty.cancel(x)
          case 4:
            guard allows(.suspendResume) else { return }
            p.suspend(q)
            p.resume(q)
            certainty.suspend(q, true)
          default:
            guard allows(.cancelAll) else { return }
            p.command(.cancelAll, q)
            certainty.cancelAll(q)
          }
        }
      }
    }
  }

  /// Everything held is opened, every queue runs, then what must finish is waited for.
  private mutating func close(_ p: inout Draft, _ clients: Int) {
    for held in certainty.held { p.open(held) }
    if clients > 1 {
      // The others may have suspended a queue after client 1 resumed it.
      for number in 2...clients { p.client(number) { $0.meet(2) } }
      p.meet(2)
    }
    for queue in queues where certainty.isSuspended(queue) { p.resume(queue) }
    certainty.close()
    for queue in queues {
      let listed = certainty.operations(of: queue)
      guard !listed.isEmpty else { continue }
      let all = listed.allSatisfy(certainty.isFinishing)
      if all, p.has(.waitAll), p.chance(3) {
        p.command(.waitAll, queue)
      } else {
        for operation in listed where certainty.isFinishing(operation) {
          if p.operations[operation.index].kind.hasHandle {
            p.finished(operation)
          } else if !certainty.isCancelled(operation) {
            p.ended(operation)
          }
        }
      }
    }
    guard clients > 1, p.has(.wait) else { return }
    let done = shared.filter { certainty.isFinishing($0) && p.hasHandle($0) }
    for number in 2...clients where !done.isEmpty && p.chance(2) {
      let x = p.pick(done)
      p.client(number) { $0.command(.wait, x) }
    }
  }
}
