import OQHistory
import OQPrograms
import OQRunner
import Testing

/// What a trial runs once more without canaries.
@Suite struct TrialModeTests {
  private func history(_ evidence: String) throws -> History {
    try History(
      parsing: """
        oqhistory 1
        queue q
        op a
        events
        1 client1 add q a
        2 client1 ok
        3 - quiescent \(evidence)

        """)
  }

  @Test func `a run without canaries is unaided`() throws {
    #expect(try history("threads=5 canaries=0").isUnaided)
  }

  @Test func `a run in which only a canary set something going is unaided`() throws {
    #expect(try history("threads=5 canaries=1 woken").isUnaided)
  }

  @Test func `a run with canaries, and one that nothing can wake, are not`() throws {
    #expect(try !history("threads=5 canaries=1").isUnaided)
    #expect(try !history("threads=5 canaries=0 sealed").isUnaided)
  }
}
