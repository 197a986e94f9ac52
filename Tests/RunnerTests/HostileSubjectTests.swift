import OQDriver
import OQHistory
import OQRunner
import TestSupport
import Testing

@Suite(.limit(minutes: 1))
struct `A hostile subject costs one program, not the campaign, when it` {
  /// Runs the misdeed, then a healthy program in the same executor.
  ///
  /// An executor that soon gives programs up may give up healthy ones, too, where the machine is
  /// busy: it is asked again then, which must not be the end of anything else.
  private func run(
    _ misdeed: String, looks: Int = 1_000, silence: Int = 60_000, capacity: Int = 10_000,
    then check: (WorkerExecutor, Execution) throws -> Void
  ) throws {
    let executor = try workers(
      "hostile:\(misdeed)", capacity: capacity, looks: looks, silence: silence)
    defer { executor.shutDown() }
    let first = try executor.execute(program(misused))
    try check(executor, first)
    var second = try executor.execute(program(healthy))
    while second.isUndecided, !Task.isCancelled {
      second = try executor.execute(program(healthy))
    }
    #expect(HistoryIndex(second.history).isCompleted)
  }

  /// How the process died by the history, and in which command.
  private func death(_ execution: Execution) -> (Crash.Signal, Verb?)? {
    let index = HistoryIndex(execution.history)
    guard case .crashed(let ticket, let crash, let lane) = index.ending else { return nil }
    let call = index.calls.last { $0.lane == lane && ($0.returned ?? ticket) >= ticket }
    return (crash.signal, call?.command.verb)
  }

  @Test(arguments: [
    ("segfault", Crash.Signal.segmentation), ("trap", .illegal),
  ]) func `dies in a call`(misdeed: String, signal: Crash.Signal) throws {
    try run(misdeed) { executor, execution in
      let death = try #require(self.death(execution))
      #expect(death.0 == signal)
      #expect(death.1 == .cancelAll)
      #expect(executor.counts.deaths == 1)
    }
  }

  @Test(arguments: [
    ("segfault-elsewhere", Crash.Signal.segmentation), ("trap-elsewhere", .illegal),
  ]) func `dies on a thread of its own`(misdeed: String, signal: Crash.Signal) throws {
    try run(misdeed) { executor, execution in
      let death = try #require(self.death(execution))
      #expect(death.0 == signal)
      #expect(death.1 == nil)
      #expect(executor.counts.deaths == 1)
    }
  }

  @Test func `exits`() throws {
    try run("exit") { executor, execution in
      #expect(death(execution)?.0 == .exit)
      #expect(executor.counts.deaths == 1)
    }
  }

  @Test func `writes without end and exits`() throws {
    try run("loud", looks: 100_000) { executor, execution in
      #expect(death(execution)?.0 == .exit)
      let lines = execution.output.split(separator: "\n")
      #expect(lines.last == "line 100000")
      #expect(lines.allSatisfy { $0.hasPrefix("line ") })
      #expect((2_000...4_096).contains(execution.output.utf8.count))
    }
  }

  @Test func `spins in a call`() throws {
    try run("spin", looks: 10) { executor, execution in
      #expect(HistoryIndex(execution.history).ending == .open)
      #expect(executor.counts.undecided == 1)
      #expect(executor.counts.silent == 0)
    }
  }

  @Test func `spins in a run that has a longest time`() throws {
    let executor = try workers("hostile:spin", looks: 1_000_000)
    defer { executor.shutDown() }
    var mode = TrialMode()
    mode.patience = .milliseconds(600)
    let execution = try executor.executeQuickly(program(misused), mode)
    #expect(execution.isUndecided)
    #expect(executor.counts.silent == 1)
  }

  @Test func `stops its process`() throws {
    try run("stop", silence: 5_000) { executor, execution in
      #expect(HistoryIndex(execution.history).ending == .open)
      #expect(executor.counts.silent == 1)
    }
  }

  @Test func `floods the log`() throws {
    try run("flood", capacity: 1000) { executor, execution in
      guard case .overflowed = HistoryIndex(execution.history).ending else {
        Issue.record("\(HistoryIndex(execution.history).ending)")
        return
      }
      #expect(executor.counts.overflows == 1)
    }
  }

  @Test func `fills the log slowly`() throws {
    try run("trickle", looks: 10, capacity: 1_000_000) { executor, execution in
      #expect(HistoryIndex(execution.history).ending == .open)
      #expect(executor.counts.undecided == 1)
      #expect(executor.counts.overflows == 0)
    }
  }

  @Test func `leaves spinning threads behind`() throws {
    try run("threads") { executor, execution in
      #expect(HistoryIndex(execution.history).isCompleted)
    }
  }

  @Test func `leaves a process behind`() throws {
    try run("fork") { executor, execution in
      #expect(HistoryIndex(execution.history).isCompleted)
    }
  }

  @Test func `dies before there is a session`() throws {
    let executor = try workers("hostile:session")
    defer { executor.shutDown() }
    for _ in 0..<2 { #expect(death(try executor.execute(program(misused)))?.0 == .exit) }
  }
}

@Suite(.waiting, .limit(minutes: 2)) struct `A program that never rests` {
  @Test func `is undecided where nobody waits for it any more`() throws {
    let executor = try workers("hostile:spin", looks: 100_000, stepBound: 0.2)
    defer { executor.shutDown() }
    var ended = try executor.submit(program(misused), index: 3)
    while ended.isEmpty, !Task.isCancelled { ended = try executor.settle { false } }
    let one = try #require(ended.first)
    #expect(one.isUndecided && one.index == 3)
    #expect(one.doubt?.contains("still ran when time was over") == true)
    #expect(try executor.settle().isEmpty)
  }
}

@Suite(.limit(minutes: 1)) struct `A quiescence` {
  @Test func `is confirmed once nothing can wake up any more`() throws {
    // The bound would outlast the test: what confirms is that no timer and no timed wait is left.
    let executor = try workers("hostile:block", looks: 1_000, stepBound: 1000)
    defer { executor.shutDown() }
    #expect(try executor.execute(program(misused)).isPending)
    #expect(HistoryIndex(try executor.execute(program(healthy)).history).isCompleted)
    #expect(try executor.settle { false }.isEmpty)
    let settled = try executor.settle()
    #expect(settled.count == 1)
    let index = HistoryIndex(try #require(settled.first).history)
    #expect(index.stalledAt != nil)
    #expect(executor.counts.stalled == 1)
    #expect(try executor.settle().isEmpty)
  }

  @Test func `is confirmed at once where that is asked for`() throws {
    let executor = try workers("hostile:block", looks: 1_000, stepBound: 1000)
    defer { executor.shutDown() }
    for _ in 0..<2 {
      let execution = try executor.executeQuickly(program(misused))
      #expect(!execution.isPending)
      #expect(HistoryIndex(execution.history).stalledAt != nil)
    }
    #expect(executor.counts.workers == 2)
  }

  @Test func `is not confirmed where something moves in the end`() throws {
    let executor = try workers("hostile:late", looks: 1_000, stepBound: 1000)
    defer { executor.shutDown() }
    // On a busy machine it may move before anybody has seen that everything rests.
    var first = try executor.execute(program(misused))
    while !first.isPending, !Task.isCancelled {
      #expect(HistoryIndex(first.history).isCompleted)
      first = try executor.execute(program(misused))
    }
    #expect(HistoryIndex(first.history).stalledAt == nil)
    let settled = try executor.settle()
    #expect(settled.count == 1)
    #expect(HistoryIndex(try #require(settled.first).history).isCompleted)
    #expect(executor.counts.late == 1)
    #expect(executor.counts.stalled == 0)
  }

  @Test func `needs no canary where nothing at all can wake the subject`() throws {
    let executor = try workers("hostile:deaf", looks: 1_000, stepBound: 1000)
    defer { executor.shutDown() }
    let unheard = try program(
      """
      queue q
      op a
      client 1
        cancel-all q
        add q a
        until begin a
      """)
    #expect(try executor.execute(unheard).isPending)
    let history = try #require(try executor.settle().first).history
    #expect(HistoryIndex(history).stalledAt != nil)
    #expect(evidence(history).map(\.canaries) == [0])
    #expect(evidence(history).map(\.isSealed) == [true])
  }

  private func evidence(_ history: History) -> [Quiescence] {
    history.events.compactMap { event in
      if case .quiescent(let evidence) = event.kind { evidence } else { nil }
    }
  }

  @Test func `needs a canary on the route of what is awaited`() throws {
    let executor = try workers("hostile:half-deaf", looks: 10, stepBound: 0.1) {
      $0.worker.canary = 200_000
    }
    defer { executor.shutDown() }
    func awaiting(_ step: String) throws -> Program {
      try program(
        """
        queue q limit=3
        op a
        op b kind=barrier
        client 1
          cancel-all q
          \(step)
          until begin b
        """)
    }
    // Tasks still run, and a canary of that class would come back: it says nothing of barriers.
    let lost = try executor.execute(awaiting("add-barrier q b"))
    #expect(!lost.isPending)
    #expect(HistoryIndex(lost.history).ending == .open)
    #expect(evidence(lost.history).isEmpty)
    #expect(executor.counts.undecided == 1)
    // Where only a task was added, its route is open, and what never comes is stalled. A busy
    // machine may take long to let all threads sleep, and a canary fly.
    let patient = try workers("hostile:half-deaf", looks: 1_000, stepBound: 0.1)
    defer { patient.shutDown() }
    #expect(try patient.execute(awaiting("add q a")).isPending)
    let history = try #require(try patient.settle().first).history
    #expect(HistoryIndex(history).stalledAt != nil)
    #expect(evidence(history).map(\.canaries) == [1])
    #expect(evidence(history).map(\.isSealed) == [false])
  }

  @Test func `states how many bodies were measured`() throws {
    let executor = try workers("hostile:block", looks: 1_000, stepBound: 1000)
    defer { executor.shutDown() }
    executor.calibration = Calibration(oneQueue: 1, twoQueues: 2, delay: 10)
    _ = try executor.execute(program(misused))
    let history = try #require(try executor.settle().first).history
    #expect(history.bodies == 1)
    #expect(evidence(history).map(\.bodies) == [1])
  }

  @Test func `of many programs waits for room among the suspects`() throws {
    let executor = try workers("hostile:block", looks: 1_000, stepBound: 1000) { $0.suspects = 2 }
    defer { executor.shutDown() }
    for _ in 0..<5 { #expect(try executor.execute(program(misused)).isPending) }
    #expect(try executor.settle().count == 5)
    #expect(executor.counts.stalled == 5)
  }
}
