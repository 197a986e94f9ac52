import OQHistory
import OQJudging
import OQSpecification

extension DispatchCheckers {
  /// SOURCE-8: a source of custom events reports what client code sends to it, and loses nothing.
  ///
  /// Every value was sent after the activation had returned, and the source was neither
  /// cancelled nor dropped.
  /// What the handler was told, read after the last call had returned, is all that was sent; or it
  /// is still to come. Awaited at a confirmed quiescence without any client code in progress, what
  /// is missing will never come. At no time is it more than what had been called to send when the
  /// read returned.
  ///
  /// A source that replaces is judged where one lane sends: the order of several senders is not
  /// known.
  static let customEvents = Checker("SOURCE-8", antecedent: [.trigger]) { index, _, judgement in
    let stall = DispatchStall(index)
    for source in index.sources {
      guard let gather = Gathering(source.record.declaration.kind), !source.isCancelled,
        let activated = source.activation.returned
      else { continue }
      let sent = source.record.calls(.trigger)
      guard let first = sent.first, activated < first.called, sent.allSatisfy(\.succeeded),
        gather != .last || Set(sent.map(\.lane)).count == 1
      else { continue }
      let whole = gather.all(sent)
      let end = sent.compactMap(\.returned).max() ?? index.end
      let name = index.name(source.record.id)
      for read in source.record.calls(.reported) {
        guard let value = read.outcome?.integer, let returned = read.returned else { continue }
        let possible = sent.filter { $0.called < returned }
        if !gather.admits(value, of: possible) {
          judgement.violate(
            "\(name) reported \(value) at \(returned) although only \(gather.all(possible)) had"
              + " been sent",
            events: [first.called, read.called, returned])
        } else if read.called > end, value == whole {
          judgement.hold(first.called, end, read.called, returned)
        } else if let stall, stall.held.isEmpty, read.called > stall.ticket, read.called > end {
          judgement.miss(
            at: stall,
            "\(name) had reported \(value) of \(whole) that were sent until \(end)",
            events: [first.called, end, read.called])
        }
      }
    }
  }
}

/// How a source of custom events makes one value of several.
private enum Gathering {
  case sum, union, last

  init?(_ kind: Program.Kind) {
    switch kind {
    case .addingSource: self = .sum
    case .combiningSource: self = .union
    case .replacingSource: self = .last
    default: return nil
    }
  }

  /// What is reported of some values once all of them are.
  func all(_ sent: [Call]) -> Int {
    let values = sent.compactMap(\.command.integer)
    return switch self {
    case .sum: values.reduce(0, +)
    case .union: values.reduce(0, |)
    case .last: values.last ?? 0
    }
  }

  /// Whether a value may have been reported when some values may have been sent.
  func admits(_ value: Int, of sent: [Call]) -> Bool {
    switch self {
    case .sum: value <= all(sent)
    case .union: value & ~all(sent) == 0
    case .last: value == 0 || sent.contains { $0.command.integer == value }
    }
  }
}
