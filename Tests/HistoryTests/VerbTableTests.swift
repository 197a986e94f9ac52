import OQSpecification
import Testing

import OQHistory

@Suite struct `The table of verbs` {
  @Test func `has one row for each verb, where the verb finds it`() {
    #expect(VerbTable.fault(in: VerbTable.rows) == nil)
    for (place, verb) in Verb.allCases.enumerated() {
      #expect(Int(verb.rawValue) == place)
      #expect(verb.entry.verb == verb)
      #expect(Verb(name: verb.entry.name) == verb)
    }
  }

  @Test func `does not depend on the order of its rows`() {
    #expect(VerbTable.fault(in: VerbTable.rows.reversed()) == nil)
  }

  @Test func `names a verb without a row, and one with two`() {
    let missing = VerbTable.rows.filter { $0.verb != .limit }
    #expect(VerbTable.fault(in: missing) == "the verb 'limit' has 0 rows instead of one")
    let twice = VerbTable.rows + [Verb.counted.entry]
    #expect(VerbTable.fault(in: twice) == "the verb 'counted' has 2 rows instead of one")
  }

  @Test func `names a word that stands for two verbs`() {
    let rows = VerbTable.rows.map { row in
      row.verb == .resume
        ? VerbTable.row(.resume, "suspend", row.family, .none, row.summary) : row
    }
    #expect(VerbTable.fault(in: rows) == "two verbs have the name 'suspend'")
  }

  @Test func `knows the calls on the dispatch library by what they need`() {
    for verb in Verb.allCases {
      let needs = Set(verb.entry.needs)
      #expect(verb.isDispatch == !needs.isDisjoint(with: [.dispatch, .sources]), "\(verb)")
    }
  }
}
