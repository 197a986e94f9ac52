extension Program {
  /// Why a call on the dispatch library cannot be made, or nil when it can.
  ///
  /// - Parameter command: a command whose verb is one of the dispatch library.
  /// - Returns: a sentence, or nil.
  func dispatchFault(_ command: Command) -> String? {
    let verb = command.verb.entry.name
    if let queue = command.queue {
      guard self[queue].dispatch != nil || self[queue].isMain else {
        return "\(self[queue].name) is no dispatch queue: declare it 'serial' or 'concurrent'"
      }
      return operandFault(command, verb)
    }
    guard let target = command.operation else { return nil }
    let kind = self[target].kind
    let expected: (fits: Bool, what: String) =
      switch command.verb {
      case .groupEnter, .groupLeave, .groupWait: (kind == .group, "of kind group")
      case .signal, .waitSignal: (kind == .semaphore, "of kind semaphore")
      case .once: (kind == .once, "of kind once")
      case .isDue: (kind == .closure || kind.isTimer, "of kind closure, or a timer")
      case .trigger:
        (
          kind.isSource && !kind.isTimer && kind != .writeSource,
          "a dispatch source whose event clients bring about"
        )
      default: (kind.isSource, "a dispatch source")
      }
    guard expected.fits else { return "the target of \(verb) is \(expected.what)" }
    if command.verb == .trigger, !(1...Limits.sent).contains(command.integer ?? 0) {
      return "what a source is sent is a number from 1 to \(Limits.sent)"
    }
    return nil
  }

  private func operandFault(_ command: Command, _ verb: String) -> String? {
    let kinds = command.operands.map { self[$0].kind }
    switch command.verb {
    case .asyncGroup, .groupNotify:
      return kinds == [.group, .closure]
        ? nil : "\(verb) takes an operation of kind group and one of kind closure"
    case .activate:
      return kinds.allSatisfy(\.isSource) ? nil : "activate takes a dispatch source"
    default:
      return kinds.allSatisfy { $0 == .closure }
        ? nil : "\(verb) takes an operation of kind closure"
    }
  }
}
