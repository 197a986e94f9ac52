import OQHistory
import OQModel
import OQSpecification
import TestSupport
import Testing

/// A history written by hand, and the outcomes of freedoms that it leaves no doubt about.
struct CensusExample: Sendable, CustomTestStringConvertible {
  let name: String
  let profile: Profile
  let text: String
  let shown: Set<Branch>

  var testDescription: String { name }

  init(
    _ name: String, _ declarations: String, profile: Profile = .core, _ events: String,
    shows shown: Set<Branch>
  ) {
    self.name = name
    self.profile = profile
    text = Example.text(declarations, events)
    self.shown = shown
  }
}

@Suite(.computing) struct CensusTests {
  static let examples: [CensusExample] = [
    CensusExample(
      "an add tells nothing", "queue q; op x", "client1 add q x; client1 ok", shows: []),
    CensusExample(
      "ND-1: an equal that was added later is chosen first",
      "queue q limit=1 suspended; op x priority=low; op y priority=low",
      "client1 add q x; client1 ok; client1 add q y; client1 ok; client1 resume q; client1 ok; y begin",
      shows: [.nd1Other, .nd30One]),
    CensusExample(
      "ND-1: the first of two equals",
      "queue q limit=1 suspended; op x priority=low; op y priority=low",
      "client1 add q x; client1 ok; client1 add q y; client1 ok; client1 resume q; client1 ok; x begin",
      shows: [.nd1First, .nd30One]),
    CensusExample(
      "ND-1: nothing where the other may not have been added yet",
      "queue q limit=1; op x priority=low; op y priority=low",
      "client1 add q x; client1 ok; client1 add q y; client1 ok; x begin", shows: [.nd30One]),
    CensusExample(
      "ND-3: isReady is read after the start", "queue q; op x",
      "client1 add q x; client1 ok; x begin; client1 is-ready x; client1 = false",
      shows: [.nd3False, .nd30One]),
    CensusExample(
      "ND-3: nothing where the start may come later", "queue q; op x",
      "client1 add q x; client1 ok; client1 is-ready x; client1 = true; x begin",
      shows: [.nd30One]),
    CensusExample(
      "ND-4: a cancelled operation executes for a moment", "op x",
      "client1 cancel x; client1 ok; client1 start x; client2 is-executing x; client2 = true; client1 ok",
      shows: [.nd4Pulse, .nd21Unfinished]),
    CensusExample(
      "ND-5: an obstacle is gone and isReady is still false", "op d; op x deps=d",
      "client1 start d; d begin; d end; client1 ok; client1 is-ready x; client1 = false",
      shows: [.nd5Delayed]),
    CensusExample(
      "ND-7: a late dependency is rejected", "queue q suspended; op d; op x",
      "client1 add q x; client1 ok; client1 depend x d; client1 rejected raised",
      shows: [.nd7Rejected]),
    CensusExample(
      "ND-7: nothing where the queue may have taken the operation for ready before (ND-42)",
      "queue q suspended; op d; op x",
      "client1 add q x; client1 ok; client1 depend x d; client1 ok; client1 resume q; client1 ok; x begin",
      shows: [.nd30One]),
    CensusExample(
      "ND-12: nothing where the cancel may come after the look at it", "queue q; op x",
      "client1 add q x; client1 ok; client1 cancel x; x begin; x is-cancelled x; x = true",
      shows: [.nd30One]),
    CensusExample(
      "ND-14: a straggler", "queue q; op x",
      "client1 add q x; client1 ok; client1 suspend q; client1 ok; x begin", shows: [.nd30One]),
    CensusExample(
      "ND-18: blocks overlap", "queue q; op x kind=block blocks=2",
      "client1 add q x; client1 ok; x begin; x.2 begin; x end; x.2 end",
      shows: [.nd18InOrder, .nd18Overlapping, .nd30One]),
    CensusExample(
      "ND-18: blocks out of order", "queue q; op x kind=block blocks=2",
      "client1 add q x; client1 ok; x.2 begin; x.2 end; x begin; x end",
      shows: [.nd18OutOfOrder, .nd30One]),
    CensusExample(
      "ND-21: a cancelled operation in no queue has finished", "op x",
      "client1 cancel x; client1 ok; client1 is-finished x; client1 = true",
      shows: [.nd21Finished]),
    CensusExample(
      "ND-22: a second start is rejected", "op x",
      "client1 start x; x begin; x end; client1 ok; client1 start x; client1 rejected raised",
      shows: [.nd22Rejected]),
    CensusExample(
      "ND-22: a second start is ignored", "op x",
      "client1 start x; x begin; x end; client1 ok; client1 start x; client1 ok",
      shows: [.nd22Ignored]),
    CensusExample(
      "ND-24: a second add is rejected by the end of the process", "queue q suspended; op x",
      "client1 add q x; client1 ok; client1 add q x; client1 crashed SIGTRAP",
      shows: [.nd24AddRejected]),
    CensusExample(
      "ND-28: the list names a dependency twice", "op d; op x deps=d",
      "client1 depend x d; client1 ok; client1 dependencies x; client1 = d,d",
      shows: [.nd28Twice]),
    CensusExample(
      "ND-30: several bodies at a time", "queue q; op x; op y",
      "client1 add q x; client1 ok; client1 add q y; client1 ok; x begin; y begin",
      shows: [.nd30One, .nd30Several]),
    CensusExample(
      "ND-38: a finished operation is marked as cancelled", "op x",
      "client1 start x; x begin; x end; client1 ok; client1 cancel x; client1 ok; client1 is-cancelled x; client1 = true",
      shows: [.nd38Cancelled]),
    CensusExample(
      "ND-6: a condition that came true in silence starts nothing",
      "queue q; op x kind=conditional",
      "client1 add q x; client1 ok; client1 set-condition x true; client1 ok; - quiescent threads=1 canaries=1; - stalled",
      shows: [.nd6Unstarted]),
  ]

  @Test(arguments: examples) func `shows`(example: CensusExample) throws {
    let history = try History(parsing: example.text)
    let reading = Acceptor(profile: example.profile).outcomes(of: history)
    guard case .shown(let outcomes) = reading else {
      Issue.record("\(reading)")
      return
    }
    #expect(Set(outcomes.branches) == example.shown)
  }

  @Test(arguments: Profile.allCases) func `nothing is shown that a run has not taken`(
    profile: Profile
  ) {
    var shown = Reach()
    for seed in 0..<300 {
      let program = SmallProgram.make(seed: UInt64(seed), operations: 2, steps: 4)
      var taken = Reach()
      let history = Simulator(profile: profile, checksInvariants: true).run(
        program, seed: UInt64(seed), reach: &taken)
      let reading = Acceptor(profile: profile, bound: 500).outcomes(of: history)
      #expect(reading != .unexplained, "\(history.text)")
      guard case .shown(let outcomes) = reading else { continue }
      for branch in outcomes.branches where taken[branch] == 0 {
        Issue.record("\(branch.name) was not taken\n\(history.text)")
      }
      shown.note(outcomes)
    }
    #expect(shown.missingBranches.count < Branch.allCases.count - 15)
  }

  @Test func `a history that no run has is unexplained, and one without calls undecided`() throws {
    let broken = try History(
      parsing: Example.text(
        "queue q suspended; op x", "client1 add q x; client1 ok; x begin"))
    #expect(Acceptor(profile: .core).outcomes(of: broken) == .unexplained)
    let silent = try History(parsing: Example.text("queue q; op x", "x begin; x end"))
    #expect(Acceptor(profile: .core).outcomes(of: silent) == .undecided("calls were not recorded"))
    let bounded = Acceptor(profile: .core, bound: 1).outcomes(
      of: try History(
        parsing: Example.text("queue q; op x", "client1 add q x; client1 ok; x begin")))
    guard case .undecided = bounded else {
      Issue.record("\(bounded)")
      return
    }
  }

  @Test func `a census counts histories, each outcome once`() {
    var census = Census()
    census.add(.shown([.nd7Ignored, .nd30One]))
    census.add(.shown([.nd30One]))
    census.add(.unexplained)
    census.add(.undecided("the log was full"))
    #expect(census[.nd30One] == 2 && census[.nd7Ignored] == 1 && census[.nd7Honoured] == 0)
    #expect(census.histories == 4 && census.unexplained == 1 && census.undecided == 1)
    var twice = census
    twice.merge(census)
    #expect(twice[.nd30One] == 4 && twice.histories == 8 && twice.undecided == 2)
  }
}
