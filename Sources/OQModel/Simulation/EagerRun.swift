import OQHistory
import OQSpecification

/// The run of a program in which everything that may happen happens before a lane goes on.
///
/// At every freedom it takes one fixed outcome: nothing begins in a suspended queue, a cancelled
/// operation waits for its dependencies, a removed dependency is waited for no longer, all blocks
/// of an operation run. Callbacks go on before clients, and client 1 goes on last: what another
/// client does after a meeting has begun when client 1 acts.
///
/// So a program has one run, which tells in which state of the model each of its calls is made.
/// Calls that the model says nothing of return at once.
package struct EagerRun {
  /// A lane is about to take a step.
  package struct Moment {
    /// The lane.
    package let lane: Lane
    /// The place of the step in the lane.
    package let position: Int
    /// The step.
    package let step: Step
    /// The state in which it is taken.
    package let state: State
    /// The command of each call so far, by the id of the call.
    package let commands: [Command]
  }

  /// More steps than any program of usual size needs.
  private static let most = 20_000

  private var run: Run
  /// Observers of cancellations, with the operations that they observe.
  private var observers: [(operation: OperationID, callback: Callback)] = []
  /// Client code that has begun within calls, by the id of the call.
  private var inner: [Int: Callback] = [:]
  private var moves: [Move] = []

  /// A run that has not begun.
  ///
  /// - Parameters:
  ///   - program: a program within the bounds of the model; see ``fault(_:)``.
  ///   - profile: the reading of the contract.
  ///   - meeting: a meeting to which one more lane comes than the program says, so that the others
  ///     stay there.
  package init(_ program: Program, profile: Profile = .core, keeping meeting: Int? = nil) {
    run = Run(
      program, model: Model(program, profile: profile), reach: Reach(), keeping: meeting)
  }

  /// Why a program cannot be run, or nil.
  ///
  /// - Parameter program: any program.
  /// - Returns: a sentence naming the bound of the model that it exceeds, or nil.
  package static func fault(_ program: Program) -> String? {
    Model.fault(program, commands: program.allSteps.compactMap(\.command))
  }

  /// The state that the run has come to.
  package var state: State { run.state }

  /// The lanes that are not at their end, in the order in which they began.
  package var unfinishedLanes: [Lane] {
    run.lanes.filter { $0.next < $0.steps.count || $0.call >= 0 }.map(\.lane)
  }

  /// Runs the program until nothing goes on.
  ///
  /// - Parameter watch: is called before each step of a lane.
  /// - Complexity: O(steps × operations²).
  package mutating func finish(_ watch: (Moment) -> Void) {
    for _ in 0..<EagerRun.most where !(move() || enter() || goOn() || advance(watch)) { return }
  }

  // MARK: What the model does

  private mutating func move() -> Bool {
    for index in run.state.operations.indices {
      moves.removeAll(keepingCapacity: true)
      run.model.internalMoves(index, run.state, into: &moves)
      guard let move = moves.first(where: isEager) else { continue }
      run.model.apply(move, to: &run.state)
      return true
    }
    return false
  }

  /// Whether a step belongs to the outcomes that the run takes.
  private func isEager(_ move: Move) -> Bool {
    let operation = run.state.operations[move.operation]
    switch move.transition {
    case .heed, .forget, .flush, .dropBarrier: return false
    case .notice, .runBarrier, .endBody: return move.branch == nil
    case .skipBody: return move.variant == 0 && !operation.flags.contains(.passed)
    case .dispatch:
      return !run.state.queues[Int(operation.owner)].suspended && run.model.isReady(operation)
        && !run.model.isBehindBarrier(move.operation, run.state)
    default: return true
    }
  }

  private mutating func enter() -> Bool {
    for (index, operation) in run.state.operations.enumerated() {
      let id = OperationID(index)
      if operation.phase == .executing,
        let number = operation.blocks.numbers(beyond: operation.begun).first
      {
        run.enter(Callback(id, index: number))
        return true
      }
      if !operation.due.isEmpty,
        let number = operation.due.numbers(beyond: BlockCounts()).first
      {
        run.enter(Callback(id, .completion, index: number))
        return true
      }
      if operation.startsDue > 0 {
        run.enter(Callback(id, .start))
        return true
      }
    }
    return false
  }

  // MARK: What lanes do

  /// Open calls take effect and return.
  private mutating func goOn() -> Bool {
    for place in run.lanes.indices where run.lanes[place].call >= 0 {
      guard let call = run.state.position(ofCall: run.lanes[place].call) else { continue }
      if let code = clientCode(within: place) {
        inner[run.lanes[place].call] = code
        run.enter(code)
        return true
      }
      if isInside(place) { continue }
      if run.model.mayReturn(call, run.state) {
        noteObserver(place)
        run.returns(place)
        return true
      }
      guard run.state.calls[call].stage != .done else { continue }
      let verb = run.model.commands[run.lanes[place].call].verb
      if verb.isRead || verb.isBesideModel {
        run.state.calls[call].stage = .done
        return true
      }
      moves.removeAll(keepingCapacity: true)
      run.model.effects(of: call, run.state, into: &moves)
      guard let move = moves.first else { continue }
      run.model.apply(move, to: &run.state)
      if move.answer == .rejected { run.lanes[place].outcome = .rejected(.raised) }
      return true
    }
    return false
  }

  // MARK: Client code within a call

  /// The client code that a call asks for and that has not begun.
  ///
  /// It is the overridden getter of a read, if it has steps, or an observer of what the call has
  /// done.
  private func clientCode(within place: Int) -> Callback? {
    let call = run.lanes[place].call
    let command = run.model.commands[call]
    guard let operation = command.operation else { return nil }
    switch command.verb {
    case .isReady:
      return run.getter(askedBy: command).flatMap { run.entries[$0] == nil ? $0 : nil }
    case .cancel:
      let isDone = run.state.calls.contains { $0.id == call && $0.stage == .done }
      return isDone
        ? observers.first { $0.operation == operation && run.entries[$0.callback] == nil }?.callback
        : nil
    default: return nil
    }
  }

  /// Whether client code runs that a call has asked for.
  private func isInside(_ place: Int) -> Bool {
    inner[run.lanes[place].call].map { code in
      run.lanes.contains {
        $0.lane.callback?.operation == code.operation && $0.lane.callback?.point == code.point
      }
    } ?? false
  }

  /// Takes note of an observer that has been attached.
  ///
  /// Of those of a cancellation it is certain when they are told, and in which thread: within the
  /// first cancel, and never where that has come before.
  private mutating func noteObserver(_ place: Int) {
    let command = run.model.commands[run.lanes[place].call]
    guard command.property == .isCancelled, let operation = command.operation,
      !run.state.operations[operation.index].isCancelled,
      let observer = command.operands.first
    else { return }
    observers.append((operation, Callback(observer, .observer)))
  }

  private mutating func advance(_ watch: (Moment) -> Void) -> Bool {
    guard let place = next() else { return false }
    let lane = run.lanes[place]
    if lane.next < lane.steps.count, !lane.isReady {
      watch(
        Moment(
          lane: lane.lane, position: lane.next, step: lane.steps[lane.next], state: run.state,
          commands: run.model.commands))
    }
    run.advance(place)
    return true
  }

  /// The lane that goes on: a callback, or else the client with the highest number.
  private func next() -> Int? {
    var found: Int?
    for place in run.lanes.indices where run.lanes[place].call < 0 {
      let lane = run.lanes[place]
      let isCallback = lane.lane.callback != nil
      guard lane.next < lane.steps.count ? isEnabled(lane.steps[lane.next], lane) : isCallback
      else { continue }
      if isCallback { return place }
      if found.map({ run.lanes[$0].lane < lane.lane }) ?? true { found = place }
    }
    return found
  }

  /// Whether a lane can take a step: most observers are not called here, so none is waited for.
  private func isEnabled(_ step: Step, _ lane: Run.LaneState) -> Bool {
    switch step {
    case .until(.began(let callback)) where callback.point == .observer: true
    default: run.isEnabled(step, lane)
    }
  }
}
