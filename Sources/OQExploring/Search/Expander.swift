import OQHistory
import OQModel
import OQSpecification

/// Finds what follows each scene.
///
/// What an agent can do depends on little of a scene. It is worked out by ``Play`` once for each of
/// its circumstances, and remembered as the bits that it changes. So most scenes are followed
/// without reading them.
final class Expander {
  /// What is known of a scene after it was followed.
  struct Look {
    var actions = 0
    /// Whether a lane goes on.
    var goesOn = false
    /// Whether something is certainly owed.
    var isOwed = false
    /// Whether the scene was not followed, since that needs something new.
    var isStuck = false
  }

  let known: Knowledge
  let code: SceneCode
  var play: Play
  let lookout: Lookout
  /// Outcomes of freedoms that some action took.
  private(set) var branches: Set<Branch> = []
  private let stage: Stage
  /// Whether each step is worked out anew.
  let isPlain: Bool
  private let isOwedTold: Bool
  private let operationCount: Int
  private let numberWords: Int

  /// Whether nothing new may be found out, because others read, too.
  private let isReading: Bool
  private var isStuck = false

  // The scene that is followed now.
  private var row: UnsafePointer<UInt64>
  private var isRead = false
  private var scene: Scene
  private var after: Scene
  private var actions: [Play.Action] = []
  private var words: [UInt64] = []
  private let key: UnsafeMutablePointer<UInt64>
  private let bits: UnsafeMutablePointer<UInt64>
  private let numbers: UnsafeMutablePointer<Int>
  private var masks = Masks()

  /// Operations of a scene by what is true of them.
  private struct Masks {
    var finished: UInt64 = 0
    var through: UInt64 = 0
    var unbegun: UInt64 = 0
    var invalid: UInt64 = 0
    var rivals: UInt64 = 0
    var slots: UInt64 = 0
    /// Traits of all operations together.
    var all: UInt64 = 0
  }

  /// Rows that follow, one after the other.
  private(set) var rows: UnsafeMutablePointer<UInt64>
  /// Their hashes.
  private(set) var hashes: UnsafeMutablePointer<UInt64>
  /// What is sighted on the way to them.
  private(set) var sighted: UnsafeMutablePointer<UInt64>
  private(set) var rowCount = 0
  private var rowCapacity = 512

  init(
    _ play: Play, _ known: Knowledge, _ lookout: Lookout, isPlain: Bool, isReading: Bool = false
  ) {
    self.play = play
    self.known = known
    self.lookout = lookout
    self.isReading = isReading
    code = known.code
    stage = play.stage
    operationCount = stage.program.operations.count
    numberWords = code.numberWords
    // Masks and the signatures of rivals have room for so many.
    self.isPlain =
      isPlain || stage.hasRepeats || operationCount > 16 || stage.program.queues.count > 2
    isOwedTold =
      !stage.hasCircle
      && !stage.commands.contains { $0.verb == .start || $0.verb == .addDependency }
    scene = play.opening
    after = scene
    key = .allocate(capacity: StepMemo.keyWords)
    bits = .allocate(capacity: max(1, operationCount))
    numbers = .allocate(capacity: max(1, operationCount))
    rows = .allocate(capacity: rowCapacity * code.width)
    hashes = .allocate(capacity: rowCapacity)
    sighted = .allocate(capacity: rowCapacity)
    row = UnsafePointer(rows)
  }

  deinit {
    key.deallocate()
    bits.deallocate()
    numbers.deallocate()
    rows.deallocate()
    hashes.deallocate()
    sighted.deallocate()
  }

  /// Forgets the rows that follow.
  func clear() { rowCount = 0 }

  // MARK: A scene

  /// Appends the rows that follow a scene.
  func expand(_ row: UnsafePointer<UInt64>) -> Look {
    self.row = row
    isRead = false
    survey()
    isStuck = false
    let harness = known.harnesses[code.harness(row)]
    var look = Look()
    let first = rowCount
    if let ample = known.ample,
      expandAmply(harness.freedom, &look) || ample.haste != nil && expandHastily(harness, &look)
    {
      look.actions = rowCount - first
      return look
    }
    for place in harness.firstPlan..<(harness.firstPlan + harness.plans) where !isStuck {
      emit(lane: known.plans[place], &look)
    }
    for index in 0..<operationCount where !isStuck { emit(operation: index, &look) }
    if isStuck {
      rowCount = first
      look.isStuck = true
    }
    look.actions = rowCount - first
    return look
  }

  /// Appends steps of one operation that can stand for all that can happen, where there are any.
  private func expandAmply(_ freedom: AmpleSteps.Freedom, _ look: inout Look) -> Bool {
    for index in 0..<operationCount {
      let bit: UInt64 = 1 << UInt64(index)
      guard (freedom.free | freedom.doomed) & bit != 0 else { continue }
      let number = entry(operation: index)
      guard number >= 0 else { return false }
      let entry = known.memo.entries[number]
      let count = freedom.free & bit != 0 ? entry.ample.free : entry.ample.doomed
      guard count > 0 else { continue }
      emit(known.memo.steps + entry.start, count)
      look.goesOn = true
      return true
    }
    return false
  }

  /// Appends a step of the client that can stand for all that can happen, where there is one.
  private func expandHastily(_ harness: Knowledge.HarnessTrait, _ look: inout Look) -> Bool {
    for place in harness.firstPlan..<(harness.firstPlan + harness.plans) {
      let plan = known.plans[place]
      guard !plan.isOpaque, let number = entry(lane: plan) else { continue }
      let entry = known.memo.entries[number]
      guard entry.ample.free > 0 else { continue }
      emit(known.memo.steps + entry.start, entry.ample.free)
      look.goesOn = true
      return true
    }
    return false
  }

  /// Reads what is true of the operations of the scene.
  private func survey() {
    var masks = Masks()
    for index in 0..<operationCount {
      let number = code.operation(index, row)
      let trait = known.traits[index].items[number]
      numbers[index] = number
      bits[index] = trait.bits
      let shift = UInt64(index)
      masks.finished |= (trait.bits & 1) << shift
      masks.through |= (trait.bits >> 1 & 1) << shift
      masks.unbegun |= (trait.bits >> 3 & 1) << shift
      masks.invalid |= (trait.bits >> 5 & 1) << shift
      masks.rivals |= trait.rival << (shift &* 4 & 63)
      masks.slots &+= trait.slots
      masks.all |= trait.bits
    }
    self.masks = masks
  }

  /// Whether some invariant may be broken in the scene that was followed last.
  var isSuspicious: Bool {
    if isPlain || masks.all & Trait.broken != 0 { return true }
    var expected: UInt64 = 0
    for queue in code.queuePlaces.indices {
      expected &+= known.queueSlots[code.queue(queue, row)] << UInt64(queue * 8)
    }
    return expected != masks.slots
  }

  /// Looks at a scene that was followed before.
  func show(_ row: UnsafePointer<UInt64>) {
    self.row = row
    isRead = false
    survey()
  }

  /// Whether client code of an operation is inside in the scene that was followed last.
  var isInside: Bool { masks.all & Trait.inside != 0 }

  /// Whether all clients are through in the scene that was followed last.
  var isOver: Bool { known.harnesses[code.harness(row)].isOver }

  /// What has been seen in the scene that was followed last.
  var seen: UInt64 { code.hasSeen ? row[numberWords] : 0 }

  /// The scene that was followed last.
  func current() -> Scene {
    read()
    return scene
  }

  private func read() {
    guard !isRead else { return }
    code.read(row, into: &scene)
    play.come(to: scene)
    isRead = true
  }

  // MARK: Agents

  private func emit(operation index: Int, _ look: inout Look) {
    if isPlain {
      emitOpaque(operation: index, &look)
      return
    }
    let number = entry(operation: index)
    guard number >= 0 else { return }
    let entry = known.memo.entries[number]
    if isReading, entry.flags & StepMemo.Entry.isOpaque != 0 {
      isStuck = true
      return
    }
    look.goesOn = look.goesOn || entry.flags & StepMemo.Entry.goesOn != 0
    look.isOwed = look.isOwed || entry.flags & StepMemo.Entry.isOwed != 0
    if entry.flags & StepMemo.Entry.isOpaque != 0 {
      emitOpaque(operation: index, &look)
    } else if entry.count > 0 {
      emit(known.memo.steps + entry.start, entry.count)
    }
  }

  /// The number of the entry of an operation in this scene, which is written where it is new; -1
  /// where it must not be.
  private func entry(operation index: Int) -> Int {
    let trait = bits[index]
    let number = numbers[index]
    let usual = known.traits[index].items[number].entry
    if usual >= 0 { return usual }
    let needs = Trait.needsOpen | Trait.needsRivals | Trait.needsQueue | Trait.needsHarness
    key[0] = UInt64(index) | UInt64(number) << 8
    key[1] = 0
    key[2] = 0
    key[3] = 0
    key[4] = 0
    if trait & Trait.needsQueue != 0 {
      key[1] = UInt64(code.queue(Int(trait >> 16 & 0xFF), row)) + 1
    }
    if trait & Trait.needsHarness != 0 { key[1] |= UInt64(code.harness(row)) << 32 }
    if trait & Trait.needsOpen != 0 {
      let open = trait >> 32
      key[2] = masks.finished & open | (masks.through & open) << 32
    }
    if trait & Trait.needsRivals != 0 {
      key[3] = masks.rivals & ~(15 << UInt64(index * 4 & 63))
    }
    if trait & Trait.needsUnbegun != 0 { key[4] = masks.unbegun }
    if isReading {
      let number = known.memo.lookUp(key)
      if number < 0 { isStuck = true }
      return number
    }
    let found = known.memo.find(key)
    if found.isNew { write(operation: index, found.number) }
    if trait & needs == 0 { known.traits[index].items[number].entry = found.number }
    return found.number
  }

  private func write(operation index: Int, _ number: Int) {
    var entry = StepMemo.Entry()
    // Whom a barrier changes is not among its circumstances, and rivals with too many faces are not
    // told apart.
    var isKnown = bits[index] & Trait.isFar == 0
    if bits[index] & Trait.needsRivals != 0 {
      for other in 0..<operationCount where other != index && bits[other] >> 24 & 15 == 15 {
        isKnown = false
      }
    }
    read()
    actions.removeAll(keepingCapacity: true)
    let lanes = collect(operation: index)
    entry.ample = known.ample?.first(&actions, index, scene.state) ?? AmpleSteps.Count()
    let isPure = work { change in
      switch change {
      case .operation(let other): other == index
      case .queue(let queue):
        self.bits[index] & Trait.needsQueue != 0 && Int(self.bits[index] >> 16 & 0xFF) == queue
      case .harness: self.bits[index] & Trait.needsHarness != 0
      }
    }
    if lanes > 0 { entry.flags |= StepMemo.Entry.goesOn }
    if isOwedTold, play.model.isOwed(index, scene.state) {
      entry.flags |= StepMemo.Entry.isOwed
    }
    if !isKnown || !isPure {
      entry = StepMemo.Entry()
      entry.flags = StepMemo.Entry.isOpaque
      words.removeAll(keepingCapacity: true)
    }
    known.memo.append(entry, words)
  }

  private func emitOpaque(operation index: Int, _ look: inout Look) {
    read()
    actions.removeAll(keepingCapacity: true)
    if collect(operation: index) > 0 { look.goesOn = true }
    _ = work { _ in true }
    words.withUnsafeBufferPointer { emit($0.baseAddress, $0.count / known.memo.stride) }
  }

  /// Collects what can happen to an operation; its own lanes come first, and are counted.
  private func collect(operation index: Int) -> Int {
    for part in code.ownParts[index] { play.laneActions(part, scene, into: &actions) }
    let lanes = actions.count
    play.steps(of: index, scene, into: &actions)
    return lanes
  }

  private func emit(lane plan: LanePlan, _ look: inout Look) {
    if plan.isOpaque || isPlain {
      if isReading { isStuck = true } else { emitOpaque(lane: plan, &look) }
      return
    }
    guard let number = entry(lane: plan) else { return }
    let entry = known.memo.entries[number]
    if entry.flags & StepMemo.Entry.isOpaque != 0 {
      if isReading { isStuck = true } else { emitOpaque(lane: plan, &look) }
      return
    }
    look.goesOn = look.goesOn || entry.flags & StepMemo.Entry.goesOn != 0
    if entry.count > 0 { emit(known.memo.steps + entry.start, entry.count) }
  }

  /// The number of the entry of a lane in this scene, which is written where it is new; nil where
  /// it must not be.
  private func entry(lane plan: LanePlan) -> Int? {
    key[0] = UInt64(operationCount + plan.part) | UInt64(code.harness(row)) << 32
    key[0] |= UInt64(plan.subject + 1) << 16
    key[1] = plan.operation >= 0 ? UInt64(numbers[plan.operation]) + 1 : 0
    key[2] = masks.finished & plan.finished | (masks.invalid & plan.invalid) << 32
    key[3] = 0
    key[4] = plan.listing >= 0 ? listing(plan) : 0
    if plan.usesQueues {
      for queue in code.queuePlaces.indices {
        key[3] |= UInt64(code.queue(queue, row)) << UInt64(queue * 32)
      }
    }
    if isReading {
      let number = known.memo.lookUp(key)
      if number < 0 { isStuck = true }
      return number < 0 ? nil : number
    }
    let found = known.memo.find(key)
    if found.isNew { write(plan, found.number) }
    return found.number
  }

  /// The operations in a list that matters.
  private func listing(_ plan: LanePlan) -> UInt64 {
    var listed: UInt64 = 0
    for index in 0..<operationCount {
      let trait = bits[index]
      guard trait & Trait.listed != 0, Int(trait >> 16 & 0xFF) == plan.listing else { continue }
      if plan.isUnfinished, trait & Trait.finished != 0 { continue }
      listed |= 1 << UInt64(index)
    }
    return listed
  }

  private func write(_ plan: LanePlan, _ number: Int) {
    var entry = StepMemo.Entry()
    collect(plan)
    entry.ample.free = known.ample?.haste?.first(ofClient: &actions, scene.state) ?? 0
    let isPure = work { change in
      switch change {
      case .operation(let other): other == plan.operation
      case .queue: plan.usesQueues
      case .harness: true
      }
    }
    if !isPure {
      entry = StepMemo.Entry()
      entry.flags = StepMemo.Entry.isOpaque
      words.removeAll(keepingCapacity: true)
    } else if !words.isEmpty {
      entry.flags = StepMemo.Entry.goesOn
    }
    known.memo.append(entry, words)
  }

  private func emitOpaque(lane plan: LanePlan, _ look: inout Look) {
    collect(plan)
    if !actions.isEmpty { look.goesOn = true }
    _ = work { _ in true }
    words.withUnsafeBufferPointer { emit($0.baseAddress, $0.count / known.memo.stride) }
  }

  private func collect(_ plan: LanePlan) {
    read()
    actions.removeAll(keepingCapacity: true)
    play.laneActions(plan.part, scene, into: &actions)
    guard plan.subject >= 0 else { return }
    actions.removeAll { action in
      if case .move(let move) = action { move.operation != plan.subject } else { true }
    }
  }

  // MARK: Actions

  /// A number of a row that an action changes.
  private enum Change {
    case operation(Int)
    case queue(Int)
    case harness
  }

  /// Works out what the collected actions change, into ``words``.
  ///
  /// - Parameter expects: whether a change is one that the circumstances allow for.
  /// - Returns: whether it is so of all of them.
  private func work(_ expects: (Change) -> Bool) -> Bool {
    words.removeAll(keepingCapacity: true)
    var isPure = true
    for action in actions {
      if case .move(let move) = action, let branch = move.branch { branches.insert(branch) }
      after.assign(scene)
      let signal = play.perform(action, on: &after)
      let start = words.count
      for _ in 0..<known.memo.stride { words.append(0) }
      for (index, place) in code.operationPlaces.enumerated() {
        let changed = UInt64(code.operation(index, row)) ^ code.number(operation: index, after)
        words[start + place.word] |= changed << place.shift
        if changed != 0, !expects(.operation(index)) { isPure = false }
      }
      for (queue, place) in code.queuePlaces.enumerated() {
        let changed = UInt64(code.queue(queue, row)) ^ code.number(queue: queue, after)
        words[start + place.word] |= changed << place.shift
        if changed != 0, !expects(.queue(queue)) { isPure = false }
      }
      let changed = UInt64(code.harness(row)) ^ code.harnessNumber(after)
      words[start + code.harnessPlace.word] |= changed << code.harnessPlace.shift
      if changed != 0, !expects(.harness) { isPure = false }
      if let signal, lookout.count > 0 {
        words[start + numberWords] = play.bits(signal, lookout)
      }
    }
    known.learn()
    return isPure
  }

  // MARK: Rows

  private func emit(_ steps: UnsafePointer<UInt64>?, _ count: Int) {
    guard var step = steps, count > 0 else { return }
    while rowCount + count > rowCapacity { growRows() }
    let (width, words, stride, row) = (code.width, numberWords, known.memo.stride, self.row)
    var target = rows + rowCount &* width
    let hasSeen = code.hasSeen
    for place in rowCount..<(rowCount + count) {
      for word in 0..<words { target[word] = row[word] ^ step[word] }
      if hasSeen {
        var seen = row[words]
        if step[words] & ~seen != 0 { lookout.add(step[words], to: &seen) }
        target[words] = seen
      }
      hashes[place] = WordTable.hash(target, width)
      sighted[place] = step[words]
      step += stride
      target += width
    }
    rowCount += count
  }

  private func growRows() {
    rows = grown(rows, code.width)
    hashes = grown(hashes, 1)
    sighted = grown(sighted, 1)
    rowCapacity *= 2
  }

  private func grown(
    _ memory: UnsafeMutablePointer<UInt64>, _ width: Int
  ) -> UnsafeMutablePointer<UInt64> {
    let grown = UnsafeMutablePointer<UInt64>.allocate(capacity: rowCapacity * 2 * width)
    grown.initialize(from: memory, count: rowCount * width)
    memory.deallocate()
    return grown
  }
}
