import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// QUEUE-17: adding an operation to the queue it is already in raises or is ignored.
  ///
  /// The rule is judged where the first add was certainly accepted, and the operation is certainly
  /// listed and has not recorded a begin when the second add comes back. A bare block that is added
  /// again is a new operation. A raise and a normal return are both legal, in profile reference
  /// only the raise. However it is answered the operation runs once (ND-24); every entry of a task
  /// is recorded, so a second one is proof.
  static let secondAddIsHarmless = Checker(
    "QUEUE-17", antecedent: [.add, .addGroup, .addGroupWaiting]
  ) {
    index, profile, judgement in
    for record in index.operations
    where record.adds.count > 1 && record.declaration.kind.hasHandle {
      guard let first = record.acceptedAdd, let queue = first.command.queue else { continue }
      let again = record.adds.first { second in
        second.command.queue == queue && second.id != first.id
          && record.isListed(in: queue, during: second)
          && record.begin.map { $0 > second.returned ?? 0 } ?? true
      }
      if let again { judge(again, first, record, profile, index, &judgement) }
    }
  }

  private static func judge(
    _ second: Call, _ first: Call, _ record: HistoryIndex.OperationRecord, _ profile: Profile,
    _ index: HistoryIndex, _ judgement: inout Judgement
  ) {
    let x = index.name(record.id)
    let q = first.command.queue.map(index.name) ?? ""
    let contexts = [second.command.verb.isGroupAdd ? "group" : "one operation"]
    let runs = record.bodies.filter { $0.callback.index == 1 }
    if let repeated = runs.dropFirst().first, record.possibleBlocks(numbered: 1) <= 1 {
      judgement.violate(
        "\(x), added to \(q) at \(first.called) and again at \(second.called), began at \(runs[0].begin)"
          + " and again at \(repeated.begin)",
        events: [first.called, second.called, second.returned, runs[0].begin, repeated.begin],
        in: contexts)
    } else if profile == .reference, second.succeeded {
      judgement.violate(
        "\(x) was added to \(q) at \(first.called) and again at \(second.called) without an error",
        events: [first.called, first.returned, second.called, second.returned], in: contexts)
    } else {
      judgement.hold(first.returned, second.called, second.returned, in: contexts)
    }
  }
}
