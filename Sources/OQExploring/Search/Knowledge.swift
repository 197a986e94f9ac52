import OQHistory
import OQModel
import OQSpecification

/// What has been found out about the scenes of one stage.
///
/// Who only reads it may do so in several threads at a time.
final class Knowledge {
  /// What the harness of a scene means.
  struct HarnessTrait: BitwiseCopyable {
    var isOver = false
    var firstPlan = 0
    var plans = 0
    /// Operations that need not be left every choice.
    var freedom = AmpleSteps.Freedom()
  }

  let code: SceneCode
  let memo: StepMemo
  let ample: AmpleSteps?
  /// By operation, and then by the number of its state.
  let traits: [Pile<TraitItem>]
  let harnesses = Pile<HarnessTrait>()
  let plans = Pile<LanePlan>()
  /// Slots by queue in bytes, with the top bit where a queue that runs has a credit.
  let queueSlots = Pile<UInt64>()
  private var maker: TraitMaker
  private let planner: LanePlanner
  private let play: Play
  private var scene: Scene

  init(_ play: Play, _ code: SceneCode, _ ample: AmpleSteps?) {
    self.play = play
    self.code = code
    self.ample = ample
    maker = TraitMaker(play.model, play.stage)
    planner = LanePlanner(play.stage)
    memo = StepMemo(stride: code.numberWords + 1)
    traits = play.stage.program.operations.map { _ in Pile() }
    scene = play.opening
  }

  deinit {
    for pile in traits { pile.deallocate() }
    harnesses.deallocate()
    plans.deallocate()
    queueSlots.deallocate()
  }

  /// Tells the traits of what has been numbered since the last time.
  func learn() {
    for index in traits.indices {
      let states = code.operationStates[code.tables[index]]
      while traits[index].count < states.count {
        let trait = maker.trait(index, states[traits[index].count])
        traits[index].append(TraitItem(bits: trait.bits, slots: trait.slots))
      }
    }
    while queueSlots.count < code.queueStates.count {
      let queue = code.queueStates[queueSlots.count]
      let isBroken = !queue.suspended && queue.credit != 0
      queueSlots.append(isBroken ? 1 << 63 : UInt64(queue.slots))
    }
    while harnesses.count < code.harnesses.count {
      code.readHarness(harnesses.count, into: &scene)
      var trait = HarnessTrait()
      trait.isOver = play.isOver(scene)
      trait.firstPlan = plans.count
      for part in code.steppedParts {
        for plan in planner.plans(part, scene, play) { plans.append(plan) }
      }
      trait.plans = plans.count - trait.firstPlan
      trait.freedom = ample?.freedom(scene) ?? AmpleSteps.Freedom()
      harnesses.append(trait)
    }
  }
}

/// A state of an operation, as it matters to the search.
struct TraitItem: BitwiseCopyable {
  var bits: UInt64
  var slots: UInt64
  /// The entry of the operation where nothing else matters to that, or -1.
  var entry = -1

  var rival: UInt64 { bits >> 24 & 15 }
}
