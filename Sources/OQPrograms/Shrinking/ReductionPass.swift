import OQHistory

/// A family of reductions, tried together; earlier families remove more at once.
enum ReductionPass: Int, CaseIterable, Sendable {
  case scripts, operations, queues, steps, related, lanes, lifts, merges, declarations,
    replacements

  /// Whether its reductions remove runs of many sizes, the longest first.
  var isChunked: Bool { self == .operations || self == .steps }

  /// The reductions of a program, in the order in which they are tried.
  ///
  /// - Parameters:
  ///   - program: the program to make smaller.
  ///   - size: the longest run to remove at once, for chunked passes.
  ///   - verbs: verbs that a reduction may introduce.
  /// - Returns: each reduction with the length of its run.
  func reductions(
    of program: Program, upTo size: Int, introducing verbs: Set<Verb>
  ) -> [(reduction: Reduction, size: Int)] {
    switch self {
    case .scripts: program.scripts.indices.reversed().map { (.script($0), 1) }
    case .operations:
      chunks(program.operations.count, upTo: size).map { (.operations($0), $0.count) }
    case .queues: queues(program)
    case .steps:
      chunks(program.allSteps.count, upTo: size).map { (.steps(Array($0)), $0.count) }
    case .related: related(program).map { (.steps($0), 1) }
    case .lanes: lanes(program).map { ($0, 1) }
    case .lifts: program.allSteps.indices.map { (.lift($0), 1) }
    case .merges: program.merges(introducing: verbs).map { ($0, 1) }
    case .declarations: declarations(program).map { ($0, 1) }
    case .replacements: replacements(program).map { ($0, 1) }
    }
  }

  /// Runs of halving length, from the end: what comes last is needed least.
  private func chunks(_ count: Int, upTo size: Int) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var length = min(size, max(1, count / 2))
    while length >= 1 {
      var end = count
      while end > 0 {
        ranges.append(max(0, end - length)..<end)
        end -= length
      }
      length /= 2
    }
    return ranges
  }

  private func queues(_ program: Program) -> [(reduction: Reduction, size: Int)] {
    program.queues.indices.reversed().flatMap { index -> [(reduction: Reduction, size: Int)] in
      var all: [(reduction: Reduction, size: Int)] = [(.queue(index), 1)]
      for other in program.queues.indices where other < index {
        all.append((.mergeQueues(index, into: other), 1))
      }
      return all
    }
  }

  /// Steps that only make sense together: everything about one callback, one meeting, a suspension
  /// with its end, two commands on one operation.
  private func related(_ program: Program) -> [[Int]] {
    let steps = program.allSteps
    var groups: [[Int]] = []
    var seen: Set<Callback> = []
    for script in program.scripts {
      guard let callback = script.lane.callback, script.steps.contains(.hold) else { continue }
      guard seen.insert(callback).inserted else { continue }
      groups.append(holdGroup(callback, program))
    }
    for meeting in Set(steps.compactMap(\.meeting)).sorted() {
      groups.append(steps.indices.filter { steps[$0].meeting == meeting })
    }
    for first in steps.indices {
      var found = 0
      for second in steps.indices.dropFirst(first + 1) where found < 4 {
        guard areRelated(steps[first], steps[second]) else { continue }
        found += 1
        groups.append([first, second])
      }
    }
    return groups
  }

  /// The hold of a callback, its opens, and waits for its beginning.
  private func holdGroup(_ callback: Callback, _ program: Program) -> [Int] {
    var numbers: [Int] = []
    var number = 0
    for script in program.scripts {
      for step in script.steps {
        let isHold = step == .hold && script.lane == .callback(callback)
        if isHold || step == .open(callback) || step == .until(.began(callback)) {
          numbers.append(number)
        }
        number += 1
      }
    }
    return numbers
  }

  private func areRelated(_ first: Step, _ second: Step) -> Bool {
    if let a = first.call?.queue, let b = second.call?.queue { return a == b }
    let shared = first.operations.filter(second.operations.contains)
    return !shared.isEmpty
  }

  /// The steps of a client or of a callback inside the lane of another client, at every position;
  /// or in the lane of the only client, where nobody else is one.
  private func lanes(_ program: Program) -> [Reduction] {
    let clients = program.scripts.indices.filter { program.scripts[$0].lane.callback == nil }
    var all: [Reduction] = []
    for from in program.scripts.indices.reversed() {
      // A client cannot hold a callback.
      guard !program.scripts[from].steps.contains(.hold) else { continue }
      if clients.isEmpty { all.append(.makeClient(from)) }
      for into in clients where into != from {
        let positions = (0...program.scripts[into].steps.count).reversed()
        // Every position is a different order of calls; for long lanes the ends must do.
        let few = positions.filter { positions.count <= 24 || $0 == 0 || $0 == positions.count - 1 }
        all += few.map { .mergeLanes(from: from, into: into, at: $0) }
      }
    }
    return all
  }

  private func declarations(_ program: Program) -> [Reduction] {
    var all: [Reduction] = []
    if program.settings != Program.Settings() {
      all.append(.settings(Program.Settings()))
      for change in [
        { (s: inout Program.Settings) in s.jitter = nil },
        { (s: inout Program.Settings) in s.oneCore = false },
        { (s: inout Program.Settings) in s.recording = .full },
        { (s: inout Program.Settings) in s.longWork = false },
        { (s: inout Program.Settings) in s.lingering = false },
      ] {
        var settings = program.settings
        change(&settings)
        if settings != program.settings { all.append(.settings(settings)) }
      }
    }
    for (index, queue) in program.queues.enumerated() {
      func add(_ limit: Int?, _ suspended: Bool) {
        let changed = Program.Queue(queue.name, limit: limit, suspended: suspended)
        if changed != queue { all.append(.declareQueue(index, changed)) }
      }
      add(nil, false)
      add(nil, queue.suspended)
      add(queue.limit, false)
      if let limit = queue.limit, limit > 1 {
        add(1, queue.suspended)
        add(limit - 1, queue.suspended)
      }
    }
    for (index, operation) in program.operations.enumerated() {
      all += simpler(operation).map { .declareOperation(index, $0) }
    }
    return all
  }

  private func simpler(_ operation: Program.Operation) -> [Program.Operation] {
    var all: [Program.Operation] = []
    func add(_ change: (inout Program.Operation) -> Void) {
      var changed = operation
      change(&changed)
      if changed != operation { all.append(changed) }
    }
    add {
      $0.kind = .task
      $0.blocks = 1
    }
    if operation.kind == .block, operation.blocks > 1 { add { $0.blocks -= 1 } }
    for dependency in operation.dependencies {
      add { $0.dependencies.removeAll { $0 == dependency } }
    }
    add { $0.completion = false }
    add { $0.priority = nil }
    if let priority = operation.priority, priority != .normal {
      add { $0.priority = .normal }
      if priority == .veryLow { add { $0.priority = .low } }
      if priority == .veryHigh { add { $0.priority = .high } }
    }
    return all
  }

  /// Single adds for group adds, smaller numbers.
  private func replacements(_ program: Program) -> [Reduction] {
    var all: [Reduction] = []
    for (number, step) in program.allSteps.enumerated() {
      guard case .command(let command) = step else { continue }
      if let queue = command.queue, command.verb == .addGroup || command.verb == .addGroupWaiting {
        if command.operands.count == 1 {
          all.append(
            .replace(number, [.command(Command(.add, queue, .operation(command.operands[0])))]))
        }
        for operand in command.operands.indices where command.operands.count > 1 {
          var rest = command.operands
          rest.remove(at: operand)
          all.append(
            .replace(number, [.command(Command(command.verb, queue, .operations(rest)))]))
        }
      }
      if let integer = command.integer, integer > 1 {
        for smaller in [1, integer - 1] {
          all.append(
            .replace(number, [.command(Command(command.verb, command.target, .integer(smaller)))]))
        }
      }
    }
    return all
  }
}
