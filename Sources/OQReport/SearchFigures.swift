/// How long programs search for one broken queue.
package struct SearchRow: Sendable, Hashable, Codable {
  /// A hunt with the programs of one seed.
  package struct Hunt: Sendable, Hashable, Codable {
    /// Programs up to the first that violates anything; nil if none does.
    package var firstSign: Int?
    /// Programs up to the first that violates what counts; nil if none does.
    package var kill: Int?
    /// What the killer violates; nil without a kill.
    package var blame: String?
    /// Runs up to the kill, those with held lanes included; nil where no lane was held, so that
    /// each program ran once.
    package var runs: Int?

    /// Nothing found yet.
    package init() {}
  }

  /// The name of the mutant.
  package let name: String
  /// The id of the rule that it breaks; nil where any violation counts.
  package let rule: String?
  /// What is broken.
  package let summary: String
  /// Why it cannot be told from a correct queue; nil where nobody says so.
  package let equivalence: String?
  /// Hunts with composed and free programs, by seed.
  package let undirected: [Hunt]
  /// Hunts with all programs, those for rules included, by seed.
  package let all: [Hunt]
  /// Hunts with composed and free programs of which each is scanned, by seed; nil where none was
  /// asked for.
  package let scanned: [Hunt]?

  /// States what the hunts have brought.
  ///
  /// - Parameters:
  ///   - name: the name of the mutant.
  ///   - rule: the id of the rule that it breaks; nil where any violation counts.
  ///   - summary: what is broken.
  ///   - equivalence: why it cannot be told from a correct queue.
  ///   - undirected: hunts with composed and free programs, by seed.
  ///   - all: hunts with all programs, by seed.
  ///   - scanned: hunts with composed and free programs of which each is scanned, by seed.
  package init(
    _ name: String, breaks rule: String?, _ summary: String, equivalence: String?,
    undirected: [Hunt], all: [Hunt], scanned: [Hunt]? = nil
  ) {
    self.name = name
    self.rule = rule
    self.summary = summary
    self.equivalence = equivalence
    self.undirected = undirected
    self.all = all
    self.scanned = scanned
  }
}

/// How long programs search for broken queues.
package struct SearchFigures: Sendable, Hashable, Codable {
  /// The version of the form.
  package static let schema = 1

  /// Which programs hunt.
  package enum Way: Sendable, CaseIterable {
    /// Composed and free ones.
    case undirected
    /// The same, each also with a lane held at each point of the subject in turn.
    case scanned
    /// All of them, those for rules included.
    case all
  }

  /// The middle and the worst of the hunts of a mutant; nil where a hunt did not kill it.
  package struct Length: Sendable, Hashable {
    /// Programs of the hunt in the middle; of an even number the longer one.
    package let median: Int?
    /// Programs of the longest hunt.
    package let worst: Int?

    /// States how long the hunts were.
    package init(median: Int?, worst: Int?) {
      self.median = median
      self.worst = worst
    }
  }

  /// The version of the form that it is written in.
  package let schema: Int
  /// The version of the command.
  package let tool: String
  /// The seeds, as they are given on a command line.
  package let seeds: [String]
  /// Programs after which a hunt was given up.
  package let limit: Int
  /// The mutants.
  package let rows: [SearchRow]

  /// Puts figures together.
  ///
  /// - Parameters:
  ///   - tool: the version of the command.
  ///   - seeds: the seeds.
  ///   - limit: programs after which a hunt was given up.
  ///   - rows: the mutants.
  package init(tool: String, seeds: [String], limit: Int, _ rows: [SearchRow]) {
    schema = SearchFigures.schema
    self.tool = tool
    self.seeds = seeds
    self.limit = limit
    self.rows = rows
  }

  /// Which programs have hunted.
  package var ways: [Way] {
    rows.contains { $0.scanned != nil } ? Way.allCases : [.undirected, .all]
  }

  /// The hunts that count: those of mutants that nobody calls equivalent.
  private func hunts(_ way: Way) -> [SearchRow.Hunt] {
    rows.filter { $0.equivalence == nil }.flatMap { $0.hunts(way) }
  }

  /// The share of the hunts that killed within some number of programs.
  ///
  /// - Parameters:
  ///   - programs: how many programs.
  ///   - way: which programs.
  /// - Returns: from 0 to 1; nil where nothing was hunted.
  /// - Complexity: O(hunts).
  package func share(within programs: Int, _ way: Way) -> Double? {
    let hunts = hunts(way)
    guard !hunts.isEmpty else { return nil }
    return Double(hunts.count { $0.kill.map { $0 <= programs } ?? false }) / Double(hunts.count)
  }

  /// The share of the hunts in which anything was violated.
  ///
  /// - Parameter way: which programs.
  /// - Returns: from 0 to 1; nil where nothing was hunted.
  /// - Complexity: O(hunts).
  package func noticed(_ way: Way) -> Double? {
    let hunts = hunts(way)
    guard !hunts.isEmpty else { return nil }
    return Double(hunts.count { $0.firstSign != nil }) / Double(hunts.count)
  }

  /// The bounds for which shares are told: powers of ten below the limit, and the limit.
  package var bounds: [Int] {
    Array(sequence(first: 10) { $0 * 10 }.prefix { $0 < limit }) + [limit]
  }

  /// The mutants that were called equivalent, and killed all the same.
  package var refuted: [SearchRow] {
    rows.filter { row in
      row.equivalence != nil && row.allHunts.contains { $0.kill != nil }
    }
  }
}

extension SearchRow {
  /// The hunts with some programs, by seed.
  package func hunts(_ way: SearchFigures.Way) -> [Hunt] {
    switch way {
    case .undirected: undirected
    case .scanned: scanned ?? []
    case .all: all
    }
  }

  /// The hunts with any programs.
  package var allHunts: [Hunt] { undirected + (scanned ?? []) + all }

  /// Runs of the scanned hunt in the middle, of an even number the longer one; nil where none was
  /// asked for, or where it did not kill.
  package var medianRuns: Int? {
    let runs = (scanned ?? []).map { $0.kill == nil ? .max : $0.runs ?? .max }.sorted()
    return runs.isEmpty || runs[runs.count / 2] == .max ? nil : runs[runs.count / 2]
  }

  /// How long the hunts with some programs were.
  ///
  /// - Parameter way: which programs.
  /// - Returns: programs up to the kill; a hunt without one is longer than any other.
  /// - Complexity: O(n log n) in the number of hunts.
  package func length(_ way: SearchFigures.Way) -> SearchFigures.Length {
    let lengths = hunts(way).map { $0.kill ?? .max }.sorted()
    func known(_ length: Int?) -> Int? { length == .max ? nil : length }
    return SearchFigures.Length(
      median: known(lengths.isEmpty ? nil : lengths[lengths.count / 2]),
      worst: known(lengths.last))
  }
}
