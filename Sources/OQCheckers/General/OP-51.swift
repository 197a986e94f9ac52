import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// OP-51: a name reads as it was set, and a queue that was given none has one that is not empty.
  ///
  /// This is sound because a read is judged only where one set certainly came last: every set that
  /// was called before the read returned had itself returned before the read, and before the next
  /// one was called. The main queue may ignore one. A default name is judged only where no set was
  /// called before the read returned.
  static let namesAreKept = Checker("OP-51", antecedent: [.name, .queueName]) {
    index, _, judgement in
    for record in index.operations {
      let sets = Settings(record.calls(.setName))
      for read in record.calls(.name) {
        ReadBack(read, after: sets)?.judge("name of \(index.name(record.id))", &judgement)
      }
    }
    for queue in index.queues {
      let sets = Settings(queue.calls(.setQueueName))
      for read in queue.calls(.queueName) {
        if let readBack = ReadBack(read, after: sets) {
          if queue.declaration.isMain { continue }
          readBack.judge("name of \(index.name(queue.id))", &judgement)
        } else if let value = read.outcome?.integer, case .initial = sets.last(at: read) {
          if value != 0 {
            judgement.hold(read.called, read.returned)
          } else {
            judgement.violate(
              "name of \(index.name(queue.id)), which was given none, was empty at \(read.called)",
              events: [read.called, read.returned])
          }
        }
      }
    }
  }
}
