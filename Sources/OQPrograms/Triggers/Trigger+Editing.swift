import OQHistory

extension Trigger {
  /// Whether a program has everything that the trigger names.
  ///
  /// - Parameter program: any program.
  /// - Returns: whether it occurs; false where finding out takes too long.
  /// - Complexity: O(ways to give the parts), bounded.
  package func occurs(in program: Program) -> Bool {
    guard fragment.verbs.isSubset(of: program.verbs) else { return false }
    return Occurrences(of: self, in: program, atMost: 1).count > 0
  }

  /// Whether two triggers are the same but for what their programs call things.
  ///
  /// - Parameter other: another trigger.
  /// - Returns: whether each occurs in the other.
  package func isSame(as other: Trigger) -> Bool {
    self == other
      || fragment.steps == other.fragment.steps && occurs(in: other.fragment)
        && other.occurs(in: fragment)
  }

  /// The program with the trigger edited out, in every way: a failure of the trigger's cause shows
  /// in none of them.
  ///
  /// One step of the trigger is left out at a time, wherever it occurs; a trigger of facts loses
  /// one fact at a time.
  ///
  /// - Parameter program: a program in which the trigger occurs.
  /// - Returns: other programs, at most ``mostEdits``; none for a trigger that is a whole program.
  /// - Complexity: that of ``occurs(in:)``.
  package func editedOut(of program: Program) -> [Program] {
    let found = Occurrences(of: self, in: program)
    guard found.count > 0 else { return [] }
    var edits: [Program] = []
    switch breadth {
    case .whole: return []
    case .steps:
      for (number, step) in fragment.allSteps.enumerated() where step.isDistinctive {
        edits.append(program.removing(steps: found.places[number].sorted()).tidied())
      }
    case .facts: edits = factEdits(of: program, found)
    }
    return Array(edits.filter { $0 != program }.prefix(Trigger.mostEdits))
  }

  /// The program without the facts that the trigger names, wherever they are: a mistake may show at
  /// several places of one program, and where the adds come in another order, the trigger does not
  /// occur.
  ///
  /// Calls that few programs make occur wherever they are made: what stays without them is
  /// another mistake.
  ///
  /// - Parameter program: any program.
  /// - Returns: other programs, at most ``mostEdits``; none for a trigger that is about calls, or
  ///   is a whole program.
  /// - Complexity: O(parts of the trigger × size of the program).
  package func editedOutEverywhere(of program: Program) -> [Program] {
    guard breadth == .facts else { return [] }
    let edits = factEdits(
      of: program, operations: { _ in Set(program.operations.indices) },
      queues: { _ in Set(program.queues.indices) })
    return Array(edits.filter { $0 != program }.prefix(Trigger.mostEdits))
  }

  /// Most programs from which the trigger is edited out.
  package static let mostEdits = 3

  /// The program with the trigger, and without the other steps that few programs have: a failure of
  /// the trigger's cause still shows something wrong.
  ///
  /// - Parameter program: a program in which the trigger occurs.
  /// - Returns: the shorter program.
  /// - Complexity: that of ``occurs(in:)``.
  package func stripped(_ program: Program) -> Program {
    let found = Occurrences(of: self, in: program)
    let played = found.places.reduce(into: found.bringing) { $0.formUnion($1) }
    let others = program.allSteps.enumerated().filter { place, step in
      step.isDistinctive && !played.contains(place) && step.command?.verb.isGroupAdd != true
    }
    return program.removing(steps: others.map(\.offset)).tidied()
      .observingReadiness(of: found.operations.flatMap { $0.sorted() })
  }

  /// The program with the trigger alone, without the adds and starts of any program, and without
  /// other dependencies, too: what these bring about may hide what the trigger does.
  ///
  /// What leads to a callback in which the trigger has a part stays.
  ///
  /// - Parameter program: a program in which the trigger occurs.
  /// - Returns: the shorter program.
  /// - Complexity: that of ``occurs(in:)``.
  package func bare(_ program: Program) -> Program {
    let found = Occurrences(of: self, in: program)
    let played = found.places.reduce(into: found.bringing) { $0.formUnion($1) }
    let lanes = program.callbacks(of: played)
    let others = program.allSteps.enumerated().filter { place, step in
      guard !played.contains(place) else { return false }
      let leads = step.isCarrying && step.operations.contains(where: lanes.contains)
      return step.isDistinctive || step.isCarrying && !leads
    }
    var rest = program.removing(steps: others.map(\.offset))
    for index in rest.operations.indices {
      rest.operations[index].dependencies.removeAll { other in
        !fragment.operations.enumerated().contains { part, operation in
          found.operations[part].contains(index)
            && operation.dependencies.contains { found.operations[$0.index].contains(other.index) }
        }
      }
    }
    return rest.tidied().withoutVainWaits()
      .observingReadiness(of: found.operations.flatMap { $0.sorted() })
  }

  /// The same as ``stripped(_:)``, in which nothing is added or started that the trigger drops: a
  /// drop lets go of an object only where nobody else keeps it.
  ///
  /// - Parameter program: a program in which the trigger occurs.
  /// - Returns: the shorter program; nil where it is no other, and for a trigger that declares
  ///   nothing: then only the add tells the program from one with the drop alone.
  /// - Complexity: that of ``occurs(in:)``.
  package func letGo(_ program: Program) -> Program? {
    guard fragment.hasFacts else { return nil }
    let whole = stripped(program)
    let found = Occurrences(of: self, in: whole)
    var dropped: Set<OperationID> = []
    for place in found.places.joined() {
      if case .drop(.operation(let operation)) = whole.allSteps[place] { dropped.insert(operation) }
    }
    let played = found.places.reduce(into: Set()) { $0.formUnion($1) }
    let carrying = whole.allSteps.enumerated().filter { place, step in
      step.isCarrying && !played.contains(place)
        && step.operations.contains(where: dropped.contains)
    }
    guard !carrying.isEmpty else { return nil }
    return whole.removing(steps: carrying.map(\.offset)).tidied().withoutVainWaits()
  }

  /// The program without one of the facts that the trigger declares, in every way.
  ///
  /// - Parameter program: a program in which the trigger occurs.
  /// - Returns: other programs, at most ``mostEdits``.
  /// - Complexity: that of ``occurs(in:)``.
  package func withoutFacts(_ program: Program) -> [Program] {
    let edits = factEdits(of: program, Occurrences(of: self, in: program))
    return Array(edits.filter { $0 != program }.prefix(Trigger.mostEdits))
  }

  private func factEdits(of program: Program, _ found: Occurrences) -> [Program] {
    factEdits(of: program, operations: { found.operations[$0] }, queues: { found.queues[$0] })
  }

  /// The program without one fact of the trigger at a time.
  ///
  /// - Parameters:
  ///   - program: any program.
  ///   - players: the operations that lose the facts of one of the trigger.
  ///   - places: the queues that do.
  /// - Returns: one program for each fact.
  private func factEdits(
    of program: Program, operations players: (Int) -> Set<Int>, queues places: (Int) -> Set<Int>
  ) -> [Program] {
    var edits: [Program] = []
    for (number, queue) in fragment.queues.enumerated() {
      for (isFact, edit) in [
        (queue.limit != nil && !queue.isMain, Fact.limit), (queue.suspended, .suspension),
      ] where isFact {
        edits.append(program.losing(edit, ofQueues: places(number)))
      }
    }
    for (number, operation) in fragment.operations.enumerated() {
      for (isFact, edit) in [
        (!operation.dependencies.isEmpty, Fact.dependencies), (operation.completion, .completion),
        (operation.priority != nil, .priority), (operation.kind != .task, .kind),
      ] where isFact {
        edits.append(program.losing(edit, ofOperations: players(number)))
      }
    }
    return edits
  }
}

/// What a declaration can say beyond that something exists.
enum Fact: CaseIterable, Sendable {
  case limit, suspension, dependencies, completion, priority, kind
}

extension Program {
  /// The verbs of its calls, but for those that add operations: one of these may play another.
  fileprivate var verbs: Set<Verb> {
    var verbs: Set<Verb> = []
    for script in scripts {
      for case .command(let command) in script.steps where !command.verb.isAdd {
        verbs.insert(command.verb)
      }
    }
    return verbs
  }

  /// The program without a fact of some queues, whether declared or brought about by a call.
  func losing(_ fact: Fact, ofQueues chosen: Set<Int>) -> Program {
    var result = self
    let verb: Verb
    switch fact {
    case .limit:
      verb = .setLimit
      for index in chosen where !queues[index].isMain { result.queues[index].limit = nil }
    case .suspension:
      verb = .suspend
      for index in chosen { result.queues[index].suspended = false }
    default: return self
    }
    return result.removing(
      steps: allSteps.indices(where: { step in
        step.command?.verb == verb && step.command?.queue.map { chosen.contains($0.index) } == true
      })
    ).tidied()
  }

  /// The program without a fact of some operations, whether declared or brought about by a call.
  func losing(_ fact: Fact, ofOperations chosen: Set<Int>) -> Program {
    var result = self
    let verb: Verb
    switch fact {
    case .dependencies:
      verb = .addDependency
      for index in chosen { result.operations[index].dependencies = [] }
    case .completion:
      verb = .setCompletion
      for index in chosen { result.operations[index].completion = false }
    case .priority:
      verb = .setPriority
      for index in chosen { result.operations[index].priority = nil }
    case .kind:
      for index in chosen where operations[index].kind.hasHandle {
        result.operations[index].kind = .task
        result.operations[index].blocks = 1
      }
      return result.tidied()
    default: return self
    }
    return result.removing(
      steps: allSteps.indices(where: { step in
        step.command?.verb == verb
          && step.command?.operation.map { chosen.contains($0.index) } == true
      })
    ).tidied()
  }

  /// The operations in whose callbacks some steps are, and those that lead to these callbacks.
  func callbacks(of steps: Set<Int>) -> Set<OperationID> {
    var place = 0
    let ranges = scripts.map { script in
      defer { place += script.steps.count }
      return place..<(place + script.steps.count)
    }
    var found: Set<OperationID> = []
    var wanted = steps
    while true {
      let lanes = scripts.indices.filter { wanted.contains(where: ranges[$0].contains) }
        .compactMap { scripts[$0].lane.callback?.operation }
      guard !found.isSuperset(of: lanes) else { return found }
      found.formUnion(lanes)
      wanted = Set(
        allSteps.indices(where: { step in
          step.isCarrying && step.operations.contains(where: found.contains)
        }))
    }
  }

  /// The program with a client for each of some operations that waits until it is ready.
  ///
  /// An operation that is wrongly not ready explains everything that waits for it: what shows as a
  /// body that never begins in one program shows as a reading in another.
  func observingReadiness(of operations: some Sequence<Int>) -> Program {
    let dropped = Set(
      allSteps.compactMap { step in
        if case .drop(.operation(let operation)) = step { operation } else { nil }
      })
    var result = self
    var seen: Set<Int> = []
    for index in operations where seen.insert(index).inserted {
      let operation = OperationID(index)
      guard self[operation].kind.hasHandle, !dropped.contains(operation) else { continue }
      let step = Step.until(.reads(Command(.isReady, operation), .boolean(true)))
      // One client more for each, so that none waits for another one.
      let number = result.clients.count + 1
      guard number <= Trigger.mostClients else { break }
      guard fault(step, in: .client(number)) == nil else { continue }
      result.scripts.append(Script(.client(number), [step]))
    }
    return result
  }
}

extension Trigger {
  /// Most clients of a program to which observations are added.
  static let mostClients = 8
}

extension Array {
  /// The positions of the elements that a condition takes, ascending.
  func indices(where isTaken: (Element) -> Bool) -> [Int] {
    indices.filter { isTaken(self[$0]) }
  }
}
