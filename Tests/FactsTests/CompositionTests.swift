import OQFacts
import OQHistory
import OQModel
import OQPrograms
import OQSpecification
import TestSupport
import Testing

/// Composed programs reach what they aim at, and come to their end.
@Suite(.computing) struct CompositionTests {
  private static let composition = Composition(.full)

  /// A composed program, as a generator of seed 1 writes it.
  private func draft(_ ordinal: UInt64, _ cell: Cell) -> Draft {
    var draft = Draft(choices: ChoiceSource(seed: mix(1, ordinal)), vocabulary: .full)
    Self.composition.write(&draft, cell, plain: false)
    return draft
  }

  @Test func `a composed program makes its call with the facts that were planned`() throws {
    for ordinal in UInt64(0)..<300 {
      let cell = try #require(Self.composition.cell(at: ordinal))
      let draft = draft(ordinal, cell)
      let reached = try #require(draft.reached, "\(cell.text)\n\(draft.program.text)")
      let missed = cell.facts - FactSet(bits: reached.facts)
      // A filled queue from which nothing is left to be waited for is the exception.
      #expect(missed.isSubset(of: [.waitedQueue]), "\(cell.text)\n\(draft.program.text)")
      #expect(FactSet(bits: reached.facts).count == Aspect.all.count)
    }
  }

  /// Reads of an operation that can be made whatever its class is.
  private static let reads: [Verb] = [.name, .priority, .dependencies, .quality, .isCancelled]

  @Test func `a read is followed by others in the same situation`() throws {
    var (all, followed) = (0, 0)
    for ordinal in UInt64(181)..<2_400 {
      let cell = try #require(Self.composition.cell(at: ordinal))
      guard Self.reads.contains(cell.verb), !cell.facts.contains(.callerRace),
        let reached = draft(ordinal, cell).reached
      else { continue }
      all += 1
      let others = reached.along.filter { $0.facts == reached.facts && $0.verb != cell.verb }
      if Set(others.map(\.verb)).count >= 4 { followed += 1 }
    }
    #expect(all > 50)
    // A call that had to be written before the operation enters has none behind it.
    #expect(followed * 10 >= all * 9)
  }

  @Test func `reads that are made together have their situations one after the other`() throws {
    let cells = try (UInt64(181)..<600).map { try #require(Self.composition.cell(at: $0)) }
    let situations = cells.filter { Self.reads.contains($0.verb) }.map(\.facts)
    #expect(situations.count > 20)
    #expect(Set(situations).count == situations.count)
  }

  @Test func `every lane of a composed program comes to its end`() throws {
    for ordinal in UInt64(0)..<300 {
      let cell = try #require(Self.composition.cell(at: ordinal))
      let program = draft(ordinal, cell).program
      var run = EagerRun(program)
      run.finish { _ in }
      #expect(run.unfinishedLanes == [], "\(cell.text)\n\(program.text)")
    }
  }

  @Test func `a composed program is read back from its text, however many objects it has`() throws {
    var most = 0
    for ordinal in UInt64(0)..<3_000 {
      let cell = try #require(Self.composition.cell(at: ordinal))
      let program = draft(ordinal, cell).program
      #expect(try Program(parsing: program.text) == program, "\(cell.text)\n\(program.text)")
      if program.queues.contains(where: \.isMain) { most = max(most, program.operations.count) }
    }
    // The thirteenth operation and the main queue have the same letter.
    #expect(most > 12)
  }

  @Test func `many programs wait for what is owed before they do anything more`() throws {
    var early = 0
    for ordinal in UInt64(0)..<300 {
      let cell = try #require(Self.composition.cell(at: ordinal))
      let program = draft(ordinal, cell).program
      guard let client = program.clients.first(where: { $0.lane == .client(1) }),
        let call = client.steps.firstIndex(where: { $0.command?.verb == cell.verb })
      else { continue }
      let next = client.steps[(call + 1)...].first { step in
        !step.isWaitForObserver
          && (step.command.map { !$0.verb.isRead && $0.verb != .wait } ?? true)
      }
      if case .until(.reads(let read, _)) = next, read.verb == .isFinished { early += 1 }
    }
    // Most of them do so without such a wait, too.
    #expect(early == 29)
  }

  @Test func `a dependency may finish while the operation waits in its queue`() throws {
    var late = 0
    for ordinal in UInt64(0)..<600 {
      let program = draft(ordinal, Cell(.cancel, [.dependsFinished, .phaseExecuting])).program
      guard let client = program.clients.first(where: { $0.lane == .client(1) }) else { continue }
      // The gate of what the operation depends on is opened, and the operation begins after that.
      let opened = client.steps.firstIndex { step in
        if case .open(let gate) = step {
          return program.operations.contains { $0.dependencies.contains(gate.operation) }
        }
        return false
      }
      guard let opened, case .until(.reads(let read, _)) = client.steps[opened + 1],
        read.verb == .isFinished
      else { continue }
      late += 1
    }
    #expect(late > 50)
  }

  @Test func `some programs give what must not begin yet the time for it`() throws {
    var lingering = 0
    for ordinal in UInt64(0)..<300 {
      let program = draft(ordinal, Cell(.cancel, [.loadFull, .phaseExecuting])).program
      guard let client = program.clients.first(where: { $0.lane == .client(1) }),
        let call = client.steps.firstIndex(where: { $0.command?.verb == .cancel })
      else { continue }
      let rest = client.steps[(call + 1)...].drop { $0.command?.verb.isRead ?? true }
      // What is added first goes to another queue, and the task is still held.
      guard let add = rest.first?.command, add.verb.isAdd, add.queue != QueueID(0) else { continue }
      lingering += 1
    }
    #expect(lingering > 20)
  }

  @Test func `what is owed once something was taken away is awaited before the next thing`() throws
  {
    var begins = 0
    for ordinal in UInt64(0)..<600 {
      let cell = try #require(Self.composition.cell(at: ordinal))
      let program = draft(ordinal, cell).program
      guard let client = program.clients.first(where: { $0.lane == .client(1) }) else { continue }
      for (place, step) in client.steps.enumerated() {
        guard step.command?.verb == .resume, client.steps.indices.contains(place + 1),
          case .until(.began) = client.steps[place + 1]
        else { continue }
        begins += 1
      }
    }
    #expect(begins > 0)
  }

  @Test(arguments: [Verb.suspend, .resume, .setLimit, .cancel, .addDependency, .setPriority])
  func `what a call certainly changes is announced, and that is awaited at times`(
    _ verb: Verb
  ) throws {
    let facts: FactSet = verb == .resume ? [.suspendedLate] : [.observedYes, .callerClient]
    var announced = 0
    for ordinal in UInt64(0)..<80 {
      let program = draft(ordinal, Cell(verb, facts)).program
      for client in program.clients {
        for (place, step) in client.steps.enumerated() where place > 0 {
          guard step.isWaitForObserver, client.steps[place - 1].command?.verb == verb else {
            continue
          }
          announced += 1
        }
      }
    }
    #expect(announced > 1)
  }

  @Test(arguments: [Cell(.cancel, [.phaseFinished, .observedYes]), Cell(.suspend, [.observedYes])])
  func `observers that were there before are awaited where something has changed for certain`(
    _ cell: Cell
  ) throws {
    var (awaited, looking) = (0, 0)
    for ordinal in UInt64(0)..<60 {
      let program = draft(ordinal, cell).program
      let steps = program.clients.flatMap(\.steps)
      let call = steps.lastIndex { $0.command?.verb == cell.verb } ?? 0
      // What is attached right before the call is an observer of the call.
      let earlier = steps[..<max(0, call - 1)].flatMap { step in
        step.command.map { $0.verb.isObservation ? $0.operands : [] } ?? []
      }
      let isAwaited = steps[call...].contains { step in
        if case .until(.began(let callback)) = step {
          earlier.contains(callback.operation)
        } else {
          false
        }
      }
      if isAwaited { awaited += 1 }
      if program.scripts.contains(where: { $0.lane.callback?.point == .observer }) { looking += 1 }
    }
    #expect(awaited > 0)
    #expect(looking > 0)
  }

  @Test func `a start that was refused is made once more, at times`() throws {
    let again = (UInt64(0)..<60).count { ordinal in
      let cell = Cell(.start, [.phaseNew, .dependsFinished, .secondRunning, .callerClient])
      let program = draft(ordinal, cell).program
      return program.clients.flatMap(\.steps).count { $0.command?.verb == .start } > 1
    }
    #expect(again > 0)
  }

  @Test func `of what waits for a slot the queue has to choose by priority`() throws {
    let ranked = (UInt64(0)..<60).count { ordinal in
      let program = draft(ordinal, Cell(.setLimit, [.loadFull])).program
      return Set(program.operations.compactMap(\.priority)).count > 1
    }
    #expect(ranked > 0)
  }

  @Test func `a task that waits for what nobody adds is not awaited`() throws {
    for ordinal in UInt64(0)..<30 {
      let program = draft(ordinal, Cell(.wait, [.phaseNew, .callerElsewhere])).program
      var run = EagerRun(program)
      run.finish { _ in }
      #expect(!run.unfinishedLanes.contains(.client(1)), "\(program.text)")
    }
  }

  @Test(arguments: [
    (Cell(.wait, [.callerTask]), Point.body), (Cell(.wait, [.callerCompletion]), .completion),
    (Cell(.wait, [.callerElsewhere, .phaseExecuting]), .completion),
    (Cell(.addGroupWaiting, [.callerElsewhere]), .completion),
    (Cell(.cancelAll, [.callerElsewhere]), .completion),
  ])
  func `tasks and completion blocks wait, and make calls`(_ cell: Cell, _ point: Point) throws {
    let inside = try (UInt64(0)..<60).count { ordinal in
      let draft = draft(ordinal, cell)
      let reached = FactSet(bits: try #require(draft.reached, "\(draft.program.text)").facts)
      #expect(cell.facts.isSubset(of: reached), "\(draft.program.text)")
      return draft.program.scripts.contains { script in
        script.lane.callback?.point == point
          && script.steps.contains { $0.command?.verb == cell.verb }
      }
    }
    #expect(inside >= (cell.facts.contains(.callerElsewhere) ? 8 : 60))
  }

  @Test func `a queue in which nothing is any more is used like a new one`() throws {
    var reused = 0
    for ordinal in UInt64(0)..<120 {
      let cell = Cell(.cancelAll, [.phaseFinished, .homePlain, .barrierNone])
      let steps = draft(ordinal, cell).program.clients.flatMap(\.steps)
      guard let call = steps.lastIndex(where: { $0.command?.verb == .cancelAll }) else { continue }
      if steps[call...].contains(where: { $0.command?.verb == .setUnderlyingQueue }) { reused += 1 }
    }
    #expect(reused > 0)
  }

  @Test func `an operation is looked at before it goes anywhere, at times`() throws {
    var looks = 0
    for ordinal in UInt64(0)..<60 {
      let steps = draft(ordinal, Cell(.cancel, [.kindBlocks, .phaseQueued, .entryAlone])).program
        .clients.flatMap(\.steps)
      guard let add = steps.firstIndex(where: { $0.command?.verb == .add }) else { continue }
      if steps[..<add].contains(where: { $0.command?.verb == .executionBlockCount }) { looks += 1 }
    }
    #expect(looks > 0)
  }

  @Test func `what was started by hand is given to a queue while it is under way, at times`() {
    var given = 0
    for ordinal in UInt64(0)..<120 {
      let cell = Cell(.isExecuting, [.phaseExecuting, .entryHand, .kindTask])
      let program = draft(ordinal, cell).program
      let isGiven = program.allSteps.contains {
        $0.command?.verb == .add && $0.command?.operands.first == OperationID(0)
      }
      guard isGiven else { continue }
      given += 1
      #expect(EagerRun.fault(program) == nil, "\(program.text)")
    }
    #expect(given > 0)
  }

  @Test func `something is added behind a barrier that runs, about every other time`() {
    let added = (UInt64(0)..<60).count { ordinal in
      let cell = Cell(.setUnderlyingQueue, [.phaseFinished, .barrierRunning, .callerClient])
      let steps = draft(ordinal, cell).program.clients.flatMap(\.steps)
      guard let call = steps.lastIndex(where: { $0.command?.verb == .setUnderlyingQueue }) else {
        return false
      }
      let before = steps[call...].prefix { step in
        if case .open = step { false } else { true }
      }
      return before.contains { $0.command?.verb == .add && $0.command?.queue == QueueID(0) }
    }
    #expect(added > 15)
  }

  @Test func `a barrier that runs had to wait before, at times`() {
    var waited = 0
    for ordinal in UInt64(0)..<60 {
      let program = draft(ordinal, Cell(.setLimit, [.phaseFinished, .barrierRunning])).program
      let steps = program.clients.flatMap(\.steps)
      guard let added = steps.firstIndex(where: { $0.command?.verb == .addBarrier }),
        steps.indices.contains(added + 1)
      else { continue }
      if case .open = steps[added + 1] { waited += 1 }
      #expect(EagerRun.fault(program) == nil, "\(program.text)")
    }
    #expect((10..<50).contains(waited))
  }

  @Test func `two clients start an operation at once, at times`() throws {
    var races = 0
    for ordinal in UInt64(0)..<60 {
      let program = draft(ordinal, Cell(.start, [.phaseNew, .readyYes, .callerRace])).program
      let starts = program.clients.filter { client in
        client.steps.contains { $0.command?.verb == .start }
      }
      guard starts.count > 1 else { continue }
      races += 1
      #expect(EagerRun.fault(program) == nil, "\(program.text)")
    }
    #expect(races > 0)
  }

  @Test func `no call is made with facts that exclude each other`() throws {
    for ordinal in UInt64(0)..<300 {
      let cell = try #require(Self.composition.cell(at: ordinal))
      let draft = draft(ordinal, cell)
      let facts = FactSet(bits: try #require(draft.reached).facts)
      for exclusion in Exclusion.all
      where exclusion.scope == .queue && exclusion.ground == .impossible {
        #expect(
          !exclusion.holds(in: facts), "\(exclusion.reason): \(cell.text)\n\(draft.program.text)")
      }
    }
  }

  @Test func `some thousand programs reach most pairs of facts`() {
    var count = InteractionCount()
    let verbs: Set<Verb> = [.cancel, .suspend]
    for ordinal in UInt64(0)..<6_000 {
      guard let cell = Self.composition.cell(at: ordinal), verbs.contains(cell.verb) else {
        continue
      }
      count.note(draft(ordinal, cell).reached)
    }
    for row in count.reach(of: Self.composition) where verbs.contains(row.verb) {
      #expect(row.pairs.reached * 100 >= row.pairs.feasible * 75, "\(row)")
    }
  }

  @Test func `a vocabulary without a word has no programs with it`() throws {
    let words = Vocabulary.full.words.filter { $0 != "suspend" && $0 != "kind=barrier" }
    let composition = Composition(try Vocabulary(text: words.joined(separator: ",")))
    #expect(!composition.composed.contains(.suspend))
    for verb in composition.composed {
      let domain = composition.domain(of: verb)
      #expect((domain & [.suspendedFirst, .suspendedLate, .barrierRunning]).isEmpty)
    }
  }
}

extension Step {
  /// Whether the step waits until an observer is called.
  fileprivate var isWaitForObserver: Bool {
    if case .until(.began(let callback)) = self { callback.point == .observer } else { false }
  }
}
