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

    /// Composed programs below which nothing is said.
    package static let fewest = 500

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

    /// What the parts of a campaign have reached: of each verb what the best part has; nil where
    /// there is none.
    init?(joining parts: [Interactions]) {
      guard let first = parts.first else { return nil }
      self.init(
        programs: parts.reduce(0) { $0 + $1.programs }, atLeast: parts.count > 1,
        verbs: first.verbs.enumerated().map { place, row in
          let rows = parts.compactMap { part in
            part.verbs.indices.contains(place) ? part.verbs[place] : nil
          }
          return Row(
            verb: row.verb,
            pairs: Share(
              reached: rows.map(\.pairs.reached).max() ?? 0, feasible: row.pairs.feasible),
            triples: Share(
              reached: rows.map(\.triples.reached).max() ?? 0, feasible: row.triples.feasible))
        })
    }
  }
}
