import OQHistory
import OQSpecification

/// Legal histories of random small programs, by number.
package struct SmallHistories: Sendable {
  private let seed: UInt64
  private let operations: Int
  private let steps: Int

  /// Histories.
  ///
  /// - Parameters:
  ///   - seed: the seed of the programs and of the choices.
  ///   - operations: most operations of a program, at least 1.
  ///   - steps: most steps of a client.
  package init(seed: UInt64, operations: Int, steps: Int) {
    self.seed = seed
    self.operations = operations
    self.steps = steps
  }

  /// The history with a number; the same in every run.
  ///
  /// - Parameters:
  ///   - index: its number.
  ///   - profile: the reading of the contract in which it is legal.
  /// - Returns: a history of the simulator; nil where client code inside a callback may have waited
  ///   in vain for a value to be read. A harness records the last such reads at a quiescence, the
  ///   simulator does not.
  /// - Complexity: that of the simulator.
  package func history(at index: Int, _ profile: Profile) -> History? {
    let drawn = draw(index, profile)
    return drawn.waits && drawn.history.events.last?.kind == .stalled ? nil : drawn.history
  }

  /// The history with a number, and the source of further choices about it.
  func draw(
    _ index: Int, _ profile: Profile
  ) -> (history: History, choices: SplitMix64, waits: Bool) {
    var choices = SplitMix64(seed: seed &+ UInt64(index) &* 0x9E37_79B9_7F4A_7C15)
    let program = SmallProgram.make(seed: choices.next(), operations: operations, steps: steps)
    var reach = Reach()
    let history = Simulator(profile: profile).run(program, seed: choices.next(), reach: &reach)
    let waits = program.scripts.contains { script in
      guard script.lane.callback != nil else { return false }
      return script.steps.contains { if case .until(.reads) = $0 { true } else { false } }
    }
    return (history, choices, waits)
  }
}
