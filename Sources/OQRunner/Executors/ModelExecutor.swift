import OQAdapters
import OQHistory
import OQModel
import OQSpecification

/// Runs programs on the model itself: a random walk of it, without threads.
///
/// Every history is legal, so that whatever a rule blames is a false alarm; and every history is
/// determined by seed and index.
package final class ModelExecutor: Executor {
  /// The reading of the contract.
  package let profile: Profile
  private let simulator: Simulator
  private let seed: UInt64
  private var runs: UInt64 = 0

  /// Which transitions and which outcomes of the freedoms were taken so far.
  package private(set) var reach = Reach()

  /// An executor.
  ///
  /// - Parameters:
  ///   - profile: the reading of the contract.
  ///   - seed: the seed of the campaign.
  package init(profile: Profile, seed: UInt64) {
    self.profile = profile
    simulator = Simulator(profile: profile)
    self.seed = seed
  }

  /// Rules that only programs beyond the model's bounds decide: those about large graphs.
  package static let beyond: Set<RuleID> = ["DEP-5"]

  /// The model as a subject: it offers everything that it represents.
  package static let description = SubjectDescription(
    name: "model", version: SpecificationVersion.current.description,
    capabilities: [
      .raises, .catchableRaises, .manualStart, .subclassMain, .blockOperations,
      .completionBlocks, .groupAdd, .priorities, .operationWait, .queueWait, .listing, .barrier,
      .customReady, .customAsync,
    ])

  /// See ``Executor/execute(_:index:)``.
  package func execute(_ program: Program, index: UInt64) throws -> Execution {
    if Simulator.fault(program) != nil {
      // Beyond the model's bounds: nothing is said about the program.
      return Execution(program, History(of: program, events: []))
    }
    // Streams of different indices differ in every bit that the generator's do: the constant sets
    // them apart from the stream that made the program.
    let stream = (seed ^ 0x5851_F42D_4C95_7F2D) &+ index &* 0x9E37_79B9_7F4A_7C15
    return Execution(program, simulator.run(program, seed: stream, reach: &reach))
  }

  /// Runs a program once more, with choices that no earlier run made.
  ///
  /// - Parameter program: a program without faults.
  /// - Returns: its history.
  /// - Throws: nothing.
  package func execute(_ program: Program) throws -> Execution {
    runs += 1
    return try execute(program, index: ~runs)
  }
}
