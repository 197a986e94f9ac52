import OQReference
import TestSupport
import Testing

@Suite struct PlanTests {
  let plan: Plan = [.setFinished, .unlist, .wake]

  @Test func `without leaves every occurrence of a step out`() {
    #expect(plan.without(.unlist).steps == [.setFinished, .wake])
    #expect(plan.doubling(.wake).without(.wake).steps == [.setFinished, .unlist])
  }

  @Test func `moving puts a step before or after another`() {
    #expect(plan.moving(.wake, before: .setFinished).steps == [.wake, .setFinished, .unlist])
    #expect(plan.moving(.setFinished, after: .unlist).steps == [.unlist, .setFinished, .wake])
  }

  @Test func `doubling repeats a step in its place`() {
    #expect(plan.doubling(.unlist).steps == [.setFinished, .unlist, .unlist, .wake])
  }

  @Test func `replacing and adding change one place`() {
    #expect(plan.replacing(.unlist, with: .uncount).steps == [.setFinished, .uncount, .wake])
    #expect(plan.adding(.freeSlot).steps == [.setFinished, .unlist, .wake, .freeSlot])
    #expect(plan.adding(.freeSlot, before: .unlist).steps.firstIndex(of: .freeSlot) == 1)
  }

  @Test func `a window is a step before another`() {
    #expect(plan.window(before: .wake).steps == [.setFinished, .unlist, .window, .wake])
  }

  @Test func `a condition decides when the turn of the step comes`() {
    var state = State()
    let x = state.insert(kind: .plain, blocks: 1)
    var frame = Frame()
    frame.operation = x
    let conditional = plan.onlyWhen(.cancelled, .unlist).onlyWhen(!.executing, .unlist)
    func performed() -> [Step] {
      conditional.items.filter { $0.condition?.holds(state, frame) ?? true }.map(\.step)
    }
    #expect(performed() == [.setFinished, .wake])
    state[x].isCancelled = true
    #expect(performed() == plan.steps)
    state[x].phase = .executing
    #expect(performed() == [.setFinished, .wake])
    #expect((Context.cancelled || .executing).holds(state, frame))
    #expect(!Context.cancelled.holds(state, Frame()))
  }

  @Test(.prompt) func `an edit of a step that is not there fails the process`() async {
    await #expect(processExitsWith: .failure) {
      let plan: Plan = [.wake]
      _ = plan.without(.unlist)
    }
  }
}
