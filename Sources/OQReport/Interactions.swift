extension Report {
  /// Which facts have met in the calls of composed programs, of those that can meet, by verb.
  ///
  /// A fact is what matters to a call; two of them are a pair, three a triple. See the glossary.
  package struct Interactions: Codable, Sendable, Hashable {
    /// How many of some things were reached.
    package struct Share: Codable, Sendable, Hashable {
      /// How many were reached.
      package var reached: Int
      /// How many can be reached with the vocabulary.
      package var feasible: Int

      /// Counts things.
      ///
      /// - Parameters:
      ///   - reached: how many were reached.
      ///   - feasible: how many can be reached.
      package init(reached: Int, feasible: Int) {
        self.reached = reached
        self.feasible = feasible
      }
    }

    /// What was reached with one verb.
    package struct Row: Codable, Sendable, Hashable {
      /// The verb, by its name in programs.
      package let verb: String
      /// Pairs of facts.
      package var pairs: Share
      /// Triples of facts.
      package var triples: Share
      /// Which pairs and triples were reached, in the report of a part; else nil.
      package var cells: Cells?

      /// Counts the facts that met in the calls of a verb.
      ///
      /// - Parameters:
      ///   - verb: the verb, by its name in programs.
      ///   - pairs: pairs of facts.
      ///   - triples: triples of facts.
      package init(verb: String, pairs: Share, triples: Share) {
        self.verb = verb
        self.pairs = pairs
        self.triples = triples
      }
    }

    /// Which facts have met in a part of a campaign, for the sum of all parts.
    package struct Cells: Codable, Sendable, Hashable {
      /// The pairs that can be reached.
      package var pairs: ReachedCells
      /// The triples that can be reached.
      package var triples: ReachedCells

      /// Notes what was reached.
      package init(pairs: [Bool], triples: [Bool]) {
        self.pairs = ReachedCells(pairs)
        self.triples = ReachedCells(triples)
      }

      /// What several parts have reached; nil where one does not tell, or tells of other cells.
      fileprivate init?(joining parts: [Cells?]) {
        let known = parts.compactMap(\.self)
        guard let first = known.first, known.count == parts.count,
          known.allSatisfy({
            $0.pairs.count == first.pairs.count && $0.triples.count == first.triples.count
          })
        else { return nil }
        self = known.dropFirst().reduce(into: first) { cells, other in
          cells.pairs.formUnion(other.pairs)
          cells.triples.formUnion(other.triples)
        }
      }
    }

    /// Composed programs below which nothing is said of a whole campaign.
    package static let fewest = 500

    /// What stands for counts that are not there: one line without a full stop.
    package static let absence =
      "not counted below \(fewest) composed programs"

    /// Composed programs that ran.
    package var programs: Int
    /// Whether more may have been reached: parts of a campaign tell how much each of them has
    /// reached, and not what.
    package var atLeast: Bool
    /// The verbs, in the order of the table of verbs.
    package var verbs: [Row]

    /// Puts counts together.
    ///
    /// - Parameters:
    ///   - programs: composed programs that ran.
    ///   - atLeast: whether more may have been reached.
    ///   - verbs: the verbs, in the order of the table of verbs.
    package init(programs: Int, atLeast: Bool = false, verbs: [Row]) {
      self.programs = programs
      self.atLeast = atLeast
      self.verbs = verbs
    }

    /// All pairs.
    package var pairs: Share { sum(\.pairs) }
    /// All triples.
    package var triples: Share { sum(\.triples) }

    private func sum(_ share: (Row) -> Share) -> Share {
      verbs.reduce(into: Share(reached: 0, feasible: 0)) { total, row in
        total.reached += share(row).reached
        total.feasible += share(row).feasible
      }
    }

    /// What the parts of a campaign have reached together; nil after too few programs to say.
    ///
    /// Where parts do not tell which cells they have reached, each verb has what the best part has
    /// reached of it, which is a lower bound.
    init?(joining parts: [Interactions]) {
      let programs = parts.reduce(0) { $0 + $1.programs }
      guard let first = parts.first, programs >= Interactions.fewest else { return nil }
      let verbs = first.verbs.indices.map { place in
        Row(joining: parts.compactMap { $0.verbs.indices.contains(place) ? $0.verbs[place] : nil })
      }
      let isExact = parts.count == 1 || verbs.allSatisfy { $0.cells != nil }
      self.init(
        programs: programs, atLeast: !isExact,
        verbs: verbs.map { Row(verb: $0.verb, pairs: $0.pairs, triples: $0.triples) })
    }
  }
}

extension Report.Interactions.Row {
  /// One verb in several parts, at least one; with cells where all of them tell theirs.
  fileprivate init(joining rows: [Report.Interactions.Row]) {
    let first = rows[0]
    let cells = Report.Interactions.Cells(joining: rows.map(\.cells))
    self.init(
      verb: first.verb,
      pairs: .init(
        reached: cells?.pairs.reached ?? rows.map(\.pairs.reached).max() ?? 0,
        feasible: first.pairs.feasible),
      triples: .init(
        reached: cells?.triples.reached ?? rows.map(\.triples.reached).max() ?? 0,
        feasible: first.triples.feasible))
    self.cells = cells
  }
}
