import OQHistory
import OQJudging
import OQSpecification

extension DispatchCheckers {
  /// DISPATCH-51: a submission runs its task at most once.
  ///
  /// A begin is recorded inside the task, and a call before it is made, so the call of the
  /// submission that a run belongs to has the smaller ticket, whatever the threads do in between.
  /// The n-th begin therefore follows n calls at least. A call that was rejected, or that has not
  /// returned, counts all the same: it may have submitted the task. One that was not recorded
  /// counts from where it may have been made first.
  static let submissionRunsOnce = Checker(
    "DISPATCH-51",
    antecedent: [.async, .sync, .asyncBarrier, .asyncGroup, .asyncAfter, .groupNotify]
  ) { index, _, judgement in
    var calls = [[Ticket]](repeating: [], count: index.operations.count)
    for call in index.calls where call.command.verb.isSubmission {
      guard let task = call.command.operands.last else { continue }
      calls[task.index].append(call.called)
    }
    for record in index.operations {
      let calls = calls[record.id.index]
      guard let submitted = calls.first else { continue }
      let begins = record.bodies.map(\.begin).sorted()
      let surplus = begins.enumerated().first { number, begin in
        calls.count { $0 < begin } <= number
      }
      if let (number, begin) = surplus {
        let earlier = begins.prefix(number)
        let name = index.name(record.id)
        judgement.violate(
          earlier.isEmpty
            ? "\(name) began at \(begin), before any call that submits it"
            : "\(name) began at \(earlier.map(String.init).joined(separator: ", ")) and again at"
              + " \(begin), and had been submitted \(number == 1 ? "once" : "\(number) times")",
          events: calls.filter { $0 < begin } + earlier + [begin])
      } else if let begun = begins.first {
        judgement.hold(submitted, begun, record.bodies.first?.end)
      }
    }
  }
}
