import OQDriver
import OQHistory
import OQReport
import OQRunner
import OQSpecification
import TestSupport
import Testing

/// A lane of an adapter whose thread has died is no witness against the implementation.
@Suite(
  .enabled(if: ToyAdapter.isInstalled, "python3 is not installed"), .waiting,
  .limit(minutes: 3)) struct `A lane that does not answer`
{
  private static let text = """
    queue q
    op x
    client 1
      add q x
      until end x
      is-cancelled x
    client 2
      wait-all q
    """

  /// The template with another accessor, and with a fault of its protocol.
  private func executor(
    isCancelled expression: String? = nil, _ fault: ToyAdapter.Fault? = nil
  ) throws -> WireExecutor {
    let words = ToyAdapter.words(
      adapter: expression.map { [ToyAdapter.isCancelled($0)] } ?? [],
      protocol: fault.map { [$0] } ?? [])
    return WireExecutor(try adapterOptions(words))
  }

  @Test func `because its thread has died blames nobody, and says so`() throws {
    let executor = try executor(isCancelled: "1 // 0", ToyAdapter.deadly)
    defer { executor.shutDown() }
    // The second time the process is another one; quick runs conclude sooner.
    for isQuick in [false, true] {
      let program = try program(Self.text)
      let execution =
        isQuick ? try executor.executeQuickly(program) : try executor.execute(program)
      #expect(execution.isUndecided)
      #expect(try Judge.all().judge(execution.history).violations.isEmpty)
      #expect(execution.doubt?.contains("client1 does not answer") == true)
      #expect(execution.output.contains("ZeroDivisionError"), "\(execution.output)")
      let miss = try Trial([program], isAlone: false).attempt(
        on: executor, judge: Judge.all(), for: nil)
      guard case .missed(.undecided(let reason, let output), _) = miss else {
        Issue.record("\(miss)")
        continue
      }
      #expect(reason == execution.doubt)
      #expect(output.contains("ZeroDivisionError"))
    }
  }

  @Test func `because its thread has died in a read that is polled blames nobody`() throws {
    let executor = try executor(isCancelled: "1 // 0", ToyAdapter.deadly)
    defer { executor.shutDown() }
    let polling = try program("queue q\nop x\nclient 1\n  add q x\n  until is-cancelled x")
    let execution = try executor.execute(polling)
    #expect(execution.isUndecided)
    #expect(execution.doubt?.contains("client1 does not answer") == true)
    #expect(execution.output.contains("ZeroDivisionError"), "\(execution.output)")
  }

  @Test func `in a process in which a clock runs is waited for some seconds`() throws {
    let words = ToyAdapter.words(
      adapter: [ToyAdapter.isCancelled("1 // 0")],
      protocol: [ToyAdapter.deadly, ToyAdapter.ticking])
    let executor = WireExecutor(try adapterOptions(words))
    defer { executor.shutDown() }
    let polling = try program("queue q\nop x\nclient 1\n  add q x\n  until is-cancelled x")
    let begun = ContinuousClock.now
    let execution = try executor.execute(polling)
    #expect(execution.isUndecided)
    #expect(execution.doubt?.contains("client1 does not answer") == true)
    #expect(ContinuousClock.now - begun < .seconds(30))
  }

  /// What was added starts with the canary, three seconds later.
  private static let late: ToyAdapter.Fault = (
    "self.worlds = {is_canary: toyqueue.World() for is_canary in (False, True)}",
    "self.worlds = {False: toyqueue.World(), True: toyqueue.World()}; "
      + "late, canary = self.worlds[False].schedule, self.worlds[True].schedule; "
      + "self.worlds[False].schedule = lambda: None; "
      + "self.worlds[True].schedule = lambda: (toyqueue.threading.Event().wait(3), late(), canary())"
  )

  @Test func `because it was asked just then is waited for`() throws {
    var options = try adapterOptions(
      ToyAdapter.words(adapter: [Self.late], protocol: [ToyAdapter.ticking]))
    options.patience.lost = 2000
    let driver = try options.start()
    defer { driver.process.end() }
    let begun = try program(
      "queue q\nop x\nin x: hold\nclient 1\n  add q x\n  until begin x\n  open x")
    #expect(driver.execute(begun) == .completed)
    #expect(driver.wasWoken)
  }

  @Test func `though it answered in earlier programs blames nobody either`() throws {
    let executor = try executor(isCancelled: "1 // 0", ToyAdapter.deadly)
    defer { executor.shutDown() }
    for _ in 0..<3 {
      let execution = try executor.execute(program("queue q\nop x\nclient 1\n  add q x"))
      #expect(HistoryIndex(execution.history).isCompleted)
    }
    let execution = try executor.execute(program(Self.text))
    #expect(execution.isUndecided)
    #expect(executor.processes == 1)
  }

  @Test func `because the implementation keeps it blames the implementation`() throws {
    let executor = try executor(isCancelled: "threading.Event().wait()")
    defer { executor.shutDown() }
    for isQuick in [false, true] {
      let program = try program(Self.text)
      let execution =
        isQuick ? try executor.executeQuickly(program) : try executor.execute(program)
      #expect(!execution.isUndecided)
      let blames = try Judge.all().judge(execution.history).violations.map(\.blame)
      #expect(blames.contains(.rule("OP-6")), "\(blames)")
    }
  }

  /// Programs in which rules would blame the queue if the lane were there.
  private static let held = [
    "queue q\nop x\nin x: hold\nclient 1\n  add q x\n  until begin x\n  cancel x\n  open x\n  wait x",
    "queue q\nop x\nin x\n  is-finished x\nclient 1\n  add q x\n  until begin x\n  cancel x\n  wait x",
  ]

  @Test(arguments: held) func `because two lanes have its name blames nobody, and says so`(
    text: String
  ) throws {
    let executor = try executor(ToyAdapter.doubled)
    defer { executor.shutDown() }
    for isQuick in [false, true] {
      let program = try program(text)
      let execution =
        isQuick ? try executor.executeQuickly(program) : try executor.execute(program)
      #expect(execution.isUndecided)
      #expect(try Judge.all().judge(execution.history).violations.isEmpty)
      #expect(execution.doubt?.hasPrefix("x does not answer 'mark'") == true, "\(execution)")
    }
  }

  @Test func `because of an error that nobody foresaw is answered, and the call is named`() throws {
    let executor = try executor(isCancelled: "[][0]")
    defer { executor.shutDown() }
    let execution = try executor.execute(program(Self.text))
    #expect(execution.isUndecided)
    #expect(execution.unusable == nil)
    let call = "'is-cancelled' on 'x', lane client1"
    #expect(
      execution.doubt
        == "the adapter answered \(call), with 'unknown': nothing is concluded from what is missing"
    )
    #expect(execution.output.contains("IndexError"), "\(execution.output)")
  }

  @Test func `leaves what it wrote with the finding`() throws {
    let executor = try executor(
      isCancelled: "(print(\"stuck here\", file=sys.stderr), threading.Event().wait())")
    defer { executor.shutDown() }
    let execution = try executor.execute(program(Self.text))
    #expect(execution.output.contains("stuck here"), "\(execution.output)")
  }
}
