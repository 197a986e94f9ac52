import OQHistory
import OQSpecification

/// What matters about the use of one operation of a class: one value of each fact makes a program.
///
/// Programs are composed from a table of these facts, so that every two values of different facts
/// that can meet do meet in some program: see ``FactGrid/covering()``. A new fact is a new row
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
  /// What became of an operation that it depends on before it was started: one that was cancelled
  /// has still to finish when the operation comes into its queue.
  enum Dependency: CaseIterable { case none, finished, cancelled, cancelledAtWork }

  var cancel = Cancel.never
  var entry = Entry.queue
  var way = Way.operation
  var ending = Ending.returns
  var completion = Completion.none
  var waiters = Waiters.none
  var reference = Reference.kept
  var reads = Reads.few
  var company = Company.none
  var dependency = Dependency.none

  /// The table: the name of each fact, how many values it has, and how one of them is chosen.
  static let table: [Row] = [
    Row("cancel", \.cancel), Row("entry", \.entry), Row("way", \.way), Row("ending", \.ending),
    Row("completion", \.completion), Row("waiters", \.waiters), Row("reference", \.reference),
    Row("reads", \.reads), Row("company", \.company), Row("dependency", \.dependency),
  ]

  /// One fact.
  struct Row: Sendable {
    /// Its name and the number of its values.
    let aspect: FactGrid.Aspect
    /// Chooses the value with a number.
    let choose: @Sendable (inout ClassFacts, Int) -> Void

    init<Value: CaseIterable & Sendable>(
      _ name: String, _ path: any WritableKeyPath<ClassFacts, Value> & Sendable
    ) where Value.AllCases == [Value] {
      aspect = FactGrid.Aspect(name, Value.self)
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
        cancel != .behindDependency, dependency == .none
      else { return false }
    }
    // One that is held at work, and another one that has to finish meanwhile: a class may do all of
    // its work on one thread.
    if [.cancelled, .cancelledAtWork].contains(dependency),
      [.behindLimit, .behindDependency].contains(cancel)
    {
      return false
    }
    // What runs inside start has come to its end when it returns.
    if nature == .main, !isQueued, cancel == .entered { return false }
    return true
  }

  /// The table for classes of a nature.
  static func grid(_ nature: OperationNature) -> FactGrid {
    FactGrid(.start, table.map(\.aspect)) { ClassFacts($0).isPossible(nature) }
  }
}
