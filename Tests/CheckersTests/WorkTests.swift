import OQCheckers
import OQHistory
import OQJudging
import OQSpecification
import TestSupport
import Testing

/// Index and checkers look at things as often as a history has events, times a constant.
@Suite(.computing) struct WorkTests {
  /// Operations, or rounds of reads, of the smaller history; the larger one has ten times as many.
  private static let size = 110

  @Test(arguments: HistoryShape.allCases, [false, true])
  func `the work of every checker grows with the history and no faster`(
    _ shape: HistoryShape, _ isStalled: Bool
  ) {
    let histories = [Self.size, 10 * Self.size].map { shape.history($0, isStalled: isStalled) }
    let indexes = histories.map { HistoryIndex($0) }
    let profile: Profile = isStalled ? .reference : .core
    for checker in Roster.operations.checkers {
      let works = indexes.map { index in
        Work.count { _ = checker.judge(index, profile: profile) }
      }
      expect(works, histories, "\(checker.rule)")
    }
  }

  @Test(arguments: HistoryShape.allCases)
  func `the work of the index grows with the history and no faster`(_ shape: HistoryShape) {
    let histories = [Self.size, 10 * Self.size].map { shape.history($0) }
    expect(
      histories.map { history in Work.count { _ = HistoryIndex(history) } }, histories, "index")
  }

  @Test(arguments: HistoryShape.allCases, [false, true])
  func `no checker objects to a large legal history`(_ shape: HistoryShape, _ isStalled: Bool) {
    let index = HistoryIndex(shape.history(Self.size, isStalled: isStalled))
    for profile in [Profile.core, .reference] {
      for checker in Roster.operations.checkers {
        let violation = checker.judge(index, profile: profile).counterexamples.first
        #expect(violation == nil, "\(checker.rule)")
      }
    }
  }

  @Test func `work that grows with the square of the history is noticed`() {
    let works = [Self.size, 10 * Self.size].map { size in
      let index = HistoryIndex(HistoryShape.bigQueue.history(size))
      return Work.count {
        for call in index.calls {
          _ = index.calls.contains { $0.called > call.called && $0.isRejected }
        }
      }
    }
    #expect(works[1] > 50 * works[0], "\(works)")
  }

  /// Expects work that grows at most 12 times where the history grows 10 times.
  private func expect(_ works: [Int], _ histories: [History], _ what: String) {
    let least = histories[0].events.count
    #expect(
      works[1] <= 12 * max(works[0], least),
      "\(what) looked at \(works[0]) and \(works[1]) things")
  }
}
