import OQFacts
import OQHistory
import OQPrograms
import Synchronization

/// Which composed programs a campaign passes over: what they show is known.
///
/// A program is passed over if it holds a known trigger, and if every two facts of its call have
/// met in a program that ran. So a known cause takes no budget that others need, and keeps nothing
/// from being reached.
package struct PassingOver: Sendable {
  /// Triggers that tell what a program shows.
  private let triggers: [Trigger]
  /// What earlier programs have reached.
  private let reached: InteractionCount

  /// What is passed over from now on.
  ///
  /// A trigger that few programs have failed with says too little to pass over the others that
  /// hold it: the smallest program may owe its failure to what the trigger does not name.
  ///
  /// - Parameters:
  ///   - triggers: the triggers of the causes that are known.
  ///   - reached: what the programs that ran have reached.
  ///   - programs: some composed programs that ran, and whether each has shown something.
  package init(
    _ triggers: [Trigger], reached: InteractionCount,
    seenIn programs: [(program: Program, isViolating: Bool)]
  ) {
    self.reached = reached
    self.triggers = triggers.filter { trigger in
      let held = programs.filter { trigger.occurs(in: $0.program) }
      return held.count(where: \.isViolating) * PassingOver.fewest >= held.count
    }
  }

  /// One in this many programs that hold a trigger must have failed.
  private static let fewest = 4

  /// Whether a composed program is passed over.
  ///
  /// - Parameters:
  ///   - program: the program.
  ///   - facts: what it reaches.
  /// - Returns: whether another program is worth more.
  package func takes(_ program: Program, _ facts: Reached?) -> Bool {
    guard !triggers.isEmpty, let facts, reached.hasPairs(of: facts) else { return false }
    return triggers.contains { $0.occurs(in: program) }
  }
}
