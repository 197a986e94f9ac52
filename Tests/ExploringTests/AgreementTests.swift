import OQExploring
import OQHistory
import OQModel
import OQSpecification
import TestSupport
import Testing

/// Explorer, simulator and acceptor have the same histories, all of them; where one is changed, a
/// shortest history tells.
@Suite(.computing) struct AgreementTests {
  private static let serial = """
    oqprogram 1
    queue q limit=1
    op a
    op b
    client 1
      add-group q a,b
      cancel a
      wait-all q

    """

  /// What differs between simulator, explorer and acceptor.
  private func difference(
    _ text: String, simulator: Guards = [], explorer: Guards = [], acceptor: Guards = []
  ) throws -> String? {
    let program = try Program(parsing: text)
    let alphabet = try #require(EventAlphabet(program))
    let simulated = try #require(
      EventGraph(simulating: [program], alphabet, .core, guards: simulator, bound: 20_000))
    let explored = EventGraph.exploring(
      [program], alphabet, .core, guards: explorer, bound: 20_000)
    var agreement = Agreement(
      [program], alphabet, [simulated, try #require(explored.graph)],
      AcceptorSets(alphabet, .core, guards: acceptor), bound: 20_000)
    let result = agreement.run()
    #expect(result.isComplete)
    #expect(result.places > 10)
    return result.difference
  }

  @Test func `all histories of one operation and of some programs of two`() {
    var trial = AgreementTrial()
    let two = GraphFamily(operations: 2).groups
    for group in GraphFamily(operations: 1).groups + [Array(two[7].prefix(2))] {
      for profile in Profile.allCases {
        trial.merge(AgreementTrial(group, profile, bound: 100_000))
      }
    }
    #expect(trial.faults.isEmpty, "\(trial.faults.first ?? "")")
    #expect(trial.leftOut == 0)
    #expect(trial.programs >= 3 * 13)
    #expect(trial.refused > 300)
    #expect(trial.byOrder == 0)
  }

  @Test func `and of some of three, by the runs that stand for all`() {
    var trial = AgreementTrial()
    let groups = GraphFamily(operations: 3).groups
    for place in stride(from: 0, to: groups.count, by: 37) {
      trial.merge(
        AgreementTrial([groups[place][0]], .core, bound: 100_000, reductions: .order))
    }
    #expect(trial.faults.isEmpty, "\(trial.faults.first ?? "")")
    #expect(trial.leftOut == 0)
    #expect(trial.byOrder == trial.programs)
  }

  @Test func `runs that stand for all have all histories`() throws {
    let group = Array(GraphFamily(operations: 2).groups[7].prefix(2))
    let alphabet = try #require(EventAlphabet(group[0]))
    let ordered = try #require(OrderedSteps(alphabet, .core))
    let whole = try #require(
      EventGraph(simulating: group, alphabet, .core, bound: 100_000))
    let few = try #require(
      EventGraph(simulating: group, alphabet, .core, bound: 100_000, choosing: ordered.choose))
    let explored = EventGraph.exploring(
      group, alphabet, .core, bound: 100_000, reductions: .order)
    var agreement = Agreement(
      group, alphabet, [whole, few, try #require(explored.graph)], nil, bound: 100_000)
    let result = agreement.run()
    #expect(result.difference == nil, "\(result.difference ?? "")")
    #expect(few.count * 3 < whole.count * 2)
  }

  @Test func `the three of them, where nothing is changed`() throws {
    #expect(try difference(Self.serial) == nil)
  }

  @Test func `a simulator that ignores the limit is found by a shortest history`() throws {
    let difference = try difference(Self.serial, simulator: .ignoresLimit)
    #expect(
      difference == """
        one machine has this event, another one not:
        \(Self.serial)
          1 client1 add-group q a,b
          2 a begin
          3 b begin
        """)
  }

  @Test func `an explorer that runs cancelled bodies is found`() throws {
    let difference = try #require(try difference(Self.serial, explorer: .ignoresCancel))
    #expect(difference.hasPrefix("one machine has this event, another one not:"))
  }

  @Test func `an acceptor that accepts too much is found, with one event too many`() throws {
    let difference = try #require(try difference(Self.serial, acceptor: .ignoresLimit))
    #expect(difference.hasPrefix("the acceptor accepts what no machine has:"))
    #expect(difference.hasSuffix("  1 client1 add-group q a,b\n  2 a begin\n  3 b begin"))
  }

  @Test func `an acceptor that rejects too much is found`() throws {
    let difference = try #require(
      try difference(Self.serial, simulator: .wakesEarly, explorer: .wakesEarly))
    #expect(difference.hasPrefix("the acceptor rejects what the machines have:"))
  }

  @Test func `what is beyond the bound together is compared by halves`() {
    let group = Array(GraphFamily(operations: 2).groups[7].prefix(2))
    let whole = AgreementTrial(group, .core, bound: 100_000, reductions: .order)
    let most = [whole.runs, whole.scenes, whole.places].max() ?? 0
    let bound = most - 1
    #expect(AgreementTrial(group, .core, bound: bound, reductions: .order).leftOut == 2)
    let parts = AgreementTrial.dividing(group, .core, bound: bound, reductions: .order)
    #expect(parts.programs == 2)
    #expect(parts.byOrder == 2)
    #expect(parts.leftOut == 0)
    #expect(parts.faults.isEmpty)
    #expect(AgreementTrial.dividing(group, .core, bound: 10).leftOut == 2)
  }

  @Test func `what is beyond the bound is counted, and no difference`() throws {
    let group = GraphFamily(operations: 2).groups[0]
    let trial = AgreementTrial(group, .core, bound: 10)
    #expect(trial.leftOut == group.count)
    #expect(trial.programs == 0)
    #expect(trial.faults.isEmpty)
  }

  @Test(arguments: [
    "queue q\nop a\nclient 1\n  add q a\n  is-finished a\n",
    "queue q\nop a completion\nclient 1\n  add q a\n",
    "queue q\nop a\nin a: hold\nclient 1\n  add q a\n  open a\n",
    "queue q\nop a\nclient 1\n  add q a\nclient 2\n  cancel a\n",
  ])
  func `programs with other events are left alone`(text: String) throws {
    #expect(EventAlphabet(try Program(parsing: "oqprogram 1\n" + text)) == nil)
  }

  @Test func `each event of a program has a number, and any other one has one more`() throws {
    let alphabet = try #require(EventAlphabet(try Program(parsing: Self.serial)))
    #expect(alphabet.count == 2 * 3 + 2 * 2 + 1)
    #expect(alphabet.event(0, 1).kind == .call(alphabet.commands[0]))
    #expect(alphabet.event(alphabet.begin(1), 1).kind == .enter)
    #expect(alphabet.operation(beginningWith: alphabet.begin(1)) == 1)
    #expect(alphabet.operation(beginningWith: alphabet.end(0)) == nil)
  }
}
