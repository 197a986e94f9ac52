import OQHistory
import Testing

import OQWire

@Suite struct `The holds of a run over the wire` {
  private static let text = """
    oqprogram 1
    queue q
    op a
    client 1
      meet 1
      add q a
    client 2
      meet 1
      suspend q
    """

  private func holds(_ span: SubjectPoint.Span = .call(1)) throws -> (Program, WireHolds) {
    let program = try Program(parsing: Self.text + "\n")
    let point = SubjectPoint(.client(1), span, .mutexUnlock, caller: "f")
    return (program, WireHolds([Hold(at: point)], in: program))
  }

  @Test func `let the held lane go first once its partner has met it`() throws {
    var (_, holds) = try holds()
    #expect(holds.isFree(.client(2)))
    holds.pass(.client(2), .step(0))
    #expect(!holds.isFree(.client(2)))
    #expect(holds.isFree(.client(1)))
    holds.reach(0)
    #expect(holds.isFree(.client(2)))
    // It stands there, or has stood: nobody waits for it again.
    holds.send(.client(1), .call(1))
    #expect(!holds.isWaiting)
  }

  @Test func `wait no longer once the call is back, or all is at rest`() throws {
    var (_, holds) = try holds()
    holds.send(.client(1), .call(1))
    #expect(holds.isWaiting)
    holds.pass(.client(1), .returned(1))
    #expect(!holds.isWaiting)
    (_, holds) = try self.holds()
    holds.send(.client(1), .call(1))
    holds.rest()
    #expect(holds.isFree(.client(2)))
  }

  @Test func `keep back what other lanes are to do`() throws {
    let (program, _) = try holds()
    let point = SubjectPoint(.client(1), .call(1), .mutexUnlock, caller: "f")
    var run = WireRun(program, number: 1, following: Pins([], holding: [Hold(at: point)]))
    var stamp = 0
    var sent: [WireCall] = []
    func next() -> Int {
      stamp += 1
      return stamp
    }
    func take() {
      for case .call(let call) in run.takeOutbox() { sent.append(call) }
    }
    func reply(_ call: WireCall) throws {
      let called = next()
      try run.take(.reply(id: call.id, called: called, returned: next(), .returned(.none)), "")
    }
    try run.take(.begun(program: 1), "")
    take()
    for call in sent { try reply(call) }
    sent = []
    take()
    // The marks of the meeting, and behind one of them the call of the lane that is held.
    #expect(sent.map(\.lane) == ["client2", "client1", "client1"])
    #expect(run.spans[sent[2].id]?.step == 1)
    #expect(run.isFollowing)
    run.reach(0)
    sent = []
    take()
    #expect(sent.map(\.lane) == ["client2"])
  }
}
