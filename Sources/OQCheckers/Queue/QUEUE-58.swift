import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// QUEUE-58: the underlying queue is none by default, cannot be changed while operations are
  /// listed, and runs the operations that are added after it was set.
  ///
  /// A set is judged in two situations:
  ///
  /// - Before the first add to the queue it must come back, and also after the last one, once the
  ///   queue has said that nothing is in it; a queue with barriers need not count them (ND-43).
  /// - While an uncancelled operation, of a class that has reported nothing, certainly is parked in
  ///   the queue, an error must answer it.
  ///
  /// A body is judged where the only add of its operation was called after the one set had
  /// returned, and no other set was called before the body looked. It asks on its own thread which
  /// queue runs it. The checker leaves out operations with several blocks, which run on threads of
  /// any kind (ND-18), and those whose isAsynchronous is true, which may decide on the thread
  /// (C-13). The underlying queue of the main queue is fixed (MAIN-55).
  static let underlyingQueueRuns = Checker(
    "QUEUE-58", antecedent: [.underlyingQueue, .setUnderlyingQueue]
  ) { index, _, judgement in
    for queue in index.queues where !queue.declaration.isMain {
      let sets = Settings(queue.calls(.setUnderlyingQueue))
      for read in queue.calls(.underlyingQueue) {
        if let after = ReadBack(read, after: sets) {
          after.judge("underlying queue of \(index.name(queue.id))", &judgement)
        } else if let value = read.outcome?.integer, case .initial = sets.last(at: read) {
          judgeDefault(value, read, index.name(queue.id), &judgement)
        }
      }
      for set in queue.calls(.setUnderlyingQueue) { judge(set, of: queue, index, &judgement) }
      for read in queue.calls(.underlyingKey) {
        guard let value = read.outcome?.integer, let expected = queue.executor(of: read, index)
        else { continue }
        let (set, add) = (expected.set.called, expected.add.called)
        if value == expected.number {
          judgement.hold(set, add, read.called, read.returned, in: ["idle queue"])
        } else {
          judgement.violate(
            "the task at \(read.called) ran on underlying queue \(value) although"
              + " \(index.name(queue.id)) had been given \(expected.number) at \(set)",
            events: [set, add, read.called, read.returned], in: ["idle queue"])
        }
      }
    }
  }

  private static func judgeDefault(
    _ value: Int, _ read: Call, _ name: String, _ judgement: inout Judgement
  ) {
    if value == 0 {
      judgement.hold(read.called, read.returned, in: ["idle queue"])
    } else {
      judgement.violate(
        "underlying queue of \(name) read \(value) at \(read.called) although it was given none",
        events: [read.called, read.returned], in: ["idle queue"])
    }
  }

  /// A set before the first add, or while an operation is parked.
  private static func judge(
    _ set: Call, of queue: HistoryIndex.QueueRecord, _ index: HistoryIndex,
    _ judgement: inout Judgement
  ) {
    guard let returned = set.returned else { return }
    let adds = queue.adds + queue.calls(.addBarrier)
    if adds.allSatisfy({ $0.called > returned }) {
      if set.succeeded {
        judgement.hold(set.called, returned, in: ["idle queue"])
      } else if set.isRejected {
        judgement.violate(
          "the set of the underlying queue of \(index.name(queue.id)), which never held an"
            + " operation, was answered by an error at \(returned)",
          events: [set.called, returned], in: ["idle queue"])
      }
      return
    }
    if let read = queue.emptiness(before: set, returned) {
      if set.succeeded {
        judgement.hold(read.returned, set.called, returned, in: ["idle queue"])
      } else if set.isRejected {
        judgement.violate(
          "the set of the underlying queue of \(index.name(queue.id)) was answered by an error at"
            + " \(returned), although operationCount had read 0 at \(read.called) and nothing was"
            + " added since",
          events: [read.called, read.returned, set.called, returned], in: ["idle queue"])
      }
      return
    }
    let parked = queue.adds.first { add in
      add.succeeded(before: set.called)
        && add.command.operands.contains { operation in
          index[operation].acceptedAdd?.id == add.id
            && !index[operation].mayHaveReported(before: returned)
            && index.stage(of: operation, at: returned) == .parked
            && !index[operation].mayBeCancelled(before: returned)
        }
    }
    guard let parked else { return }
    if set.isRejected {
      judgement.hold(parked.returned, set.called, returned, in: ["parked"])
    } else if set.succeeded {
      judgement.violate(
        "the set of the underlying queue of \(index.name(queue.id)) at \(set.called) returned"
          + " although an operation was parked there since \(parked.returned ?? 0)",
        events: [parked.called, parked.returned, set.called, returned], in: ["parked"])
    }
  }
}

extension HistoryIndex.QueueRecord {
  /// The last read before a set that shows that nothing is in the queue, if there is one.
  ///
  /// - Complexity: O(reads + adds).
  fileprivate func emptiness(before set: Call, _ returned: Ticket) -> Call? {
    guard calls(.addBarrier).isEmpty else { return nil }
    let adds = adds.filter { $0.called < returned }
    return calls(.operationCount).last { read in
      read.succeeded(before: set.called) && read.outcome?.integer == 0
        && adds.allSatisfy { $0.returned(before: read.called) }
    }
  }

  /// The underlying queue on which a task must run that asks for it; nil where that is uncertain.
  ///
  /// - Complexity: O(calls on the queue).
  fileprivate func executor(
    of read: Call, _ index: HistoryIndex
  ) -> (set: Call, add: Call, number: Int)? {
    guard case .callback(let callback) = read.lane, callback.point == .body,
      index[callback.operation].manualStarts.isEmpty, index[callback.operation].isOneBlock,
      index[callback.operation].declaration.kind != .flagged,
      let add = index.onlyAdd(of: callback.operation), add.command.queue == id,
      let set = calls(.setUnderlyingQueue).first(where: { !$0.hadNoEffect }),
      set.succeeded(before: add.called), let number = set.command.integer, number > 0,
      calls(.setUnderlyingQueue).allSatisfy({
        $0.id == set.id || $0.hadNoEffect || $0.called > read.returned ?? index.end
      })
    else { return nil }
    return (set, add, number)
  }
}
