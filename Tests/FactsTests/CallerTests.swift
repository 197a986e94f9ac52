import OQFacts
import OQHistory
import OQModel
import OQPrograms
import OQSpecification
import TestSupport
import Testing

/// Calls in observers and in overridden getters.
@Suite(.computing) struct CallerTests {
  private static let composition = Composition(.full)

  private func draft(_ cell: Cell, _ ordinal: UInt64) -> Draft {
    var draft = Draft(
      choices: ChoiceSource(seed: mix(1, ordinal)), vocabulary: .full)
    Self.composition.write(&draft, cell, plain: false)
    return draft
  }

  private static let observed = [
    Cell(.isFinished, [.callerObserver, .phaseExecuting]),
    Cell(.dependencies, [.callerObserver, .dependsFinished]),
    Cell(.operationCount, [.callerObserver, .loadRunning]),
  ]
  private static let asked = [
    Cell(.cancel, [.callerGetter, .phaseQueued]), Cell(.add, [.callerGetter, .phaseNew]),
    Cell(.setLimit, [.callerGetter, .loadRunning]),
    Cell(.isReady, [.callerGetter, .kindConditional]),
  ]

  @Test(arguments: observed.map { ($0, Point.observer) } + asked.map { ($0, Point.isReady) })
  func `a call is made there in the situation of its cell`(cell: Cell, point: Point) throws {
    for ordinal in UInt64(0)..<60 {
      let draft = draft(cell, ordinal)
      let text = draft.program.text
      #expect(
        draft.program.scripts.contains { script in
          script.lane.callback?.point == point
            && script.steps.contains { $0.command?.verb == cell.verb }
        }, "\(text)")
      let reached = FactSet(bits: try #require(draft.reached, "\(text)").facts)
      #expect(cell.facts.isSubset(of: reached), "\(text)")
    }
  }

  @Test func `an observer only reads, and nothing waits in it or in a getter`() {
    for verb in Self.composition.composed {
      let domain = Self.composition.domain(of: verb)
      #expect(domain.contains(.callerObserver) == (verb.isRead && !verb.entry.mayBlock), "\(verb)")
      if verb.entry.mayBlock { #expect(!domain.contains(.callerGetter), "\(verb)") }
    }
  }

  @Test(arguments: asked) func `the model comes to an end with it`(_ cell: Cell) {
    var ended = 0
    for ordinal in UInt64(0)..<60 {
      let program = draft(cell, ordinal).program
      guard Simulator.fault(program) == nil else { continue }
      var reach = Reach()
      for seed in UInt64(0)..<20 {
        let history = Simulator(profile: .core, concurrency: 5).run(
          program, seed: seed, reach: &reach)
        #expect(history.events.last?.kind == .ended, "\(history.text)")
        ended += 1
      }
    }
    #expect(ended > 0)
  }

  @Test func `an observer reads in the middle of the call that it is told of`() throws {
    let program = try Program(
      parsing: """
        oqprogram 1
        op a
        op o kind=observer
        client 1
          observe a is-cancelled o
          cancel a
          is-finished a
        in o.observer
          is-cancelled a
        """)
    var run = EagerRun(program)
    var calls: [String] = []
    run.finish { moment in
      if let command = moment.step.command {
        calls.append("\(moment.lane.callback == nil ? "client" : "observer") \(command.verb)")
      }
    }
    #expect(
      calls == ["client observe", "client cancel", "observer isCancelled", "client isFinished"])
  }

  @Test func `a getter is asked by the first read alone`() throws {
    let program = try Program(
      parsing: """
        oqprogram 1
        op a kind=conditional
        op b
        in a.is-ready
          cancel b
        client 1
          is-ready a
          is-ready a
        """)
    var run = EagerRun(program)
    var calls: [String] = []
    run.finish { moment in
      if let command = moment.step.command {
        calls.append("\(moment.lane.callback == nil ? "client" : "getter") \(command.verb)")
      }
    }
    #expect(calls == ["client isReady", "getter cancel", "client isReady"])
    #expect(run.unfinishedLanes.isEmpty)
  }
}
