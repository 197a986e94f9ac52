import Foundation
import Glibc
import OQCheckers
import OQContracts
import OQDriver
import OQHistory
import OQModel
import OQPrograms
import OQReport
import OQRunner
import OQSpecification
import OQSubjects
import TestSupport
import Testing

@Suite(.limit(minutes: 2)) struct `Over the wire` {
  @Test func `a healthy program completes`() throws {
    let executor = try served("reference")
    defer { executor.shutDown() }
    for _ in 0..<3 {
      let execution = try executor.execute(program(healthy))
      #expect(execution.unusable == nil)
      #expect(HistoryIndex(execution.history).isCompleted)
    }
    #expect(executor.processes == 1)
  }

  @Test func `an adapter is measured once, however many programs run beside each other`() throws {
    let log = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: log) }
    let executor = WireExecutor(
      try adapterOptions([
        "sh", "-c", "echo >>'\(log)'; exec \"$0\" \"$@\"", builtCommand(), "serve", "reference",
      ]))
    defer { executor.shutDown() }
    executor.allowCompanions()
    var ended = 0
    for index in UInt64(0)..<6 {
      ended += try executor.submit(program(healthy), index: index).count
    }
    ended += try executor.settle(while: { true }).count
    #expect(ended == 6)
    // Programs that are done use their process again.
    let starts = try String(contentsOfFile: log, encoding: .utf8).count
    #expect(starts == executor.processes + 1)
  }

  @Test func `numbers count from the position in the declarations`() throws {
    let executor = try served("reference")
    defer { executor.shutDown() }
    let execution = try executor.execute(
      program(
        """
        queue q
        op c kind=closure
        op x kind=invocation
        client 1
          add-block q c
          add q x
          wait x
          receiver x
          argument x
          result x
        """))
    let index = HistoryIndex(execution.history)
    let read = index.calls.filter { $0.command.verb.isRead }.map(\.outcome)
    #expect(
      read == [1_000_001, 2_000_001, 3_000_001].map { .returned(.integer($0)) })
    #expect(try Judge.all().judge(execution.history).violations.isEmpty)
  }

  @Test func `what never comes is found stalled`() throws {
    let executor = try served("reference")
    defer { executor.shutDown() }
    let stuck = try program(
      """
      queue q
      op d
      op x deps=d
      client 1
        add q x
        wait x
      client 2
        until is-finished x
      """)
    let execution = try executor.execute(stuck)
    let index = HistoryIndex(execution.history)
    #expect(index.stalledAt != nil)
    let wait = try #require(index.calls.first { $0.command.verb == .wait })
    #expect(wait.returned == nil)
    // The polling lane was asked once more before and after nothing moved.
    let reads = index.calls.filter { $0.command.verb == .isFinished }
    #expect(reads.count >= 2)
    #expect(reads.allSatisfy { $0.outcome == .returned(.boolean(false)) })
    #expect(executor.counts.stalled == 1)
    #expect(try HistoryIndex(executor.execute(program(healthy)).history).isCompleted)
    #expect(executor.processes == 2)
  }

  /// A wait for an operation whose dependency nobody adds.
  private static let stuck = "queue q\nop d\nop x deps=d\nclient 1\n  add q x\n  wait x"

  @Test func `what stands still is watched while others run, where several may`() throws {
    let executor = try served("reference")
    defer { executor.shutDown() }
    executor.allowCompanions()
    let stuck = try program(Self.stuck)
    let begun = try executor.submit(stuck, index: 5)
    #expect(begun.allSatisfy { $0.index == 5 })
    var ended = begun
    for index in 6..<9 as Range<UInt64> {
      ended += try executor.submit(program(healthy), index: index)
    }
    ended += try executor.settle()
    #expect(ended.compactMap(\.index).sorted() == [5, 6, 7, 8])
    let rested = try #require(ended.first { $0.index == 5 })
    #expect(HistoryIndex(rested.history).stalledAt != nil)
    #expect(
      ended.filter { $0.index != 5 }.allSatisfy { HistoryIndex($0.history).isCompleted })
    #expect(executor.counts.stalled == 1)
    #expect(executor.processes == 2)
    #expect(executor.identifiers.count == 1)
  }

  @Test func `it gets four processes where nobody says otherwise`() throws {
    let subject = ReferenceSubject()
    let options = try adapterOptions(["adapter"])
    #expect(JudgedSubject(.spoken(subject.description, options)).standardJobs == 4)
    #expect(JudgedSubject(.driven(subject)).standardJobs == 1)
  }

  @Test func `what nobody waits for any more is given up with its process`() throws {
    // A thread that sleeps with a bound: only the step bound makes its rest final.
    let executor = try served("slow:sleep")
    executor.allowCompanions()
    let stuck = try program(Self.stuck)
    let ended = try executor.submit(stuck, index: 0)
    let processes = executor.identifiers
    executor.shutDown()
    #expect(try executor.settle().isEmpty)
    #expect(executor.identifiers.isEmpty)
    #expect(ended.count + processes.count == 1)
    #expect(processes.allSatisfy { kill($0, 0) != 0 })
  }

  @Test func `what is owed beside a held body is owed in a trial, too`() throws {
    let executor = try served("mutant:raised-limit-noticed-at-next-finish")
    defer { executor.shutDown() }
    let raised = try program(
      """
      queue q limit=1
      op a
        in a: hold
      op b
      client 1
        add q a
        until begin a
        add q b
        set-limit q 2
        until begin b
      """)
    let history = try executor.executeQuickly(raised).history
    #expect(history.bodies == 2)
    let violations = try Judge.all().judge(history).violations
    #expect(violations.contains { $0.blame == .rule("LIMIT-53") })
  }

  @Test func `a slow subject is late, not stalled`() throws {
    let executor = try served("slow:sleep")
    defer { executor.shutDown() }
    for _ in 0..<2 {
      let execution = try executor.execute(program(healthy))
      let index = HistoryIndex(execution.history)
      guard index.isCompleted else {
        Issue.record("it ended with \(index.ending), in doubt of \(execution.doubt ?? "nothing")")
        return
      }
    }
    #expect(executor.counts.stalled == 0)
  }

  @Test(arguments: [("segfault", Crash.Signal.segmentation), ("exit", .exit)])
  func `a death is blamed on the program`(misdeed: String, signal: Crash.Signal) throws {
    let executor = try served("hostile:\(misdeed)")
    defer { executor.shutDown() }
    let execution = try executor.execute(program(misused))
    guard case .crashed(_, let crash, nil) = HistoryIndex(execution.history).ending else {
      Issue.record("the process did not die: \(execution.history.text)")
      return
    }
    #expect(crash.signal == signal)
    let accused = try Judge.all().judge(execution.history).violations.map(\.blame)
    #expect(accused == [.crash])
    #expect(try HistoryIndex(executor.execute(program(healthy)).history).isCompleted)
  }

  @Test func `a trap while a call may be rejected is blamed on nobody`() throws {
    let executor = try served("hostile:trap")
    defer { executor.shutDown() }
    let trapped = try program(
      """
      queue q
      op y
      client 1
        add q y
        cancel-all q
        add q y
      """)
    let execution = try executor.execute(trapped)
    #expect(try Judge.all().judge(execution.history).violations.isEmpty)
  }

  @Test func `mutants are blamed by the rules that they break`() throws {
    let executor = try served("mutant:task-runs-twice")
    defer { executor.shutDown() }
    let killer = try program(
      """
      queue q
      op a kind=asynchronous
      op b deps=a
      client 1
        add q b
        report-finished a
        until end b
        wait-all q
      """)
    let judge = try Judge.all()
    // The second run of the task may come after the end of the program.
    for _ in 0..<500 {
      let history = try executor.execute(killer).history
      let blames = judge.judge(history).violations.map(\.blame)
      #expect(blames.allSatisfy { $0 != .unexplained && $0 != .crash }, "\(history.text)")
      if blames.contains(.rule("EXEC-1")) { return }
    }
    Issue.record("no run of the task was seen twice")
  }
}

extension Judge {
  /// A judge by every rule that the reference queue is held to.
  static func all() throws -> Judge {
    let selection = try Selection(
      patterns: [], contract: .operations, subject: ReferenceSubject().description, profile: .core)
    return Judge(selection)
  }
}
