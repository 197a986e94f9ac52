import OQHistory
import OQSpecification

/// What the runs of some programs can do, step by step, and what each step shows.
///
/// The programs differ in dependencies alone, which nobody lists or changes. Which of them are
/// still waited for is all that counts, so most places belong to runs of many of the programs.
package struct EventGraph: Sendable {
  /// The place in which each program begins.
  package private(set) var roots: [Int]
  /// The places to which steps lead, by the place from which they lead.
  private(set) var targets: [UInt32]
  /// The number of the event that each step shows plus 1, or 0.
  private(set) var events: [UInt8]
  /// The place behind the last step of each place.
  private(set) var ends: [Int]
  /// Places in which a run may stop although the client waits.
  private(set) var stalls: Set<Int>

  /// A graph.
  ///
  /// - Parameters:
  ///   - roots: the place in which each program begins.
  ///   - targets: the places to which steps lead, by the place from which they lead.
  ///   - events: the number of the event that each step shows plus 1, or 0.
  ///   - ends: the place behind the last step of each place.
  ///   - stalls: places in which a run may stop although the client waits.
  package init(
    roots: [Int], targets: [UInt32], events: [UInt8], ends: [Int], stalls: Set<Int>
  ) {
    self.roots = roots
    self.targets = targets
    self.events = events
    self.ends = ends
    self.stalls = stalls
  }

  /// Number of places.
  package var count: Int { ends.count }

  /// The steps of a place.
  func steps(of place: Int) -> Range<Int> { (place == 0 ? 0 : ends[place - 1])..<ends[place] }
}

// MARK: Runs of the simulator

extension EventGraph {
  /// Chooses among the steps that an implementation can take some that can stand for all that can
  /// happen, given the state and how many calls were made; none where that is not certain.
  package typealias Choosing = (_ moves: [Move], _ state: State, _ calls: Int) -> [Move]

  /// Follows every choice of the simulator; nil where that leads beyond the bound.
  ///
  /// - Parameters:
  ///   - programs: at least one; they differ in dependencies alone.
  ///   - alphabet: their events.
  ///   - profile: the reading of the contract.
  ///   - guards: guards broken on purpose.
  ///   - bound: most places.
  ///   - choosing: what stands for all; nil where everything is followed.
  /// - Complexity: O(places × choices).
  package init?(
    simulating programs: [Program], _ alphabet: EventAlphabet, _ profile: Profile,
    guards: Guards = [], bound: Int, choosing: Choosing? = nil
  ) {
    self.init(roots: [], targets: [], events: [], ends: [], stalls: [])
    let model = Model(programs[0], profile: profile, guards: guards, concurrency: 2)
    var book = RunBook(alphabet)
    for program in programs {
      var run = Run(programs[0], model: model, reach: Reach(isCounting: false))
      run.state = Model(program, profile: profile).initial.withoutDependencies
      roots.append(book.place(of: run))
    }
    while let run = book.next() {
      for outcome in run.outcomes(choosing: choosing) {
        guard outcome.goesOn else {
          if !run.isOver { stalls.insert(ends.count) }
          continue
        }
        let event = outcome.run.events.last.map {
          alphabet.number(of: $0, calls: outcome.run.model.commands.count) + 1
        }
        targets.append(UInt32(book.place(of: outcome.run.withoutPast)))
        events.append(UInt8(event ?? 0))
      }
      ends.append(targets.count)
      if book.count > bound { return nil }
    }
  }
}

extension State {
  /// The state without what `dependencies` returns.
  package var withoutDependencies: State {
    var state = self
    for index in state.operations.indices {
      state.operations[index].dependencies = OperationSet()
    }
    return state
  }
}

/// Runs that were reached, each with a number, and those of them that are to be followed.
private struct RunBook {
  private let code: StateCode
  private var numbers: [[UInt64]: Int] = [:]
  private var pending: [Run] = []
  private var followed = 0

  init(_ alphabet: EventAlphabet) {
    code = StateCode(alphabet.program, commands: alphabet.commands)
  }

  /// How many runs were reached.
  var count: Int { numbers.count }

  /// The number of a run, which is to be followed where it is new.
  mutating func place(of run: Run) -> Int {
    let place = numbers.count
    let key = key(of: run)
    if let number = numbers[key] { return number }
    numbers[key] = place
    pending.append(run)
    return place
  }

  /// The run that is to be followed next.
  mutating func next() -> Run? {
    guard followed < pending.count else { return nil }
    defer { followed += 1 }
    let run = pending[followed]
    // Half of the memory is given back at a time.
    if followed > 10_000, followed * 2 > pending.count {
      pending.removeFirst(followed)
      followed = 0
    }
    return run
  }

  /// All that still matters of a run: its state, how far the client has come, who is inside.
  private func key(of run: Run) -> [UInt64] {
    var key = [UInt64](repeating: 0, count: code.width(calls: run.state.calls.count) + 2)
    key.withUnsafeMutableBufferPointer { code.encode(run.state, into: $0) }
    for lane in run.lanes {
      if let callback = lane.lane.callback {
        key[key.count - 1] |= 1 << UInt64(callback.operation.index)
      } else {
        key[key.count - 2] =
          UInt64(lane.next) << 2 | (lane.call >= 0 ? 2 : 0) | (lane.outcome == .done ? 1 : 0)
      }
    }
    return key
  }
}
