import OQReference
import TestSupport
import Testing

@Suite(.limit(minutes: 1)) struct TruthTests {
  /// The decisions that differed, in order, in a world with an edit.
  func deviations(
    _ edit: (inout Behavior) -> Void, in scenario: (ReferenceWorld) throws -> Void
  ) rethrows -> [String] {
    let log = Log()
    let truth = Truth(rule: "DEP-9") { log.write("\($0.rule) \($0.decision)") }
    try scenario(ReferenceWorld(behavior: .edited(edit), truth: truth))
    return log.all
  }

  func run(_ world: ReferenceWorld) throws {
    let queue = try world.queue(limit: 1, suspended: true)
    let x = world.makeOperation()
    let d = world.makeOperation()
    try x.addDependency(d)
    x.removeDependency(d)
    _ = x.isReady
    try queue.addOperations([d, world.makeOperation()], waitUntilFinished: false)
    queue.isSuspended = false
    queue.waitUntilAllOperationsAreFinished()
  }

  @Test func `the correct queue deviates nowhere`() throws {
    #expect(try deviations({ _ in }, in: run) == [])
  }

  @Test func `a plan is compared where it is performed`() throws {
    let seen = try deviations(
      { $0.removeDependencyPlan = $0.removeDependencyPlan.without(.close) }, in: run)
    #expect(seen == ["DEP-9 removeDependencyPlan"])
  }

  @Test func `a window alone and another choice among equals are no deviations`() throws {
    let seen = try deviations({ $0.finishPlan = $0.finishPlan.window(before: .wake) }, in: run)
    let chosen = try deviations(
      { $0.choose = { state, q in state[q].ready.reversed().first { !$0.isEmpty }?.last } }, in: run
    )
    #expect(seen == [] && chosen == [])
  }

  @Test func `a guard and a read are compared at each question`() throws {
    let guarded = try deviations({ $0.mayDispatch = { _, _ in true } }, in: run)
    #expect(Set(guarded) == ["DEP-9 mayDispatch"])
    let read = try deviations({ $0.reads.isReady = { _, _, _ in false } }, in: run)
    #expect(read == ["DEP-9 reads.isReady"])
  }
}
