import OQReport
import OQReports
import Testing

@Suite struct `Figures of a bench` {
  private static func figure(_ name: String, _ ratios: [Double]) -> Figure {
    Figure(
      name, "what \(name) costs", unit: "ns", against: "nothing",
      turns: ratios.map { ($0 * 200, 200) })
  }

  @Test func `have the median of the ratios of their turns, and how far these are apart`() {
    let figure = Figure(
      "x", "a thing", unit: "ns", against: "another",
      turns: [(100, 50), (300, 100), (120, 120), (90, 30), (10, 4)])
    #expect(figure.ratios == [1, 2, 2.5, 3, 3])
    #expect(figure.ratio == 2.5)
    #expect(figure.value == 100)
    #expect(figure.spread == 0.8)
    #expect(Figure.median([4, 1]) == 2.5)
  }

  @Test func `divide by no cost of nothing`() {
    let figure = Figure("x", "a thing", unit: "ns", against: "another", turns: [(1, 0)])
    #expect(figure.ratio.isFinite)
  }

  @Test func `are better or worse only where no turn overlaps with those before`() {
    let before = FigureList(
      tool: "1",
      [
        Self.figure("cheaper", [10, 11, 12]), Self.figure("dearer", [10, 11, 12]),
        Self.figure("alike", [10, 11, 12]), Self.figure("left", [1]),
      ])
    let after = FigureList(
      tool: "2",
      [
        Self.figure("dearer", [13, 14, 22]), Self.figure("cheaper", [5, 5.5, 9]),
        Self.figure("alike", [5, 6, 10]), Self.figure("added", [1]),
      ])
    let changes = FigureChange.changes(in: after, since: before)
    #expect(changes.map(\.name) == ["dearer", "cheaper", "alike", "added", "left"])
    #expect(changes.map(\.verdict) == [.worse, .better, .same, .new, .gone])
    #expect(changes[1].factor == 0.5)
    #expect(changes[3].factor == nil)
    #expect(
      FiguresText(after).text(since: before) == """
        | figure | since 1 | ratio |
        |---|---|---:|
        | `dearer` | worse | × 1.27 |
        | `cheaper` | better | × 0.50 |
        | `alike` | same | × 0.55 |
        | `added` | new |  |
        | `left` | gone |  |

        """)
  }

  @Test func `are a table of Markdown`() {
    let list = FigureList(
      tool: "9", [Self.figure("a", [1, 1.5, 2]), Self.figure("b", [0.004, 123, 45678])])
    #expect(
      FiguresText(list).text == """
        | figure | what | cost | ratio | spread | against |
        |---|---|---:|---:|---:|---|
        | `a` | what a costs | 300 ns | 1.50 | 67 % | nothing |
        | `b` | what b costs | 24600 ns | 123 | 37137 % | nothing |

        9; medians of 3 turns; smaller is better

        """)
  }

  @Test func `come back from their JSON`() throws {
    let list = FigureList(tool: "9", [Self.figure("a", [1, 1.5, 2]), Self.figure("b", [3])])
    #expect(try FiguresJSON.read(FiguresJSON.text(list)) == list)
    #expect(throws: JSONFault.self) { try FiguresJSON.read("{}") }
  }
}
