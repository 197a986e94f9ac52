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
  }

  /// What the harness of a scene means.
  struct HarnessTrait {
    var isOver = false
    var firstPlan = 0
    var plans = 0
    /// Operations that need not be left every choice.
    var freedom = AmpleSteps.Freedom()
  }

  let code: SceneCode
  var play: Play
  let lookout: Lookout
  let memo: StepMemo
  /// Outcomes of freedoms that some action took.
  private(set) var branches: Set<Branch> = []
  private let stage: Stage
  private let isPlain: Bool
  private var maker: TraitMaker
  private let planner: LanePlanner
  private let ample: AmpleSteps?
  private let isOwedTold: Bool
  private let operationCount: Int
  private let numberWords: Int

  private var traits: [TraitList]
  private(set) var harnesses: [HarnessTrait] = []
  private var plans: [LanePlan] = []
  /// Slots by queue in bytes, with the top bit where a queue that runs has a credit.
  private var queueSlots: [UInt64] = []

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
  private(set) var rowCount = 0
  private var rowCapacity = 512

  init(_ play: Play, _ code: SceneCode, _ lookout: Lookout, isPlain: Bool, ample: AmpleSteps?) {
    self.play = play
    self.code = code
    self.lookout = lookout
    self.ample = ample
    stage = play.stage
    operationCount = stage.program.operations.count
    numberWords = code.numberWords
    // Masks and the signatures of rivals have room for so many.
    self.isPlain =
      isPlain || stage.hasRepeats || operationCount > 16 || stage.program.queues.count > 2
    maker = TraitMaker(play.model, stage)
    planner = LanePlanner(stage)
    isOwedTold =
      !stage.hasCircle
      && !stage.commands.contains { $0.verb == .start || $0.verb == .addDependency }
    memo = StepMemo(stride: code.numberWords + 1)
    traits = stage.program.operations.map { _ in TraitList() }
    scene = play.opening
    after = scene
    key = .allocate(capacity: StepMemo.keyWords)
    bits = .allocate(capacity: max(1, operationCount))
    numbers = .allocate(capacity: max(1, operationCount))
    rows = .allocate(capacity: rowCapacity * code.width)
    row = UnsafePointer(rows)
  }

  deinit {
    key.deallocate()
    bits.deallocate()
    numbers.deallocate()
    rows.deallocate()
  }

  /// Forgets the rows that follow.
  func clear() { rowCount = 0 }

  // MARK: A scene

  /// Appends the rows that follow a scene.
  func expand(_ row: UnsafePointer<UInt64>) -> Look {
    self.row = row
    isRead = false
    survey()
    let harness = harnesses[code.harness(row)]
    var look = Look()
    let first = rowCount
    if ample != nil, expandAmply(harness.freedom, &look) {
      look.actions = rowCount - first
      return look
    }
    for place in harness.firstPlan..<(harness.firstPlan + harness.plans) {
      emit(lane: plans[place], &look)
    }
    for index in 0..<operationCount { emit(operation: index, &look) }
    look.actions = rowCount - first
    return look
  }

  /// Appends steps of one operation that can stand for all that can happen, where there are any.
  private func expandAmply(_ freedom: AmpleSteps.Freedom, _ look: inout Look) -> Bool {
    for index in 0..<operationCount {
      let bit: UInt64 = 1 << UInt64(index)
      guard (freedom.free | freedom.doomed) & bit != 0 else { continue }
      let number = entry(operation: index)
      let entry = memo.entries[number]
      let count = freedom.free & bit != 0 ? entry.ample.free : entry.ample.doomed
      guard count > 0 else { continue }
      emit(memo.steps + entry.start, count)
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
      let trait = traits[index].items[number]
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
      expected &+= queueSlots[code.queue(queue, row)] << UInt64(queue * 8)
    }
    return expected != masks.slots
  }

  /// Whether client code of an operation is inside in the scene that was followed last.
  var isInside: Bool { masks.all & Trait.inside != 0 }

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
    let entry = memo.entries[number]
    look.goesOn = look.goesOn || entry.flags & StepMemo.Entry.goesOn != 0
    look.isOwed = look.isOwed || entry.flags & StepMemo.Entry.isOwed != 0
    if entry.flags & StepMemo.Entry.isOpaque != 0 {
      emitOpaque(operation: index, &look)
    } else if entry.count > 0 {
      emit(memo.steps + entry.start, entry.count)
    }
  }

  /// The number of the entry of an operation in this scene, which is written where it is new.
  private func entry(operation index: Int) -> Int {
    let trait = bits[index]
    let number = numbers[index]
    let known = traits[index].items[number].entry
    if known >= 0 { return known }
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
    let found = memo.find(key)
    if found.isNew { write(operation: index, found.number) }
    if trait & needs == 0 { traits[index].items[number].entry = found.number }
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
    entry.ample = ample?.first(&actions, index, scene.state) ?? AmpleSteps.Count()
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
    memo.append(entry, words, number: number)
  }

  private func emitOpaque(operation index: Int, _ look: inout Look) {
    read()
    actions.removeAll(keepingCapacity: true)
    if collect(operation: index) > 0 { look.goesOn = true }
    _ = work { _ in true }
    words.withUnsafeBufferPointer { emit($0.baseAddress, $0.count / memo.stride) }
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
      emitOpaque(lane: plan, &look)
      return
    }
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
    let found = memo.find(key)
    if found.isNew { write(plan, found.number) }
    let entry = memo.entries[found.number]
    if entry.flags & StepMemo.Entry.isOpaque != 0 {
      emitOpaque(lane: plan, &look)
      return
    }
    look.goesOn = look.goesOn || entry.flags & StepMemo.Entry.goesOn != 0
    if entry.count > 0 { emit(memo.steps + entry.start, entry.count) }
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
    let isPure = work { change in
      switch change {
      case .operation(let other): other == plan.operation
      case .queue: plan.usesQueues
      case .harness: true
      }
    }
    if !isPure {
      entry.flags = StepMemo.Entry.isOpaque
      words.removeAll(keepingCapacity: true)
    } else if !words.isEmpty {
      entry.flags = StepMemo.Entry.goesOn
    }
    memo.append(entry, words, number: number)
  }

  private func emitOpaque(lane plan: LanePlan, _ look: inout Look) {
    collect(plan)
    if !actions.isEmpty { look.goesOn = true }
    _ = work { _ in true }
    words.withUnsafeBufferPointer { emit($0.baseAddress, $0.count / memo.stride) }
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
      for _ in 0..<memo.stride { words.append(0) }
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
    learn()
    return isPure
  }

  /// Tells the traits of what has been numbered since the last time.
  func learn() {
    for index in 0..<operationCount {
      let states = code.operationStates[code.tables[index]]
      while traits[index].count < states.count {
        traits[index].append(maker.trait(index, states[traits[index].count]))
      }
    }
    while queueSlots.count < code.queueStates.count {
      let queue = code.queueStates[queueSlots.count]
      let isBroken = !queue.suspended && queue.credit != 0
      queueSlots.append(isBroken ? 1 << 63 : UInt64(queue.slots))
    }
    while harnesses.count < code.harnesses.count {
      code.readHarness(harnesses.count, into: &after)
      var trait = HarnessTrait()
      trait.isOver = play.isOver(after)
      trait.firstPlan = plans.count
      for part in code.steppedParts { plans += planner.plans(part, after, play) }
      trait.plans = plans.count - trait.firstPlan
      trait.freedom = ample?.freedom(after) ?? AmpleSteps.Freedom()
      harnesses.append(trait)
    }
  }

  // MARK: Rows

  private func emit(_ steps: UnsafePointer<UInt64>?, _ count: Int) {
    guard var step = steps, count > 0 else { return }
    while rowCount + count > rowCapacity { growRows() }
    var target = rows + rowCount &* code.width
    let hasSeen = code.hasSeen
    for _ in 0..<count {
      for word in 0..<numberWords { target[word] = row[word] ^ step[word] }
      if hasSeen {
        var seen = row[numberWords]
        lookout.add(step[numberWords], to: &seen)
        target[numberWords] = seen
      }
      step += memo.stride
      target += code.width
    }
    rowCount += count
  }

  private func emit(_ steps: UnsafeMutablePointer<UInt64>, _ count: Int) {
    emit(UnsafePointer(steps), count)
  }

  private func growRows() {
    let grown = UnsafeMutablePointer<UInt64>.allocate(capacity: rowCapacity * 2 * code.width)
    grown.initialize(from: rows, count: rowCount * code.width)
    rows.deallocate()
    rows = grown
    rowCapacity *= 2
  }
}

/// Traits of the states of one operation, by number.
final class TraitList {
  /// A trait, with the entry of its operation where nothing else matters to that, or -1.
  struct Item {
    var bits: UInt64
    var slots: UInt64
    var entry: Int

    var rival: UInt64 { bits >> 24 & 15 }
  }

  private(set) var items: UnsafeMutablePointer<Item>
  private(set) var count = 0
  private var capacity = 64

  init() { items = .allocate(capacity: capacity) }

  deinit { items.deallocate() }

  func append(_ trait: Trait) {
    if count == capacity {
      let grown = UnsafeMutablePointer<Item>.allocate(capacity: capacity * 2)
      grown.initialize(from: items, count: count)
      items.deallocate()
      items = grown
      capacity *= 2
    }
    (items + count).initialize(to: Item(bits: trait.bits, slots: trait.slots, entry: -1))
    count += 1
  }
}
