import OQHistory

/// A call of the dispatch library, with the facts that matter to it, and the program of each choice
/// of them.
struct DispatchTable: Sendable {
  /// The facts.
  let grid: FactGrid
  /// Writes the program of some values.
  let write: @Sendable (inout Draft, [Int]) -> Void

  /// The tables of the calls that a vocabulary offers: ways of submitting, and calls on objects.
  static func all(_ vocabulary: Vocabulary) -> [DispatchTable] {
    (DispatchComposition.tables(vocabulary) + GroupComposition.tables(vocabulary)
      + SemaphoreComposition.tables(vocabulary) + OnceComposition.tables(vocabulary)
      + EventComposition.tables(vocabulary) + CancelComposition.tables(vocabulary))
      .filter { $0.grid.choice(0) != nil }
  }

  /// Writes composed programs with a vocabulary.
  ///
  /// The calls take turns: at first with choices of facts that together have all pairs, then with
  /// any choices, so that triples are reached.
  static func composer(_ vocabulary: Vocabulary) -> Composer {
    let tables = all(vocabulary)
    let rows = tables.map { $0.grid.covering() }
    return Composer { p, ordinal, _ in
      guard !tables.isEmpty else { return }
      let turn = ordinal.quotientAndRemainder(dividingBy: UInt64(tables.count))
      let place = Int(turn.remainder)
      let values =
        turn.quotient < rows[place].count
        ? rows[place][Int(turn.quotient)] : tables[place].grid.choice(ordinal)
      guard let values else { return }
      tables[place].write(&p, values)
      p.reached = tables[place].grid.reached(values)
    }
  }
}

/// Who makes a call on an object of the dispatch library.
enum DispatchCaller: CaseIterable {
  /// A client.
  case client
  /// A task of a queue of its own.
  case task
}
