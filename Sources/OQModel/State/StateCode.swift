import OQHistory

/// How the states of one program are written as words of 64 bits.
///
/// Every variable has its own bits, so two states are the same exactly where their words are. Small
/// programs take a third of the words, because each set of operations and each count of blocks has
/// only few bits that can be set.
package struct StateCode: Sendable, Hashable {
  private static let narrowOperations = 10
  private static let narrowBlocks = 4

  private let operations: Int
  private let queues: Int
  private let isNarrow: Bool

  /// The code for the states that a history can lead to.
  ///
  /// - Parameters:
  ///   - declarations: what exists.
  ///   - commands: every command that is given.
  package init(_ declarations: Program, commands: [Command]) {
    operations = declarations.operations.count
    queues = declarations.queues.count
    let isSmall = declarations.operations.allSatisfy { $0.blocks <= StateCode.narrowBlocks }
    isNarrow =
      operations <= StateCode.narrowOperations && isSmall
      && commands.allSatisfy { command in
        switch command.verb {
        case .setCompletion, .addExecutionBlock: (command.integer ?? 0) <= StateCode.narrowBlocks
        default: true
        }
      }
  }

  /// Number of words of a state.
  ///
  /// - Parameter calls: how many calls are open.
  /// - Returns: the same number for every such state.
  func width(calls: Int) -> Int {
    place(ofQueue: queues) + calls * callWidth + 1
  }

  private var operationWidth: Int { isNarrow ? 4 : 12 }

  /// Writes a state.
  ///
  /// - Parameters:
  ///   - state: a state of the program.
  ///   - words: as many as ``width(calls:)`` says, all of which are replaced.
  func encode(_ state: State, into words: UnsafeMutableBufferPointer<UInt64>) {
    for index in 0..<operations {
      encode(state.operations[index], at: index * operationWidth, into: words)
    }
    for index in 0..<queues { encode(state.queues[index], at: place(ofQueue: index), into: words) }
    var place = place(ofQueue: queues)
    for call in state.calls {
      words[place] = call.features
      if isNarrow {
        words[place + 1] = call.todo.bits | call.checked.bits << 10 | call.after.bits << 20
      } else {
        words[place + 1] = call.todo.bits
        words[place + 2] = call.checked.bits
        words[place + 3] = call.after.bits
      }
      place += callWidth
    }
    words[place] = state.returnedAdds.bits
  }

  /// Writes one operation of a state, and its queue.
  ///
  /// - Parameters:
  ///   - index: position of the operation.
  ///   - state: a state of the program.
  ///   - words: those of a state with as many open calls.
  func encode(
    operation index: Int, of state: State, into words: UnsafeMutableBufferPointer<UInt64>
  ) {
    let operation = state.operations[index]
    encode(operation, at: index * operationWidth, into: words)
    guard operation.owner != OperationState.nobody else { return }
    let queue = Int(operation.owner)
    encode(state.queues[queue], at: place(ofQueue: queue), into: words)
  }

  private func encode(
    _ operation: OperationState, at place: Int, into words: UnsafeMutableBufferPointer<UInt64>
  ) {
    let (sets, counts) = (operation.sets, operation.counts)
    words[place] = operation.features
    words[place + 1] = operation.runs
    if isNarrow {
      words[place + 2] = StateCode.joined(sets, bits: 10)
      words[place + 3] = StateCode.joined(counts, bits: 16)
      return
    }
    words[place + 2] = sets.0
    words[place + 3] = sets.1
    words[place + 4] = sets.2
    words[place + 5] = sets.3
    words[place + 6] = sets.4
    words[place + 7] = sets.5
    words[place + 8] = counts.0
    words[place + 9] = counts.1
    words[place + 10] = counts.2
    words[place + 11] = counts.3
  }

  private func encode(
    _ queue: QueueState, at place: Int, into words: UnsafeMutableBufferPointer<UInt64>
  ) {
    words[place] = UInt64(bitPattern: Int64(queue.limit))
    words[place + 1] = queue.features
    words[place + 2] = queue.eligible.bits
  }

  /// Reads a state.
  ///
  /// - Parameters:
  ///   - words: one state after the other.
  ///   - start: where the state begins.
  ///   - calls: how many calls are open in it.
  ///   - state: any state of the program, which is replaced.
  func decode(
    _ words: UnsafeBufferPointer<UInt64>, at start: Int, calls: Int, into state: inout State
  ) {
    for index in 0..<operations {
      let place = start + index * operationWidth
      var operation = OperationState()
      operation.features = words[place]
      operation.runs = words[place + 1]
      if isNarrow {
        operation.sets = StateCode.six(words[place + 2], bits: 10)
        operation.counts = StateCode.four(words[place + 3], bits: 16)
      } else {
        operation.sets = (
          words[place + 2], words[place + 3], words[place + 4], words[place + 5],
          words[place + 6], words[place + 7]
        )
        operation.counts = (
          words[place + 8], words[place + 9], words[place + 10], words[place + 11]
        )
      }
      state.operations[index] = operation
    }
    for index in 0..<queues {
      let place = start + place(ofQueue: index)
      var queue = QueueState()
      queue.limit = Int(Int64(bitPattern: words[place]))
      queue.features = words[place + 1]
      queue.eligible = OperationSet(bits: words[place + 2])
      state.queues[index] = queue
    }
    var place = start + place(ofQueue: queues)
    state.calls.removeAll(keepingCapacity: true)
    for _ in 0..<calls {
      state.calls.append(call(words, at: place))
      place += callWidth
    }
    state.returnedAdds = OperationSet(bits: words[place])
  }

  private func call(_ words: UnsafeBufferPointer<UInt64>, at place: Int) -> CallState {
    var call = CallState(features: words[place])
    if isNarrow {
      let bits = words[place + 1]
      call.todo = OperationSet(bits: bits & 1023)
      call.checked = OperationSet(bits: bits >> 10 & 1023)
      call.after = OperationSet(bits: bits >> 20 & 1023)
    } else {
      call.todo = OperationSet(bits: words[place + 1])
      call.checked = OperationSet(bits: words[place + 2])
      call.after = OperationSet(bits: words[place + 3])
    }
    return call
  }

  private var callWidth: Int { isNarrow ? 2 : 4 }

  private func place(ofQueue index: Int) -> Int { operations * operationWidth + index * 3 }

  private typealias Four = (UInt64, UInt64, UInt64, UInt64)
  private typealias Six = (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)

  private static func joined(_ parts: Six, bits: UInt64) -> UInt64 {
    parts.0 | parts.1 << bits | parts.2 << (2 * bits) | parts.3 << (3 * bits)
      | parts.4 << (4 * bits) | parts.5 << (5 * bits)
  }

  private static func joined(_ parts: Four, bits: UInt64) -> UInt64 {
    parts.0 | parts.1 << bits | parts.2 << (2 * bits) | parts.3 << (3 * bits)
  }

  private static func six(_ word: UInt64, bits: UInt64) -> Six {
    let mask: UInt64 = 1 << bits - 1
    return (
      word & mask, word >> bits & mask, word >> (2 * bits) & mask, word >> (3 * bits) & mask,
      word >> (4 * bits) & mask, word >> (5 * bits) & mask
    )
  }

  private static func four(_ word: UInt64, bits: UInt64) -> Four {
    let mask: UInt64 = 1 << bits - 1
    return (word & mask, word >> bits & mask, word >> (2 * bits) & mask, word >> (3 * bits) & mask)
  }
}

// MARK: Parts as words of a fixed number

extension OperationState {
  /// Number of words of an operation, of whatever program.
  package static let words = 12

  /// Writes the operation.
  ///
  /// - Parameter words: where to write ``words`` words.
  package func write(to words: UnsafeMutablePointer<UInt64>) {
    let (sets, counts) = (sets, counts)
    words[0] = features
    words[1] = runs
    words[2] = sets.0
    words[3] = sets.1
    words[4] = sets.2
    words[5] = sets.3
    words[6] = sets.4
    words[7] = sets.5
    words[8] = counts.0
    words[9] = counts.1
    words[10] = counts.2
    words[11] = counts.3
  }
}

extension QueueState {
  /// Number of words of a queue.
  package static let words = 3

  /// Writes the queue.
  ///
  /// - Parameter words: where to write ``words`` words.
  package func write(to words: UnsafeMutablePointer<UInt64>) {
    words[0] = UInt64(bitPattern: Int64(limit))
    words[1] = features
    words[2] = eligible.bits
  }
}

extension CallState {
  /// Number of words of an open call, of whatever program.
  package static let words = 4

  /// Writes the call.
  ///
  /// - Parameter words: where to write ``words`` words.
  package func write(to words: UnsafeMutablePointer<UInt64>) {
    words[0] = features
    words[1] = todo.bits
    words[2] = checked.bits
    words[3] = after.bits
  }

  /// Reads a call.
  ///
  /// - Parameter words: what ``write(to:)`` wrote.
  package init(reading words: UnsafePointer<UInt64>) {
    self.init(features: words[0])
    todo = OperationSet(bits: words[1])
    checked = OperationSet(bits: words[2])
    after = OperationSet(bits: words[3])
  }
}

// MARK: Variables as words

extension UInt64 {
  /// The eight bits from a position on.
  fileprivate func byte(_ position: UInt64) -> UInt8 {
    UInt8(truncatingIfNeeded: self >> position)
  }
}

extension OperationState {
  /// Phase, owner, rank, priority, flags, levels and completion block.
  fileprivate var features: UInt64 {
    get {
      UInt64(phase.rawValue) | UInt64(owner) << 8 | UInt64(rank) << 16 | UInt64(priority) << 24
        | UInt64(flags.rawValue) << 32 | UInt64(levels) << 48 | UInt64(completion) << 56
    }
    set {
      guard let phase = Phase(rawValue: newValue.byte(0)) else {
        preconditionFailure("the words are not those of a state")
      }
      self.phase = phase
      owner = newValue.byte(8)
      rank = newValue.byte(16)
      priority = newValue.byte(24)
      flags = Flags(rawValue: UInt16(truncatingIfNeeded: newValue >> 32))
      levels = newValue.byte(48)
      completion = newValue.byte(56)
    }
  }

  /// Client code of the operation that runs or is due, and whether a dependency was repeated.
  fileprivate var runs: UInt64 {
    get {
      UInt64(getters) | UInt64(completing) << 32 | UInt64(starts) << 40 | UInt64(startsDue) << 48
        | (hasRepeated ? 1 : 0) << 56
    }
    set {
      getters = UInt32(truncatingIfNeeded: newValue)
      completing = newValue.byte(32)
      starts = newValue.byte(40)
      startsDue = newValue.byte(48)
      hasRepeated = newValue.byte(56) == 1
    }
  }

  fileprivate var sets: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) {
    get {
      (dependencies.bits, twice.bits, open.bits, removed.bits, behind.bits, after.bits)
    }
    set {
      dependencies.bits = newValue.0
      twice.bits = newValue.1
      open.bits = newValue.2
      removed.bits = newValue.3
      behind.bits = newValue.4
      after.bits = newValue.5
    }
  }

  fileprivate var counts: (UInt64, UInt64, UInt64, UInt64) {
    get { (blocks.bits, begun.bits, running.bits, due.bits) }
    set {
      blocks.bits = newValue.0
      begun.bits = newValue.1
      running.bits = newValue.2
      due.bits = newValue.3
    }
  }
}

extension QueueState {
  /// Everything but the limit and the set.
  fileprivate var features: UInt64 {
    get {
      UInt64(credit) | UInt64(added) << 8 | UInt64(slots) << 16 | (suspended ? 1 << 24 : 0)
        | (exempt ? 1 << 25 : 0)
    }
    set {
      credit = newValue.byte(0)
      added = newValue.byte(8)
      slots = newValue.byte(16)
      suspended = newValue & 1 << 24 != 0
      exempt = newValue & 1 << 25 != 0
    }
  }
}

extension CallState {
  /// Everything but the sets.
  fileprivate var features: UInt64 {
    UInt64(id) << 32 | UInt64(stage.rawValue) | UInt64(sample) << 8 | UInt64(index) << 16
  }

  fileprivate init(features: UInt64) {
    guard let stage = Stage(rawValue: features.byte(0)) else {
      preconditionFailure("the words are not those of a state")
    }
    self.init(id: Int(features >> 32))
    self.stage = stage
    sample = features.byte(8)
    index = features.byte(16)
  }
}
