import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// QUEUE-10: no operation leaves its queue before it has finished.
  ///
  /// QUEUE-7 at the moment when implementations are tempted: the task was running from before the
  /// read until after its return, or the operation's own `start` had begun and nothing reported the
  /// finish, so the operation was certainly unfinished and listed.
  static let executingOperationStaysListed = Checker("QUEUE-10", antecedent: [.operations]) {
    index, _, judgement in
    for queue in index.queues {
      var unfinished = UnfinishedMembers(of: queue)
      for read in queue.calls(.operations) where read.succeeded {
        let listed = Set(read.outcome?.operations ?? [])
        for member in unfinished.records(during: read, to: read.returned ?? index.end) {
          guard member.declaration.kind.hasHandle, let span = index.taskSpan(of: member),
            span.begin < read.called
          else { continue }
          let contexts = cells(member.kindCell, in: ["task", "asynchronous"])
          if listed.contains(member.id) {
            judgement.hold(span.begin, read.called, read.returned, span.end, in: contexts)
          } else {
            judgement.violate(
              "\(index.name(member.id)) was missing in the list of \(index.name(queue.id)) at \(read.called), "
                + "although its task, begun at \(span.begin), was executing",
              events: [
                member.acceptedAdd?.returned, span.begin, read.called, read.returned, span.end,
              ], in: contexts)
          }
        }
      }
    }
  }
}
