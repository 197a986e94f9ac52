import OQCheckers
import OQHistory
import OQJudging
import OQSite
import OQSpecification
import Testing

/// The rules by which classes of operations are judged.
@Suite struct ClassCaseTests {
  private static let checkers = Roster.operationClasses(.asynchronous).checkers

  @Test(arguments: Case.ofClasses) func `a rule says what its case expects`(_ one: Case) throws {
    let checker = try #require(
      Self.checkers.first { $0.rule == one.rule }, "no checker of \(one.rule)")
    let panel = Panel([checker], of: .operationClasses(.asynchronous))
    one.expect(panel.judge(HistoryIndex(one.history), profile: one.profile)[0])
  }

  @Test func `every rule that only classes have has cases of every kind`() {
    let own = Self.checkers.map(\.rule).filter { Roster.operations.checker(of: $0) == nil }
    for rule in own + ["ASYNC-6", "ASYNC-10"] {
      Case.expectEveryKind(of: rule, among: Case.ofClasses)
    }
  }

  @Test func `rules come once, in order, and exist`() {
    for nature in OperationNature.allCases {
      let rules = Roster.operationClasses(nature).checkers.map(\.rule)
      #expect(rules == Set(rules).sorted())
      #expect(rules.allSatisfy { Catalogue.current[$0] != nil })
    }
  }

  @Test(arguments: OperationNature.allCases)
  func `every rule of queues is judged for a class, or it is said why not`(
    _ nature: OperationNature
  ) {
    let roster = Roster.operationClasses(nature)
    let judged = Set(roster.checkers.map(\.rule))
    let left = Set(roster.unjudged.keys)
    #expect(judged.isDisjoint(with: left))
    #expect(Set(Roster.operations.checkers.map(\.rule)).isSubset(of: judged.union(left)))
    #expect(roster.shared.isSubset(of: judged))
  }

  @Test func `nothing is said of what a class may do in its own way when it is cancelled`() throws {
    // It finishes at once while its work goes on.
    let history = try History(
      parsing: """
        oqhistory 1
        queue q limit=1
        op a
        op b deps=a
        events
        client1 add q a
        client1 ok
        client1 add q b
        client1 ok
        a begin elsewhere
        client1 cancel a
        client1 ok
        client1 is-finished a
        client1 = true
        b begin elsewhere
        b end
        a end
        - ended
        """)
    let roster = Roster.operationClasses(.asynchronous)
    for checker in roster.checkers {
      let judgement = Panel([checker], of: roster).judge(HistoryIndex(history), profile: .core)[0]
      #expect(judgement.verdict != .violated, "\(checker.rule)")
    }
  }

  @Test(arguments: OperationNature.allCases)
  func `nothing is said of a dependent that leaves its work out where a dependency came to nothing`(
    _ nature: OperationNature
  ) throws {
    func broken(_ reason: String) throws -> [RuleID] {
      let history = try History(
        parsing: """
          oqhistory 1
          queue q
          op a
          op b deps=a completion
          events
          client1 add-group q a,b
          client1 ok
          \(reason)
          a end
          b.completion begin
          b.completion end
          client1 is-finished b
          client1 = true
          client1 wait b
          client1 ok
          - ended
          """)
      let roster = Roster.operationClasses(nature)
      return roster.checkers.filter { checker in
        Panel([checker], of: roster).judge(HistoryIndex(history), profile: .core)[0].verdict
          == .violated
      }.map(\.rule)
    }
    #expect(try broken("a begin elsewhere").contains("DONE-1"))
    #expect(try broken("a begin elsewhere\na throw a\na ok") == [])
    #expect(try broken("a begin elsewhere\nclient1 cancel a\nclient1 ok") == [])
  }

  @Test(arguments: OperationNature.allCases)
  func `nothing is said of dependencies that an operation lets go of once it is started`(
    _ nature: OperationNature
  ) throws {
    func verdict(isParked: Bool) throws -> Verdict {
      let history = try History(
        parsing: """
          oqhistory 1
          queue q
          queue r\(isParked ? " suspended" : "")
          op d
          op x deps=d
          events
          client1 add r x
          client1 ok
          client1 add q d
          client1 ok
          d begin elsewhere
          d end
          client1 is-finished d
          client1 = true
          client1 dependencies x
          client1 = -
          - ended
          """)
      let roster = Roster.operationClasses(nature)
      let checker = try #require(roster.checker(of: "DEP-10"))
      return Panel([checker], of: roster).judge(HistoryIndex(history), profile: .core)[0].verdict
    }
    #expect(try verdict(isParked: true) == .violated)
    #expect(try verdict(isParked: false) == .vacuous)
  }

  @Test(arguments: [("client1 cancel a", "CANCEL-4"), ("client1 cancel-all q", "CANCEL-9")])
  func `a cancel returns also while work is held`(_ call: String, _ rule: RuleID) throws {
    let history = try History(
      parsing: """
        oqhistory 1
        queue q
        op a
        events
        client1 add q a
        client1 ok
        a begin elsewhere
        \(call)
        - quiescent threads=3 canaries=1
        - stalled
        """)
    for nature in OperationNature.allCases {
      let roster = Roster.operationClasses(nature)
      let broken = roster.checkers.filter { checker in
        Panel([checker], of: roster).judge(HistoryIndex(history), profile: .core)[0].verdict
          == .violated
      }
      #expect(broken.map(\.rule) == [rule])
    }
  }

  @Test func `nothing is owed while work is held, which a class with one thread does`() throws {
    let history = try History(
      parsing: """
        oqhistory 1
        queue q
        op a
        op b
        events
        client1 add q a
        client1 ok
        client1 add q b
        client1 ok
        a begin elsewhere
        - quiescent threads=3 canaries=1
        - stalled
        """)
    let roster = Roster.operationClasses(.asynchronous)
    for checker in roster.checkers {
      let judgement = Panel([checker], of: roster).judge(HistoryIndex(history), profile: .core)[0]
      #expect(judgement.verdict != .violated, "\(checker.rule)")
    }
  }

  @Test func `nothing is said of a class that a client starts twice`() throws {
    let history = try History(
      parsing: """
        oqhistory 1
        op a
        events
        client1 start a
        client1 ok
        client2 start a
        a begin on client2
        a end
        client2 ok
        client1 start a
        client1 ok
        """)
    for checker in Self.checkers {
      let judgement = Panel([checker], of: .operationClasses(.asynchronous)).judge(
        HistoryIndex(history), profile: .core)[0]
      #expect(judgement.verdict == .vacuous, "\(checker.rule)")
    }
  }
}
