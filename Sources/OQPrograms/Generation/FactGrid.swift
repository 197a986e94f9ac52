import OQHistory

/// A table of the few facts that matter to one call: one value of each makes a program.
///
/// It stands where no model tells what is reached: the program is written from the values, so that
/// they hold when the call is made.
package struct FactGrid: Sendable {
  /// One fact, with the values that it may have.
  package struct Aspect: Sendable, Hashable {
    /// Its name.
    package let name: String
    /// How many values it has.
    package let count: Int

    /// A fact with the cases of a type as values.
    ///
    /// - Parameters:
    ///   - name: the name.
    ///   - values: the type.
    package init<Value: CaseIterable>(_ name: String, _ values: Value.Type) {
      self.name = name
      count = Value.allCases.count
    }
  }

  /// The verb of the call.
  package let verb: Verb
  /// The facts.
  package let aspects: [Aspect]
  private let isPossible: @Sendable ([Int]) -> Bool
  /// The number of the first value of each fact, counted through.
  private let bounds: [Int]

  /// A table.
  ///
  /// - Parameters:
  ///   - verb: the verb of the call.
  ///   - aspects: the facts, of at most 64 values together.
  ///   - isPossible: whether the values with some numbers, one of each fact, can meet.
  package init(
    _ verb: Verb, _ aspects: [Aspect], where isPossible: @escaping @Sendable ([Int]) -> Bool
  ) {
    self.verb = verb
    self.aspects = aspects
    self.isPossible = isPossible
    var sum = 0
    bounds = aspects.map { aspect in
      defer { sum += aspect.count }
      return sum
    }
    precondition(sum <= 64, "the values of a table of facts fit into a word")
  }

  /// The values of all facts, counted through.
  ///
  /// - Parameter values: the number of the value of each fact.
  /// - Returns: ascending numbers.
  package func places(_ values: [Int]) -> [Int] { zip(bounds, values).map(+) }

  /// What a program of some values reaches.
  package func reached(_ values: [Int]) -> Reached {
    Reached(verb: verb, facts: places(values).reduce(0) { $0 | 1 << UInt128($1) })
  }

  /// Calls a function with every choice of values that can meet.
  ///
  /// - Complexity: O(product of the counts).
  package func forEach(_ body: ([Int]) -> Void) {
    var values = aspects.map { _ in 0 }
    while true {
      if isPossible(values) { body(values) }
      var place = 0
      while place < values.count {
        values[place] += 1
        if values[place] < aspects[place].count { break }
        values[place] = 0
        place += 1
      }
      if place == values.count { return }
    }
  }

  /// Choices in which every two values that can meet do.
  ///
  /// Each pair that is not covered yet is completed in a number of ways, of which the one that
  /// covers most other pairs is taken: a pure function of the table.
  ///
  /// - Returns: some dozens of choices.
  /// - Complexity: O(pairs × candidates × facts²).
  package func covering() -> [[Int]] {
    var covered: Set<Pair> = []
    var chosen: [[Int]] = []
    var random = SplitMix64(seed: 1)
    for pair in pairs where !covered.contains(pair) {
      var best: [Int]?
      var gain = 0
      for _ in 0..<FactGrid.candidates {
        var values = aspects.map { Int(random.next() % UInt64($0.count)) }
        pair.write(&values)
        guard isPossible(values) else { continue }
        let new = Pair.of(values).count { !covered.contains($0) }
        if new > gain { (best, gain) = (values, new) }
      }
      guard let best = best ?? completion(of: pair) else { continue }
      covered.formUnion(Pair.of(best))
      chosen.append(best)
    }
    return chosen
  }

  /// A way of completing a pair that few of all ways complete; nil where none has been found.
  private func completion(of pair: Pair) -> [Int]? {
    var random = SplitMix64(seed: 2)
    for _ in 0..<FactGrid.furtherCandidates {
      var values = aspects.map { Int(random.next() % UInt64($0.count)) }
      pair.write(&values)
      if isPossible(values) { return values }
    }
    return nil
  }

  /// A choice of values that can meet: a pure function of the table and a number.
  ///
  /// - Parameter number: any number.
  /// - Returns: nil where no try has met.
  package func choice(_ number: UInt64) -> [Int]? {
    var random = SplitMix64(seed: number)
    for _ in 0..<FactGrid.candidates {
      let values = aspects.map { Int(random.next() % UInt64($0.count)) }
      if isPossible(values) { return values }
    }
    return nil
  }

  /// How many ways of completing a pair are tried, and how many more where none of them can meet:
  /// enough that a pair which can meet at all does.
  private static let candidates = 200
  private static let furtherCandidates = 4_000

  // MARK: Pairs

  /// Two values of different facts, by their places in the table.
  package struct Pair: Sendable, Hashable {
    let first: Int
    let value: Int
    let second: Int
    let other: Int

    /// Writes the two values among others.
    func write(_ values: inout [Int]) {
      values[first] = value
      values[second] = other
    }

    /// The pairs that some values hold.
    package static func of(_ values: [Int]) -> [Pair] {
      values.indices.flatMap { first in
        (first + 1..<values.count).map {
          Pair(first: first, value: values[first], second: $0, other: values[$0])
        }
      }
    }
  }

  /// All pairs of the table.
  private var pairs: [Pair] {
    aspects.indices.flatMap { first in
      (first + 1..<aspects.count).flatMap { second in
        (0..<aspects[first].count).flatMap { value in
          (0..<aspects[second].count).map {
            Pair(first: first, value: value, second: second, other: $0)
          }
        }
      }
    }
  }
}
