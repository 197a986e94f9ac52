import OQHistory

/// How much there is to read in a program: the shrinker only ever goes down.
///
/// Compared in order: steps, lanes, lanes inside callbacks, what declarations and settings say
/// beyond the default, numbers.
struct ProgramCost: Comparable {
  private let parts: [Int]

  /// Measures a program.
  ///
  /// - Complexity: O(size of the program).
  init(_ program: Program) {
    var details = 0
    var numbers = 0
    for queue in program.queues {
      details += (queue.limit == nil ? 0 : 1) + (queue.suspended ? 1 : 0)
      numbers += queue.limit ?? 0
    }
    for operation in program.operations {
      details += operation.dependencies.count + (operation.kind == .task ? 0 : 1)
      details += (operation.priority == nil ? 0 : 1) + (operation.completion ? 1 : 0)
      details += operation.blocks - 1
      // Normal, then high, then low: of two programs the one with plainer priorities is simpler.
      numbers += operation.priority.map { $0.rawValue < 0 ? 1 - $0.rawValue : $0.rawValue } ?? 0
    }
    details += program.settings.jitter == nil ? 0 : 1
    details += (program.settings.longWork ? 1 : 0) + (program.settings.lingering ? 1 : 0)
    details += (program.settings.oneCore ? 1 : 0) + (program.settings.recording == .full ? 0 : 1)
    var groups = 0
    for step in program.allSteps {
      guard let call = step.call else { continue }
      numbers += call.integer.map { $0 < 0 ? 1 - $0 : $0 } ?? 0
      groups += call.verb == .addGroup || call.verb == .addGroupWaiting ? 1 : 0
    }
    let inside = program.scripts.count { $0.lane.callback != nil }
    parts = [program.steps, program.scripts.count, inside, details, groups, numbers]
  }

  static func < (left: ProgramCost, right: ProgramCost) -> Bool {
    left.parts.lexicographicallyPrecedes(right.parts)
  }
}
