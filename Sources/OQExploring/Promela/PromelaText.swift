import OQHistory

/// A program and the model of it in Promela, the language of the model checker SPIN.
///
/// It is written anew from the description of the model and shares nothing with the transitions in
/// Swift, so that two programs have to agree on the number of states. One process takes one step of
/// the model at a time; each step is a `d_step`. All variables are global. A number that is 0 at
/// the beginning and again at the end of a call tells no states apart.
///
/// Some variables are only written. `spin -o2` keeps them; without it SPIN leaves them out of its
/// states and counts fewer.
///
/// Source: Holzmann, "The SPIN Model Checker", 2003.
package struct PromelaText {
  let program: Program
  var variables: [String] = []
  var steps: [String] = []
  /// Clients, then client code, each with its steps.
  let lanes: [PromelaLane]

  /// Why a program cannot be written, or nil: part of the model is in Promela only.
  ///
  /// - Parameter program: a program for which ``Stage/fault(_:)`` is nil.
  /// - Returns: what of it has no translation, or nil.
  package static func fault(_ program: Program) -> String? {
    for operation in program.operations where operation.kind != .task && operation.kind != .base {
      return "operations of kind \(operation.kind.rawValue)"
    }
    if program.queues.contains(where: \.isMain) { return "the main queue" }
    for step in program.allSteps {
      switch step {
      case .command(let command):
        guard verbs.contains(command.verb) else { return "the verb \(command.verb.entry.name)" }
      case .until(.reads(let command, _)):
        guard command.verb == .isFinished || command.verb == .isCancelled else {
          return "waiting for a value of \(command.verb.entry.name)"
        }
      default: continue
      }
    }
    return nil
  }

  private static let verbs: Set<Verb> = [
    .add, .addGroup, .addGroupWaiting, .cancel, .cancelAll, .suspend, .resume, .setLimit, .wait,
    .waitAll, .start, .isFinished, .isCancelled, .isExecuting, .isReady,
  ]

  /// Writes a program under profile core.
  ///
  /// - Parameter program: a program for which ``fault(_:)`` is nil.
  package init(_ program: Program) {
    self.program = program
    lanes = PromelaLane.all(program)
    declareOperations()
    declareQueues()
    for index in program.operations.indices { writeOperation(index) }
    for place in lanes.indices { writeEntry(place) }
    writeLanes()
  }

  /// The whole text.
  package var text: String {
    (variables + ["active proctype model() {", "end: do"] + steps + ["od }", ""])
      .joined(separator: "\n")
  }

  mutating func declare(_ type: String, _ name: String, _ value: Int = 0) {
    variables.append("\(type) \(name) = \(value);")
  }

  mutating func step(_ guardText: String, _ effects: [String]) {
    let effect = effects.isEmpty ? "skip" : effects.joined(separator: "; ")
    steps.append(":: d_step { (\(guardText)) -> \(effect) }")
  }

  private mutating func declareOperations() {
    for (index, operation) in program.operations.enumerated() {
      for name in ["phase", "rank", "owner"] { declare("byte", "\(name)\(index)") }
      for name in PromelaText.flags { declare("bit", "\(name)\(index)") }
      for other in operation.dependencies { declare("bit", "open\(index)_\(other.index)", 1) }
    }
  }

  private static let flags = [
    "listed", "cancelled", "heeded", "known", "executing", "finished", "slot", "passed",
    "skipOnly", "completed", "readyAtAdd", "manual", "due",
  ]

  private mutating func declareQueues() {
    for (index, queue) in program.queues.enumerated() {
      declare("short", "limit\(index)", queue.limit ?? -1)
      declare("bit", "suspended\(index)", queue.suspended ? 1 : 0)
      for name in ["credit", "added", "slots"] { declare("byte", "\(name)\(index)") }
      declare("bit", "exempt\(index)")
      for operation in program.operations.indices {
        declare("bit", "eligible\(index)_\(operation)")
      }
    }
  }
}

// MARK: Expressions and effects

extension PromelaText {
  /// The variables that say which dependencies still count.
  func open(_ index: Int) -> [String] {
    program.operations[index].dependencies.map { "open\(index)_\($0.index)" }
  }

  func any(_ parts: [String]) -> String {
    parts.isEmpty ? "0" : "(\(parts.joined(separator: " || ")))"
  }

  func all(_ parts: [String]) -> String {
    parts.isEmpty ? "1" : "(\(parts.joined(separator: " && ")))"
  }

  func ready(_ index: Int) -> String { "(!\(any(open(index))) || heeded\(index))" }

  func isListed(_ index: Int, in queue: Int) -> String {
    "(owner\(index) == \(queue + 1) && listed\(index))"
  }

  /// Whether the body has begun.
  func begun(_ index: Int) -> String {
    body(of: index).map { "(there\($0) > 0)" } ?? "0"
  }

  func body(of index: Int) -> Int? {
    lanes.firstIndex { $0.operation == index && $0.isBody }
  }

  /// How many operations of a queue hold a slot and have not begun.
  func unbegun(in queue: Int) -> String {
    let parts = program.operations.indices.map { index in
      "(owner\(index) == \(queue + 1) && slot\(index) && phase\(index) <= 4 && "
        + "!(cancelled\(index) && !passed\(index)) && !\(begun(index)) -> 1 : 0)"
    }
    return parts.isEmpty ? "0" : "(\(parts.joined(separator: " + ")))"
  }

  func clearOpen(_ index: Int) -> [String] { open(index).map { "\($0) = 0" } }

  func enterStart(_ index: Int) -> [String] {
    ["phase\(index) = 3"] + clearOpen(index)
      + ["known\(index) = 0", "heeded\(index) = 0", "readyAtAdd\(index) = 0"]
  }

  func finish(_ index: Int) -> [String] {
    ["phase\(index) = 6", "finished\(index) = 1"] + clearOpen(index)
  }

  func either(_ condition: String, _ effect: [String]) -> String {
    "if :: (\(condition)) -> \(effect.joined(separator: "; ")) :: else fi"
  }
}

// MARK: Steps of queues and operations

extension PromelaText {
  private mutating func writeOperation(_ index: Int) {
    let waiting = "phase\(index) == 1"
    step("\(waiting) && \(ready(index)) && !known\(index)", ["known\(index) = 1"])
    step("\(waiting) && !\(ready(index)) && known\(index)", ["known\(index) = 0"])
    for queue in program.queues.indices { writeChoice(of: index, by: queue) }
    step("\(waiting) && cancelled\(index)", ["skipOnly\(index) = 1"] + enterStart(index))
    step("phase\(index) == 2", enterStart(index))
    let starting = "phase\(index) == 3"
    step(
      "\(starting) && !skipOnly\(index) && !cancelled\(index) && !passed\(index)",
      ["passed\(index) = 1"])
    step("\(starting) && cancelled\(index)", ["phase\(index) = 5"])
    step("\(starting) && cancelled\(index)", ["phase\(index) = 5", "executing\(index) = 1"])
    step("\(starting) && passed\(index)", ["phase\(index) = 4", "executing\(index) = 1"])
    let mayEnd =
      body(of: index).map { " && there\($0) != 1 && (there\($0) == 2 || cancelled\(index))" } ?? ""
    step("phase\(index) == 4\(mayEnd)", ["phase\(index) = 5"])
    step("phase\(index) == 5 && executing\(index)", ["executing\(index) = 0"])
    step("phase\(index) == 5 && !executing\(index)", finish(index))
    for other in program.operations[index].dependencies {
      step(
        "phase\(index) <= 2 && open\(index)_\(other.index) && finished\(other.index)",
        ["open\(index)_\(other.index) = 0"])
    }
    step(
      "phase\(index) <= 2 && cancelled\(index) && !heeded\(index) && \(any(open(index)))",
      ["heeded\(index) = 1"])
    step("listed\(index) && finished\(index)", ["listed\(index) = 0"])
    if program.operations[index].completion {
      step(
        "finished\(index) && !completed\(index)", ["completed\(index) = 1", "due\(index) = 1"])
    }
  }

  /// The choice of an operation by a queue, and the end of its slot.
  private mutating func writeChoice(of index: Int, by queue: Int) {
    let isLate =
      "(credit\(queue) == 255 || (eligible\(queue)_\(index) && "
      + "credit\(queue) > \(unbegun(in: queue))))"
    let highest = PromelaText.level(program.operations[index].priority) ?? 4
    let rivals = program.operations.indices.filter {
      $0 != index && highest < PromelaText.level(program.operations[$0].priority) ?? 0
    }
    let isPreferred = all(
      rivals.map {
        "!(phase\($0) == 1 && owner\($0) == \(queue + 1) && known\($0) && !cancelled\($0))"
      })
    step(
      all([
        "phase\(index) == 1", "owner\(index) == \(queue + 1)",
        "(known\(index) || cancelled\(index))",
        "(limit\(queue) < 0 || slots\(queue) < limit\(queue))",
        "(!suspended\(queue) || cancelled\(index) || \(isLate))",
        "(cancelled\(index) || \(isPreferred))",
      ]),
      ["phase\(index) = 2", "slot\(index) = 1", "slots\(queue) = slots\(queue) + 1"])
    step(
      "finished\(index) && slot\(index) && owner\(index) == \(queue + 1)",
      ["slot\(index) = 0", "slots\(queue) = slots\(queue) - 1"])
  }

  /// The rank of a level, from the lowest.
  private static func level(_ priority: Priority?) -> Int? {
    priority.flatMap { Priority.allCases.firstIndex(of: $0) }
  }

  /// Client code is entered.
  private mutating func writeEntry(_ place: Int) {
    let lane = lanes[place]
    guard let index = lane.operation else { return }
    guard lane.isBody else {
      step("due\(index) && there\(place) == 0", ["due\(index) = 0", "there\(place) = 1"])
      return
    }
    let credits = program.queues.indices.map { queue in
      either(
        "slot\(index) && owner\(index) == \(queue + 1) && suspended\(queue) && "
          + "credit\(queue) > 0 && credit\(queue) != 255",
        ["credit\(queue) = credit\(queue) - 1"])
    }
    step("phase\(index) == 4 && there\(place) == 0", credits + ["there\(place) = 1"])
  }
}
