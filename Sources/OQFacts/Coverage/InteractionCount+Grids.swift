import OQPrograms

extension InteractionCount {
  /// What was reached of what can be reached by the programs of tables of facts.
  ///
  /// - Parameter grids: the tables, of different verbs.
  /// - Returns: a row for each table.
  /// - Complexity: O(choices × facts³) for each.
  package func reach(of grids: [FactGrid]) -> [Reach] { grids.map(reach) }

  private func reach(of grid: FactGrid) -> Reach {
    let feasible = InteractionCount.feasible(of: grid)
    return Reach(
      verb: grid.verb, pairCells: reached(feasible.pairs, grid),
      tripleCells: reached(feasible.triples, grid))
  }

  /// Of each cell whether it was reached, in ascending order.
  private func reached(_ cells: Set<[Int]>, _ grid: FactGrid) -> [Bool] {
    cells.sorted { $0.lexicographicallyPrecedes($1) }.map { hasReached($0, with: grid.verb) }
  }

  /// Two and three values that can meet, counted through.
  private static func feasible(of grid: FactGrid) -> (pairs: Set<[Int]>, triples: Set<[Int]>) {
    var pairs: Set<[Int]> = []
    var triples: Set<[Int]> = []
    grid.forEach { values in
      let places = grid.places(values)
      for (third, k) in places.enumerated() {
        for (second, j) in places[..<third].enumerated() {
          pairs.insert([j, k])
          for i in places[..<second] { triples.insert([i, j, k]) }
        }
      }
    }
    return (pairs, triples)
  }
}
