import OQRunner
import Testing

/// When the work on findings needs all the time that is left.
@Suite struct `The debt of work` {
  /// Three seconds for each of so many findings; a quarter of the rest is for something else.
  private func exceeds(made: Int = 4, _ rest: Duration, open: Int, weak: Int = 0) -> Bool {
    var debt = WorkDebt()
    for _ in 0..<made { debt.note() }
    return debt.exceeds(rest, open: open, weak: weak, spent: .seconds(3) * made)
  }

  @Test func `is too high where what is open needs more time than there is`() {
    #expect(!exceeds(.seconds(41), open: 10))
    #expect(exceeds(.seconds(39), open: 10))
  }

  @Test func `counts what may be made again`() {
    #expect(!exceeds(.seconds(41), open: 7, weak: 3))
    #expect(exceeds(.seconds(39), open: 7, weak: 3))
    #expect(exceeds(.seconds(11), open: 0, weak: 3))
  }

  @Test func `is not known from two findings`() {
    #expect(!exceeds(made: 2, .seconds(1), open: 10))
    #expect(exceeds(made: 3, .seconds(1), open: 10))
  }

  @Test func `is nothing where nothing is open`() {
    #expect(!exceeds(.zero, open: 0))
  }
}
