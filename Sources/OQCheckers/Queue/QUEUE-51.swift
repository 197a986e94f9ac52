import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// QUEUE-51: adding an operation that is in another queue raises or is ignored.
  ///
  /// The rule is judged where the first queue certainly accepted the operation and certainly lists
  /// it, unfinished, from before the second add until after its answer. An error and a normal
  /// return are both legal, in profile reference only the error. The operation stays where it is:
  /// while it is certainly listed in its own queue, no list of the other one may have it, and its
  /// task is entered once. That it does not vanish from its own queue is QUEUE-7's.
  static let otherQueueDoesNotTakeIt = Checker("QUEUE-51", antecedent: [.add]) {
    index, profile, judgement in
    for record in index.operations where record.adds.count > 1 {
      guard let first = record.acceptedAdd, let queue = first.command.queue else { continue }
      let second = record.adds.first { add in
        add.command.verb == .add && add.command.queue != queue
          && record.isListed(in: queue, during: add)
      }
      if let second { judge(second, first, record, profile, index, &judgement) }
    }
  }

  private static func judge(
    _ second: Call, _ first: Call, _ record: HistoryIndex.OperationRecord, _ profile: Profile,
    _ index: HistoryIndex, _ judgement: inout Judgement
  ) {
    guard let queue = first.command.queue, let other = second.command.queue else { return }
    let contexts = cells(
      record.isExecuting(at: second.called) ? "executing" : nil,
      index.isParked(first, until: second.returned ?? index.end) ? "parked" : nil,
      in: ["parked", "executing"])
    let head =
      "\(index.name(record.id)), which was in \(index.name(queue)) since \(first.called), was added"
      + " to \(index.name(other)) at \(second.called)"
    let runs = record.bodies.filter { $0.callback.index == 1 }
    let strayed = index[other].calls(.operations).first { read in
      read.called > second.called && record.isListed(in: queue, during: read)
        && read.outcome?.operations?.contains(record.id) == true
    }
    if record.possibleBlocks(numbered: 1) <= 1, let again = runs.dropFirst().first {
      judgement.violate(
        "\(head), and its task began at \(runs[0].begin) and again at \(again.begin)",
        events: [first.called, second.called, second.returned, runs[0].begin, again.begin],
        in: contexts)
    } else if let strayed {
      judgement.violate(
        "\(head), and stood in the list of \(index.name(other)) at \(strayed.called)",
        events: [first.returned, second.called, second.returned, strayed.called, strayed.returned],
        in: contexts)
    } else if profile == .reference, second.succeeded {
      judgement.violate(
        "\(head) without an error",
        events: [first.called, first.returned, second.called, second.returned], in: contexts)
    } else {
      judgement.hold(first.returned, second.called, second.returned, in: contexts)
    }
  }
}
