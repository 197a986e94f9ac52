import OQHistory
import OQModel
import OQSpecification

/// What one state of an operation means to the search, in a word.
struct Trait {
  var bits: UInt64 = 0
  /// One in the byte of its queue, where the operation holds a slot.
  var slots: UInt64 = 0

  /// What isFinished reports.
  static let finished: UInt64 = 1 << 0
  /// Everybody may know that it has finished.
  static let through: UInt64 = 1 << 1
  /// In the list of a queue, and no barrier.
  static let listed: UInt64 = 1 << 2
  /// Holds a slot and has not begun.
  static let unbegun: UInt64 = 1 << 3
  /// Client code of it is inside.
  static let inside: UInt64 = 1 << 4
  /// Cannot be added.
  static let invalid: UInt64 = 1 << 5
  /// Breaks an invariant.
  static let broken: UInt64 = 1 << 6
  /// Its steps depend on which operations have finished.
  static let needsOpen: UInt64 = 1 << 7
  /// Its steps depend on who else waits in its queue.
  static let needsRivals: UInt64 = 1 << 8
  /// Its steps depend on its queue.
  static let needsQueue: UInt64 = 1 << 9
  /// Its steps depend on who has not begun.
  static let needsUnbegun: UInt64 = 1 << 10
  /// Its steps depend on lanes with steps.
  static let needsHarness: UInt64 = 1 << 11
  /// Its steps change other operations: a barrier that may be done.
  static let isFar: UInt64 = 1 << 12

  /// The queue it was added to, or 255.
  var owner: Int { Int(truncatingIfNeeded: bits >> 16 & 0xFF) }
  /// What it is to others that wait in its queue: 0 nothing, and 15 more than can be told.
  var rival: UInt64 { bits >> 24 & 15 }
  /// The operations whose finish its steps depend on.
  var open: UInt64 { bits >> 32 }
}

/// Tells the traits of states of operations.
struct TraitMaker {
  let model: Model
  let stage: Stage
  let hasSuspensions: Bool
  let steppedOperations: Set<Int>
  /// What each operation can be to its rivals; the number is a place here plus 1.
  private var rivals: [[UInt64]]

  init(_ model: Model, _ stage: Stage) {
    self.model = model
    self.stage = stage
    hasSuspensions = stage.commands.contains { $0.verb == .suspend }
    steppedOperations = Set(
      stage.parts.filter { !$0.cues.isEmpty }.compactMap { $0.callback?.operation.index })
    rivals = stage.program.operations.map { _ in [] }
  }

  /// The trait of a state of an operation.
  mutating func trait(_ index: Int, _ state: OperationState) -> Trait {
    let isBarrier = model.kinds[index] == .barrier
    let (phase, flags) = (state.phase, state.flags)
    var trait = Trait()
    func mark(_ bit: UInt64, _ holds: Bool) { if holds { trait.bits |= bit } }
    mark(Trait.finished, state.isFinished)
    mark(Trait.through, phase == .finished)
    mark(Trait.listed, flags.contains(.listed) && !isBarrier)
    mark(Trait.unbegun, model.isUnbegun(state, index))
    mark(
      Trait.inside,
      state.isRunning || state.completing > 0 || state.getters > 0)
    mark(Trait.invalid, phase != .new || state.isFinished)
    mark(Trait.broken, model.violatedInvariant(of: state, index) != nil)
    mark(
      Trait.needsOpen,
      !state.open.isEmpty && (isBarrier ? phase == .queued : phase <= .dispatched))
    let isWaiting = phase == .queued
    mark(
      Trait.needsRivals,
      isWaiting && !isBarrier && flags.contains(.known) && !state.isCancelled)
    let hasOwner = state.owner != OperationState.nobody
    mark(
      Trait.needsQueue,
      hasOwner
        && (isWaiting || flags.contains(.slot) && state.isFinished
          || hasSuspensions)
    )
    mark(Trait.needsUnbegun, isWaiting && hasSuspensions)
    mark(Trait.needsHarness, steppedOperations.contains(index))
    let mayDrop = flags.contains(.droppable) || model.guards.contains(.dropsBarriers)
    mark(Trait.isFar, isBarrier && (phase == .executing || mayDrop))
    trait.bits |= UInt64(state.owner) << 16
    trait.bits |= UInt64(rival(index, state, isBarrier)) << 24
    trait.bits |= state.open.bits << 32
    if flags.contains(.slot), hasOwner, state.owner < 8 {
      trait.slots = 1 << (UInt64(state.owner) * 8)
    }
    return trait
  }

  private mutating func rival(_ index: Int, _ state: OperationState, _ isBarrier: Bool) -> Int {
    guard state.phase == .queued, !isBarrier else { return 0 }
    let flags = state.flags
    let isKnown = flags.contains(.known) && !state.isCancelled && state.behind.isEmpty
    guard isKnown || model.profile == .reference else { return 0 }
    let meaning =
      UInt64(state.owner) | UInt64(state.levels) << 8 | UInt64(state.priority) << 16
      | UInt64(state.rank) << 24 | (isKnown ? 1 << 32 : 0) | (state.isCancelled ? 1 << 33 : 0)
      | (flags.contains(.readyAtAdd) ? 1 << 34 : 0)
    if let place = rivals[index].firstIndex(of: meaning) { return min(place + 1, 15) }
    rivals[index].append(meaning)
    return min(rivals[index].count, 15)
  }
}
