import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// QUEUE-3: each form of add makes the queue process what it adds, without a further call.
  ///
  /// The checker judges an add that is the only command on its queue until what it added has begun.
  /// A missing begin of a group or a block counts only at a confirmed quiescence where it is owed
  /// as for QUEUE-1, and where no other queue can be the reason. That of a single operation is
  /// QUEUE-1's.
  static let everyFormSetsGoing = Checker("QUEUE-3") { index, profile, judgement in
    let stall = index.stall(profile)
    let cases = index.startCases(stall)
    for one in cases {
      guard let begin = one.begin, let form = one.add.command.verb.form,
        index.isAlone(one.add, until: begin)
      else { continue }
      judgement.hold(one.add.called, begin, in: [form])
    }
    guard let stall else { return }
    for one in cases.missingSinceAdd(index, inQueuesWhere: { _ in true })
    where stall.isOfSpecialForm(one) {
      let form = one.add.command.verb.form
      judgement.miss(
        at: stall,
        index.missedBegin(
          one, stall, "the add of \(form == "group" ? "a group" : "a block") needs no other call"),
        events: [one.add.called, one.add.returned], in: form.map { [$0] } ?? [],
        missing: .begin(one.operation))
    }
  }
}

extension Stall {
  /// Whether the only command on a queue was the add, of a group or a block, and no other queue can
  /// be the reason for what is missing.
  fileprivate func isOfSpecialForm(_ one: StartCase) -> Bool {
    let verb = one.add.command.verb
    return (verb == .addGroup || verb == .addBlock) && index.isAlone(one.add, until: ticket)
      && index.facetsOfOthers(than: one.queue, from: one.add.called, to: ticket).isEmpty
  }
}

extension Verb {
  /// The cell of the form of add; nil for a group that waits and for other commands.
  fileprivate var form: String? {
    switch self {
    case .add: "one operation"
    case .addGroup: "group"
    case .addBlock: "added block"
    default: nil
    }
  }
}
