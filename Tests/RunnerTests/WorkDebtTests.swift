import OQRunner
import Testing

/// When a campaign waits for the work on what it has found.
@Suite struct `The debt of work` {
  /// Three seconds for each of so many findings; a quarter of the rest is for something else.
  private func pace(
    made: Int = 4, after time: Duration = .seconds(60), rest: Duration, open: Int, weak: Int = 0
  ) -> WorkDebt.Pace {
    var debt = WorkDebt()
    for _ in 0..<made { debt.note() }
    return debt.pace(
      after: time, rest: rest, open: open, weak: weak, spent: .seconds(3) * made)
  }

  @Test func `a campaign goes on as long as there is time for what is open`() {
    #expect(pace(rest: .seconds(41), open: 10) == .goesOn)
    #expect(pace(rest: .seconds(39), open: 10) == .waits)
  }

  @Test func `what may be made again counts like what is open`() {
    #expect(pace(rest: .seconds(41), open: 7, weak: 3) == .goesOn)
    #expect(pace(rest: .seconds(39), open: 7, weak: 3) == .waits)
  }

  @Test func `a campaign ends where what is known needs all the time`() {
    #expect(pace(rest: .seconds(13), open: 0, weak: 3) == .goesOn)
    #expect(pace(rest: .seconds(11), open: 0, weak: 3) == .ends)
  }

  @Test func `it waits for nothing in its first half minute`() {
    #expect(pace(after: WorkDebt.free, rest: .seconds(1), open: 10) == .waits)
    #expect(
      pace(after: WorkDebt.free - .milliseconds(1), rest: .seconds(1), open: 10) == .goesOn)
  }

  @Test func `two findings do not tell how long one takes`() {
    #expect(pace(made: 2, rest: .seconds(1), open: 10) == .goesOn)
    #expect(pace(made: 3, rest: .seconds(1), open: 10) == .waits)
  }

  @Test func `nothing is owed where nothing is open`() {
    #expect(pace(rest: .zero, open: 0) == .goesOn)
  }
}
