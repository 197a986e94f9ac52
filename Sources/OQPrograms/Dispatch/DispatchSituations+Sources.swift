import OQHistory
import OQSpecification

extension DispatchSituations {
  /// Dispatch sources.
  static let sources: [Situation] = [
    custom(.addingSource), custom(.combiningSource), custom(.replacingSource),
    quiet(.addingSource, "SOURCE-1"), quiet(.readSource, "SOURCE-5"),
    quiet(.signalSource, "SOURCE-4"),
    Situation(
      ["SOURCE-5", "SOURCE-1"], verbs: [.activate], kinds: [.writeSource], writable),
    Situation(
      ["SOURCE-5"], verbs: [.trigger], kinds: [.readSource, .writeSource], onOneDescriptor),
    timer(.timer), timer(.repeatingTimer),
  ]

  /// Values are sent to a source while its handler is held.
  private static func custom(_ kind: Program.Kind) -> Situation {
    Situation(["SOURCE-1", "SOURCE-8"], verbs: [.trigger, .isCurrent], kinds: [kind]) { p in
      let q = p.queue(p.pick([.serial, .concurrent]))
      let source = p.operation(kind: kind)
      let isHeld = !p.chance(3)
      p.inside(source) { p in
        p.command(.isCurrent, q)
        if isHeld { p.step(.hold) }
      }
      p.watch(source, on: q)
      // One bit each, so that sum and union are the same.
      var sent = [1]
      p.command(.trigger, source, .integer(1))
      if isHeld { p.began(source) }
      let senders = kind == .replacingSource ? 1 : p.number(1...2)
      for sender in 1...senders {
        p.client(sender) { p in
          p.meet(1)
          for number in 0..<p.number(1...2) {
            let value = 1 << (2 * sender + number)
            sent.append(value)
            p.command(.trigger, source, .integer(value))
          }
          p.meet(2)
        }
      }
      if isHeld { p.open(source) }
      let whole = kind == .replacingSource ? sent.last ?? 0 : sent.reduce(0, +)
      p.step(.until(.reads(Command(.reported, source), .integer(whole))))
    }
  }

  /// Other work passes through the queue before the event is brought about.
  private static func quiet(_ kind: Program.Kind, _ rule: RuleID) -> Situation {
    Situation([rule, "SOURCE-1", "SOURCE-2"], verbs: [.trigger], kinds: [kind]) { p in
      let q = p.queue(p.pick([.serial, .concurrent]))
      let source = p.operation(kind: kind)
      p.watch(source, on: q)
      for _ in 0..<p.number(1...2) { p.pass(q) }
      let first = p.number(1...3)
      p.command(.trigger, source, .integer(first))
      p.began(source)
      guard p.chance(2) else { return }
      p.ended(source)
      p.command(.trigger, source, .integer(1))
      let whole = kind == .signalSource ? 2 : first + 1
      p.step(.until(.reads(Command(.reported, source), .integer(whole))))
    }
  }

  /// What can be written from the beginning.
  private static func writable(_ p: inout Draft) {
    let q = p.queue(p.pick([.serial, .concurrent]))
    let source = p.operation(kind: .writeSource)
    p.command(.activate, q, .operation(source))
    p.ended(source)
  }

  /// One source reads from a descriptor and another one writes to it, for a while.
  private static func onOneDescriptor(_ p: inout Draft) {
    let q = p.queue(p.pick([.serial, .concurrent]))
    let r = p.chance(2) ? p.queue(.serial) : q
    let reader = p.operation(kind: .readSource)
    let writer = p.operation(kind: .writeSource)
    p.watch(reader, on: q)
    let isReadFirst = p.chance(2)
    if isReadFirst {
      p.command(.trigger, reader, .integer(1))
      p.step(.until(.reads(Command(.reported, reader), .integer(1))))
    }
    p.command(.activate, r, .operation(writer))
    p.ended(writer, p.pick([.body, .cancellation]))
    p.command(.trigger, reader, .integer(2))
    p.step(.until(.reads(Command(.reported, reader), .integer(isReadFirst ? 3 : 2))))
  }

  /// A timer reads its clock, and is cancelled if it repeats.
  private static func timer(_ kind: Program.Kind) -> Situation {
    Situation(
      ["SOURCE-3"], verbs: [.activate, .isDue, .asyncAfter, .cancelSource], kinds: [kind]
    ) { p in
      let q = p.queue(.serial)
      let source = p.operation(kind: kind)
      p.inside(source) { $0.command(.isDue, source) }
      p.command(.activate, q, .operation(source))
      p.ended(source)
      if kind == .timer {
        let late = p.block()
        p.submit(.asyncAfter, q, late)
        p.ended(late)
      } else {
        p.command(.cancelSource, source)
        p.ended(source, .cancellation)
        for _ in 0..<p.number(2...3) { p.pass(q) }
      }
    }
  }
}

extension Draft {
  /// Makes a source, and awaits that it watches.
  mutating func watch(_ source: OperationID, on queue: QueueID) {
    command(.activate, queue, .operation(source))
    ended(source, .registration)
  }
}
