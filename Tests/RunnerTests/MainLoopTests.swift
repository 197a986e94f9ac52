import OQHistory
import OQRunner
import TestSupport
import Testing

/// The main queues that outlive programs: those of Foundation and of the dispatch library.
@Suite(.limit(minutes: 1)) struct `The main loop of a worker` {
  @Test(arguments: ["foundation", "reference"])
  func `runs the operations of the main queue on the main thread`(subject: String) throws {
    let executor = try workers(subject)
    defer { executor.shutDown() }
    for _ in 0..<5 {
      let facts = HistoryIndex(
        try executor.execute(
          program(
            """
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
        ).history)
      #expect(facts.isCompleted)
      #expect(facts.operations.map { $0.bodies.first?.thread } == [.main, .main, .elsewhere])
      let reads = facts.calls.filter { $0.command.verb == .isMain }.map(\.outcome?.boolean)
      #expect(reads == [true, false])
    }
    #expect(executor.counts.workers == 1)
  }

  @Test func `runs the tasks of the main dispatch queue`() throws {
    let executor = try workers("dispatch")
    defer { executor.shutDown() }
    for _ in 0..<5 {
      let facts = HistoryIndex(
        try executor.execute(
          program(
            """
            queue m main
            queue q serial
            op x kind=closure
            op y kind=closure
            op z kind=closure
            in x
              is-current m
              is-current q
            in z: async m y
            client 1
              sync m x
              async q z
              until end y
            """)
        ).history)
      #expect(facts.isCompleted)
      #expect(facts.operations.map { $0.bodies.first?.thread } == [.main, .main, .elsewhere])
      let reads = facts.calls.filter { $0.command.verb == .isCurrent }.map(\.outcome?.boolean)
      #expect(reads == [true, false])
    }
    #expect(executor.counts.workers == 1)
  }

  @Test func `leaves an operation that never becomes ready to no other program`() throws {
    let executor = try workers("foundation")
    defer { executor.shutDown() }
    // The program may be over before the main thread has heard of it.
    for _ in 0..<8 {
      let facts = HistoryIndex(
        try executor.execute(
          program(
            """
            queue m main
            op a
            op b deps=a
            client 1
              add m b
              operations m
            """)
        ).history)
      let list = facts.calls.first { $0.command.verb == .operations }
      #expect(list?.outcome?.operations == [OperationID(1)])
    }
    #expect(executor.counts.workers == 8)
  }

  @Test func `gives the settings of the main queue back`() throws {
    let executor = try workers("foundation")
    defer { executor.shutDown() }
    for _ in 0..<3 {
      let facts = HistoryIndex(
        try executor.execute(
          program(
            """
            queue m main
            op x
            client 1
              is-suspended m
              limit m
              suspend m
              set-limit m 3
              add m x
            """)
        ).history)
      let reads = facts.calls.prefix(2)
      #expect(reads.first?.outcome?.boolean == false)
      #expect(reads.last?.outcome?.integer == 1)
    }
    #expect(executor.counts.workers == 1)
  }
}
