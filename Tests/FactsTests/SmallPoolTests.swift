import OQFacts
import OQHistory
import OQModel
import OQPrograms
import OQSpecification
import TestSupport
import Testing

/// Composed programs come to their end in a small pool of threads, whatever an implementation
/// chooses where it is free.
@Suite(.computing) struct SmallPoolTests {
  /// What the model offers.
  private static let vocabulary: Vocabulary? = try? Vocabulary(text: words)
  private static let words = """
    add,add-group,add-group-wait,add-block,add-barrier,suspend,resume,set-limit,\
    cancel-all,wait-all,is-suspended,limit,operations,count,depend,undepend,set-\
    priority,set-completion,add-execution-block,cancel,start,wait,is-ready,is-\
    executing,is-finished,is-cancelled,is-asynchronous,dependencies,priority,\
    execution-block-count,set-condition,notify-ready,report-executing,report-finished,\
    store-finished,notify-finished,has-completion,kind=task,kind=block,kind=base,\
    kind=closure,kind=barrier,kind=conditional,kind=asynchronous,kind=flagged,\
    with=clients,with=drops,with=misuse,with=settings
    """

  /// Programs for a cell.
  private func programs(_ cell: Cell, _ count: UInt64 = 60) throws -> [Program] {
    let vocabulary = try #require(Self.vocabulary)
    let composition = Composition(vocabulary)
    return (0..<count).map { ordinal in
      var draft = Draft(choices: ChoiceSource(seed: mix(1, ordinal)), vocabulary: vocabulary)
      composition.write(&draft, cell, plain: false)
      return draft.program
    }
  }

  /// The history of a run that stands still, if one of some runs does.
  ///
  /// Facts of a call hold up to four tasks.
  private func stall(_ program: Program, runs: UInt64, threads: Int = 5) -> String? {
    guard Simulator.fault(program) == nil else { return nil }
    var reach = Reach()
    for seed in 0..<runs {
      let history = Simulator(profile: .core, concurrency: threads).run(
        program, seed: seed, reach: &reach)
      if history.events.last?.kind == .stalled { return program.text + "\n" + history.text }
    }
    return nil
  }

  private func expectEnds(_ cell: Cell, threads: Int = 5) throws {
    let programs = try programs(cell).filter { !$0.operations.isEmpty }
    #expect(programs.count == 60, "\(cell.text)")
    for program in programs {
      #expect(stall(program, runs: 20, threads: threads) == nil, "\(cell.text)")
    }
  }

  @Test func `the call of another task needs no thread of its own`() throws {
    for verb in [Verb.waitAll, .wait, .cancel, .setLimit] {
      try expectEnds(Cell(verb, [.callerElsewhere, .secondRunning, .barrierRunning]))
      try expectEnds(Cell(verb, [.callerElsewhere, .completionRunning, .loadFull]))
    }
  }

  @Test func `a task that makes a call runs where two others have all threads`() throws {
    let held: FactSet = [.secondRunning, .barrierRunning, .dependsWaiting, .completionNone]
    for verb in [Verb.cancel, .suspend, .waitAll] {
      try expectEnds(Cell(verb, held | [.callerElsewhere, .entryAlone]), threads: 2)
      try expectEnds(Cell(verb, held | [.callerClient, .entryInside]), threads: 2)
    }
  }

  @Test func `a dependency that has finished before needs no thread of its own`() throws {
    try expectEnds(Cell(.addDependency, [.callerClient, .completionRunning, .loadFull]))
  }

  @Test func `a class reports its finish once its start has returned`() throws {
    try expectEnds(Cell(.addGroupWaiting, [.callerElsewhere, .phaseNew, .kindAsynchronous]))
    try expectEnds(Cell(.setPriority, [.entryCompletion, .phaseQueued, .kindAsynchronous]))
  }

  @Test func `nothing is waited for whose group may be refused`() throws {
    try expectEnds(Cell(.cancelAll, [.entryGroup, .cancelledNew, .secondRunning]))
    try expectEnds(Cell(.addGroupWaiting, [.cancelledNew, .barrierRunning]))
  }

  @Test func `nothing is waited for that a removed dependency may keep`() throws {
    try expectEnds(Cell(.removeDependency, [.entryCompletion, .dependsWaiting, .heldSuspension]))
    try expectEnds(Cell(.removeDependency, [.callerTask, .dependsWaiting, .barrierWaiting]))
  }

  @Test func `nothing is waited for whose slot a class may keep that nobody reports`() throws {
    let facts: FactSet = [.kindAsynchronous, .limitOne, .dependsRunning, .loadWaiting]
    try expectEnds(Cell(.addDependency, facts | [.callerClient]))
  }

  @Test(arguments: [
    Cell(.wait, [.callerTask]), Cell(.wait, [.callerCompletion]), Cell(.wait, [.callerElsewhere]),
    Cell(.waitAll, [.callerElsewhere]), Cell(.addGroupWaiting, [.callerElsewhere]),
  ])
  func `a wait from inside of client code comes back, whatever else holds`(_ call: Cell) throws {
    let composition = Composition(try #require(Self.vocabulary))
    let domain = composition.domain(of: call.verb)
    var cells = 0
    for fact in domain where fact.aspect != Fact.callerClient.aspect {
      let cell = Cell(call.verb, call.facts | [fact])
      guard FactSolver(cell.facts, in: domain, for: call.verb) != nil else { continue }
      cells += 1
      for program in try programs(cell, 12) {
        #expect(stall(program, runs: 3) == nil, "\(cell.text)")
      }
    }
    #expect(cells > 40)
  }

  @Test func `programs of all cells end`() throws {
    let composition = Composition(try #require(Self.vocabulary))
    for ordinal in UInt64(158)..<4_158 {
      let cell = try #require(composition.cell(at: ordinal))
      for program in try programs(cell, 1) { #expect(stall(program, runs: 3) == nil) }
    }
  }
}
