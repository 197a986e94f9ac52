import OQHistory
import OQModel
import OQSpecification

extension EventGraph {
  /// What the explorer finds from each scene on.
  ///
  /// - Parameters:
  ///   - programs: at least one; they differ in dependencies alone.
  ///   - alphabet: their events.
  ///   - profile: the reading of the contract.
  ///   - guards: guards broken on purpose.
  ///   - bound: most scenes.
  ///   - reductions: what may be left out; without symmetry and haste, which change histories.
  /// - Returns: the graph, nil where it has more scenes; and the first fault, if there is any.
  package static func exploring(
    _ programs: [Program], _ alphabet: EventAlphabet, _ profile: Profile, guards: Guards = [],
    bound: Int, reductions: Reductions = []
  ) -> (graph: EventGraph?, fault: String?) {
    var lookout = Lookout()
    for call in alphabet.commands.indices {
      _ = lookout.place(of: .call(call))
      _ = lookout.place(of: .answered(call, .done))
    }
    let bodies = alphabet.program.operations.indices.map { Callback(OperationID($0)) }
    for body in bodies { _ = lookout.place(of: .begin(body)) }
    for body in bodies { _ = lookout.place(of: .end(body)) }
    // What comes now is a stranger to the alphabet.
    for call in alphabet.commands.indices { _ = lookout.place(of: .rejected(call)) }
    var explorer = Explorer(
      Stage(programs[0]), profile: profile, lookout: lookout, guards: guards, bound: bound,
      reductions: reductions, keepsSteps: true, variants: programs)
    let result = explorer.run()
    guard result.isComplete, let steps = explorer.steps else { return (nil, result.fault?.message) }
    let most = UInt8(alphabet.stranger + 1)
    let graph = EventGraph(
      roots: explorer.roots, targets: steps.targets, events: steps.sights.map { min($0, most) },
      ends: steps.ends, stalls: Set(steps.stalls))
    return (graph, result.fault?.message)
  }
}

/// Steps of an implementation that stand for all that can happen, for runs of the simulator.
///
/// They are those that the explorer takes by order. What the simulator makes of them is its own.
package struct OrderedSteps {
  private let ample: AmpleSteps
  private let play: Play

  /// Nil where nothing is certain.
  ///
  /// - Parameters:
  ///   - alphabet: the events of the programs; each of them matters.
  ///   - profile: the reading of the contract.
  package init?(_ alphabet: EventAlphabet, _ profile: Profile) {
    let stage = Stage(alphabet.program)
    var lookout = Lookout()
    for operation in alphabet.program.operations.indices {
      _ = lookout.place(of: .end(Callback(OperationID(operation))))
    }
    guard
      let ample = AmpleSteps(
        stage, lookout, profile, guards: [], leftOut: [], isHasty: false)
    else { return nil }
    self.ample = ample
    play = Play(stage, profile: profile, guards: [], leftOut: [])
  }

  /// Chooses steps that can stand for all.
  ///
  /// - Parameters:
  ///   - moves: what an implementation can do.
  ///   - state: the state in which it can.
  ///   - calls: how many calls the client has made.
  /// - Returns: some of the steps; none where that is not certain.
  package func choose(_ moves: [Move], _ state: State, _ calls: Int) -> [Move] {
    guard !moves.isEmpty else { return [] }
    var scene = play.opening
    scene.state = state
    scene.lanes[0].next = calls
    let freedom = ample.freedom(scene)
    for index in state.operations.indices {
      let bit: UInt64 = 1 << UInt64(index)
      guard (freedom.free | freedom.doomed) & bit != 0 else { continue }
      var actions = moves.filter { $0.operation == index }.map { Play.Action.move($0) }
      guard !actions.isEmpty else { continue }
      let ample = ample.first(&actions, index, state)
      let count = freedom.free & bit != 0 ? ample.free : ample.doomed
      guard count > 0 else { continue }
      return actions.prefix(count).compactMap { if case .move(let move) = $0 { move } else { nil } }
    }
    return []
  }
}
