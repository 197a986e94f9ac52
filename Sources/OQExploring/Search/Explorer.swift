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
  private static let batch = 512
  /// How many rows ahead memory is fetched.
  static let ahead = 12

  let play: Play
  let lookout: Lookout
  let bound: Int
  let isChecking: Bool
  private let isPlain: Bool
  private let ample: AmpleSteps?
  private let classes: [[Int]]
  let threads: Int
  var expander: Expander
  /// The scenes, in as many tables as there are threads; the number of a scene tells its table.
  var shards: [WordTable] = []
  private var twins: Twins?
  /// The scene from which each scene was first reached, by table.
  var parents: [[UInt32]] = []
  /// The number of the scene in which each program begins.
  private(set) var roots: [Int] = []
  private let openings: [Scene]
  var result = Exploration()
  private var known: Set<UInt64> = []
  private var stalled: Set<Ended> = []
  /// How many rows of a batch each of its scenes has.
  private var counts: [Int] = []
  /// Where each step from each scene leads, if that is kept.
  private(set) var steps: StepList?

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
  ///   - threads: 1 or 2; symmetry, kept steps and large programs take one.
  ///   - keepsSteps: whether ``steps`` are kept; then scenes are not told apart by what was seen.
  ///   - variants: programs that differ from that of the stage in dependencies alone, which nobody
  ///     lists or changes; they are explored instead of it, all together.
  package init(
    _ stage: Stage, profile: Profile, lookout: Lookout, guards: Guards = [],
    leftOut: Set<Branch> = [], bound: Int = Explorer.usualBound, reductions: Reductions = [],
    isPlain: Bool = false, threads: Int = 1, keepsSteps: Bool = false,
    variants: [Program] = []
  ) {
    precondition((1...2).contains(threads), "one thread or two")
    steps = keepsSteps ? StepList() : nil
    self.lookout = lookout
    self.bound = bound
    self.isPlain = isPlain
    isChecking = guards.isEmpty && leftOut.isEmpty
    play = Play(stage, profile: profile, guards: guards, leftOut: leftOut)
    ample =
      reductions.contains(.order)
      ? AmpleSteps(
        stage, lookout, profile, guards: guards, leftOut: leftOut,
        isHasty: reductions.contains(.haste))
      : nil
    classes =
      reductions.contains(.symmetry)
      ? Twins.classes(stage, lookout, profile, leftOut: leftOut) : []
    let code = SceneCode(
      stage, hasSeen: lookout.count > 0 && !keepsSteps, isWide: false, twins: classes)
    expander = Expander(play, Knowledge(play, code, ample), lookout, isPlain: isPlain)
    self.threads = expander.isPlain || keepsSteps || !classes.isEmpty ? 1 : threads
    let play = play
    openings =
      variants.isEmpty ? [play.opening] : variants.map { Explorer.opening($0, play, profile) }
    open()
  }

  /// The scene in which a variant begins.
  ///
  /// Which operations are still waited for is all that counts of its dependencies.
  private static func opening(_ program: Program, _ play: Play, _ profile: Profile) -> Scene {
    var scene = play.opening
    scene.state = Model(program, commands: play.stage.commands, profile: profile).initial
    for index in scene.state.operations.indices {
      scene.state.operations[index].dependencies = OperationSet()
    }
    return scene
  }

  private mutating func open() {
    if !classes.isEmpty { twins = Twins(classes, expander.code, play) }
    shards = (0..<threads).map { _ in WordTable(width: expander.code.width) }
    parents = shards.map { _ in [] }
    roots = openings.map { opening in
      withRow { row in
        expander.code.write(opening, to: row)
        let shard = Explorer.shard(WordTable.hash(row, expander.code.width), of: threads)
        return shards[shard].insert(row).number * threads + shard
      }
    }
    expander.known.learn()
    for root in roots.sorted() where root / threads == parents[root % threads].count {
      parents[root % threads].append(UInt32(root))
    }
  }

  /// The table in which a row with a hash is.
  static func shard(_ hash: UInt64, of shards: Int) -> Int {
    shards == 1 ? 0 : Int(truncatingIfNeeded: hash >> 40 & 1)
  }

  /// The number of scenes.
  var count: Int { shards.reduce(0) { $0 + $1.count } }

  /// The row of a scene.
  func row(_ number: Int) -> UnsafePointer<UInt64> {
    shards[number % threads].row(number / threads)
  }

  /// Visits everything.
  ///
  /// - Returns: what was found.
  /// - Complexity: O(states × actions of a state).
  package mutating func run() -> Exploration {
    if !visitAll() {
      // An operation has more states than its number can tell apart: once more, with longer ones.
      let code = SceneCode(
        play.stage, hasSeen: expander.code.hasSeen, isWide: true, twins: classes)
      expander = Expander(play, Knowledge(play, code, ample), lookout, isPlain: isPlain)
      if steps != nil { steps = StepList() }
      known = []
      stalled = []
      result = Exploration()
      open()
      _ = visitAll()
    }
    result.states = count
    result.branches = expander.branches
    return result
  }

  /// Whether some operations can change places, so that symmetry leaves scenes out.
  package var hasTwins: Bool { !classes.isEmpty }

  /// How many scenes those that were visited stand for at most, by symmetry.
  package var orbits: Double {
    guard let twins else { return Double(count) }
    return (0..<count).reduce(0) { $0 + twins.orbit(row($1)) }
  }

  private mutating func visitAll() -> Bool { threads == 1 ? visit() : visitTogether() }

  /// - Returns: false where the numbers of a row are too short.
  private mutating func visit() -> Bool {
    let rows = shards[0]
    var next = 0
    var levelEnd = rows.count
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
        let found = expander.rowCount
        let look = expander.expand(row)
        for place in found..<expander.rowCount { rows.expect(expander.hashes[place]) }
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
  /// Each place in memory is asked for before it is needed, so that many are fetched at a time.
  private mutating func add(from first: Int) {
    let rows = shards[0]
    let (found, hashes, count) = (expander.rows, expander.hashes, expander.rowCount)
    if let twins {
      for place in 0..<count {
        twins.settle(found + place * rows.width)
        hashes[place] = WordTable.hash(found + place * rows.width, rows.width)
      }
      expander.known.learn()
    }
    for place in 0..<min(count, Explorer.ahead) { rows.expectRow(hashes[place]) }
    var place = 0
    for (scene, actions) in counts.enumerated() {
      let parent = UInt32(first &+ scene)
      for _ in 0..<actions {
        if place &+ Explorer.ahead < count { rows.expectRow(hashes[place &+ Explorer.ahead]) }
        let (number, isNew) = rows.insert(found + place &* rows.width, hash: hashes[place])
        if isNew { parents[0].append(parent) }
        steps?.append(number, expander.sighted[place])
        place &+= 1
      }
      steps?.close()
    }
  }

  /// Looks at a scene after it was followed.
  mutating func judge(
    _ row: UnsafePointer<UInt64>, _ number: Int, _ look: Expander.Look
  ) {
    if isChecking, result.fault == nil, expander.isSuspicious {
      let scene = expander.current()
      if let message = expander.play.model.violatedInvariant(scene.state) {
        result.fault = Exploration.Fault(message: message, scene: number)
      }
    }
    let isOver = expander.isOver
    if isOver { cut(expander.seen) }
    if look.goesOn || look.isOwed && look.actions > 0 && !expander.isInside { return }
    end(expander.current(), number, look, isOver: isOver)
  }

  /// All clients are through, and something has been seen.
  mutating func cut(_ seen: UInt64) {
    if result.cuts.last != seen, known.insert(seen).inserted { result.cuts.append(seen) }
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
    steps?.rest(at: number, isOver: isOver)
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
    while let last = numbers.last, !roots.contains(last) {
      numbers.append(Int(parents[last % threads][last / threads]))
    }
    numbers.reverse()
    var scene = play.opening
    var after = scene
    var actions: [Play.Action] = []
    var way: [Happening] = []
    for (place, target) in numbers.dropFirst().enumerated() {
      expander.code.read(row(numbers[place]), into: &scene)
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
    return (0..<count).map { number in
      expander.code.read(row(number), into: &scene)
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
      let shard = Explorer.shard(WordTable.hash(row, expander.code.width), of: threads)
      return shards[shard].find(row).map { $0 * threads + shard }
    }
  }
}
