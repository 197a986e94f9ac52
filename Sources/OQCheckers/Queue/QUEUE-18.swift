import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// QUEUE-18: adding an operation that is executing or has finished raises or is ignored.
  ///
  /// Executing is certain where a recorded task of the operation was running from before the call
  /// until after its answer. Finished is certain where an event before the call shows the finish.
  /// Neither depends on who started it. An error and a normal return are both legal, in profile
  /// reference only the error. However it is answered the task does not run again (ND-24): every
  /// entry is recorded, so one more than the blocks that were given is proof. That the entry does
  /// not keep others waiting is QUEUE-1's. Members of groups are QUEUE-52's.
  static let lateAddIsHarmless = Checker("QUEUE-18", antecedent: [.add]) {
    index, profile, judgement in
    for record in index.operations where record.hasDefaultStart {
      for add in record.adds where add.command.verb == .add {
        guard let late = LateAdd(add, record) else { continue }
        judge(late, record, profile, index, &judgement)
      }
    }
  }

  private static func judge(
    _ late: LateAdd, _ record: HistoryIndex.OperationRecord, _ profile: Profile,
    _ index: HistoryIndex, _ judgement: inout Judgement
  ) {
    let add = late.add
    let contexts = cells(
      late.isExecuting ? "executing" : "finished", record.starterCell(at: add.called),
      in: ["executing", "finished", "queued", "manual"])
    let state =
      late.isExecuting
      ? "was executing since \(late.since)" : "had finished by \(late.since)"
    let head =
      "\(index.name(record.id)), which \(state), was added to"
      + " \(add.command.queue.map(index.name) ?? "") at \(add.called)"
    let runs = record.bodies.filter { $0.callback.index == 1 }
    if record.possibleBlocks(numbered: 1) <= 1,
      let again = runs.dropFirst().first(where: { $0.begin > add.called })
    {
      judgement.violate(
        "\(head), and its task began again at \(again.begin)",
        events: [late.since, add.called, add.returned, again.begin], in: contexts)
    } else if profile == .reference, add.succeeded {
      judgement.violate(
        "\(head) without an error", events: [late.since, add.called, add.returned], in: contexts)
    } else {
      judgement.hold(late.since, add.called, add.returned, in: contexts)
    }
  }
}

/// An add of an operation that was certainly executing or finished during the whole call.
private struct LateAdd {
  let add: Call
  let isExecuting: Bool
  /// Ticket of what shows the state.
  let since: Ticket

  init?(_ add: Call, _ record: HistoryIndex.OperationRecord) {
    guard let returned = add.returned else { return nil }
    self.add = add
    if let shown = record.finishShown, shown < add.called {
      isExecuting = false
      since = shown
    } else if let run = record.firstBodies.first(where: {
      $0.begin < add.called && $0.contains(returned)
    }) {
      isExecuting = true
      since = run.begin
    } else {
      return nil
    }
  }
}
