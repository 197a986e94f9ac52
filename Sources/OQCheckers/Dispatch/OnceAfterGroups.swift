import OQHistory
import OQJudging
import OQSpecification

extension DispatchCheckers {
  /// DISPATCH-9: code under once runs once, a task with a deadline not before it, and what waits
  /// for a group comes after its members; and all of them come at last.
  static let onceAfterGroups = Checker(
    "DISPATCH-9", antecedent: [.once, .asyncAfter, .groupNotify, .groupWait]
  ) { index, _, judgement in
    judgeOnce(index, &judgement)
    judgeDeadlines(index, &judgement)
    judgeGroups(index, &judgement)
    judgeGroupEnds(index, &judgement)
  }

  /// Code under once has one begin, and a call returns only when the code has ended.
  ///
  /// The end is recorded inside the code and the return of the call after it. At a confirmed
  /// quiescence without any client code in progress no call goes on.
  private static func judgeOnce(_ index: HistoryIndex, _ judgement: inout Judgement) {
    let stall = DispatchStall(index)
    for record in index.operations where record.declaration.kind == .once {
      let calls = record.calls(.once)
      if let stall, stall.held.isEmpty,
        let open = calls.first(where: { $0.returned == nil && $0.called < stall.ticket })
      {
        judgement.miss(
          at: stall,
          "the once at \(open.called) had not returned although"
            + " no run of \(index.name(record.id)) was in progress",
          events: [open.called, record.bodies.first?.begin, record.bodies.first?.end])
      }
      if record.bodies.count > 1 {
        let (first, second) = (record.bodies[0], record.bodies[1])
        judgement.violate(
          "the code of \(index.name(record.id)), begun at \(first.begin), began again at"
            + " \(second.begin)",
          events: [first.begin, second.begin])
      } else if let early = calls.first(where: { call in
        guard let returned = call.returned, call.succeeded else { return false }
        return !(record.bodies.first?.ended(before: returned) ?? false)
      }) {
        judgement.violate(
          "the once at \(early.called) returned at \(early.returned ?? 0) although the code of"
            + " \(index.name(record.id)) had not ended",
          events: [early.called, record.bodies.first?.begin, early.returned])
      } else if calls.filter(\.succeeded).count > 1 {
        judgement.hold(record.bodies.first?.begin, calls.last?.returned)
      }
    }
  }

  /// A task with a deadline, which reads its clock first of all, finds the deadline reached.
  ///
  /// The clock goes on between the true begin and the read, so a race can only hide a violation.
  /// Both values are of one clock: nothing is concluded from a duration.
  private static func judgeDeadlines(_ index: HistoryIndex, _ judgement: inout Judgement) {
    let stall = DispatchStall(index)
    for one in Submissions(index).all where one.call.command.verb == .asyncAfter {
      guard let run = one.run else {
        if let stall, stall.held.isEmpty, one.call.succeeded {
          judgement.miss(
            at: stall,
            "\(index.name(one.block)), submitted with a deadline at \(one.call.called), had not"
              + " begun",
            events: [one.call.called, one.call.returned])
        }
        continue
      }
      let read = index[one.block].calls(.isDue).first { $0.lane == .callback(run.callback) }
      guard let read, let isDue = read.outcome?.boolean else { continue }
      if isDue {
        judgement.hold(one.call.called, run.begin, read.called, read.returned)
      } else {
        judgement.violate(
          "\(index.name(one.block)), submitted with a deadline at \(one.call.called), began at"
            + " \(run.begin) before its clock had reached the deadline",
          events: [one.call.called, run.begin, read.called, read.returned])
      }
    }
  }

  /// What waits for a group comes after the end of every block that was a member before the wait,
  /// and after as many leaves as there were enters before it.
  ///
  /// A member is certain where the call that made it one returned before the wait was called. A
  /// leave counts from its call. So a race can only hide a violation. The checker does not judge a
  /// group that the client has dropped, and one of which a leave may have come before its enter: it
  /// may have counted for a member.
  private static func judgeGroups(_ index: HistoryIndex, _ judgement: inout Judgement) {
    let submissions = Submissions(index).all
    for record in index.operations where record.declaration.kind == .group && record.isLeftInTurn {
      let own = submissions.filter { $0.call.command.operands.first == record.id }
      let members = own.filter { $0.call.command.verb == .asyncGroup && $0.call.succeeded }
      let waits =
        own.compactMap { one -> (call: Call, end: Ticket, what: String)? in
          guard one.call.command.verb == .groupNotify, let run = one.run else { return nil }
          return (one.call, run.begin, "the notification \(index.name(one.block)) began")
        }
        + record.calls(.groupWait).filter(\.succeeded).compactMap { call in
          call.returned.map { (call, $0, "the wait returned") }
        }
      for wait in waits {
        let earlier = members.filter { $0.call.returned(before: wait.call.called) }
        let enters = record.calls(.groupEnter).filter { $0.succeeded(before: wait.call.called) }
        let leaves = record.calls(.groupLeave).filter { $0.mayPrecede(wait.end) }
        if let late = earlier.first(where: { !($0.run?.ended(before: wait.end) ?? false) }) {
          judgement.violate(
            "\(wait.what) at \(wait.end) although \(index.name(late.block)), a member of"
              + " \(index.name(record.id)) since \(late.call.called), had not ended",
            events: [late.call.returned, wait.call.called, wait.end, late.run?.end])
        } else if leaves.count < enters.count {
          judgement.violate(
            "\(wait.what) at \(wait.end) although \(index.name(record.id)) had been entered"
              + " \(enters.count) times before \(wait.call.called) and left \(leaves.count) times",
            events: [enters.last?.returned, wait.call.called, wait.end])
        } else if !earlier.isEmpty || !enters.isEmpty {
          judgement.hold(wait.call.called, wait.end)
        }
      }
    }
  }

  /// A wait for an empty group returns, and its notification comes.
  ///
  /// At a confirmed quiescence without any client code in progress every member has ended, and as
  /// many leaves as enters have returned. The checker does not judge the groups that
  /// ``judgeGroups(_:_:)`` leaves out.
  private static func judgeGroupEnds(_ index: HistoryIndex, _ judgement: inout Judgement) {
    guard let stall = DispatchStall(index), stall.held.isEmpty else { return }
    let submissions = Submissions(index).all
    for record in index.operations where record.declaration.kind == .group && record.isLeftInTurn {
      let own = submissions.filter { $0.call.command.operands.first == record.id }
      let members = own.filter { $0.call.command.verb == .asyncGroup && !$0.call.isRejected }
      let enters = record.calls(.groupEnter).count { !$0.hadNoEffect }
      guard members.allSatisfy({ $0.run?.end != nil }),
        record.calls(.groupLeave).count(where: \.succeeded) == enters
      else { continue }
      let name = index.name(record.id)
      for wait in record.calls(.groupWait)
      where wait.returned == nil && wait.called < stall.ticket {
        judgement.miss(
          at: stall,
          "a wait for \(name), called at \(wait.called), had not returned although the"
            + " group was empty", events: [wait.called])
      }
      for one in own
      where one.call.command.verb == .groupNotify && one.call.succeeded && one.run == nil {
        judgement.miss(
          at: stall,
          "the notification \(index.name(one.block)) of \(name), asked for at"
            + " \(one.call.called), had not begun although the group was empty",
          events: [one.call.called, one.call.returned])
      }
    }
  }

  /// DISPATCH-13: a wait for a semaphore ends by a signal and by nothing else, and a barrier runs,
  /// and runs alone.
  static let primitives = Checker("DISPATCH-13", antecedent: [.waitSignal, .asyncBarrier]) {
    index, _, judgement in
    judgeSemaphores(index, &judgement)
    judgeBarriers(index, &judgement)
  }

  /// At the return of the n-th wait at least n signals have been called.
  ///
  /// A wait is counted at its return and a signal at its call, so a race can only hide a violation.
  /// At a confirmed quiescence no wait goes on while more signals than waits have returned.
  private static func judgeSemaphores(_ index: HistoryIndex, _ judgement: inout Judgement) {
    let stall = DispatchStall(index)
    for record in index.operations where record.declaration.kind == .semaphore {
      let sent = record.calls(.signal).filter(\.succeeded)
      let open = record.calls(.waitSignal).first { $0.returned == nil }
      if let stall, let open, open.called < stall.ticket,
        sent.count > record.calls(.waitSignal).count(where: \.succeeded)
      {
        judgement.miss(
          at: stall,
          "a wait for the semaphore \(index.name(record.id)), called at \(open.called),"
            + " had not returned after \(sent.count) signals",
          events: [sent.last?.called, sent.last?.returned, open.called])
      }
      let signals = record.calls(.signal).map(\.called).sorted()
      let waits = record.calls(.waitSignal).filter(\.succeeded).sorted {
        ($0.returned ?? 0) < ($1.returned ?? 0)
      }
      for (number, wait) in waits.enumerated() {
        let returned = wait.returned ?? 0
        let count = signals.prefix { $0 < returned }.count
        if count > number {
          judgement.hold(signals[number], returned)
        } else {
          judgement.violate(
            "wait \(number + 1) for the semaphore \(index.name(record.id)) returned at \(returned)"
              + " after \(count) signals",
            events: [signals.prefix(count).last, wait.called, returned])
          break
        }
      }
    }
  }

  /// A barrier of a concurrent queue runs alone, after what was submitted before it and before what
  /// was submitted after it.
  ///
  /// Overlapping records prove overlapping runs. A block was submitted before the barrier where its
  /// call had returned when that of the barrier was made: it has ended when the barrier begins. One
  /// whose call was made after that of the barrier had returned begins after the end of the
  /// barrier. Blocks with a deadline, and notifications, come to the queue at a time that no call
  /// shows: they are only kept apart.
  private static func judgeBarriers(_ index: HistoryIndex, _ judgement: inout Judgement) {
    let stall = DispatchStall(index)
    for (queue, submissions) in Submissions(index).queues(.concurrent) {
      for barrier in submissions where barrier.call.command.verb == .asyncBarrier {
        let name = index.name(barrier.block)
        if barrier.run == nil, barrier.call.succeeded, let stall, stall.held.isEmpty {
          judgement.miss(
            at: stall,
            "the barrier \(name) of \(index.name(queue)), submitted at"
              + " \(barrier.call.called), had not begun although no client code was in progress",
            events: [barrier.call.called, barrier.call.returned])
        }
        for other in submissions where other.block != barrier.block {
          let isEarlier = other.isImmediate && other.call.succeeded(before: barrier.call.called)
          let isLater = other.isImmediate && barrier.call.succeeded(before: other.call.called)
          if isEarlier, let begin = barrier.run?.begin {
            if other.run?.ended(before: begin) ?? false {
              judgement.hold(other.call.returned, barrier.call.called, other.run?.end, begin)
            } else {
              judgement.violate(
                "the barrier \(name) of \(index.name(queue)) began at \(begin) although"
                  + " \(index.name(other.block)), submitted at \(other.call.called) before it, had"
                  + " not ended",
                events: [other.call.returned, barrier.call.called, begin, other.run?.end])
            }
          } else if isLater, let begin = other.run?.begin {
            if barrier.run?.ended(before: begin) ?? false {
              judgement.hold(barrier.call.returned, other.call.called, barrier.run?.end, begin)
            } else {
              judgement.violate(
                "\(index.name(other.block)) began at \(begin) although the barrier \(name) of"
                  + " \(index.name(queue)), submitted at \(barrier.call.called) before it, had not"
                  + " ended",
                events: [barrier.call.returned, other.call.called, begin, barrier.run?.end])
            }
          } else if let one = barrier.run, let two = other.run,
            one.contains(two.begin) || two.contains(one.begin)
          {
            judgement.violate(
              "the barrier \(name) of \(index.name(queue)), begun at \(one.begin), and"
                + " \(index.name(other.block)), begun at \(two.begin), ran at once",
              events: [one.begin, two.begin])
          }
        }
      }
    }
  }
}

extension HistoryIndex.OperationRecord {
  /// Whether every leave of the group came after an enter of its own, and the client has kept it.
  fileprivate var isLeftInTurn: Bool {
    let enters = calls(.groupEnter)
    return drops.isEmpty
      && calls(.groupLeave).enumerated().allSatisfy { number, leave in
        enters.count { $0.succeeded(before: leave.called) } > number
      }
  }
}
