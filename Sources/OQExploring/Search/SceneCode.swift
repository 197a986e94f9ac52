import OQHistory
import OQModel

/// How the scenes of one stage are written as rows of words.
///
/// A row holds a number for each operation with its own code, for each queue, and for everything
/// else: the harness. The states that the numbers stand for are kept once each. Where something is
/// looked out for, the last word of the row is what was seen.
final class SceneCode {
  /// Where a number lies in a row.
  struct Place {
    let word: Int
    let shift: UInt64
  }

  let stage: Stage
  let hasSeen: Bool
  /// Words of a row, without what was seen.
  let numberWords: Int
  /// Words of a row.
  let width: Int
  /// Bits of the number of an operation or queue.
  let mask: UInt64
  let operationPlaces: [Place]
  let queuePlaces: [Place]
  let harnessPlace: Place
  /// Lanes of an operation that have no steps, by operation: their progress is part of it.
  let ownParts: [[Int]]
  /// All other lanes.
  let steppedParts: [Int]
  /// Whether more states of an operation came up than its number can tell apart.
  private(set) var isOverfull = false
  /// The table of each operation; twins share theirs.
  let tables: [Int]
  private(set) var operations: [WordTable]
  private(set) var operationStates: [[OperationState]]
  let queues = WordTable(width: QueueState.words)
  private(set) var queueStates: [QueueState] = []
  let harnesses: WordTable
  private let ignoresRank: Bool
  private let scratch: UnsafeMutablePointer<UInt64>

  /// A code for a stage.
  ///
  /// - Parameters:
  ///   - stage: the program.
  ///   - hasSeen: whether something is looked out for.
  ///   - isWide: whether numbers of operations have 32 bits instead of 16.
  ///   - twins: classes of operations that are numbered together; their ranks are left out.
  init(_ stage: Stage, hasSeen: Bool, isWide: Bool, twins: [[Int]]) {
    self.stage = stage
    self.hasSeen = hasSeen
    let bits = isWide ? 32 : 16
    mask = (1 << UInt64(bits)) - 1
    var next = 0
    func place(_ bits: Int) -> Place {
      next = (next + bits - 1) / bits * bits
      defer { next += bits }
      return Place(word: next / 64, shift: UInt64(next % 64))
    }
    operationPlaces = stage.program.operations.map { _ in place(bits) }
    queuePlaces = stage.program.queues.map { _ in place(bits) }
    harnessPlace = place(32)
    numberWords = harnessPlace.word + 1
    width = numberWords + (hasSeen ? 1 : 0)
    var ownParts = stage.program.operations.map { _ in [Int]() }
    var steppedParts: [Int] = []
    for (place, part) in stage.parts.enumerated() {
      if let callback = part.callback, part.cues.isEmpty {
        ownParts[callback.operation.index].append(place)
      } else {
        steppedParts.append(place)
      }
    }
    self.ownParts = ownParts
    self.steppedParts = steppedParts
    var tables = Array(stage.program.operations.indices)
    for twins in twins { for twin in twins { tables[twin] = twins[0] } }
    self.tables = tables
    ignoresRank = !twins.isEmpty
    operations = ownParts.map { WordTable(width: OperationState.words + $0.count) }
    operationStates = ownParts.map { _ in [] }
    let harnessWords =
      2 + (steppedParts.count + 1) / 2 + stage.parties.count + stage.mostCalls * CallState.words
    harnesses = WordTable(width: harnessWords)
    let most = max(harnessWords, width, (operations.map(\.width).max() ?? 1), QueueState.words)
    scratch = .allocate(capacity: most)
    scratch.initialize(repeating: 0, count: most)
  }

  deinit { scratch.deallocate() }

  // MARK: Numbers in a row

  func operation(_ index: Int, _ row: UnsafePointer<UInt64>) -> Int {
    let place = operationPlaces[index]
    return Int(row[place.word] >> place.shift & mask)
  }

  func queue(_ index: Int, _ row: UnsafePointer<UInt64>) -> Int {
    let place = queuePlaces[index]
    return Int(row[place.word] >> place.shift & mask)
  }

  func harness(_ row: UnsafePointer<UInt64>) -> Int {
    Int(row[harnessPlace.word] >> harnessPlace.shift & 0xFFFF_FFFF)
  }

  /// The state of an operation that has a number.
  func state(_ index: Int, _ number: Int) -> OperationState {
    operationStates[tables[index]][number]
  }

  // MARK: Writing

  /// The number of an operation and its own lanes.
  func number(operation index: Int, _ scene: Scene) -> UInt64 {
    var state = scene.state.operations[index]
    if ignoresRank { state.rank = 0 }
    state.write(to: scratch)
    var place = OperationState.words
    for part in ownParts[index] {
      scratch[place] = UInt64(scene.lanes[part].word)
      place += 1
    }
    let found = operations[tables[index]].insert(scratch)
    if found.isNew { operationStates[tables[index]].append(state) }
    if UInt64(found.number) > mask { isOverfull = true }
    return UInt64(found.number) & mask
  }

  /// The number of a queue.
  func number(queue index: Int, _ scene: Scene) -> UInt64 {
    scene.state.queues[index].write(to: scratch)
    let found = queues.insert(scratch)
    if found.isNew { queueStates.append(scene.state.queues[index]) }
    if UInt64(found.number) > mask { isOverfull = true }
    return UInt64(found.number) & mask
  }

  /// The number of everything else.
  func harnessNumber(_ scene: Scene) -> UInt64 {
    scratch[0] = scene.state.returnedAdds.bits
    scratch[1] = UInt64(scene.state.calls.count)
    var place = 2
    var index = 0
    while index < steppedParts.count {
      let second =
        index + 1 < steppedParts.count
        ? UInt64(scene.lanes[steppedParts[index + 1]].word) << 32 : 0
      scratch[place] = UInt64(scene.lanes[steppedParts[index]].word) | second
      place += 1
      index += 2
    }
    for number in scene.arrived {
      scratch[place] = UInt64(number)
      place += 1
    }
    for call in scene.state.calls {
      call.write(to: scratch + place)
      place += CallState.words
    }
    while place < harnesses.width {
      scratch[place] = 0
      place += 1
    }
    return UInt64(harnesses.insert(scratch).number)
  }

  /// Writes a scene.
  func write(_ scene: Scene, to row: UnsafeMutablePointer<UInt64>) {
    for word in 0..<width { row[word] = 0 }
    for (index, place) in operationPlaces.enumerated() {
      row[place.word] |= number(operation: index, scene) << place.shift
    }
    for (index, place) in queuePlaces.enumerated() {
      row[place.word] |= number(queue: index, scene) << place.shift
    }
    row[harnessPlace.word] |= harnessNumber(scene) << harnessPlace.shift
    if hasSeen { row[numberWords] = scene.seen }
  }

  // MARK: Reading

  /// Reads a scene.
  func read(_ row: UnsafePointer<UInt64>, into scene: inout Scene) {
    for index in operationPlaces.indices {
      let number = operation(index, row)
      scene.state.operations[index] = state(index, number)
      let words = operations[tables[index]].row(number) + OperationState.words
      for (place, part) in ownParts[index].enumerated() {
        scene.lanes[part].word = UInt32(truncatingIfNeeded: words[place])
      }
    }
    for index in queuePlaces.indices { scene.state.queues[index] = queueStates[queue(index, row)] }
    readHarness(harness(row), into: &scene)
    if hasSeen { scene.seen = row[numberWords] }
  }

  /// Reads what is neither an operation nor a queue.
  func readHarness(_ number: Int, into scene: inout Scene) {
    let words = harnesses.row(number)
    scene.state.returnedAdds.bits = words[0]
    let calls = Int(words[1])
    var place = 2
    var index = 0
    while index < steppedParts.count {
      scene.lanes[steppedParts[index]].word = UInt32(truncatingIfNeeded: words[place])
      if index + 1 < steppedParts.count {
        let second = UInt32(truncatingIfNeeded: words[place] >> 32)
        scene.lanes[steppedParts[index + 1]].word = second
      }
      place += 1
      index += 2
    }
    for index in scene.arrived.indices {
      scene.arrived[index] = UInt8(truncatingIfNeeded: words[place])
      place += 1
    }
    scene.state.calls.removeAll(keepingCapacity: true)
    for _ in 0..<calls {
      scene.state.calls.append(CallState(reading: words + place))
      place += CallState.words
    }
  }
}
