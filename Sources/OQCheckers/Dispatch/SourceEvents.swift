import OQHistory
import OQJudging
import OQSpecification

extension DispatchCheckers {
  /// SOURCE-1: an event submits the handler, to the queue that was named.
  ///
  /// A source of custom events was watching, as its registration handler had said, when its event
  /// was brought about: the handler begins after that. Inside any handler the mark of the queue is
  /// found.
  static let eventSubmitsHandler = Checker("SOURCE-1", antecedent: [.activate]) {
    index, _, judgement in
    judgeDelivery(
      index, of: [.addingSource, .combiningSource, .replacingSource], &judgement)
    for source in index.sources {
      for read in index[source.queue].calls(.isCurrent) {
        guard let callback = read.lane.callback, callback.operation == source.record.id,
          callback.point == .body, let isCurrent = read.outcome?.boolean
        else { continue }
        if isCurrent {
          judgement.hold(source.activation.called, read.called, read.returned)
        } else {
          judgement.violate(
            "the handler of \(index.name(source.record.id)) does not run on"
              + " \(index.name(source.queue)), for which the source was made at"
              + " \(source.activation.called)",
            events: [source.activation.called, read.called, read.returned])
        }
      }
    }
  }

  /// SOURCE-2: nothing but its event fires a source.
  ///
  /// Of a source whose event only clients bring about, the handler does not begin before the first
  /// of these calls. It had the opportunity where another task of the queue ended after the
  /// activation and before that call. Nor does it begin more often than such calls were made: a
  /// descriptor excepted, which may be reported as long as there is something to read.
  static let onlyEventsFire = Checker("SOURCE-2", antecedent: [.activate]) {
    index, _, judgement in
    for source in index.sources where source.isTriggered {
      let name = index.name(source.record.id)
      let first = source.record.calls(.trigger).first?.called ?? index.end
      if let run = source.record.bodies.first(where: { $0.begin < first }) {
        judgement.violate(
          "the handler of \(name), activated at \(source.activation.called), began at \(run.begin)"
            + " without an event",
          events: [source.activation.called, run.begin, first == index.end ? nil : first])
      } else if source.record.declaration.kind != .readSource, let run = source.surplus {
        judgement.violate(
          "the handler of \(name), activated at \(source.activation.called), began at \(run.begin)"
            + ", more often than there were events",
          events: [source.activation.called, first, run.begin])
      } else if let activated = source.activation.returned,
        let other = index.runs(on: source.queue).first(where: {
          $0.callback.operation != source.record.id && activated < $0.begin
            && $0.ended(before: first)
        })
      {
        judgement.hold(activated, other.begin, other.end)
      }
    }
  }

  /// SOURCE-3: a timer fires, never before its deadline, once if it does not repeat, and not after
  /// its cancel handler has run.
  ///
  /// The handler first reads the clock in which the deadline was given, which goes on between its
  /// true begin and the read: a race can only hide a violation. A begin that is recorded after the
  /// end of the cancel handler came after it, since both run on one serial queue, where records
  /// cannot change places.
  static let timers = Checker("SOURCE-3", antecedent: [.activate]) { index, _, judgement in
    let stall = DispatchStall(index)
    for source in index.sources where source.record.declaration.kind.isTimer {
      let record = source.record
      let name = index.name(record.id)
      let reads = record.calls(.isDue).filter {
        $0.lane.callback?.operation == record.id && $0.lane.callback?.point == .body
      }
      if let early = reads.first(where: { $0.outcome?.boolean == false }) {
        judgement.violate(
          "the timer \(name), activated at \(source.activation.called), fired before its clock had"
            + " reached the deadline, as read at \(early.returned ?? 0)",
          events: [source.activation.called, early.called, early.returned])
      } else if let read = reads.first(where: { $0.outcome?.boolean == true }) {
        judgement.hold(source.activation.called, record.bodies.first?.begin, read.returned)
      }
      if record.declaration.kind == .timer, record.bodies.count > 1 {
        judgement.violate(
          "the timer \(name) does not repeat, and fired at \(record.bodies[0].begin) and again at"
            + " \(record.bodies[1].begin)",
          events: [record.bodies[0].begin, record.bodies[1].begin])
      }
      if index[source.queue].declaration.dispatch == .serial,
        let end = record.cancellations.first?.end
      {
        if let late = record.bodies.first(where: { $0.begin > end }) {
          judgement.violate(
            "the timer \(name) fired at \(late.begin), after its cancel handler had run at \(end)",
            events: [end, late.begin])
        } else {
          judgement.hold(record.bodies.last?.begin, end)
        }
      }
      if let stall, stall.held.isEmpty, record.bodies.isEmpty, !source.isCancelled,
        source.activation.succeeded
      {
        judgement.miss(
          at: stall,
          "the timer \(name), activated at \(source.activation.called), had not fired",
          events: [source.activation.called, source.activation.returned])
      }
    }
  }

  /// SOURCE-4: a signal sent to the process is reported by a source that watches it.
  static let signals = Checker("SOURCE-4", antecedent: [.activate]) { index, _, judgement in
    judgeDelivery(index, of: [.signalSource], &judgement)
  }

  /// SOURCE-5: a source reports that a descriptor can be read or written.
  ///
  /// What can be read is brought about by a write; the pipe that is watched at its writing end has
  /// room from the beginning.
  static let descriptors = Checker("SOURCE-5", antecedent: [.activate]) { index, _, judgement in
    judgeDelivery(index, of: [.readSource], &judgement)
    let stall = DispatchStall(index)
    for source in index.sources where source.record.declaration.kind == .writeSource {
      if let run = source.record.bodies.first {
        judgement.hold(source.activation.called, run.begin)
      } else if let stall, stall.held.isEmpty, !source.isCancelled, source.activation.succeeded {
        judgement.miss(
          at: stall,
          "the handler of \(index.name(source.record.id)), activated at"
            + " \(source.activation.called) for a pipe with room, had not begun",
          events: [source.activation.called, source.activation.returned])
      }
    }
  }

  /// After an event that was brought about while the source was watching, the handler begins.
  ///
  /// At a confirmed quiescence without any client code in progress it is owed. The source was
  /// watching where its registration handler had ended when the call was made; it was neither
  /// cancelled by any call nor dropped. A handler that was in progress when the call was made may
  /// have taken the event along, so such an event is not judged. Which of several events one begin
  /// answers is not asked.
  private static func judgeDelivery(
    _ index: HistoryIndex, of kinds: Set<Program.Kind>, _ judgement: inout Judgement
  ) {
    let stall = DispatchStall(index)
    for source in index.sources where kinds.contains(source.record.declaration.kind) {
      let bodies = source.record.bodies
      guard let watching = source.record.registrations.first?.end else { continue }
      for event in source.record.calls(.trigger) where event.called > watching && event.succeeded {
        guard !bodies.contains(where: { $0.contains(event.called) }) else { continue }
        if let run = bodies.first(where: { $0.begin > event.called }) {
          judgement.hold(watching, event.called, run.begin)
        } else if let stall, stall.held.isEmpty, !source.isCancelled {
          judgement.miss(
            at: stall,
            "the handler of \(index.name(source.record.id)), which was watching since \(watching),"
              + " had not begun after the event at \(event.called)",
            events: [watching, event.called, event.returned])
          break
        }
      }
    }
  }
}

/// A dispatch source that one call made.
struct ActivatedSource {
  /// Its record.
  let record: HistoryIndex.OperationRecord
  /// The queue of its handlers.
  let queue: QueueID
  /// The call that made it.
  let activation: Call

  /// Whether only clients bring its event about.
  var isTriggered: Bool {
    !record.declaration.kind.isTimer && record.declaration.kind != .writeSource
  }

  /// The first run of the handler before which fewer events were brought about than there were runs
  /// with it; nil where there is none.
  var surplus: Interval? {
    let events = record.calls(.trigger).map(\.called)
    return record.bodies.enumerated().first { number, run in
      events.count { $0 < run.begin } <= number
    }?.element
  }

  /// Whether something may have cancelled it: a call, or the end of the client's reference.
  var isCancelled: Bool { !record.calls(.cancelSource).isEmpty || !record.drops.isEmpty }
}

extension HistoryIndex {
  /// The sources that exactly one call made, in the order of their declaration.
  ///
  /// - Complexity: O(sources × calls).
  var sources: [ActivatedSource] {
    operations.filter(\.declaration.kind.isSource).compactMap { record in
      let activations = calls.filter {
        $0.command.verb == .activate && $0.command.operands.last == record.id
      }
      guard activations.count == 1, let activation = activations.first, !activation.hadNoEffect,
        let queue = activation.command.queue
      else { return nil }
      return ActivatedSource(record: record, queue: queue, activation: activation)
    }
  }
}
