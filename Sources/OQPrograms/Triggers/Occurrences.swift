import OQHistory

/// Where a trigger occurs in a program: which steps and objects play the parts of its own.
///
/// The steps of one lane of the trigger have to come in their order where one lane of the program
/// makes them; lanes of the program are otherwise free, since a client and a callback may make the
/// same call. A step that the trigger has inside a callback has to be made by the same callback.
struct Occurrences {
  /// For every step of the trigger the steps of the program that play it, as positions in
  /// ``Program/allSteps``; a step of a run brings all of the run along.
  private(set) var places: [Set<Int>]
  /// For every operation of the trigger those of the program that play it.
  private(set) var operations: [Set<Int>]
  /// For every queue of the trigger those of the program that play it.
  private(set) var queues: [Set<Int>]
  /// Steps of the program that bring about what the trigger declares.
  private(set) var bringing: Set<Int> = []
  /// For every operation and queue of the trigger the one that plays it where it was found first.
  private(set) var first: (operations: [Int], queues: [Int])?
  /// How often the trigger was found, up to ``most``.
  private(set) var count = 0

  /// Most occurrences that are looked for.
  static let most = 64
  /// Most attempts to let an object play a part; beyond that nothing more is found.
  private static let mostWork = 100_000

  private let most: Int
  private let fragment: Program
  private let program: Program
  /// The steps of the trigger, in the order in which parts are given.
  private let wanted: [Located]
  private let offered: [Located]
  /// For every step of the program the run to which it belongs.
  private let runs: [Range<Int>]
  private let edges: Set<[Int]>
  private let settings: Settings
  private let isLoose: Bool
  private var work = 0

  /// A step with its place.
  private struct Located {
    let script: Int
    let lane: Lane
    let step: Step
  }

  /// A choice of players.
  fileprivate struct Cast {
    var operations: [Int?]
    var queues: [Int?]
    var places: [Int]
  }

  /// Looks for a trigger in a program.
  ///
  /// - Parameters:
  ///   - trigger: the trigger.
  ///   - program: any program.
  ///   - most: how many occurrences are looked for at most.
  /// - Complexity: O(occurrences × steps), bounded.
  init(of trigger: Trigger, in program: Program, atMost most: Int = Occurrences.most) {
    self.most = most
    fragment = trigger.fragment
    isLoose = trigger.isLoose
    self.program = program
    wanted = Occurrences.located(fragment)
    offered = Occurrences.located(program)
    runs = program.runs.flatMap { run in run.map { _ in run } }
    settings = Settings(of: program)
    var edges: Set<[Int]> = []
    for (index, operation) in program.operations.enumerated() {
      for dependency in operation.dependencies { edges.insert([index, dependency.index]) }
    }
    for case .command(let command) in program.allSteps where command.verb == .addDependency {
      if let target = command.operation, let other = command.operands.first {
        edges.insert([target.index, other.index])
      }
    }
    self.edges = edges
    places = Array(repeating: [], count: wanted.count)
    operations = Array(repeating: [], count: fragment.operations.count)
    queues = Array(repeating: [], count: fragment.queues.count)
    guard wanted.count <= Trigger.mostSteps else { return }
    search(
      Cast(
        operations: Array(repeating: nil, count: fragment.operations.count),
        queues: Array(repeating: nil, count: fragment.queues.count), places: []))
  }

  private static func located(_ program: Program) -> [Located] {
    program.scripts.enumerated().flatMap { index, script in
      script.steps.map { Located(script: index, lane: script.lane, step: $0) }
    }
  }

  private var isOver: Bool { count >= most || work > Occurrences.mostWork }

  /// Gives the next step a player, in every way.
  private mutating func search(_ cast: Cast) {
    guard !isOver else { return }
    guard cast.places.count < wanted.count else { return complete(cast) }
    let step = wanted[cast.places.count]
    for place in offered.indices where isInOrder(place, cast) {
      work += 1
      guard !isOver else { return }
      for next in casts(step, as: offered[place], cast) {
        var next = next
        next.places.append(place)
        search(next)
      }
    }
  }

  /// Whether a place comes after those of earlier steps of the same lane of the trigger.
  private func isInOrder(_ place: Int, _ cast: Cast) -> Bool {
    let own = wanted[cast.places.count].script
    for (number, other) in cast.places.enumerated() {
      if other == place, !isShared(place) { return false }
      // What two lanes do again and again is not what one of them does.
      if wanted[number].script != own, runs[place].count > 1, runs[place] == runs[other] {
        return false
      }
      if wanted[number].script == own, offered[other].script == offered[place].script,
        other > place
      {
        return false
      }
    }
    return true
  }

  /// A group add plays several adds.
  private func isShared(_ place: Int) -> Bool {
    offered[place].step.command?.verb.isGroupAdd ?? false
  }

  /// The ways in which one step can play another.
  private func casts(_ wanted: Located, as offered: Located, _ cast: Cast) -> [Cast] {
    var cast = cast
    if let callback = wanted.lane.callback {
      guard let other = offered.lane.callback, other.point == callback.point,
        let more = cast.giving(callback.operation, other.operation, self)
      else { return [] }
      cast = more
    }
    switch (wanted.step, offered.step) {
    case (.command(let command), .command(let other)):
      return casts(command, as: other, cast)
    case (.drop(.operation(let own)), .drop(.operation(let other))):
      return cast.giving(own, other, self).map { [$0] } ?? []
    case (.drop(.queue(let own)), .drop(.queue(let other))):
      return cast.giving(own, other, self).map { [$0] } ?? []
    case (.until(.reads(let command, let value)), .until(.reads(let other, let found))):
      return value == found ? casts(command, as: other, cast) : []
    case (.until(.began(let own)), .until(.began(let other))),
      (.until(.ended(let own)), .until(.ended(let other))),
      (.open(let own), .open(let other)):
      guard own.point == other.point else { return [] }
      return cast.giving(own.operation, other.operation, self).map { [$0] } ?? []
    case (.hold, .hold), (.meet, .meet): return [cast]
    default: return []
    }
  }

  private func casts(_ own: Command, as other: Command, _ cast: Cast) -> [Cast] {
    let isAdd = own.verb == .add && other.verb.isAdd
    guard isAdd || own.verb == other.verb else { return [] }
    var cast = cast
    switch (own.target, other.target) {
    case (.operation(let left), .operation(let right)):
      guard let more = cast.giving(left, right, self) else { return [] }
      cast = more
    case (.queue(let left), .queue(let right)):
      guard let more = cast.giving(left, right, self) else { return [] }
      cast = more
    default: return []
    }
    if isAdd, let added = own.operands.first {
      return other.operands.compactMap { cast.giving(added, $0, self) }
    }
    switch (own.argument, other.argument) {
    case (.operations, .operations), (.operation, .operation), (.observer, .observer):
      guard own.operands.count <= other.operands.count, own.property == other.property else {
        return []
      }
      for (left, right) in zip(own.operands, other.operands) {
        guard let more = cast.giving(left, right, self) else { return [] }
        cast = more
      }
      return [cast]
    default:
      // Names and the like are numbers of which one is as good as another.
      return isLoose || own.argument == other.argument || own.verb.isBesideOrder ? [cast] : []
    }
  }

  /// Gives the remaining objects a player, and takes note.
  private mutating func complete(_ cast: Cast) {
    guard !isOver else { return }
    if let open = cast.operations.firstIndex(of: nil) {
      for index in program.operations.indices {
        work += 1
        guard !isOver else { return }
        if let next = cast.giving(OperationID(open), OperationID(index), self) { complete(next) }
      }
      return
    }
    if let open = cast.queues.firstIndex(of: nil) {
      for index in program.queues.indices {
        if let next = cast.giving(QueueID(open), QueueID(index), self) { complete(next) }
      }
      return
    }
    count += 1
    if first == nil {
      first = (cast.operations.compactMap(\.self), cast.queues.compactMap(\.self))
    }
    for (number, place) in cast.places.enumerated() { places[number].formUnion(runs[place]) }
    for (number, player) in cast.operations.enumerated() {
      if let player { operations[number].insert(player) }
    }
    for (number, player) in cast.queues.enumerated() {
      if let player { queues[number].insert(player) }
    }
    for (place, one) in offered.enumerated() {
      if let command = one.step.command, brings(command, cast) { bringing.insert(place) }
    }
  }

  /// Whether a command brings about what the trigger declares of an object.
  private func brings(_ command: Command, _ cast: Cast) -> Bool {
    switch command.target {
    case .queue(let queue):
      guard let part = cast.queues.firstIndex(of: queue.index) else { return false }
      let own = fragment.queues[part]
      return command.verb == .suspend
        ? own.suspended : command.verb == .setLimit && own.limit != nil && !own.isMain
    case .operation(let operation):
      guard let part = cast.operations.firstIndex(of: operation.index) else { return false }
      let own = fragment.operations[part]
      switch command.verb {
      case .setCompletion: return own.completion
      case .addDependency:
        return own.dependencies.contains {
          cast.operations[$0.index] == command.operands.first?.index
        }
      default: return false
      }
    }
  }
}

extension Occurrences.Cast {
  /// The cast with one more part given; nil where the player does not fit.
  fileprivate func giving(
    _ part: OperationID, _ player: OperationID, _ search: Occurrences
  ) -> Occurrences.Cast? {
    if let given = operations[part.index] { return given == player.index ? self : nil }
    guard !operations.contains(player.index), search.fits(part.index, player.index, operations)
    else { return nil }
    var cast = self
    cast.operations[part.index] = player.index
    return cast
  }

  /// The cast with one more part given; nil where the player does not fit.
  fileprivate func giving(
    _ part: QueueID, _ player: QueueID, _ search: Occurrences
  ) -> Occurrences.Cast? {
    if let given = queues[part.index] { return given == player.index ? self : nil }
    guard !queues.contains(player.index), search.fits(queue: part.index, player.index) else {
      return nil
    }
    var cast = self
    cast.queues[part.index] = player.index
    return cast
  }
}

extension Occurrences {
  /// Whether an operation of the program has what an operation of the trigger has; edges are
  /// compared with the parts that are given.
  fileprivate func fits(_ part: Int, _ player: Int, _ given: [Int?]) -> Bool {
    let (own, other) = (fragment.operations[part], program.operations[player])
    // A failure that shows with the plainest kind shows with others.
    if own.kind != .task, own.kind != other.kind { return false }
    if own.completion, !settings.completed.contains(player) { return false }
    if let priority = own.priority, other.priority != priority { return false }
    if own.blocks != 1, own.blocks > other.blocks { return false }
    for (index, operation) in fragment.operations.enumerated() {
      let otherPlayer = index == part ? player : given[index]
      guard let otherPlayer else { continue }
      if own.dependencies.contains(OperationID(index)), !edges.contains([player, otherPlayer]) {
        return false
      }
      if operation.dependencies.contains(OperationID(part)),
        !edges.contains([otherPlayer, player])
      {
        return false
      }
    }
    return true
  }

  fileprivate func fits(queue part: Int, _ player: Int) -> Bool {
    let (own, other) = (fragment.queues[part], program.queues[player])
    if own.isMain != other.isMain || own.dispatch != other.dispatch { return false }
    if own.suspended, !settings.suspended.contains(player) { return false }
    if let limit = own.limit, !own.isMain, !settings.limits[player].contains(limit) { return false }
    return true
  }

  /// What a program says of its objects anywhere, by declaration or by call.
  fileprivate struct Settings {
    var suspended: Set<Int> = []
    var limits: [Set<Int>]
    var completed: Set<Int> = []

    init(of program: Program) {
      limits = program.queues.map { $0.limit.map { [$0] } ?? [] }
      for (index, queue) in program.queues.enumerated() where queue.suspended {
        suspended.insert(index)
      }
      for (index, operation) in program.operations.enumerated() where operation.completion {
        completed.insert(index)
      }
      for case .command(let command) in program.allSteps {
        switch (command.verb, command.target) {
        case (.suspend, .queue(let queue)): suspended.insert(queue.index)
        case (.setLimit, .queue(let queue)):
          if let limit = command.integer { limits[queue.index].insert(limit) }
        case (.setCompletion, .operation(let operation)): completed.insert(operation.index)
        default: continue
        }
      }
    }
  }
}
