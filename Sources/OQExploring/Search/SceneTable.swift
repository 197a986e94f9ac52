import OQHistory
import OQModel

/// The scenes of one stage, each once, numbered in the order of insertion.
///
/// A scene is a row of numbers: one for the state of each operation and of each queue, and one for
/// everything else. States of operations and queues that occur in many scenes are kept once.
struct SceneTable {
  private let scenes: WordTable
  private let operations = WordTable(width: OperationState.words)
  private let queues = WordTable(width: QueueState.words)
  private let harnesses: WordTable
  private var operationStates: [OperationState] = []
  private var queueStates: [QueueState] = []
  private let operationCount: Int
  private let queueCount: Int
  /// Numbers of the scene that was loaded last, and of the one that is being added.
  private var loaded: [UInt32]
  private var numbers: [UInt32]
  private let row: UnsafeMutablePointer<UInt64>
  private let buffer: Buffer

  /// Memory for one row of each table.
  private final class Buffer {
    let words: UnsafeMutablePointer<UInt64>

    init(_ count: Int) {
      words = .allocate(capacity: count)
      words.initialize(repeating: 0, count: count)
    }

    deinit { words.deallocate() }
  }

  /// Which parts of a scene an action may have changed.
  enum Change {
    case harness
    case operation(Int)
    case everything
  }

  init(_ stage: Stage) {
    operationCount = stage.program.operations.count
    queueCount = stage.program.queues.count
    let parts = operationCount + queueCount + 1
    scenes = WordTable(width: (parts + 1) / 2)
    harnesses = WordTable(width: Scene.harnessWords(stage))
    loaded = [UInt32](repeating: 0, count: parts + 1)
    numbers = loaded
    buffer = Buffer(max(harnesses.width, OperationState.words, scenes.width))
    row = buffer.words
  }

  /// Number of scenes.
  var count: Int { scenes.count }

  /// Reads a scene; changes to it may then be added as such.
  mutating func load(_ number: Int, into scene: inout Scene) {
    let words = scenes.row(number)
    for place in 0..<scenes.width {
      loaded[place * 2] = UInt32(truncatingIfNeeded: words[place])
      loaded[place * 2 + 1] = UInt32(truncatingIfNeeded: words[place] >> 32)
    }
    for index in 0..<operationCount {
      scene.state.operations[index] = operationStates[Int(loaded[index])]
    }
    for index in 0..<queueCount {
      scene.state.queues[index] = queueStates[Int(loaded[operationCount + index])]
    }
    scene.readHarness(harnesses.row(Int(loaded[operationCount + queueCount])))
  }

  /// Adds a scene, unless it is there.
  ///
  /// - Parameters:
  ///   - scene: the scene.
  ///   - change: in what it differs from the one that was loaded last; beside the harness, which
  ///     may always differ.
  /// - Returns: its number, and whether it was added.
  mutating func insert(_ scene: Scene, _ change: Change) -> (number: Int, isNew: Bool) {
    for place in loaded.indices { numbers[place] = loaded[place] }
    switch change {
    case .harness: break
    case .operation(let index):
      insert(operation: index, scene)
      let owner = scene.state.operations[index].owner
      if owner != OperationState.nobody { insert(queue: Int(owner), scene) }
    case .everything:
      for index in 0..<operationCount { insert(operation: index, scene) }
      for index in 0..<queueCount { insert(queue: index, scene) }
    }
    scene.writeHarness(to: row, count: harnesses.width)
    numbers[operationCount + queueCount] = UInt32(harnesses.insert(row).number)
    for place in 0..<scenes.width {
      row[place] = UInt64(numbers[place * 2]) | UInt64(numbers[place * 2 + 1]) << 32
    }
    return scenes.insert(row)
  }

  private mutating func insert(operation index: Int, _ scene: Scene) {
    scene.state.operations[index].write(to: row)
    let found = operations.insert(row)
    if found.isNew { operationStates.append(scene.state.operations[index]) }
    numbers[index] = UInt32(found.number)
  }

  private mutating func insert(queue index: Int, _ scene: Scene) {
    scene.state.queues[index].write(to: row)
    let found = queues.insert(row)
    if found.isNew { queueStates.append(scene.state.queues[index]) }
    numbers[operationCount + index] = UInt32(found.number)
  }
}
