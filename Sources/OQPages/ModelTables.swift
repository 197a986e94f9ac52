import OQModel

/// The tables of `Model.md` that are generated from the model.
package enum ModelTables {
  /// The lines that belong between each pair of marks.
  package static var all: [(mark: String, lines: [String])] {
    [("phases", phases), ("transitions", transitions)]
  }

  private static var phases: [String] {
    ["", "| phase | meaning |", "|---|---|"]
      + OperationState.Phase.allCases.map { "| \($0.word) | \($0.meaning) |" } + [""]
  }

  private static var transitions: [String] {
    TransitionGroup.allCases.flatMap { group in
      [
        "", "### \(group.heading)", "", "| transition | when | effect | rules | freedoms |",
        "|---|---|---|---|---|",
      ] + Transition.all.filter { $0.id.group == group }.map(row)
    } + [""]
  }

  /// The row of a transition; its anchor is its id.
  private static func row(_ transition: Transition) -> String {
    let rules = transition.rules.map { "[\($0)]" }.joined(separator: ", ")
    let freedoms = transition.freedoms.map { "[ND-\($0)]" }.joined(separator: ", ")
    let cells = [
      "<a id=\"\(transition.id)\"></a>`\(transition.name)`", transition.guardText,
      transition.effect, rules, freedoms,
    ]
    return "| " + cells.joined(separator: " | ") + " |"
  }
}

extension TransitionGroup {
  /// The heading over its rows.
  var heading: String {
    switch self {
    case .operationCommand: "Commands on an operation"
    case .queueCommand: "Commands on a queue"
    case .queueStep: "Steps of a queue"
    case .operationStep: "Steps of an operation"
    case .finishStep: "What follows the finish"
    case .observation: "What is observed"
    }
  }
}
