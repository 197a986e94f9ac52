import Foundation
import OQReport
import Testing

/// Which cells the parts of a campaign have reached.
@Suite struct `Reached cells` {
  private func cells(_ places: Int..., of count: Int = 14) -> ReachedCells {
    ReachedCells((0..<count).map(places.contains))
  }

  private func read(_ text: String) throws -> ReachedCells {
    try JSONDecoder().decode(ReachedCells.self, from: Data(text.utf8))
  }

  @Test func `are written with six in a character, and read back`() throws {
    let cells = cells(0, 5, 7, 13)
    let data = try JSONEncoder().encode(cells)
    let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(object["count"] as? Int == 14)
    // 100001 010000 01: 33, 2 and 2, the first cell in the lowest bit.
    #expect(object["cells"] as? String == "x22")
    #expect(try JSONDecoder().decode(ReachedCells.self, from: data) == cells)
    #expect(cells.reached == 4)
  }

  @Test func `of several parts are those that any part has reached`() {
    var both = cells(0, 5)
    both.formUnion(cells(5, 13))
    #expect(both == cells(0, 5, 13))
    #expect(both.reached == 3)
  }

  @Test(arguments: [
    #"{"count":14,"cells":"x2"}"#, #"{"count":14,"cells":"x222"}"#, #"{"count":14,"cells":"x2 "}"#,
    // A cell beyond the last one.
    #"{"count":14,"cells":"x24"}"#, #"{"count":-1,"cells":""}"#, #"{"count":14}"#,
    #"{"count":9223372036854775807,"cells":""}"#,
  ]) func `that do not fit their number are refused`(_ text: String) {
    #expect(throws: DecodingError.self) { try read(text) }
  }

  @Test func `of no cells are nothing`() throws {
    #expect(try read(#"{"count":0,"cells":""}"#).reached == 0)
  }

  private func part(
    _ index: Int, _ programs: Int, _ pairs: [Bool], tells: Bool = true
  ) throws -> Report.Source {
    var report = try Samples.dependencyOnly()
    report.part = Report.Part(index: index, count: 2, limit: 900, minimum: 1, doubts: [:])
    var row = Report.Interactions.Row(
      verb: "add", pairs: .init(reached: pairs.count(where: \.self), feasible: pairs.count),
      triples: .init(reached: 1, feasible: 2))
    if tells { row.cells = .init(pairs: pairs, triples: [index == 0, index == 1]) }
    report.interactions = Report.Interactions(programs: programs, verbs: [row])
    return Report.Source("\(index)", report)
  }

  @Test func `make a joined report that of the whole campaign`() throws {
    let whole = try Report.merging([part(0, 450, [true, false]), part(1, 450, [true, true])])
    let interactions = try #require(whole.interactions)
    #expect(interactions.programs == 900)
    #expect(!interactions.atLeast)
    #expect(interactions.verbs.first?.pairs == .init(reached: 2, feasible: 2))
    #expect(interactions.verbs.first?.triples == .init(reached: 2, feasible: 2))
    // Only parts need them.
    #expect(interactions.verbs.first?.cells == nil)
  }

  @Test func `leave a lower bound where a part does not tell them`() throws {
    let whole = try Report.merging([
      part(0, 450, [true, false]), part(1, 450, [true, true], tells: false),
    ])
    #expect(whole.interactions?.atLeast == true)
    #expect(whole.interactions?.verbs.first?.triples == .init(reached: 1, feasible: 2))
  }

  @Test func `say nothing after too few programs of all parts`() throws {
    #expect(
      try Report.merging([part(0, 249, [true]), part(1, 250, [true])]).interactions == nil)
  }
}
