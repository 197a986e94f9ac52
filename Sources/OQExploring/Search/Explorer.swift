import OQHistory
import OQModel
import OQSpecification

/// Visits every state that the runs of a program can come to, breadth-first.
///
/// So the first way to a state is a shortest one, and what is never found does not exist.
package struct Explorer {
  /// Most states that are visited where nobody says otherwise.
  package static let usualBound = 2_000_000
  /// Rows that are found before they are looked up together.
  private static let batch = 192

  private let play: Play
  private let lookout: Lookout
  private let bound: Int
  private let isChecking: Bool
  private let isPlain: Bool
  private let ample: AmpleSteps?
  private let classes: [[Int]]
  private var expander: Expander
  private var rows: WordTable
  private var twins: Twins?
  /// The scene from which each scene was first reached.
  private var parents: [UInt32] = [0]
  private var result = Exploration()
  private var known: Set<UInt64> = []
  private var stalled: Set<Ended> = []
  private var hashes: [UInt64] = []
  /// How many rows of a batch each of its scenes has.
  private var counts: [Int] = []
  private var glanced: UInt64 = 0

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
  ///   - reductions: what may be left out; each where it is certain that nothing is lost.
  ///   - isPlain: whether each step is worked out anew, to compare.
  package init(
    _ stage: Stage, profile: Profile, lookout: Lookout, guards: Guards = [],
    leftOut: Set<Branch> = [], bound: Int = Explorer.usualBound, reductions: Reductions = [],
    isPlain: Bool = false
  ) {
    self.lookout = lookout
    self.bound = bound
    self.isPlain = isPlain
    isChecking = guards.isEmpty && leftOut.isEmpty
    play = Play(stage, profile: profile, guards: guards, leftOut: leftOut)
    ample =
      reductions.contains(.order)
      ? AmpleSteps(
        stage, lookout, guards: guards, leftOut: leftOut, isHasty: reductions.contains(.haste))
      : nil
    classes =
      reductions.contains(.symmetry)
      ? Twins.classes(stage, lookout, profile, leftOut: leftOut) : []
    (expander, rows) = Explorer.beginning(play, lookout, isPlain, ample, classes, isWide: false)
    open()
  }

  private static func beginning(
    _ play: Play, _ lookout: Lookout, _ isPlain: Bool, _ ample: AmpleSteps?, _ classes: [[Int]],
    isWide: Bool
  ) -> (Expander, WordTable) {
    let code = SceneCode(
      play.stage, hasSeen: lookout.count > 0, isWide: isWide, twins: classes)
    return (
      Expander(play, code, lookout, isPlain: isPlain, ample: ample), WordTable(width: code.width)
    )
  }

  private mutating func open() {
    if !classes.isEmpty { twins = Twins(classes, expander.code, play) }
    _ = withRow { row in
      expander.code.write(play.opening, to: row)
      expander.learn()
      return rows.insert(row)
    }
  }

  /// Visits everything.
  ///
  /// - Returns: what was found.
  /// - Complexity: O(states × actions of a state).
  package mutating func run() -> Exploration {
    if !visit() {
      // An operation has more states than its number can tell apart: once more, with longer ones.
      (expander, rows) = Explorer.beginning(play, lookout, isPlain, ample, classes, isWide: true)
      parents = [0]
      known = []
      stalled = []
      result = Exploration()
      open()
      _ = visit()
    }
    result.states = rows.count
    result.branches = expander.branches
    return result
  }

  /// How many scenes those that were visited stand for at most, by symmetry.
  package var orbits: Double {
    guard let twins else { return Double(rows.count) }
    return (0..<rows.count).reduce(0) { $0 + twins.orbit(rows.row($1)) }
  }

  /// - Returns: false where the numbers of a row are too short.
  private mutating func visit() -> Bool {
    var next = 0
    var levelEnd = 1
    while next < rows.count {
      if next == levelEnd {
        result.depth += 1
        levelEnd = rows.count
      }
      expander.clear()
      counts.removeAll(keepingCapacity: true)
      let first = next
      while next < levelEnd, expander.rowCount < Explorer.batch {
        let row = rows.row(next)
        let look = expander.expand(row)
        judge(row, next, look)
        counts.append(look.actions)
        result.transitions += look.actions
        next += 1
      }
      if expander.code.isOverfull { return false }
      add(from: first)
      if rows.count > bound {
        result.isComplete = false
        break
      }
    }
    return true
  }

  /// Adds the rows of a batch.
  ///
  /// Each place in memory is looked at before it is needed, so that many are fetched at a time.
  private mutating func add(from first: Int) {
    let (found, width, count) = (expander.rows, rows.width, expander.rowCount)
    if let twins {
      for place in 0..<count { twins.settle(found + place * width) }
      expander.learn()
    }
    hashes.removeAll(keepingCapacity: true)
    for place in 0..<count {
      let hash = rows.hash(found + place &* width)
      hashes.append(hash)
      glanced &+= rows.glance(hash)
    }
    for hash in hashes { glanced &+= rows.glanceAtRow(hash) }
    var place = 0
    for (scene, actions) in counts.enumerated() {
      let parent = UInt32(first &+ scene)
      for _ in 0..<actions {
        if rows.insert(found + place &* width, hash: hashes[place]).isNew {
          parents.append(parent)
        }
        place &+= 1
      }
    }
  }

  /// Looks at a scene after it was followed.
  private mutating func judge(
    _ row: UnsafePointer<UInt64>, _ number: Int, _ look: Expander.Look
  ) {
    if isChecking, result.fault == nil, expander.isSuspicious {
      let scene = expander.current()
      if let message = expander.play.model.violatedInvariant(scene.state) {
        result.fault = Exploration.Fault(message: message, scene: number)
      }
    }
    let isOver = expander.harnesses[expander.code.harness(row)].isOver
    if isOver {
      let seen = expander.code.hasSeen ? row[expander.code.numberWords] : 0
      if result.cuts.last != seen, known.insert(seen).inserted { result.cuts.append(seen) }
    }
    if look.goesOn || look.isOwed && look.actions > 0 && !expander.isInside { return }
    end(expander.current(), number, look, isOver: isOver)
  }

  /// Looks at a scene in which no lane goes on.
  private mutating func end(
    _ scene: Scene, _ number: Int, _ look: Expander.Look, isOver: Bool
  ) {
    let owed = expander.play.model.obligation(scene.state)
    guard owed == nil || look.actions == 0 else { return }
    if isChecking, let owed, result.fault == nil {
      result.fault = Exploration.Fault(
        message: "nothing can happen, although something is owed: \(owed)", scene: number)
    }
    let stall = isOver ? nil : expander.play.stall(scene)
    if isChecking, !isOver, stall == .optional, expander.play.isBound(scene), result.fault == nil {
      result.fault = Exploration.Fault(message: "a lane waits in vain for no reason", scene: number)
    }
    if stalled.insert(Ended(seen: scene.seen, stall: stall)).inserted {
      result.endings.append(Exploration.Ending(seen: scene.seen, stall: stall, scene: number))
    }
  }

  /// Memory for one row.
  private func withRow<Result>(_ body: (UnsafeMutablePointer<UInt64>) -> Result) -> Result {
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: expander.code.width) { buffer in
      guard let row = buffer.baseAddress else { preconditionFailure("a row has a word") }
      return body(row)
    }
  }

  // MARK: Ways and histories

  /// A shortest way to a scene.
  ///
  /// - Parameter number: a scene of a result, of an explorer that was to reduce nothing.
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
      expander.code.read(rows.row(numbers[place]), into: &scene)
      expander.play.come(to: scene)
      _ = expander.play.actions(scene, into: &actions)
      for action in actions {
        after.assign(scene)
        let signal = perform(action, on: &after)
        guard self.number(of: after) == target else { continue }
        way.append(expander.play.happening(action, signal, from: scene, to: after))
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
    return (0..<rows.count).map { number in
      expander.code.read(rows.row(number), into: &scene)
      expander.play.come(to: scene)
      let isIdle = expander.play.actions(scene, into: &actions)
      var choices: [HistoryGraph.Choice] = []
      let isOver = expander.play.isOver(scene)
      if isOver { choices.append(HistoryGraph.Choice([.init(nil, .ended)], target: nil)) }
      if !isOver, actions.isEmpty || expander.play.mayRest(scene, isIdle: isIdle) {
        let evidence = Quiescence(threads: 1, canaries: 1)
        choices.append(
          HistoryGraph.Choice(
            [.init(nil, .quiescent(evidence)), .init(nil, .stalled)], target: nil))
      }
      for action in actions {
        after.assign(scene)
        let signal = perform(action, on: &after)
        let labels = signal.map { signal in
          let event = expander.play.event(signal)
          return [HistoryGraph.Label(event.lane, event.kind)]
        }
        choices.append(
          HistoryGraph.Choice(
            labels ?? [], target: self.number(of: after)))
      }
      return choices
    }
  }

  private mutating func perform(_ action: Play.Action, on scene: inout Scene) -> Play.Signal? {
    let signal = expander.play.perform(action, on: &scene)
    if let signal { lookout.add(expander.play.bits(signal, lookout), to: &scene.seen) }
    return signal
  }

  /// The number of a scene that was visited, or found.
  private func number(of scene: Scene) -> Int? {
    withRow { row in
      expander.code.write(scene, to: row)
      return rows.find(row)
    }
  }
}
