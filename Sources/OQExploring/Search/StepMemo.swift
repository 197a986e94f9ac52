/// What agents do in the circumstances in which they have been met.
///
/// An agent is an operation with its queue, or a lane. Its circumstances are five words: all that
/// its actions depend on. What an action makes of a row is kept as the bits that it changes.
final class StepMemo {
  /// Actions that an agent can take.
  struct Entry {
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
  private(set) var entries: UnsafeMutablePointer<Entry>
  private var capacity = 256
  /// Actions one after the other, each of ``stride`` words: changed bits, then what is sighted.
  private(set) var steps: UnsafeMutablePointer<UInt64>
  private var stepWords = 0
  private var stepCapacity = 1024
  let stride: Int

  init(stride: Int) {
    self.stride = stride
    entries = .allocate(capacity: capacity)
    steps = .allocate(capacity: stepCapacity)
  }

  deinit {
    entries.deallocate()
    steps.deallocate()
  }

  /// The number of an entry, and whether it has to be written.
  func find(_ key: UnsafePointer<UInt64>) -> (number: Int, isNew: Bool) { keys.insert(key) }

  /// Writes the entry that comes next.
  ///
  /// - Parameters:
  ///   - entry: its start and count are set here.
  ///   - words: the words of its actions.
  ///   - number: its number.
  func append(_ entry: Entry, _ words: [UInt64], number: Int) {
    while number >= capacity {
      let grown = UnsafeMutablePointer<Entry>.allocate(capacity: capacity * 2)
      grown.initialize(from: entries, count: capacity)
      entries.deallocate()
      entries = grown
      capacity *= 2
    }
    while stepWords + words.count > stepCapacity {
      let grown = UnsafeMutablePointer<UInt64>.allocate(capacity: stepCapacity * 2)
      grown.initialize(from: steps, count: stepWords)
      steps.deallocate()
      steps = grown
      stepCapacity *= 2
    }
    var entry = entry
    entry.start = stepWords
    entry.count = words.count / stride
    (entries + number).initialize(to: entry)
    for word in words {
      (steps + stepWords).initialize(to: word)
      stepWords += 1
    }
  }
}
