import OQHistory
import Testing

import OQDriver

@Suite struct ThreadStacksTests {
  private let x = Callback(OperationID(0))
  private let y = Callback(OperationID(1))

  @Test func `the innermost lane on a thread names it`() {
    var stacks = ThreadStacks()
    stacks.begin(.client(1), on: 7)
    #expect(stacks.enter(LaneCode(x), on: 7) == .lane(.client(1)))
    #expect(stacks.enter(LaneCode(y), on: 7) == .lane(.callback(x)))
    stacks.leave(LaneCode(y))
    stacks.leave(LaneCode(x))
    #expect(stacks.enter(LaneCode(y), on: 7) == .lane(.client(1)))
  }

  @Test func `a thread without a lane is the main thread or another one`() {
    var stacks = ThreadStacks()
    #expect(stacks.enter(LaneCode(x), on: 8) == .elsewhere)
    stacks.leave(LaneCode(x))
    stacks.main = 9
    #expect(stacks.enter(LaneCode(x), on: 9) == .main)
    #expect(stacks.enter(LaneCode(y), on: 9) == .lane(.callback(x)))
    #expect(stacks.enter(LaneCode(Callback(OperationID(2))), on: 8) == .elsewhere)
  }
}
