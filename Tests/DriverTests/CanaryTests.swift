import OQAdapters
import OQHistory
import OQSpecification
import Testing

import OQDriver

@Suite struct `The routes of canaries` {
  private func routes(_ text: String, ended: [Callback] = []) throws -> [CanaryRoute] {
    let program = try Program(parsing: "oqprogram 1\n" + text)
    return CanaryRoute.awaited(in: program) { ended.contains($0) }
  }

  static let mixed = """
    queue q limit=1
    queue r
    op a
    op b kind=barrier
    op c kind=conditional completion
    op d kind=block blocks=2
    client 1
      add q a
      add-barrier r b
      add r c
      set-limit r 3
      add-group q a,d
    """

  @Test func `are those of everything that has not ended, with every limit`() throws {
    #expect(
      try routes(Self.mixed) == [
        CanaryRoute(.task, limit: 1), CanaryRoute(.barrier), CanaryRoute(.barrier, limit: 3),
        CanaryRoute(.conditional, completes: true),
        CanaryRoute(.conditional, limit: 3, completes: true), CanaryRoute(.block, limit: 1),
      ])
  }

  @Test func `leave out what has ended, its completion block included`() throws {
    let bodies = (0..<4).map { Callback(OperationID($0)) }
    #expect(
      try routes(Self.mixed, ended: bodies) == [
        CanaryRoute(.conditional, completes: true),
        CanaryRoute(.conditional, limit: 3, completes: true),
      ])
  }

  @Test func `are all of them once everything has ended`() throws {
    let all = (0..<4).map { Callback(OperationID($0)) } + [Callback(OperationID(2), .completion)]
    #expect(try routes(Self.mixed, ended: all) == routes(Self.mixed))
  }

  @Test func `are the plain ones where nothing is added`() throws {
    #expect(try routes("queue q limit=3\nop a\nclient 1\n  start a") == CanaryRoute.plain)
  }

  @Test func `are not more than can fly`() throws {
    let queues = (1...9).map { "queue q\($0) limit=\($0)\n" }.joined()
    let adds = (1...9).map { "  add q\($0) a\($0)\n" }.joined()
    let operations = (1...9).map { "op a\($0)\n" }.joined()
    let all = try routes(queues + operations + "client 1\n" + adds)
    #expect(all.map(\.limit) == (1...8).map { $0 })
  }

  @Test func `are changed to what the subject offers`() {
    let plain = SubjectDescription(name: "plain", version: "1", capabilities: [])
    #expect(CanaryRoute(.base, completes: true).within(plain) == CanaryRoute())
    let rich = SubjectDescription(name: "rich", version: "1", capabilities: [.completionBlocks])
    #expect(CanaryRoute(.base).within(rich) == CanaryRoute())
    let route = CanaryRoute(.base, limit: 2, completes: true)
    #expect(route.within(rich) == route)
  }
}

@Suite struct `A calibration` {
  @Test(arguments: [
    (2, 2, 2), (1, 2, 1), (2, 1, 1), (0, 0, 1), (8, 9, 2),
  ]) func `counts the bodies that begin in any queues, at least one`(
    oneQueue: Int, twoQueues: Int, bodies: Int
  ) {
    let measured = Calibration(oneQueue: oneQueue, twoQueues: twoQueues, delay: 0)
    #expect(measured.bodies == bodies)
  }

  @Test func `assumes nothing of what cannot be measured`() {
    #expect(Calibration.unknown.bodies == 1)
  }
}
