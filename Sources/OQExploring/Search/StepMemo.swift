/// What agents do in the circumstances in which they have been met.
///
/// An agent is an operation with its queue, or a lane. Its circumstances are five words: all that
/// its actions depend on. What an action makes of a row is kept as the bits that it changes.
final class StepMemo {
  /// Actions that an agent can take.
  struct Entry: BitwiseCopyable {
    /// The first of its actions.
    var start = 0
    /// Number of actions.
    var count = 0
    /// How many of them, from the first on, can stand for all that can happen.
    var ample = AmpleSteps.Count()
    var flags: UInt8 = 0

    /// Whether a lane goes on with one of them.
    static let goesOn: UInt8 = 1
    /// Whether the operation is owed a step where no client code is inside.
    static let isOwed: UInt8 = 2
    /// Whether what they do depends on more than the circumstances.
    static let isOpaque: UInt8 = 4
  }

  static let keyWords = 5

  private let keys = WordTable(width: StepMemo.keyWords)
  let entries = Pile<Entry>()
  /// Actions one after the other, each of ``stride`` words: changed bits, then what is sighted.
  private let words = Pile<UInt64>()
  let stride: Int

  init(stride: Int) { self.stride = stride }

  deinit {
    entries.deallocate()
    words.deallocate()
  }

  /// The actions.
  var steps: UnsafePointer<UInt64> { UnsafePointer(words.items) }

  /// The number of an entry, and whether it has to be written.
  func find(_ key: UnsafePointer<UInt64>) -> (number: Int, isNew: Bool) { keys.insert(key) }

  /// The number of an entry; -1 where there is none.
  func lookUp(_ key: UnsafePointer<UInt64>) -> Int { keys.find(key) ?? -1 }

  /// Writes the entry that comes next.
  ///
  /// - Parameters:
  ///   - entry: its start and count are set here.
  ///   - actions: the words of its actions.
  func append(_ entry: Entry, _ actions: [UInt64]) {
    var entry = entry
    entry.start = words.count
    entry.count = actions.count / stride
    entries.append(entry)
    for word in actions { words.append(word) }
  }
}
