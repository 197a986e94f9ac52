import OQHistory

/// What clients do at once, without the names of what they do it to: programs with the same
/// encounter are likely to have the same window.
package struct Encounter: Sendable, Hashable {
  /// What the clients do, by ascending name: verbs, `open` or `drop`.
  package let steps: [String]
  /// How what they do it to hangs together.
  package let relation: Relation

  /// How the objects of two steps hang together, the closest way there is, and the closest first.
  package enum Relation: Int, Sendable, Comparable {
    /// Both are about the same operation.
    case operation
    /// The operation of one depends on that of the other, as the program declares it.
    case dependency
    /// Both are about the same queue, or are not known to have to do with each other.
    case other

    /// Whether one is closer than another.
    package static func < (one: Relation, other: Relation) -> Bool {
      one.rawValue < other.rawValue
    }
  }
}

extension Program {
  /// Whether two clients meet, and each does something next.
  package var hasRace: Bool { encounter != nil }

  /// What clients do next that meet; nil where no two do, and of the first meeting where several
  /// have it.
  ///
  /// - Complexity: O(steps).
  package var encounter: Encounter? {
    guard clients.count > 1 else { return nil }
    var deeds: [Int: [Step]] = [:]
    var first: Int?
    for script in clients {
      for (step, next) in zip(script.steps, script.steps.dropFirst()) {
        guard case .meet(let number) = step, next.deed != nil else { continue }
        deeds[number, default: []].append(next)
        if deeds[number]?.count == 2 { first = first ?? number }
      }
    }
    guard let first, let met = deeds[first] else { return nil }
    let relations = met.indices.flatMap { place in
      met[..<place].map { relation($0, met[place]) }
    }
    return Encounter(
      steps: met.compactMap(\.deed).sorted(), relation: relations.min() ?? .other)
  }

  private func relation(_ one: Step, _ other: Step) -> Encounter.Relation {
    let (mine, theirs) = (one.operations, other.operations)
    if !mine.isDisjoint(with: theirs) { return .operation }
    func depends(_ some: Set<OperationID>, on others: Set<OperationID>) -> Bool {
      some.contains { !others.isDisjoint(with: self[$0].dependencies) }
    }
    return depends(mine, on: theirs) || depends(theirs, on: mine) ? .dependency : .other
  }
}

extension Step {
  /// The name of what is done; nil for a step that only waits.
  fileprivate var deed: String? {
    switch self {
    case .command(let command): command.verb.entry.name
    case .open: "open"
    case .drop: "drop"
    case .hold, .meet, .until: nil
    }
  }

  /// The operations that the step is about.
  fileprivate var operations: Set<OperationID> {
    switch self {
    case .command(let command):
      Set(command.operands + [command.operation].compactMap(\.self))
    case .open(let gate): [gate.operation]
    case .drop(.operation(let operation)): [operation]
    case .drop, .hold, .meet, .until: []
    }
  }
}
