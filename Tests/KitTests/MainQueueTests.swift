import OQAdapters
import OQDriver
import OQHistory
import OQRunner
import OQSpecification
import TestSupport
import Testing

@testable import OperationQueueConformance

/// Main queues of adapters: one that has a loop of its own, and one that the run loop serves.
@Suite(.waiting, .limit(minutes: 3)) struct `The main queue of an adapter` {
  private static func workers(_ adapter: any QueueAdapter.Type) throws -> WorkerExecutor {
    let subject = try AdapterTypes.subject(of: adapter)
    return WorkerExecutor(WorkerExecutor.Options(WorkerOptions(subject: subject.workerName)))
  }

  @Test(arguments: [
    FoundationAdapter.self as any QueueAdapter.Type, ReferenceAdapter<Correct>.self,
  ])
  func `runs its operations on the first thread`(_ adapter: any QueueAdapter.Type) throws {
    let executor = try Self.workers(adapter)
    defer { executor.shutDown() }
    let program = try Program(
      parsing: """
        oqprogram 1
        queue m main
        queue q
        op x
        op y
        op z
        in x
          is-main m
          is-main q
        in z: add m y
        client 1
          add m x
          add q z
          until end x
          until end y
        """)
    for _ in 0..<5 {
      let facts = HistoryIndex(try executor.execute(program).history)
      guard case .completed = facts.ending else {
        Issue.record("\(facts.ending)")
        return
      }
      #expect(facts.operations.map { $0.bodies.first?.thread } == [.main, .main, .elsewhere])
      let reads = facts.calls.filter { $0.command.verb == .isMain }.map(\.outcome?.boolean)
      #expect(reads == [true, false])
    }
    #expect(executor.counts.workers == 1)
  }

  @Test func `is given back as it was where it outlives the program`() throws {
    let executor = try Self.workers(FoundationAdapter.self)
    defer { executor.shutDown() }
    let program = try Program(
      parsing: """
        oqprogram 1
        queue m main
        op x
        client 1
          is-suspended m
          limit m
          count m
          suspend m
          set-limit m 3
          add m x
        """)
    for _ in 0..<3 {
      let facts = HistoryIndex(try executor.execute(program).history)
      #expect(
        facts.calls.prefix(3).map(\.outcome) == [
          .returned(.boolean(false)), .returned(.integer(1)), .returned(.integer(0)),
        ])
    }
    #expect(executor.counts.workers == 1)
  }

  @Test func `leaves an operation that never becomes ready to no other program`() throws {
    let executor = try Self.workers(FoundationAdapter.self)
    defer { executor.shutDown() }
    let program = try Program(
      parsing: """
        oqprogram 1
        queue m main
        op a
        op b deps=a
        client 1
          add m b
          operations m
        """)
    for _ in 0..<3 {
      let facts = HistoryIndex(try executor.execute(program).history)
      let list = facts.calls.first { $0.command.verb == .operations }
      #expect(list?.outcome?.operations == [OperationID(1)])
    }
    #expect(executor.counts.workers == 3)
  }

  @Test func `is not offered where another thread is the first`() throws {
    for adapter in [FoundationAdapter.self, ReferenceAdapter<Correct>.self]
      as [any QueueAdapter.Type]
    {
      let subject = try AdapterTypes.subject(of: adapter)
      let beside = subject.besideFirstThread
      #expect(
        beside.description.capabilities
          == subject.description.capabilities.filter { $0 != .mainQueue })
      #expect(beside.workerName == subject.workerName)
    }
  }
}
