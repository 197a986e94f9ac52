import OQHistory
import OQReport

extension Program {
  /// Whether it does nothing but have one operation run, and look: what stands still in it stands
  /// still with every operation.
  package var isOfOneAlone: Bool {
    guard operations.count == 1, operations[0].kind == .task, !operations[0].completion,
      queues.allSatisfy({ !$0.suspended && $0.limit == nil }),
      scripts.allSatisfy({ $0.lane.callback == nil })
    else { return false }
    let calls = allSteps.compactMap(\.command).map(\.verb)
    let harmless: Set<Verb> = [
      .isReady, .isExecuting, .isFinished, .isCancelled, .isAsynchronous, .wait, .operations,
    ]
    let entries = calls.filter { $0.isAdd || $0 == .start }
    return entries.count == 1 && calls.allSatisfy { harmless.contains($0) || entries.contains($0) }
      && !allSteps.contains { if case .drop = $0 { true } else { false } }
  }
}

extension Finding {
  /// What is wrong with every operation of a class, in one sentence; nil where the program of the
  /// finding does more than have one operation run.
  package var diagnosis: String? {
    guard kind == .stalled, earlier.isEmpty, pins == nil, program.isOfOneAlone else { return nil }
    let work = Lane.callback(Callback(OperationID(0)))
    let kinds = history.events.filter { $0.lane == work }.map(\.kind)
    let isQueued = program.allSteps.contains { $0.command?.verb.isAdd ?? false }
    let who = "an operation of the class, alone in a fresh queue,"
    let subject = isQueued ? who : "an operation of the class, started by hand and alone,"
    if !kinds.contains(.enter) { return "\(subject) never began its work" }
    guard kinds.contains(.leave) else { return nil }
    return isSeenFinished
      ? "\(subject) has finished, and nobody was told of it"
      : "\(subject) did its work and never said that it has finished"
  }

  /// Whether somebody has read that the operation has finished.
  private var isSeenFinished: Bool {
    var asks = false
    for event in history.events {
      switch event.kind {
      case .call(let command): asks = command.verb == .isFinished
      case .returned(let outcome):
        if asks, outcome == .returned(.boolean(true)) { return true }
        asks = false
      default: break
      }
    }
    return false
  }

  /// Says first what is wrong with every operation of a class, where that is known.
  package mutating func diagnose() {
    if let diagnosis, !message.hasPrefix(diagnosis) { message = "\(diagnosis): \(message)" }
  }
}
