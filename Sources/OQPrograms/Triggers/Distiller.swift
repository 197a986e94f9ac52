import OQHistory

/// Finds the trigger of a failure: what is left of its smallest program when anything wrong will
/// do.
///
/// The smallest program that shows one rule broken may hold steps that only this rule needs. The
/// distiller leaves them out as long as some rule is still broken, and looks at readiness by
/// itself. It works as ``Shrinker`` does: it proposes, the caller runs and answers.
///
///     var distiller = Distiller(program: smallest)
///     while let candidate = distiller.next() { distiller.record(shows: run(candidate)) }
///     let trigger = distiller.trigger
package struct Distiller: Sendable {
  private let original: Program
  private var best: Program
  private var edits: [Program] = []
  private var position = 0
  private var proposals = 0
  /// What must show nothing wrong, once nothing more can be left out.
  private var isChecking = false
  private var isRefuted = false
  private var isDone: Bool

  /// Most programs that are proposed.
  static let mostProposals = 60

  /// A distiller of a failure.
  ///
  /// - Parameter program: the smallest program that shows it.
  package init(program: Program) {
    original = program
    best = program
    isDone =
      Trigger(of: program).breadth == .whole
      || program.withShortRuns.steps > Trigger.mostSteps
    edits = isDone ? [] : Distiller.edits(of: best)
  }

  /// The trigger found so far.
  ///
  /// Where the rest of the program shows something wrong without it, the smallest program says more
  /// than the distilled one.
  package var trigger: Trigger { Trigger(of: isRefuted ? original : best) }

  /// The smallest program with the trigger that was seen to show something wrong.
  package var program: Program { isRefuted ? original : best }

  /// The next program to run; nil when the trigger is known.
  ///
  /// - Returns: a program that must be answered by ``record(shows:)``.
  package mutating func next() -> Program? {
    guard !isDone else { return nil }
    guard position < edits.count, proposals < Distiller.mostProposals else {
      guard !isChecking, best != original else {
        isDone = true
        return nil
      }
      isChecking = true
      return Distiller.observed(best.keepingPlainSteps(), of: best)
    }
    return Distiller.observed(edits[position], of: edits[position])
  }

  /// Answers the last proposal.
  ///
  /// - Parameter shows: whether a run showed anything wrong.
  package mutating func record(shows: Bool) {
    if isChecking {
      isRefuted = shows
      isDone = true
      return
    }
    proposals += 1
    guard shows else {
      position += 1
      return
    }
    best = edits[position]
    edits = Distiller.edits(of: best)
    position = 0
  }

  /// Readiness is looked at where the trigger's operations can be named.
  private static func observed(_ program: Program, of whole: Program) -> Program {
    program.observingReadiness(of: program.operations.indices)
  }

  /// The programs that say less, in the order in which they are tried.
  private static func edits(of program: Program) -> [Program] {
    var edits: [Program] = []
    func add(_ edit: Program) {
      if edit != program, !edits.contains(edit) { edits.append(edit) }
    }
    let split = program.splittingGroups()
    add(split)
    let steps = program.allSteps
    let all = steps.indices(where: \.isDistinctive)
    let telling = program.runs.filter { steps[$0.lowerBound].isDistinctive }
    // One call alone first: steps that only one rule needs often need each other.
    for run in telling.reversed() {
      let bare = steps.indices(where: { $0.isDistinctive || $0.isCarrying })
      add(program.removing(steps: bare.filter { !run.contains($0) }).tidied().withoutVainWaits())
      add(program.removing(steps: all.filter { !run.contains($0) }).tidied().withoutVainWaits())
    }
    for run in telling.reversed() where telling.count > 1 {
      add(program.removing(steps: Array(run)).tidied())
    }
    for number in program.allSteps.indices(where: \.isCarrying).reversed() {
      add(program.removing(steps: [number]).tidied().withoutVainWaits())
    }
    for index in program.operations.indices.reversed() where program.operations.count > 1 {
      let rest = program.removing(operations: index..<(index + 1)).tidied().withoutVainWaits()
      if rest.allSteps.contains(where: \.isDistinctive) == !telling.isEmpty { add(rest) }
    }
    for number in program.allSteps.indices {
      if let declared = program.declaring(number) { add(declared) }
    }
    for fact in Fact.allCases {
      for index in program.queues.indices { add(program.losing(fact, ofQueues: [index])) }
      for index in program.operations.indices { add(program.losing(fact, ofOperations: [index])) }
    }
    return edits.filter { $0.steps <= program.steps || $0 == split }
  }
}

extension Program {
  /// The program without the steps that few programs have.
  fileprivate func keepingPlainSteps() -> Program {
    let telling = allSteps.indices(where: \.isDistinctive)
    if !telling.isEmpty { return removing(steps: telling).tidied().withoutVainWaits() }
    return Fact.allCases.reduce(self) { program, fact in
      program.losing(fact, ofQueues: Set(queues.indices))
        .losing(fact, ofOperations: Set(operations.indices))
    }
  }

  /// The program in which a declaration says what a step brings about; nil where none can.
  fileprivate func declaring(_ number: Int) -> Program? {
    guard let command = allSteps[number].command else { return nil }
    var result = self
    switch (command.verb, command.target) {
    case (.suspend, .queue(let queue)) where !self[queue].isMain:
      result.queues[queue.index].suspended = true
    case (.addDependency, .operation(let operation)):
      guard let other = command.operands.first, other.index < operation.index,
        !self[operation].dependencies.contains(other)
      else { return nil }
      result.operations[operation.index].dependencies.append(other)
    default: return nil
    }
    return result.removing(steps: [number]).tidied()
  }

  /// The program without waits for operations that nothing brings on their way.
  func withoutVainWaits() -> Program {
    var brought = Set(allSteps.filter(\.isCarrying).flatMap(\.operations))
    for step in allSteps {
      guard let verb = step.command?.verb, verb.isGroupAdd || verb == .addBarrier else { continue }
      brought.formUnion(step.operations)
    }
    let vain = allSteps.indices(where: { step in
      switch step {
      case .until(.reads(let command, _)) where command.verb == .isReady: false
      case .until, .open: !step.operations.allSatisfy(brought.contains)
      case .command(let command) where command.verb == .wait:
        !step.operations.allSatisfy(brought.contains)
      default: false
      }
    })
    return vain.isEmpty ? self : removing(steps: vain).tidied()
  }
}
