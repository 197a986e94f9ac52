import OQHistory
import OQPrograms
import Testing

@Suite struct FactGridTests {
  private enum Size: CaseIterable { case small, large }
  private enum Color: CaseIterable { case red, green, blue }

  /// A table of two facts of which nothing large is blue.
  private let grid = FactGrid(
    .async,
    [FactGrid.Aspect("size", Size.self), FactGrid.Aspect("color", Color.self)]
  ) { $0 != [1, 2] }

  @Test func `every choice that can meet is visited once`() {
    var seen: [[Int]] = []
    grid.forEach { seen.append($0) }
    #expect(seen == [[0, 0], [1, 0], [0, 1], [1, 1], [0, 2]])
  }

  @Test func `values are counted through`() {
    #expect(grid.places([1, 2]) == [1, 4])
    #expect(grid.reached([0, 1]).facts == 0b01001)
    #expect(grid.reached([0, 1]).verb == .async)
  }

  @Test func `every two values that can meet do, and no others`() {
    let rows = grid.covering()
    #expect(Set(rows).count == 5 && !rows.contains([1, 2]))
  }

  @Test func `a choice follows from its number, and can meet`() {
    for number in UInt64(0)..<100 {
      let choice = grid.choice(number)
      #expect(choice == grid.choice(number) && choice != [1, 2] && choice != nil)
    }
    let none = FactGrid(.async, [FactGrid.Aspect("size", Size.self)]) { _ in false }
    #expect(none.choice(1) == nil && none.covering().isEmpty)
  }
}
