import OQAdapters
import OQDriver
import OQHistory
import OQPrograms
import OQRunner
import OQSpecification

/// What is judged, with the contract that it has to keep: something that is driven, an adapter that
/// speaks the wire protocol, or the model itself.
package struct JudgedSubject: Sendable {
  /// How it is reached.
  package enum Route: Sendable {
    /// By calls, in a worker or in this process.
    case driven(any Subject)
    /// By messages to an adapter, which describes what it drives.
    case spoken(SubjectDescription, WireExecutor.Options)
    /// By a random walk of the model.
    case model
  }

  /// How it is reached.
  package let route: Route
  /// What it has to keep.
  package let contract: Contract
  /// The zygotes of its workers.
  ///
  /// A campaign makes an executor for everything that it looks into, and a zygote costs what dozens
  /// of its workers cost.
  private let nursery = Nursery()

  /// What is reached in some way.
  package init(_ route: Route) {
    self.route = route
    contract =
      if case .driven(let subject) = route { Contracts.contract(of: subject) } else { .operations }
  }

  /// Name, version, capabilities.
  package var description: SubjectDescription {
    switch route {
    case .driven(let subject): subject.description
    case .spoken(let description, _): description
    case .model: ModelExecutor.description
    }
  }

  /// Rules whose situations it cannot represent.
  package var beyond: Set<RuleID> { isModel ? ModelExecutor.beyond : [] }

  /// Whether it is the model: its reach counts its choices, so that a census says nothing new.
  package var isModel: Bool { if case .model = route { true } else { false } }

  /// How many programs run on it at a time where nobody says: an adapter and its harness wait for
  /// each other most of the time.
  package var standardJobs: Int { if case .spoken = route { 4 } else { 1 } }

  /// A correct subject that runs the same programs, if the contract has one.
  package var control: JudgedSubject? {
    guard case .driven(let subject) = route else { return nil }
    return contract.control?(subject).map { JudgedSubject(.driven($0)) }
  }

  /// The same as far as it can be driven in the process of the command.
  package var inProcess: JudgedSubject {
    guard case .driven(let subject) = route else { return self }
    return JudgedSubject(.driven(subject.besideFirstThread))
  }

  /// Chooses the rules to judge by.
  ///
  /// - Parameters:
  ///   - patterns: whole ids or `DEP-*`; empty selects all.
  ///   - profile: the reading of the contract.
  ///   - version: the version of the specification.
  /// - Returns: the rules that apply to it.
  /// - Throws: what is wrong with the patterns or the version.
  package func selection(
    _ patterns: [String], _ profile: Profile, _ version: SpecificationVersion = .current
  ) throws(SelectionError) -> Selection {
    try Selection(
      patterns: patterns, contract: contract, subject: description, profile: profile,
      beyond: beyond, version: version)
  }

  /// The rules at whose situations programs aim.
  ///
  /// What is driven is asked what checkers decide. The campaign on the model is judged by the
  /// model, and has to go through all of it: it aims wherever a situation leads.
  ///
  /// - Parameter selection: the rules in play.
  /// - Returns: their ids.
  package func aims(_ selection: Selection) -> [RuleID] {
    (isModel ? selection.within : selection.planned).map(\.id)
  }

  /// What may occur in its programs.
  ///
  /// - Parameters:
  ///   - rules: the rules at whose situations programs aim.
  ///   - profile: the reading of the contract.
  /// - Returns: the vocabulary.
  package func vocabulary(_ rules: [RuleID], _ profile: Profile) -> Vocabulary {
    contract.repertoire.vocabulary(description.capabilities, rules: rules, profile: profile)
  }

  /// What makes the programs of a campaign.
  ///
  /// - Parameters:
  ///   - seed: the seed of the campaign.
  ///   - selection: the rules in play.
  ///   - vocabulary: what may occur in them; what the subject offers if left out.
  /// - Returns: the generator.
  package func generator(
    seed: UInt64, _ selection: Selection, vocabulary: Vocabulary? = nil
  ) -> Generator {
    let rules = aims(selection)
    return Generator(
      seed: seed, vocabulary: vocabulary ?? self.vocabulary(rules, selection.profile),
      rules: rules, repertoire: contract.repertoire)
  }

  /// Something that runs programs on it.
  ///
  /// - Parameters:
  ///   - inProcess: whether the subject is driven in this process.
  ///   - profile: the reading of the contract, which the model follows.
  ///   - seed: the seed of the campaign, from which the model draws.
  ///   - isHeldAtRandom: whether lanes are held at points that are drawn.
  /// - Returns: an executor that its user shuts down.
  /// - Throws: a fault of the machine.
  package func executor(
    inProcess: Bool = false, profile: Profile, seed: UInt64, isHeldAtRandom: Bool = false
  ) throws -> any Executor {
    switch route {
    case .driven(let subject) where inProcess:
      try InProcessExecutor(subject: subject, observer: QuiescenceObservers.process(subject))
    case .driven(let subject):
      WorkerExecutor(options(of: subject, heldAtRandom: isHeldAtRandom ? seed : nil))
    case .spoken(_, let options): WireExecutor(options)
    case .model: ModelExecutor(profile: profile, seed: seed)
    }
  }

  private func options(
    of subject: any Subject, heldAtRandom seed: UInt64?
  ) -> WorkerExecutor.Options {
    var options = WorkerExecutor.Options(
      WorkerOptions(subject: subject.workerName, nursery: nursery),
      stepBound: subject.description.stepBound)
    options.heldAtRandom = seed
    return options
  }
}
