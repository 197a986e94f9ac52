import OQReport
import OQReports
import Testing

@Suite struct `Lengths of a search` {
  private static func hunt(_ kill: Int?) -> SearchRow.Hunt {
    var hunt = SearchRow.Hunt()
    hunt.kill = kill
    hunt.firstSign = kill
    hunt.blame = kill.map { _ in "DEP-1" }
    return hunt
  }

  private static func row(
    _ name: String, _ undirected: [Int?], _ all: [Int?], equivalence: String? = nil
  ) -> SearchRow {
    SearchRow(
      name, breaks: equivalence == nil ? "DEP-1" : nil, "what \(name) does",
      equivalence: equivalence, undirected: undirected.map(hunt), all: all.map(hunt))
  }

  private static let figures = SearchFigures(
    tool: "1", seeds: ["0x1", "0x2", "0x3"], limit: 500,
    [
      row("early", [3, 9, 40], [1, 2, 3]), row("late", [200, nil, 50], [20, 30, 10]),
      row("never", [nil, nil, nil], [nil, nil, nil], equivalence: "nobody can see it"),
    ])

  @Test func `have a middle and a worst, and a hunt without a kill is the worst`() {
    let rows = Self.figures.rows
    #expect(rows[0].length(.undirected) == .init(median: 9, worst: 40))
    #expect(rows[1].length(.undirected) == .init(median: 200, worst: nil))
    #expect(rows[1].length(.all) == .init(median: 20, worst: 30))
    #expect(rows[2].length(.all) == .init(median: nil, worst: nil))
  }

  @Test func `give shares of the hunts that killed, without equivalent mutants`() {
    #expect(Self.figures.bounds == [10, 100, 500])
    #expect(Self.figures.share(within: 10, .undirected) == 2.0 / 6)
    #expect(Self.figures.share(within: 500, .undirected) == 5.0 / 6)
    #expect(Self.figures.share(within: 500, .all) == 1)
    #expect(Self.figures.noticed(.undirected) == 5.0 / 6)
    #expect(SearchFigures(tool: "1", seeds: [], limit: 9, []).share(within: 9, .all) == nil)
  }

  @Test func `say which mutant was called equivalent and was killed`() {
    #expect(Self.figures.refuted.isEmpty)
    let refuted = Self.row("seen", [nil], [4], equivalence: "nobody can see it")
    #expect(SearchFigures(tool: "1", seeds: ["0x1"], limit: 9, [refuted]).refuted == [refuted])
  }

  @Test func `are shown as Markdown`() {
    #expect(
      SearchText(Self.figures).text == """
        | killed within | composed and free programs | all programs |
        |---:|---:|---:|
        | 10 | 33.3 % | 66.6 % |
        | 100 | 66.6 % | 100.0 % |
        | 500 | 83.3 % | 100.0 % |
        | noticed at all | 83.3 % | 100.0 % |

        | mutant | breaks | median | worst | median of all | worst of all | by | what is broken |
        |---|---|---:|---:|---:|---:|---|---|
        | `early` | DEP-1 | 9 | 40 | 2 | 3 | DEP-1 | what early does |
        | `late` | DEP-1 | 200 | - | 20 | 30 | DEP-1 | what late does |
        | `never` | - | - | - | - | - |  | what never does: equivalent, since nobody can see it |

        1; 3 mutants, 1 of them equivalent; 3 seeds, at most 500 programs each

        """)
  }

  @Test func `tell what scans add, where some were made`() {
    var held = Self.hunt(2)
    held.runs = 70
    let row = SearchRow(
      "held", breaks: "DEP-1", "what held does", equivalence: nil, undirected: [Self.hunt(400)],
      all: [Self.hunt(8)], scanned: [held])
    #expect(row.medianRuns == 70)
    #expect(Self.row("plain", [1], [1]).medianRuns == nil)
    #expect(
      SearchText(SearchFigures(tool: "1", seeds: ["0x1"], limit: 500, [row])).text == """
        | killed within | composed and free programs | the same, scanned | all programs |
        |---:|---:|---:|---:|
        | 10 | 0.0 % | 100.0 % | 100.0 % |
        | 100 | 0.0 % | 100.0 % | 100.0 % |
        | 500 | 100.0 % | 100.0 % | 100.0 % |
        | noticed at all | 100.0 % | 100.0 % | 100.0 % |

        | mutant | breaks | median | worst | median scanned | worst scanned | runs | median of all \
        | worst of all | by | what is broken |
        |---|---|---:|---:|---:|---:|---:|---:|---:|---|---|
        | `held` | DEP-1 | 400 | 400 | 2 | 2 | 70 | 8 | 8 | DEP-1 | what held does |

        1; 1 mutants, 0 of them equivalent; 1 seeds, at most 500 programs each

        """)
  }

  @Test func `are written as JSON`() throws {
    let json = try SearchText(Self.figures).json()
    #expect(json.contains(#""limit": 500"#) && json.contains(#""kill": 200"#))
    #expect(try SearchText(Self.figures).json() == json)
  }
}
