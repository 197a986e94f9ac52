import Testing

import OQReference

@Suite struct BarrierTests {
  /// A queue that lists some operations.
  private func state(listing count: Int) -> (State, QueueID, [OperationID]) {
    var state = State()
    let q = state.insertQueue()
    let operations = (0..<count).map { _ in
      let x = state.insert(kind: .plain, blocks: 1)
      state.own(x, by: q, from: .client, grouped: false)
      state.list(x, in: q)
      return x
    }
    return (state, q, operations)
  }

  @Test func `a barrier waits for what had not finished when it was added`() {
    var (state, q, operations) = state(listing: 2)
    _ = state.enlistBarrier(in: q)
    #expect(state[q].barriers.first?.remaining == 2)
    for x in operations {
      state.setFinished(x)
      state.passBarriers(x)
    }
    #expect(state[q].barriers.first?.remaining == 0)
  }

  @Test func `a barrier added in the course of a finish does not count that operation`() {
    var (state, q, operations) = state(listing: 2)
    state.setFinished(operations[0])
    _ = state.enlistBarrier(in: q)
    state.passBarriers(operations[0])
    #expect(state[q].barriers.first?.remaining == 1)
    state.setFinished(operations[1])
    state.passBarriers(operations[1])
    #expect(state[q].barriers.first?.remaining == 0)
  }

  @Test func `a barrier waits for the report of an operation that stored its finish`() {
    var (state, q, operations) = state(listing: 1)
    state[operations[0]].isFinished = true
    _ = state.enlistBarrier(in: q)
    #expect(state[q].barriers.first?.remaining == 1)
    state.setFinished(operations[0])
    state.passBarriers(operations[0])
    #expect(state[q].barriers.first?.remaining == 0)
  }
}
