import OQFacts
import OQHistory
import OQPrograms
import Testing

/// What the programs of a table of facts have reached.
struct GridReachTests {
  @Test(arguments: OperationNature.allCases)
  func `the covering choices reach every pair, and a part of the triples`(
    _ nature: OperationNature
  ) {
    let grid = Repertoire.grid(of: nature)
    var count = InteractionCount()
    let rows = grid.covering()
    for row in rows { count.note(grid.reached(row)) }
    let reach = count.reach(of: [grid])
    #expect(reach.map(\.verb) == [.start])
    #expect(reach.first.map { $0.pairs.reached == $0.pairs.feasible } ?? false)
    #expect(reach.first.map { 0 < $0.triples.reached } ?? false)
    #expect(reach.first.map { $0.triples.reached < $0.triples.feasible } ?? false)
  }

  @Test func `nothing is reached without programs, and one program reaches its own facts`() {
    let grid = Repertoire.grid(of: .main)
    var count = InteractionCount()
    #expect(count.reach(of: [grid]).first?.pairs.reached == 0)
    if let choice = grid.choice(1) { count.note(grid.reached(choice)) }
    let n = grid.aspects.count
    #expect(count.reach(of: [grid]).first?.pairs.reached == n * (n - 1) / 2)
    #expect(count.reach(of: [grid]).first?.triples.reached == n * (n - 1) * (n - 2) / 6)
  }
}
