import OQHistory
import OQModel
import OQSpecification

/// Visits every state that the runs of a program can come to, breadth-first.
///
/// So the first way to a state is a shortest one, and what is never found does not exist.
package struct Explorer {
  /// Most states that are visited where nobody says otherwise.
  package static let usualBound = 2_000_000

  private let stage: Stage
  private let lookout: Lookout
  private let bound: Int
  private let isChecking: Bool
  private var play: Play
  private var table: SceneTable
  /// The scene from which each scene was first reached.
  private var parents: [UInt32] = [0]
  private var result = Exploration()
  private var known: Set<UInt64> = []
  private var stalled: Set<Ended> = []

  private struct Ended: Hashable {
    let seen: UInt64
    let stall: Stall?
  }

  /// An explorer that has seen nothing.
  ///
  /// - Parameters:
  ///   - stage: the program.
  ///   - profile: the reading of the contract.
  ///   - lookout: what tells endings apart.
  ///   - guards: guards broken on purpose; with any, invariants are not looked at.
  ///   - leftOut: outcomes of freedoms that the model does not take.
  ///   - bound: most states.
  package init(
    _ stage: Stage, profile: Profile, lookout: Lookout, guards: Guards = [],
    leftOut: Set<Branch> = [], bound: Int = Explorer.usualBound
  ) {
    self.stage = stage
    self.lookout = lookout
    self.bound = bound
    isChecking = guards.isEmpty && leftOut.isEmpty
    play = Play(stage, profile: profile, guards: guards, leftOut: leftOut)
    table = SceneTable(stage)
    _ = table.insert(play.opening, .everything)
  }

  /// Visits everything.
  ///
  /// - Returns: what was found.
  /// - Complexity: O(states × actions of a state).
  package mutating func run() -> Exploration {
    var scene = play.opening
    var after = scene
    var actions: [Play.Action] = []
    var next = 0
    var levelEnd = 1
    while next < table.count {
      if next == levelEnd {
        result.depth += 1
        levelEnd = table.count
      }
      table.load(next, into: &scene)
      play.come(to: scene)
      let isIdle = play.actions(scene, into: &actions)
      judge(scene, next, actions, isIdle: isIdle)
      for action in actions {
        after.assign(scene)
        step(action, &after)
        let change = play.change(action)
        if table.insert(after, change).isNew { parents.append(UInt32(next)) }
      }
      result.transitions += actions.count
      next += 1
      if table.count > bound {
        result.isComplete = false
        break
      }
    }
    result.states = table.count
    return result
  }

  private mutating func step(_ action: Play.Action, _ scene: inout Scene) {
    if case .move(let move) = action, let branch = move.branch { result.branches.insert(branch) }
    guard let signal = play.perform(action, on: &scene), lookout.count > 0 else { return }
    play.note(signal, lookout, in: &scene.seen)
  }

  /// Looks at a scene before anything happens in it.
  private mutating func judge(
    _ scene: Scene, _ number: Int, _ actions: [Play.Action], isIdle: Bool
  ) {
    if isChecking, result.fault == nil, let message = play.model.violatedInvariant(scene.state) {
      result.fault = Exploration.Fault(message: message, scene: number)
    }
    let isOver = play.isOver(scene)
    if isOver, known.insert(scene.seen).inserted { result.cuts.append(scene.seen) }
    guard isIdle else { return }
    let owed = play.model.obligation(scene.state)
    guard owed == nil || actions.isEmpty else { return }
    if isChecking, let owed, result.fault == nil {
      result.fault = Exploration.Fault(
        message: "nothing can happen, although something is owed: \(owed)", scene: number)
    }
    let stall = isOver ? nil : play.stall(scene)
    if isChecking, !isOver, stall == .optional, play.isBound(scene), result.fault == nil {
      result.fault = Exploration.Fault(message: "a lane waits in vain for no reason", scene: number)
    }
    if stalled.insert(Ended(seen: scene.seen, stall: stall)).inserted {
      result.endings.append(Exploration.Ending(seen: scene.seen, stall: stall, scene: number))
    }
  }

  // MARK: Ways and histories

  /// A shortest way to a scene.
  ///
  /// - Parameter number: a scene of a result.
  /// - Returns: what happens on the way, in order.
  package mutating func way(to number: Int) -> [Happening] {
    var numbers = [number]
    while let first = numbers.last, first != 0 { numbers.append(Int(parents[first])) }
    numbers.reverse()
    var scene = play.opening
    var after = scene
    var actions: [Play.Action] = []
    var way: [Happening] = []
    for (place, target) in numbers.dropFirst().enumerated() {
      table.load(numbers[place], into: &scene)
      play.come(to: scene)
      _ = play.actions(scene, into: &actions)
      for action in actions {
        after.assign(scene)
        let signal = play.perform(action, on: &after)
        if let signal { play.note(signal, lookout, in: &after.seen) }
        guard table.insert(after, .everything).number == target else { continue }
        way.append(play.happening(action, signal, from: scene, to: after))
        break
      }
    }
    return way
  }

  /// What every choice makes of every scene, for the set of all histories.
  ///
  /// - Returns: by the number of the scene, of an explorer that has visited everything.
  package mutating func choices() -> [[HistoryGraph.Choice]] {
    var scene = play.opening
    var after = scene
    var actions: [Play.Action] = []
    return (0..<table.count).map { number in
      table.load(number, into: &scene)
      play.come(to: scene)
      let isIdle = play.actions(scene, into: &actions)
      var choices: [HistoryGraph.Choice] = []
      let isOver = play.isOver(scene)
      if isOver { choices.append(HistoryGraph.Choice([.init(nil, .ended)], target: nil)) }
      if !isOver, actions.isEmpty || play.mayRest(scene, isIdle: isIdle) {
        let evidence = Quiescence(threads: 1, canaries: 1)
        choices.append(
          HistoryGraph.Choice(
            [.init(nil, .quiescent(evidence)), .init(nil, .stalled)], target: nil))
      }
      for action in actions {
        after.assign(scene)
        let signal = play.perform(action, on: &after)
        if let signal { play.note(signal, lookout, in: &after.seen) }
        let labels = signal.map { signal in
          let event = play.event(signal)
          return [HistoryGraph.Label(event.lane, event.kind)]
        }
        choices.append(
          HistoryGraph.Choice(
            labels ?? [], target: table.insert(after, .everything).number))
      }
      return choices
    }
  }
}

extension Play {
  /// What an action may have changed beside the harness.
  fileprivate func change(_ action: Action) -> SceneTable.Change {
    switch action {
    case .read: .harness
    case .advance(let part):
      stage.parts[part].callback.map { .operation($0.operation.index) } ?? .harness
    case .enter(let part):
      stage.parts[part].callback.map { .operation($0.operation.index) } ?? .everything
    case .returns: .everything
    case .move(let move): model.isLocal(move) ? .operation(move.operation) : .everything
    }
  }
}
