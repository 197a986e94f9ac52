import OQHistory
import OQModel
import OQSpecification
import Testing

@Suite struct ExplanationTests {
  private func explanation(_ text: String) throws -> Explanation {
    Acceptor(profile: .core).explanation(of: try History(parsing: text))
  }

  @Test func `a dependency shows in what each event changes`() throws {
    let told = try explanation(
      """
      oqhistory 1
      queue q
      op d
      op x deps=d
      events
      client1 add q d
      d begin
      client1 ok
      client1 add q x
      client1 ok
      x begin
      """)
    #expect(told.steps.map(\.ticket) == [1, 2, 3, 4, 5, 6])
    #expect(told.steps[1].changes == ["d: new → executing"])
    #expect(told.steps[1].possible.contains("d begin"))
    #expect(told.answer.isRejection)
    let last = try #require(told.steps.last)
    #expect(last.changes.isEmpty)
    #expect(last.possible == ["d end"])
  }

  @Test func `a read that no run has is shown beside the values that some run has`() throws {
    let told = try explanation(
      """
      oqhistory 1
      queue q
      op x
      events
      client1 is-cancelled x
      client1 = false
      client1 cancel x
      client1 ok
      client1 is-cancelled x
      client1 = false
      """)
    #expect(told.steps[1].possible == ["client1 = false"])
    let last = try #require(told.steps.last)
    #expect(last.ticket == 6)
    #expect(last.possible == ["client1 = true"])
    let changes = told.steps.flatMap(\.changes)
    #expect(changes.contains { $0.hasPrefix("x:") && $0.contains("cancelled") }, "\(changes)")
  }

  @Test func `a call that may be answered by an error says so, and the other way round`() throws {
    let history = """
      oqhistory 1
      queue q
      op x
      events
      client1 add q x
      x begin
      client1 ok
      client2 set-completion x 1
      client2 ok
      """
    let told = try explanation(history)
    #expect(!told.answer.isRejection)
    let last = try #require(told.steps.last)
    #expect(last.possible.contains("client2 rejected raised"), "\(last.possible)")
    let other = try #require(
      try explanation(history.replacing("client2 ok", with: "client2 rejected raised")).steps.last)
    #expect(other.possible.contains("client2 ok"), "\(other.possible)")
  }

  @Test func `a call that no run answers by an error is not said to be`() throws {
    let told = try explanation(
      "oqhistory 1\nqueue q\nop x\nevents\nclient1 cancel x\nclient1 ok\n")
    #expect(!told.steps.flatMap(\.possible).contains("client1 rejected raised"))
  }

  @Test func `a read may return what was so at any instant of its call`() throws {
    let told = try explanation(
      """
      oqhistory 1
      queue q
      op x
      events
      client1 is-cancelled x
      client2 cancel x
      client2 ok
      client1 = false
      """)
    #expect(!told.answer.isRejection)
    #expect(Set(try #require(told.steps.last).possible) == ["client1 = true", "client1 = false"])
  }

  @Test func `what the model does not represent has no steps`() throws {
    let told = try explanation("oqhistory 1\nqueue q main\nevents\nclient1 suspend q\n")
    #expect(told.steps.isEmpty)
  }

  @Test func `histories of the simulator are explained to their end`() throws {
    var reach = Reach()
    for seed in 0..<20 {
      let program = try Program(
        parsing: "oqprogram 1\nqueue q limit=1\nop a\nop b deps=a\nclient 1\nadd q b\nadd q a\n"
          + "cancel b\nis-finished a\nwait-all q\n")
      let history = Simulator(profile: .core, checksInvariants: true).run(
        program, seed: UInt64(seed), reach: &reach)
      let told = Acceptor(profile: .core).explanation(of: history)
      #expect(told.answer == .accepted)
      #expect(told.steps.count == history.events.count)
    }
  }
}
