import OQExploring
import OQHistory
import OQModel
import OQSpecification
import TestSupport
import Testing

/// What `oqcheck bench explorer` compares for all programs, for some of them.
@Suite(.computing) struct TrialTests {
  @Test func `what is left out changes no answer about programs of two operations`() {
    var trial = ReductionTrial()
    for operations in 1...2 {
      for (place, group) in GraphFamily(operations: operations).groups.enumerated()
      where place % 3 == 0 {
        trial.merge(ReductionTrial(group, .core, bound: 100_000))
      }
    }
    #expect(trial.programs >= 40)
    #expect(trial.leftOut == 0)
    #expect(trial.faults.isEmpty, "\(trial.faults.first ?? "")")
    #expect(trial.visited * 2 < trial.states)
  }

  @Test func `nor about some of three and four, which are explored as a whole together`() {
    var trial = ReductionTrial()
    for (operations, step) in [(3, 211), (4, 5_003)] {
      let programs = GraphFamily(operations: operations).programs
      for place in stride(from: step / 2, to: programs.count, by: step) {
        trial.merge(ReductionTrial([programs[place]], .core, bound: 100, groupBound: 60_000))
      }
    }
    #expect(trial.together >= 2)
    #expect(trial.faults.isEmpty, "\(trial.faults.first ?? "")")
  }

  @Test func `programs that are too many together are explored by halves`() throws {
    let group = try #require(GraphFamily(operations: 2).groups.first { $0.count == 2 })
    func trial(_ bound: Int) -> ReductionTrial {
      ReductionTrial(group, .core, bound: 1, groupBound: bound)
    }
    let whole = trial(100_000)
    let halves = trial(whole.states - 2)
    #expect((whole.together, halves.together) == (2, 2))
    #expect(halves.states > whole.states)
    #expect(halves.faults.isEmpty, "\(halves.faults.first ?? "")")
  }

  @Test func `explorer, simulator and acceptor agree about one operation and some of two`() {
    var trial = HistoryTrial()
    let two = GraphFamily(operations: 2).programs.enumerated().filter { $0.offset % 29 == 7 }
    for program in GraphFamily(operations: 1).programs + two.map(\.element) {
      for profile in Profile.allCases {
        trial.merge(HistoryTrial(program, profile, bound: 20_000, sample: 20))
      }
    }
    #expect(trial.programs >= 3 * 13)
    #expect(trial.faults.isEmpty, "\(trial.faults.first ?? "")")
    #expect(trial.nearMisses > 100)
    #expect(trial.undecided == 0)
    #expect(trial.unjudged == 0)
  }
}
