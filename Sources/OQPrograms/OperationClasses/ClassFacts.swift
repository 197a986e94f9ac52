import OQHistory
import OQSpecification

/// What matters about the use of one operation of a class: one value of each fact makes a program.
///
/// Programs are composed from a table of these facts, so that every two values of different facts
/// that can meet do meet in some program: see ``ClassFacts/covering(_:)``. A new fact is a new row
/// of the table, and not a new program.
struct ClassFacts: Sendable, Hashable {
  /// When the operation is cancelled.
  enum Cancel: CaseIterable {
    case never, beforeEntry, parked, behindLimit, behindDependency, entered, executing, working
    case worked, finished
  }
  /// Who starts it.
  enum Entry: CaseIterable { case queue, hand }
  /// Who is told to cancel.
  enum Way: CaseIterable { case operation, queue }
  /// How its work ends.
  enum Ending: CaseIterable { case returns, fails }
  /// How it gets a completion block.
  enum Completion: CaseIterable { case none, declared, set }
  /// Who waits for it.
  enum Waiters: CaseIterable { case none, one, two, afterwards, queue }
  /// Whether its client lets go of it while it is queued.
  enum Reference: CaseIterable { case kept, dropped }
  /// How often its accessors are read.
  enum Reads: CaseIterable { case few, afterEveryChange }
  /// What other operations there are.
  enum Company: CaseIterable { case none, dependent, sibling }

  var cancel = Cancel.never
  var entry = Entry.queue
  var way = Way.operation
  var ending = Ending.returns
  var completion = Completion.none
  var waiters = Waiters.none
  var reference = Reference.kept
  var reads = Reads.few
  var company = Company.none

  /// The table: how many values each fact has, and how one of them is chosen.
  static let table: [Row] = [
    Row(\.cancel), Row(\.entry), Row(\.way), Row(\.ending), Row(\.completion), Row(\.waiters),
    Row(\.reference), Row(\.reads), Row(\.company),
  ]

  /// One fact.
  struct Row: Sendable {
    /// The number of its values.
    let count: Int
    /// Chooses the value with a number.
    let choose: @Sendable (inout ClassFacts, Int) -> Void

    init<Value: CaseIterable & Sendable>(
      _ path: any WritableKeyPath<ClassFacts, Value> & Sendable
    ) where Value.AllCases == [Value] {
      count = Value.allCases.count
      choose = { $0[keyPath: path] = Value.allCases[$1] }
    }
  }

  /// The numbers of the values, in the order of the table.
  let values: [Int]

  /// Makes facts from the numbers of their values, in the order of the table.
  init(_ values: [Int]) {
    self.values = values
    for (row, value) in zip(ClassFacts.table, values) { row.choose(&self, value) }
  }

  /// Whether the facts can meet in a program about a class of a nature.
  ///
  /// Waits for a whole queue are left to classes that override main: Foundation's looks again and
  /// again as long as something that says it has finished is in the queue. It does not survive
  /// either that an operation is cancelled which waits for a dependency, after the client has let
  /// go of it.
  func isPossible(_ nature: OperationNature) -> Bool {
    let isQueued = entry == .queue
    let isAboutQueue: Set<Cancel> = [.parked, .behindLimit, .behindDependency]
    if isAboutQueue.contains(cancel), !isQueued { return false }
    if way == .queue {
      guard isQueued, ![.never, .beforeEntry, .worked, .finished].contains(cancel) else {
        return false
      }
    }
    if waiters == .queue, nature != .main || !isQueued { return false }
    if reference == .dropped {
      let canBeCancelled = cancel == .never || cancel == .beforeEntry || way == .queue
      guard isQueued, canBeCancelled, waiters == .none, reads == .few, cancel != .executing,
        cancel != .behindDependency
      else { return false }
    }
    // What runs inside start has come to its end when it returns.
    if nature == .main, !isQueued, cancel == .entered { return false }
    return true
  }

  /// Facts in which every two values that can meet do.
  ///
  /// Each pair that is not covered yet is completed in a number of ways, of which the one that
  /// covers most other pairs is taken: a pure function of the table.
  ///
  /// - Parameter nature: what the class overrides.
  /// - Returns: some dozens of facts.
  /// - Complexity: O(pairs × candidates × facts²).
  static func covering(_ nature: OperationNature) -> [ClassFacts] {
    var covered: Set<Pair> = []
    var chosen: [ClassFacts] = []
    var random = SplitMix64(seed: 1)
    for pair in Pair.all where !covered.contains(pair) {
      var best: [Int]?
      var gain = 0
      for _ in 0..<candidates {
        var values = table.map { Int(random.next() % UInt64($0.count)) }
        pair.write(&values)
        guard ClassFacts(values).isPossible(nature) else { continue }
        let new = Pair.of(values).count { !covered.contains($0) }
        if new > gain { (best, gain) = (values, new) }
      }
      guard let best else { continue }
      covered.formUnion(Pair.of(best))
      chosen.append(ClassFacts(best))
    }
    return chosen
  }

  /// How many ways of completing a pair are tried: enough that a pair which can meet at all does.
  private static let candidates = 200
}

extension ClassFacts {
  /// Two values of different facts, by their places in the table.
  struct Pair: Hashable {
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
    static func of(_ values: [Int]) -> [Pair] {
      values.indices.flatMap { first in
        (first + 1..<values.count).map {
          Pair(first: first, value: values[first], second: $0, other: values[$0])
        }
      }
    }

    /// All pairs of the table.
    static let all: [Pair] = {
      let table = ClassFacts.table
      return table.indices.flatMap { first in
        (first + 1..<table.count).flatMap { second in
          (0..<table[first].count).flatMap { value in
            (0..<table[second].count).map {
              Pair(first: first, value: value, second: second, other: $0)
            }
          }
        }
      }
    }()
  }
}
