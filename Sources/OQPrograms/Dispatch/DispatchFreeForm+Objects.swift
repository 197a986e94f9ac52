import OQHistory

/// Objects beside the blocks of a free program, each used in some way that comes to its end.
///
/// What is held beside a block is held on the thread of a client, or in a queue of its own.
extension DispatchFreeForm {
  /// Uses an object of some kind, if the vocabulary has one.
  func object(_ p: inout Draft) {
    let kinds: [Program.Kind] = [
      .semaphore, .once, .group, .addingSource, .combiningSource, .replacingSource, .readSource,
      .signalSource, .timer, .repeatingTimer,
    ].filter { p.has($0) }
    guard !kinds.isEmpty, p.has(.clients) else { return }
    switch p.pick(kinds) {
    case .semaphore where p.has(Verb.signal) && p.has(Verb.waitSignal): semaphore(&p)
    case .once where p.has(Verb.once): once(&p)
    case .group where p.has(.groupEnter) && p.has(.groupLeave) && p.has(.groupNotify): group(&p)
    case let kind where kind == .timer || kind == .repeatingTimer: timer(kind, &p)
    case let kind where p.has(.activate) && p.has(.trigger) && p.has(.reported):
      source(kind, &p)
    default: break
    }
  }

  /// One or two clients wait as often as client 1 signals: before, meanwhile, or after.
  private func semaphore(_ p: inout Draft) {
    let semaphore = p.operation(kind: .semaphore)
    let waiters = p.number(1...2)
    let times = p.number(1...2)
    let isEarly = p.chance(2)
    for _ in 0..<waiters {
      p.client(p.nextClient) { p in
        if isEarly { p.meet(1) }
        for _ in 0..<times { p.command(.waitSignal, semaphore) }
      }
    }
    for _ in 0..<waiters * times {
      if p.chance(2) { p.passElsewhere() }
      p.command(.signal, semaphore)
    }
    if isEarly { p.meet(1) }
  }

  /// Two clients or three ask for the same code, which may be held.
  private func once(_ p: inout Draft) {
    let code = p.operation(kind: .once)
    let isHeld = p.chance(2)
    if isHeld { p.hold(code) }
    for number in 1...p.number(1...2) {
      p.client(p.nextClient) { p in
        if isHeld, number > 1 { p.began(code) }
        p.command(.once, code)
      }
    }
    if isHeld {
      p.began(code)
      if p.chance(2) { p.passElsewhere() }
      p.open(code)
    }
    p.command(.once, code)
  }

  /// A group that is entered and left by hand, and tells or lets go whoever waits.
  private func group(_ p: inout Draft) {
    let group = p.operation(kind: .group)
    let times = p.number(1...3)
    for _ in 0..<times { p.command(.groupEnter, group) }
    var notification: OperationID?
    if !p.has(.groupWait) || p.chance(2) {
      let block = p.block()
      p.submit(.groupNotify, p.queue(.serial), of: group, block)
      notification = block
    } else {
      p.client(p.nextClient) { p in
        p.meet(1)
        p.command(.groupWait, group)
      }
      p.meet(1)
    }
    for _ in 0..<times {
      if p.chance(2) { p.passElsewhere() }
      p.command(.groupLeave, group)
    }
    if let notification { p.ended(notification) }
  }

  /// A source is told something twice, the second time while its handler may be held.
  private func source(_ kind: Program.Kind, _ p: inout Draft) {
    let q = p.queue(p.pick([.serial, .concurrent]))
    let source = p.operation(kind: kind)
    let isCustom = kind != .readSource && kind != .signalSource
    let isHeld = isCustom && p.chance(2)
    let looks = p.has(.isCurrent) && p.chance(2)
    p.inside(source) { p in
      if looks { p.command(.isCurrent, q) }
      if isHeld { p.step(.hold) }
    }
    p.watch(source, on: q)
    if p.chance(2) { p.pass(q) }
    p.command(.trigger, source, .integer(1))
    p.began(source)
    if !isHeld { p.ended(source) }
    p.command(.trigger, source, .integer(2))
    if isHeld { p.open(source) }
    let whole = kind == .replacingSource || kind == .signalSource ? 2 : 3
    p.step(.until(.reads(Command(.reported, source), .integer(whole))))
  }

  /// A timer fires; one that repeats is cancelled then.
  private func timer(_ kind: Program.Kind, _ p: inout Draft) {
    guard p.has(.activate), kind == .timer || p.has(.cancelSource) else { return }
    let q = p.queue(.serial)
    let source = p.operation(kind: kind)
    if p.has(.isDue), p.chance(2) { p.inside(source) { $0.command(.isDue, source) } }
    p.command(.activate, q, .operation(source))
    p.ended(source)
    if kind == .repeatingTimer {
      p.command(.cancelSource, source)
      p.ended(source, .cancellation)
    }
    for _ in 0..<p.number(1...2) { p.pass(q) }
  }
}
