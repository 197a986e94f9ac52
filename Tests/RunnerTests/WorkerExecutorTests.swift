import Glibc
import OQCheckers
import OQDriver
import OQHistory
import OQJudging
import OQRunner
import OQSpecification
import TestSupport
import Testing

@Suite(.limit(minutes: 1)) struct `Programs in workers` {
  @Test func `begins nothing where there is no room and nobody waits`() throws {
    let executor = try workers("reference") { $0.flights = 0 }
    defer { executor.shutDown() }
    #expect(try executor.submit(try program(healthy), index: 0, while: { false }).isEmpty)
    #expect(executor.counts.programs == 0)
    #expect(try executor.settle().isEmpty)
  }

  @Test(arguments: ["reference", "foundation"])
  func `have complete histories`(subject: String) throws {
    let executor = try workers(subject)
    defer { executor.shutDown() }
    let program = try program(healthy)
    for _ in 0..<5 {
      let execution = try executor.execute(program)
      let index = HistoryIndex(execution.history)
      #expect(!execution.isPending)
      #expect(execution.unusable == nil)
      #expect(
        Roster.operations.checkers.map { $0.judge(index).verdict }.contains(.violated) == false)
      #expect(Roster.operations.checker(of: "DEP-1")?.judge(index).verdict == .satisfied)
      #expect(index.isCompleted)
    }
    #expect(executor.counts.programs == 5)
    #expect(executor.counts.workers == 1)
  }

  @Test func `move to a fresh worker after so many of them`() throws {
    let executor = try workers("reference") { $0.programsPerWorker = 2 }
    defer { executor.shutDown() }
    let program = try program(healthy)
    for _ in 0..<5 { #expect(try executor.execute(program).history.events.count > 10) }
    #expect(executor.counts.workers == 3)
  }

  @Test func `share a worker with those that need the same first thread`() throws {
    let executor = try workers("foundation")
    defer { executor.shutDown() }
    let plain = try program(healthy)
    let main = try program("queue m main\nop a\nclient 1\n  add m a\n  until end a\n")
    for _ in 0..<3 {
      for program in [plain, main] {
        let execution = try executor.execute(program)
        #expect(HistoryIndex(execution.history).isCompleted)
      }
    }
    #expect(executor.counts.workers == 2)
    // A sequence runs in one process, whatever its programs need.
    let (last, ran) = try executor.executeInOrder([plain, main, plain], following: nil)
    #expect(HistoryIndex(last.history).isCompleted)
    #expect(ran == 3)
    #expect(executor.counts.workers == 3)
  }

  @Test func `end by a trap inside a call that must be rejected`() throws {
    let executor = try workers("foundation")
    defer { executor.shutDown() }
    let forbidden = try program(
      """
      queue q
      op a
      client 1
        add q a
        wait a
        add q a
      """)
    for _ in 0..<3 {
      let index = HistoryIndex(try executor.execute(forbidden).history)
      #expect(index.calls.last?.outcome == .rejected(.trapped))
    }
    #expect(executor.counts.deaths == 3)
    let index = HistoryIndex(try executor.execute(program(healthy)).history)
    #expect(index.isCompleted)
  }

  @Test func `that take their time let others run`() throws {
    let executor = try workers("reference")
    defer { executor.shutDown() }
    let slow = try program("queue q suspended\nop a\nclient 1\n  add q a\n  wait a\n")
    var ended: [Execution] = []
    for index in UInt64(0)..<12 {
      ended += try executor.submit(
        index.isMultiple(of: 3) ? slow : program(healthy), index: index)
    }
    #expect(ended.allSatisfy { !$0.isPending })
    ended += try executor.settle()
    #expect(ended.compactMap(\.index).sorted() == Array(0..<12))
    for execution in ended {
      let index = HistoryIndex(execution.history)
      #expect((index.stalledAt == nil) == (execution.program != slow), "\(execution.history.text)")
    }
    #expect(executor.counts.programs == 12)
    #expect(executor.counts.stalled == 4)
    // One after another again, in a worker that was there before.
    let workers = executor.counts.workers
    #expect(HistoryIndex(try executor.execute(program(healthy)).history).isCompleted)
    #expect(executor.counts.workers <= workers + 1)
  }

  @Test func `whose work takes long are never taken for ones that stand still`() throws {
    let executor = try workers("reference")
    defer { executor.shutDown() }
    let long = try Program(
      parsing: "oqprogram 1 long-work\nqueue q\nop a\nclient 1\n  add q a\n  wait a\n")
    #expect(try HistoryIndex(executor.executeQuickly(long).history).isCompleted)
    #expect(try HistoryIndex(executor.execute(long).history).isCompleted)
    #expect(executor.counts.quiescent == 0)
  }

  @Test func `that take their time are over when the executor is`() throws {
    let executor = try workers("reference")
    let slow = try program("queue q suspended\nop a\nclient 1\n  add q a\n  wait a\n")
    for index in UInt64(0)..<3 { _ = try executor.submit(slow, index: index) }
    let running = executor.identifiers
    executor.shutDown()
    for worker in running {
      #expect(Glibc.kill(worker, 0) == -1)
      #expect(errno == ESRCH)
    }
  }

  @Test func `need a subject`() throws {
    let executor = try workers("nobody")
    defer { executor.shutDown() }
    #expect(throws: WorkerFault.noSubject("nobody")) { try executor.execute(program(healthy)) }
  }

  @Test(arguments: ["reference", "foundation"])
  func `are preceded by a calibration`(subject: String) throws {
    let executor = try workers(subject)
    defer { executor.shutDown() }
    // One body begins on any machine, and two unless it starves; what is slow is waited for.
    let measured = try #require(try executor.calibrate())
    #expect((1...2).contains(measured.oneQueue))
    #expect((1...2).contains(measured.twoQueues))
    #expect(measured.delay > 0)
    #expect(executor.calibration == measured)
    executor.calibration = .unknown
    #expect(try executor.calibrate() == Calibration.unknown)
  }

  @Test func `are measured by a calibration that no subject can break`() throws {
    let executor = try workers("hostile:session")
    defer { executor.shutDown() }
    #expect(try executor.calibrate() == Calibration.unknown)
  }

  @Test func `are blamed for a death that comes after their last event`() throws {
    let executor = try workers("reference")
    defer { executor.shutDown() }
    let program = try program(healthy)
    #expect(HistoryIndex(try executor.execute(program, index: 7).history).isCompleted)
    try kill(try #require(executor.identifiers.first))
    #expect(HistoryIndex(try executor.execute(program, index: 8).history).isCompleted)
    try kill(try #require(executor.identifiers.first))
    let settled = try executor.settle()
    #expect(settled.map(\.index) == [7, 8])
    #expect(settled.map(\.isAfterthought) == [true, true])
    for execution in settled {
      guard case .crashed = HistoryIndex(execution.history).ending else {
        Issue.record("\(execution.history.text)")
        continue
      }
    }
    #expect(executor.counts.strays == 2)
    #expect(executor.counts.programs == 2)
  }

  /// Kills a process and returns when it is gone.
  private func kill(_ process: Int32) throws {
    try #require(Glibc.kill(process, SIGKILL) == 0)
    while Glibc.kill(process, 0) == 0 { sched_yield() }
  }

  @Test func `leave no process behind`() throws {
    let executor = try workers("hostile:block")
    _ = try executor.execute(program(misused))
    _ = try executor.execute(program(healthy))
    let workers = executor.identifiers
    #expect(workers.count == 2)
    executor.shutDown()
    for worker in workers {
      #expect(Glibc.kill(worker, 0) == -1)
      #expect(errno == ESRCH)
    }
  }
}
