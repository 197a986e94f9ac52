import Foundation
import OQDriver
import OQHistory
import OQRunner
import OQSpecification
import TestSupport
import Testing

/// A lane of an adapter whose thread has died is no witness against the implementation.
@Suite(
  .enabled(if: ProgramPath.find("python3") != nil, "python3 is not installed"), .waiting,
  .limit(minutes: 3)) struct `A lane that does not answer`
{
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Adapters/python").path

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

  /// The template over the toy queue, with another accessor.
  private func executor(isCancelled expression: String) throws -> WireExecutor {
    let script = """
      import sys
      sys.path.insert(0, '\(Self.folder)')
      text = open('\(Self.folder)/adapter.py').read()
      changed = text.replace('target.cancelled,', '\(expression),')
      assert changed != text
      exec(compile(changed, 'adapter.py', 'exec'))
      """
    return WireExecutor(try adapterOptions(["python3", "-c", script]))
  }

  @Test func `because its thread has died blames nobody, and says so`() throws {
    let executor = try executor(isCancelled: "1 // 0")
    defer { executor.shutDown() }
    // The second time the process is another one; quick runs conclude sooner.
    for isQuick in [false, true] {
      let program = try program(Self.text)
      let execution =
        isQuick ? try executor.executeQuickly(program) : try executor.execute(program)
      #expect(execution.isUndecided)
      #expect(try Judge.all().judge(execution.history).accusations.isEmpty)
      #expect(execution.doubt?.contains("client1 does not answer") == true)
      #expect(execution.output.contains("ZeroDivisionError"), "\(execution.output)")
      let miss = try Trial([program], isAlone: false).attempt(
        on: executor, judge: Judge.all(), for: nil)
      guard case .missed(.undecided(let reason, let output)) = miss else {
        Issue.record("\(miss)")
        continue
      }
      #expect(reason == execution.doubt)
      #expect(output.contains("ZeroDivisionError"))
    }
  }

  @Test func `because its thread has died in a read that is polled blames nobody`() throws {
    let executor = try executor(isCancelled: "1 // 0")
    defer { executor.shutDown() }
    let polling = try program("queue q\nop x\nclient 1\n  add q x\n  until is-cancelled x")
    let execution = try executor.execute(polling)
    #expect(execution.isUndecided)
    #expect(execution.doubt?.contains("client1 does not answer") == true)
    #expect(execution.output.contains("ZeroDivisionError"), "\(execution.output)")
  }

  @Test func `though it answered in earlier programs blames nobody either`() throws {
    let executor = try executor(isCancelled: "1 // 0")
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
      let blames = try Judge.all().judge(execution.history).accusations.map(\.blame)
      #expect(blames.contains(.rule("OP-6")), "\(blames)")
    }
  }

  @Test func `leaves what it wrote with the finding`() throws {
    let executor = try executor(
      isCancelled: "(print(\"stuck here\", file=sys.stderr), threading.Event().wait())")
    defer { executor.shutDown() }
    let execution = try executor.execute(program(Self.text))
    #expect(execution.output.contains("stuck here"), "\(execution.output)")
  }
}
