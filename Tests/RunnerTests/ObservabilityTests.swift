import OQHistory
import OQReport
import OQRunner
import OQSpecification
import Testing

@Suite struct ObservabilityTests {
  private let free = Program()
  private let history = History(of: Program(), events: [])

  private var gated: Program {
    get throws {
      try Program(
        parsing: """
          oqprogram 1
          queue q
          op a
          client 1
            add q a
            open a
          in a
            hold
          """)
    }
  }

  private func measure(
    _ truth: Observability.Truth, blames: Set<Finding.Blame> = [], in program: Program? = nil
  ) -> Observability {
    var result = Observability()
    result.add(
      program ?? free, history, exact: history, breaking: "DEP-1", blames: blames, truth: truth)
    return result
  }

  @Test func `what is wrong and proved counts, also as named by its rule or a special case`() {
    #expect(measure(.wrong(.rule("DEP-1")), blames: [.rule("DEP-1")]).ungated.named == 1)
    let other = measure(.wrong(.rule("DEP-1")), blames: [.rule("LIMIT-1")]).ungated
    #expect((other.wrong, other.proved, other.named) == (1, 1, 0))
    #expect(other.share == 1)
  }

  @Test func `what is wrong and not proved is kept, three times at most`() {
    var total = Observability()
    for _ in 0..<5 { total.add(measure(.wrong(.unexplained))) }
    #expect((total.ungated.wrong, total.ungated.proved) == (5, 0))
    #expect(total.ungated.share == 0)
    #expect(total.ungated.unproved == ["unexplained": 5])
    #expect(total.examples.count == 3)
  }

  @Test func `nobody knows of a history beyond the bound, unless it is proved wrong`() {
    #expect(measure(.beyondBound).ungated.beyondBound == 1)
    #expect(measure(.beyondBound).ungated.share == nil)
    let proved = measure(.beyondBound, blames: [.crash]).ungated
    #expect((proved.wrong, proved.proved, proved.beyondBound) == (1, 1, 0))
  }

  @Test func `a violation where the exact history is right counts apart`() {
    #expect(measure(.right, blames: [.rule("DEP-1")]).ungated.unannounced == 1)
    #expect(measure(.right).ungated.unannounced == 0)
  }

  @Test func `programs that hold callbacks count apart`() throws {
    let result = measure(.wrong(.unexplained), in: try gated)
    #expect((result.gated.programs, result.ungated.programs) == (1, 0))
  }
}
