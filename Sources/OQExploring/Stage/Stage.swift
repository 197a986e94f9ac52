import OQHistory
import OQModel

/// A program as the explorer plays it: every lane that there can be, and a number for each call.
///
/// Lanes and calls have fixed places. So two runs that have come to the same state are the same,
/// whatever the order in which they made their calls.
package struct Stage: Sendable {
  /// A lane that is there from the beginning, or that a call of client code makes.
  struct Part: Sendable {
    let lane: Lane
    let steps: [Step]
    let cues: [Cue]

    var callback: Callback? { lane.callback }
  }

  /// A step, with the places of what it names.
  enum Cue: Sendable {
    case call(Int)
    case hold
    case open(part: Int)
    case untilBegan(part: Int)
    case untilEnded(part: Int)
    case untilReads(call: Int, Outcome.Value)
    case meet(Int)
    case drop
  }

  /// The program.
  package let program: Program
  /// Clients, then client code by operation.
  let parts: [Part]
  /// Number of clients.
  let clients: Int
  /// The command of each call.
  let commands: [Command]
  /// The part that makes each call.
  let callers: [Int]
  /// Calls that wait for an operation and are made by its own completion block.
  let ownWaits: Set<Int>
  /// Adds that do not wait and are made by a completion block.
  let ownAdds: Set<Int>
  /// How many lanes come to each meeting.
  let parties: [Int]
  /// Parts of each operation's code, by the order in which calls of the same code come.
  let entrances: [[Entrance]]
  /// Most calls that are open at a time.
  let mostCalls: Int
  /// Whether some dependency is made more than once, so that the calls made so far matter.
  let hasRepeats: Bool
  /// Whether dependencies form a circle from the beginning.
  let hasCircle: Bool

  /// Client code of an operation: the parts that its first, second … call become.
  struct Entrance: Sendable {
    let callback: Callback
    let parts: [Int]
  }

  /// Most steps of a lane that the explorer plays.
  package static let mostSteps = 200

  /// Why a program cannot be explored, or nil.
  ///
  /// - Parameter program: any program.
  /// - Returns: what of it is beyond the model or the explorer, or nil.
  package static func fault(_ program: Program) -> String? {
    if let fault = Simulator.fault(program) { return fault }
    for script in program.scripts where script.steps.count > mostSteps {
      return "more than \(mostSteps) steps of a lane"
    }
    for step in program.allSteps {
      guard let command = Stage.command(step) else { continue }
      switch command.verb {
      case .isCurrent, .runsAt, .threadPriority, .setThreadPriority:
        return "the verb \(command.verb.entry.name)"
      default: continue
      }
    }
    return nil
  }

  /// The stage of a program.
  ///
  /// - Parameter program: a program for which ``fault(_:)`` is nil.
  package init(_ program: Program) {
    if let fault = Stage.fault(program) { preconditionFailure("beyond the explorer: \(fault)") }
    self.program = program
    let casting = Casting(program)
    parts = casting.parts
    clients = program.clients.count
    commands = casting.commands
    callers = casting.callers
    entrances = casting.entrances
    parties = casting.parties
    var ownWaits: Set<Int> = []
    var ownAdds: Set<Int> = []
    for (call, command) in casting.commands.enumerated() {
      let lane = casting.parts[casting.callers[call]].lane
      if command.isInOwnCompletion(on: lane) { ownWaits.insert(call) }
      if command.isAddInCompletion(on: lane) { ownAdds.insert(call) }
    }
    self.ownWaits = ownWaits
    self.ownAdds = ownAdds
    mostCalls = Set(casting.callers).count
    hasRepeats = Stage.hasRepeats(program, casting.commands)
    hasCircle = Stage.hasCircle(program)
  }

  static func command(_ step: Step) -> Command? {
    switch step {
    case .command(let command), .until(.reads(let command, _)): command
    default: nil
    }
  }

  private static func hasCircle(_ program: Program) -> Bool {
    var tangled = Set(program.operations.indices)
    while !tangled.isEmpty {
      let waiting = tangled.filter { index in
        program.operations[index].dependencies.contains { tangled.contains($0.index) }
      }
      if waiting.count == tangled.count { return true }
      tangled = waiting
    }
    return false
  }

  private static func hasRepeats(_ program: Program, _ commands: [Command]) -> Bool {
    var made: Set<[OperationID]> = []
    for (place, operation) in program.operations.enumerated() {
      for other in operation.dependencies { made.insert([OperationID(place), other]) }
    }
    for command in commands where command.verb == .addDependency {
      guard let target = command.operation, let other = command.operands.first else { continue }
      if !made.insert([target, other]).inserted { return true }
    }
    return false
  }
}

/// Gives lanes, calls and meetings their places.
private struct Casting {
  var parts: [Stage.Part] = []
  var commands: [Command] = []
  var callers: [Int] = []
  var entrances: [[Stage.Entrance]]
  var parties: [Int] = []
  private var places: [Callback: Int] = [:]
  private var meetings: [Int: Int] = [:]

  init(_ program: Program) {
    entrances = [[Stage.Entrance]](repeating: [], count: program.operations.count)
    var lanes = program.clients.map(\.lane)
    for (place, _) in program.operations.enumerated() {
      for callback in Casting.callbacks(of: OperationID(place), program) {
        let first = lanes.count
        for occurrence in 1...Casting.occurrences(of: callback, program) {
          places[
            Callback(
              callback.operation, callback.point, index: callback.index, occurrence: occurrence)] =
            lanes.count
          lanes.append(
            .callback(
              Callback(
                callback.operation, callback.point, index: callback.index, occurrence: occurrence)))
        }
        entrances[place].append(
          Stage.Entrance(callback: callback, parts: Array(first..<lanes.count)))
      }
    }
    countParties(program)
    for lane in lanes {
      let steps = program.steps(of: lane)
      let cues = steps.map { cue($0, by: parts.count) }
      parts.append(Stage.Part(lane: lane, steps: steps, cues: cues))
    }
  }

  private mutating func countParties(_ program: Program) {
    for script in program.scripts {
      var named: Set<Int> = []
      for case .meet(let number) in script.steps {
        if meetings[number] == nil {
          meetings[number] = parties.count
          parties.append(0)
        }
        if named.insert(number).inserted { parties[meetings[number, default: 0]] += 1 }
      }
    }
  }

  private mutating func cue(_ step: Step, by part: Int) -> Stage.Cue {
    switch step {
    case .command(let command): return .call(number(command, by: part))
    case .hold: return .hold
    case .open(let callback): return .open(part: place(callback))
    case .until(.began(let callback)): return .untilBegan(part: place(callback))
    case .until(.ended(let callback)): return .untilEnded(part: place(callback))
    case .until(.reads(let command, let value)):
      return .untilReads(call: number(command, by: part), value)
    case .meet(let number): return .meet(meetings[number, default: 0])
    case .drop: return .drop
    }
  }

  private mutating func number(_ command: Command, by part: Int) -> Int {
    commands.append(command)
    callers.append(part)
    return commands.count - 1
  }

  private func place(_ callback: Callback) -> Int {
    guard let place = places[callback] else {
      preconditionFailure("every callback that a program names has a place")
    }
    return place
  }

  /// All client code of an operation that can be called, or that the program names.
  private static func callbacks(of operation: OperationID, _ program: Program) -> [Callback] {
    let declaration = program[operation]
    var callbacks: Set<Callback> = []
    switch declaration.kind {
    case .block:
      for index in 0..<declaration.blocks {
        callbacks.insert(Callback(operation, index: index + 1))
      }
    case .asynchronous: callbacks.insert(Callback(operation, .start))
    default: if declaration.kind.hasBody { callbacks.insert(Callback(operation)) }
    }
    if declaration.kind == .conditional { callbacks.insert(Callback(operation, .isReady)) }
    if declaration.completion { callbacks.insert(Callback(operation, .completion)) }
    for script in program.scripts {
      if let callback = script.lane.callback, callback.operation == operation {
        callbacks.insert(callback.first)
      }
    }
    for step in program.allSteps {
      switch step {
      case .open(let callback), .until(.began(let callback)), .until(.ended(let callback)):
        if callback.operation == operation { callbacks.insert(callback.first) }
      case .command(let command) where command.operation == operation:
        guard let number = command.integer, number > 0 else { continue }
        if command.verb == .setCompletion {
          callbacks.insert(Callback(operation, .completion, index: number))
        }
        if command.verb == .addExecutionBlock {
          callbacks.insert(Callback(operation, index: number))
        }
      default: continue
      }
    }
    return callbacks.sorted()
  }

  /// How often the same code can be called at most, with one more for a broken guard.
  private static func occurrences(of callback: Callback, _ program: Program) -> Int {
    let commands = program.allSteps.compactMap(\.command).filter {
      $0.operation == callback.operation
    }
    switch callback.point {
    case .body:
      return 2 + commands.count { $0.verb == .addExecutionBlock && $0.integer == callback.index }
    case .completion:
      return 2 + commands.count { $0.verb == .setCompletion && $0.integer == callback.index }
    case .start: return 2 + commands.count { $0.verb == .start }
    case .isReady: return 2
    case .observer, .registration, .cancellation: return 1
    }
  }
}
