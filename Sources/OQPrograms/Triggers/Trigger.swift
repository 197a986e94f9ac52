import OQHistory

/// What a failure needs: the steps and facts of its smallest program without which it does not
/// show.
///
/// A smallest program holds more than that: steps that show the failure (reads and waits), and
/// steps that any program needs (adds). The trigger leaves out what only shows it. Two programs
/// with one trigger fail for the same cause, whatever rule or crash the failure goes by.
///
/// A trigger is written as a program, and so in the words of every program:
///
///     op a; op b deps=a; undepend b a
///
/// Names are given anew, so that triggers from different programs compare equal. Of a call that is
/// made again and again the trigger has the first few, and it occurs where there are as many. Of a
/// program of hundreds of operations it has the first few, too.
package struct Trigger: Sendable, Hashable, CustomStringConvertible {
  /// What kind of thing the trigger is about, and so how exactly it tells causes apart.
  package enum Breadth: Sendable, Hashable {
    /// Calls that few programs make, such as the removal of a dependency.
    case steps
    /// Declared facts, such as a limit, with the adds of all programs.
    case facts
    /// Nothing that few programs have: the trigger is the whole program, and speaks only of the
    /// rules that it was seen to break.
    case whole
  }

  /// The steps and facts, as a program in which the names are given anew.
  package let fragment: Program
  /// Whether steps match whatever their values are.
  let isLoose: Bool

  /// The trigger of a failure, from the smallest program that shows it.
  ///
  /// - Parameter program: a program from which nothing can be left out.
  /// - Complexity: O(size of the program), times 24 at most for the names.
  package init(of program: Program) {
    var rest = program.withShortRuns
    if rest.steps > Trigger.mostSteps { rest = rest.miniature }
    rest.settings = Program.Settings()
    if rest.steps <= Trigger.mostSteps { rest = Trigger.reduced(rest) }
    fragment = rest.renamed()
    isLoose = false
  }

  /// The same steps and dependencies, whatever the values and other facts are.
  ///
  /// A program may come to the same failure by other facts: a queue in which something waits since
  /// it is suspended, or since a condition is not met.
  package var loosened: Trigger {
    var plain = fragment
    for index in plain.queues.indices {
      plain.queues[index].suspended = false
      if !plain.queues[index].isMain { plain.queues[index].limit = nil }
    }
    for index in plain.operations.indices {
      let own = plain.operations[index]
      if own.kind.hasHandle {
        plain.operations[index].kind = .task
        plain.operations[index].blocks = 1
      }
      plain.operations[index].completion = false
      plain.operations[index].priority = nil
    }
    return Trigger(loose: plain)
  }

  private init(loose fragment: Program) {
    self.fragment = fragment
    isLoose = true
  }

  /// Longer programs are their own triggers: nothing is gained by comparing their parts.
  static let mostSteps = 200

  /// The one-line text form: the lines of the program without its first, joined by semicolons.
  package var text: String {
    var lines = fragment.text.split(separator: "\n").dropFirst().map { line in
      String(line.drop { $0 == " " })
    }
    // Most triggers have one lane, which needs no name.
    if let client = lines.firstIndex(of: "client 1"), fragment.scripts.count == 1 {
      lines.remove(at: client)
    }
    return lines.joined(separator: "; ")
  }

  /// The one-line text form.
  package var description: String { text }

  /// Reads the text form.
  ///
  /// - Parameter text: the lines of a program without its first, separated by semicolons; steps
  ///   before the first lane are those of client 1.
  /// - Throws: the first fault; its line is the number of the part.
  package init(parsing text: some StringProtocol) throws(TextError) {
    var lines = text.split(separator: ";", omittingEmptySubsequences: false).map { part in
      String(part.drop { $0 == " " })
    }
    func begins(_ line: String, _ words: [String]) -> Bool { words.contains { line.hasPrefix($0) } }
    let first = lines.firstIndex { !$0.isEmpty && !begins($0, ["queue ", "op "]) }
    let opening = first.flatMap { begins(lines[$0], ["in ", "client "]) ? nil : $0 }
    if let opening { lines[opening] = "client 1\n" + lines[opening] }
    do throws(TextError) {
      fragment = try Program(parsing: "oqprogram 1\n" + lines.joined(separator: "\n")).renamed()
      isLoose = false
    } catch {
      // The first line is not of the text, nor is the lane that was put before a step.
      let isAfterLane = opening.map { error.line > $0 + 2 } ?? false
      throw TextError(
        line: max(1, error.line - (isAfterLane ? 2 : 1)), column: error.column,
        message: error.message)
    }
  }

  /// Whether it is a case of another trigger, which takes less: whatever holds it holds the other.
  ///
  /// - Parameter other: another trigger.
  /// - Returns: false where both take the same.
  /// - Complexity: that of looking for the triggers.
  package func isCase(of other: Trigger) -> Bool {
    other.occurs(in: fragment) && !occurs(in: other.fragment)
  }

  /// What the trigger is about.
  package var breadth: Breadth {
    if fragment.allSteps.contains(where: \.isDistinctive) { return .steps }
    return fragment.hasFacts ? .facts : .whole
  }

  /// Most phrases of a trigger; the last one says how many more there are.
  static let mostPhrases = 12

  /// The trigger in the words of a report: facts first, then steps.
  package var phrases: [String] { Trigger.phrases(of: fragment) }

  /// The same in the names of a program that shows the failure.
  ///
  /// - Parameter program: a program in which the trigger occurs; the names are the trigger's own
  ///   where it does not.
  /// - Returns: facts first, then steps.
  /// - Complexity: that of looking for the trigger.
  package func phrases(in program: Program) -> [String] {
    // The program is large, and the trigger is what its first operations do.
    if program.withShortRuns.steps > Trigger.mostSteps, self == Trigger(of: program) {
      return phrases + ["and so on, with \(program.operations.count) operations"]
    }
    guard let players = Occurrences(of: self, in: program).first else { return phrases }
    var named = fragment
    for (part, player) in players.operations.enumerated() {
      named.operations[part].name = program.operations[player].name
    }
    for (part, player) in players.queues.enumerated() {
      named.queues[part].name = program.queues[player].name
    }
    return Trigger.phrases(of: named)
  }

  private static func phrases(of fragment: Program) -> [String] {
    var phrases: [String] = []
    let printer = StepPrinter(fragment)
    for queue in fragment.queues {
      if queue.isMain { phrases.append("\(queue.name) is the main queue") }
      if let limit = queue.limit, !queue.isMain {
        phrases.append("\(queue.name) has limit \(limit)")
      }
      if queue.suspended { phrases.append("\(queue.name) is suspended") }
    }
    for operation in fragment.operations {
      let name = operation.name
      if operation.kind != .task { phrases.append("\(name) is of kind \(operation.kind.rawValue)") }
      for dependency in operation.dependencies {
        phrases.append("\(name) depends on \(fragment[dependency].name)")
      }
      if let priority = operation.priority {
        phrases.append("\(name) has priority \(priority.name)")
      }
      if operation.completion { phrases.append("\(name) has a completion block") }
    }
    for script in fragment.scripts {
      let place = script.lane.callback.map { "in \(printer.text($0)): " } ?? ""
      phrases += Trigger.counted(script.steps.map { place + printer.text($0) })
    }
    guard phrases.count > mostPhrases else { return phrases }
    let shown = mostPhrases - 1
    return phrases.prefix(shown) + ["and \(phrases.count - shown) more"]
  }

  /// Phrases in which a call that is made again and again stands once.
  private static func counted(_ phrases: [String]) -> [String] {
    var rows: [(phrase: String, times: Int)] = []
    for phrase in phrases {
      if rows.last?.phrase == phrase {
        rows[rows.count - 1].times += 1
      } else {
        rows.append((phrase, 1))
      }
    }
    return rows.map { row in
      let more = row.times == Program.mostOfRun ? " or more" : ""
      return row.times == 1 ? row.phrase : "\(row.phrase) (\(row.times) times\(more))"
    }
  }

  // MARK: What belongs to it

  /// The parts of a program that are its trigger.
  private static func reduced(_ program: Program) -> Program {
    let steps = program.allSteps
    let telling = steps.filter(\.isDistinctive)
    guard !telling.isEmpty else {
      guard program.hasFacts else { return program }
      return program.keeping { $0.isCarrying }.withoutIdleObjects()
    }
    let named = Set(telling.flatMap(\.operations))
    let inLanes = Set(
      program.scripts.filter { $0.steps.contains(where: \.isDistinctive) }
        .compactMap(\.lane.callback?.operation))
    let actors = named.union(inLanes)
    let kept = program.keeping { step in
      step.isDistinctive || step.isCarrying && step.operations.contains(where: actors.contains)
    }
    return kept.withoutBystanders(of: actors).withoutIdleObjects()
  }
}

extension Program {
  /// Whether a declaration says more than that something exists.
  var hasFacts: Bool {
    queues.contains { $0.limit != nil || $0.suspended }
      || operations.contains {
        $0.kind != .task && $0.kind != .closure || !$0.dependencies.isEmpty || $0.completion
          || $0.priority != nil || $0.blocks != 1
      }
  }

  /// The program with those of its steps that a condition takes; group adds become single ones
  /// where nothing depends on the group.
  fileprivate func keeping(_ isKept: (Step) -> Bool) -> Program {
    var result = self
    for index in scripts.indices {
      result.scripts[index].steps = scripts[index].steps.filter(isKept)
    }
    result.scripts.removeAll { $0.steps.isEmpty }
    return result.tidied()
  }

  /// The program without facts and operations that have nothing to do with some operations.
  ///
  /// What an operation depends on belongs to its situation, and so does what depends on it.
  fileprivate func withoutBystanders(of actors: Set<OperationID>) -> Program {
    var result = self
    for (index, operation) in operations.enumerated() where !actors.contains(OperationID(index)) {
      var plain = Program.Operation(operation.name, kind: operation.kind)
      plain.dependencies = operation.dependencies.filter(actors.contains)
      result.operations[index] = plain
    }
    return result
  }

  /// The program without objects that no step and no dependency names.
  fileprivate func withoutIdleObjects() -> Program {
    var operations = Set(allSteps.flatMap(\.operations))
    operations.formUnion(scripts.compactMap(\.lane.callback?.operation))
    for (index, operation) in self.operations.enumerated() {
      if !operation.dependencies.isEmpty { operations.insert(OperationID(index)) }
      operations.formUnion(operation.dependencies)
    }
    var queues = Set(allSteps.compactMap { $0.call?.queue })
    for case .drop(.queue(let queue)) in allSteps { queues.insert(queue) }
    func numbers(_ count: Int, _ isKept: (Int) -> Bool) -> [Int?] {
      var next = 0
      return (0..<count).map { index in
        guard isKept(index) else { return nil }
        defer { next += 1 }
        return next
      }
    }
    return renumbered(
      operations: numbers(self.operations.count) { operations.contains(OperationID($0)) },
      queues: numbers(self.queues.count) { queues.contains(QueueID($0)) }
    ).tidied()
  }
}
