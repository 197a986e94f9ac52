import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// QUEUE-52: a group with a member that cannot be added raises or skips it, and loses none of the
  /// others.
  ///
  /// A member certainly cannot be added in one of these cases:
  ///
  /// - It had finished before the call.
  /// - It stands in the group twice.
  /// - A queue accepted it before, and it is listed there, unfinished, until the answer.
  ///
  /// The answer is an error or a normal return; profile reference asks for the error. No task is
  /// entered twice, whatever the answer.
  ///
  /// *After an error* it is open which valid members were taken (ND-34). What was taken stays
  /// listed until it has finished. So a member was not taken if a later list does not have it and
  /// its isFinished reads false after that. Where nothing else was done to such a member, it is
  /// new: a further add of it may not be refused, if no other add is beside it.
  ///
  /// *After a normal return* the valid members are in the queue. None may be found outside in this
  /// way, and each begins where that is owed as for QUEUE-1.
  static let invalidMemberIsHarmless = Checker(
    "QUEUE-52", antecedent: [.addGroup, .addGroupWaiting]
  ) { index, profile, judgement in
    let groups = index.calls.compactMap { InvalidGroup($0, index) }
    guard !groups.isEmpty else { return }
    let stall = index.stall(profile)
    let missing = Dictionary(
      index.startCases(stall).missingSinceAdd(index) { _ in true }.map { ($0.add.id, $0) },
      uniquingKeysWith: { first, _ in first })
    for group in groups {
      if let stall, let one = missing[group.call.id] {
        judgement.miss(
          at: stall,
          index.missedBegin(one, stall, "\(group.words(index)) was in the same group"),
          events: [group.call.called, group.call.returned], in: group.contexts,
          missing: .begin(one.operation))
      } else {
        judge(group, profile, index, &judgement)
      }
    }
  }

  private static func judge(
    _ group: InvalidGroup, _ profile: Profile, _ index: HistoryIndex, _ judgement: inout Judgement
  ) {
    let call = group.call
    let head =
      "a group with \(group.words(index)) was added to"
      + " \(call.command.queue.map(index.name) ?? "") at \(call.called)"
    let repeated = Set(call.command.operands).sorted().map { index[$0] }.first { member in
      member.bodies.count { $0.callback.index == 1 } > 1
        && member.possibleBlocks(numbered: 1) <= 1
    }
    if let repeated {
      let runs = repeated.bodies.filter { $0.callback.index == 1 }.map(\.begin)
      judgement.violate(
        "\(head), and the task of \(index.name(repeated.id)) began at \(runs[0]) and again at"
          + " \(runs[1])",
        events: [call.called, call.returned, runs[0], runs[1]], in: group.contexts)
    } else if let lost = group.lost(index) {
      judgement.violate(
        "\(head); \(index.name(lost.operation)), another member, was neither in the list at"
          + " \(lost.list.called) nor finished at \(lost.read.called)"
          + (lost.add.map { ", and yet was refused at \($0.called)" } ?? ""),
        events: [
          call.called, lost.list.called, lost.read.returned, lost.add?.called, lost.add?.returned,
        ], in: group.contexts)
    } else if profile == .reference, call.succeeded {
      judgement.violate(
        "\(head) without an error", events: [group.since, call.called, call.returned],
        in: group.contexts)
    } else {
      judgement.hold(group.since, call.called, call.returned, in: group.contexts)
    }
  }
}

/// A group add that was answered, with a member that certainly could not be added.
struct InvalidGroup {
  /// The call.
  let call: Call
  /// The member that could not be added.
  let member: OperationID
  /// The cell of the reason.
  let contexts: [String]
  /// Ticket of what shows the reason; nil where the group itself does.
  let since: Ticket?

  /// Looks for such a member; nil where none is certain.
  ///
  /// - Complexity: O(members of the group × calls on them).
  init?(_ call: Call, _ index: HistoryIndex) {
    guard call.command.verb.isGroupAdd, let returned = call.returned else { return nil }
    var seen: Set<OperationID> = []
    for operation in call.command.operands {
      let record = index[operation]
      if let shown = record.finishShown, shown < call.called {
        self.init(call, operation, "finished", shown)
        return
      }
      if let add = record.acceptedAdd, add.id != call.id, let queue = add.command.queue,
        add.succeeded(before: call.called), record.isUnfinished(at: returned)
      {
        let cell = queue == call.command.queue ? "same queue" : "other queue"
        self.init(call, operation, cell, add.returned)
        return
      }
      if !seen.insert(operation).inserted {
        self.init(call, operation, "same queue", nil)
        return
      }
    }
    return nil
  }

  private init(_ call: Call, _ member: OperationID, _ context: String, _ since: Ticket?) {
    self.call = call
    self.member = member
    contexts = [context]
    self.since = since
  }

  /// The member and why it could not be added, such as `a, which had finished,`.
  func words(_ index: HistoryIndex) -> String {
    let state =
      since == nil
      ? "twice" : contexts == ["finished"] ? "which had finished" : "which was in a queue"
    return "\(index.name(member)), \(state),"
  }

  /// A valid member that the call left outside, although it returned normally or the member was
  /// refused afterwards.
  fileprivate func lost(
    _ index: HistoryIndex
  ) -> (operation: OperationID, list: Call, read: Read, add: Call?)? {
    guard let returned = call.returned, let queue = call.command.queue,
      let list = index[queue].calls(.operations).first(where: {
        $0.succeeded && $0.called > returned
      }), let listed = list.returned
    else { return nil }
    for operation in call.command.operands where operation != member {
      let record = index[operation]
      guard list.outcome?.operations?.contains(operation) == false, record.hasDefaultStart,
        call.command.operands.count(where: { $0 == operation }) == 1,
        record.adds.first?.id == call.id,
        let read = record.reads(.isFinished).first(false, after: listed)
      else { continue }
      let next = record.adds.dropFirst().first
      let end = call.succeeded ? read.returned : next?.returned ?? index.end
      guard record.calls.allSatisfy({ $0.command.verb.isHarmless || $0.called > end }),
        record.queueCancels.allSatisfy({ $0.called > end })
      else { continue }
      if call.succeeded, next.map({ $0.called > read.returned }) ?? true {
        return (operation, list, read, nil)
      }
      if call.isRejected, let next, next.command.verb == .add, next.isRejected,
        read.returned < next.called, let refused = next.returned,
        record.adds.dropFirst(2).allSatisfy({ $0.called > refused })
      {
        return (operation, list, read, next)
      }
    }
    return nil
  }
}

extension Verb {
  /// Whether the command can only read, so that it leaves an operation new.
  fileprivate var isHarmless: Bool { entry.result != .none }
}
