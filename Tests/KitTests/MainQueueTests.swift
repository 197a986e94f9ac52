import OQAdapters
import OQDriver
import OQHistory
import OQRunner
import OQSpecification
import OQSubjects
import Synchronization
import TestSupport
import Testing

import OQKit

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

  @Test func `is given back with the settings that it had`() throws {
    let former = SettableMainAdapter.shared.settings
    let session = try AdapterTypes.subject(of: SettableMainAdapter.self).session(IdleProbe())
    let queue = QueueID(0)
    session.makeMain(queue)
    #expect(session.perform(Command(.isMain, queue)) == .returned(.boolean(true)))
    for command in [
      Command(.suspend, queue), Command(.setLimit, queue, .integer(3)),
      Command(.setQueueQuality, queue, .integer(ServiceLevel.utility.rawValue)),
    ] {
      #expect(session.perform(command) == .done)
    }
    #expect(
      SettableMainAdapter.shared.settings
        == .init(isSuspended: true, limit: 3, quality: .utility))
    session.runMainLoop()
    #expect(SettableMainAdapter.shared.settings == former)
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

/// A main queue that outlives programs and lets its settings be changed, which Foundation's
/// ignores.
struct SettableMainAdapter: BareAdapter {
  typealias AdaptedQueue = SettableQueue
  static let name = "settable-main"
  static let capabilities: [QueueCapability] = [.mainQueue, .qos]
  static let shared = SettableQueue()

  func makeQueue() -> SettableQueue { SettableQueue() }
  func mainQueue() -> SettableQueue { Self.shared }
  func setSuspended(_ value: Bool, of queue: SettableQueue) {
    queue.change { $0.isSuspended = value }
  }
  func setLimit(_ limit: Int, of queue: SettableQueue) { queue.change { $0.limit = limit } }
  func limit(of queue: SettableQueue) -> Int { queue.settings.limit }
  func setQuality(_ quality: ServiceQuality, of queue: SettableQueue) {
    queue.change { $0.quality = quality }
  }
  func quality(of queue: SettableQueue) -> ServiceQuality { queue.settings.quality }
}

/// A queue with settings and nothing else.
final class SettableQueue: Sendable {
  struct Settings: Equatable {
    var isSuspended = false
    var limit = 1
    var quality = ServiceQuality.userInteractive
  }

  private let kept = Mutex(Settings())

  var settings: Settings { kept.withLock { $0 } }
  func change(_ change: (inout Settings) -> Void) { kept.withLock { change(&$0) } }
}

/// A probe that nobody calls.
private final class IdleProbe: Probe {
  func enter(_ callback: Callback) -> Entry { Entry(nil) }
  func leave(_ entry: Entry) {}
}
