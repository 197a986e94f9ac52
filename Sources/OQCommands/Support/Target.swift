import OQAdapters
import OQCommandLine
import OQDriver
import OQHistory
import OQModel
import OQPrograms
import OQRunner
import OQSpecification
import OQSubjects

/// What a command line names as its subject: something that is driven, an adapter that speaks the
/// wire protocol, or the model itself.
package enum Target {
  case driven(any Subject)
  case spoken(SubjectDescription, WireExecutor.Options)
  case model

  /// Name, version, capabilities.
  var description: SubjectDescription {
    switch self {
    case .driven(let subject): subject.description
    case .spoken(let description, _): description
    case .model: ModelExecutor.description
    }
  }

  /// Rules whose situations it cannot represent.
  var beyond: Set<RuleID> {
    switch self {
    case .driven, .spoken: []
    case .model: ModelExecutor.beyond
    }
  }

  /// The rules at whose situations programs aim.
  ///
  /// What is driven is asked what checkers decide. The campaign on the model is judged by the
  /// model, and has to go through all of it: it aims wherever a scenario leads.
  func aims(_ selection: Selection) -> [RuleID] {
    switch self {
    case .driven, .spoken: selection.planned.map(\.id)
    case .model: selection.within.map(\.id)
    }
  }

  /// Says what a history tells of the freedoms; nil for the model, whose choices its reach counts.
  func observer(_ profile: Profile) -> (@Sendable (History) -> OutcomeReading)? {
    if case .model = self { return nil }
    return isOfOperations ? Judge.outcomes(profile: profile) : nil
  }

  /// Whether a dispatch library is judged, and not a queue of operations.
  var isDispatch: Bool {
    if case .driven(let subject) = self { subject.description.offers([.dispatch]) } else { false }
  }

  /// Whether a queue of operations is judged, which the model knows.
  private var isOfOperations: Bool { operationClass == nil && !isDispatch }

  /// The class of operations that is judged; nil where a queue is.
  var operationClass: ClassSubject? {
    if case .driven(let subject) = self { subject as? ClassSubject } else { nil }
  }

  /// Chooses the rules to judge by.
  ///
  /// - Parameters:
  ///   - patterns: whole ids or `DEP-*`; empty selects all.
  ///   - profile: the reading of the contract.
  ///   - version: the version of the specification.
  /// - Returns: the rules that apply to the target.
  /// - Throws: what is wrong with the patterns or the version.
  package func selection(
    _ patterns: [String], _ profile: Profile, _ version: SpecificationVersion = .current
  ) throws(SelectionError) -> Selection {
    if let operationClass {
      return try Selection(
        patterns: patterns, classesOf: operationClass.nature, profile: profile)
    }
    if isDispatch {
      return try Selection(patterns: patterns, dispatch: description, profile: profile)
    }
    return try Selection(
      patterns: patterns, subject: description, profile: profile, beyond: beyond,
      version: version)
  }

  /// What may occur in its programs.
  func vocabulary(_ selection: Selection) -> Vocabulary {
    if isDispatch { return .dispatch(description.capabilities) }
    return Vocabulary(
      capabilities: description.capabilities, rules: aims(selection), profile: selection.profile)
  }

  /// What may occur in programs that another target runs, too.
  func vocabulary(
    sharedWith other: Target, _ rules: [RuleID], _ profile: Profile
  ) -> Vocabulary {
    func own(_ target: Target) -> Vocabulary {
      Vocabulary(capabilities: target.description.capabilities, rules: rules, profile: profile)
    }
    return own(self).intersection(own(other))
  }

  /// Who judges its histories: the model knows queues of operations only.
  func judge(_ selection: Selection) -> Judge {
    Judge(
      checkers: selection.checkers, profile: selection.profile,
      model: isOfOperations ? Judge.model(profile: selection.profile) : nil,
      judgesErrors: operationClass != nil)
  }

  /// Finds what a command line names, first among the subjects that the executable adds.
  static func find(
    _ reference: SubjectReference, added: [any Subject]
  ) throws(Failure) -> Target {
    switch reference {
    case .named(let name):
      if let subject = added.first(where: { $0.description.name == name }) {
        return .driven(subject)
      }
      if name == "model" { return .model }
      if let subject = BundledSubjects.subject(named: name) { return .driven(subject) }
      throw unknown(
        reference,
        among: added.map(\.description.name) + ["model"]
          + (BundledSubjects.rows + BundledSubjects.classes).map(\.name))
    case .mutant(let name):
      if let subject = BundledSubjects.mutant(named: name) { return .driven(subject) }
      throw unknown(reference, among: BundledSubjects.mutantNames.map { "mutant:\($0)" })
    case .exec(let words): return try spoken(words)
    }
  }

  /// Asks an adapter what it offers, in a process of its own.
  private static func spoken(_ words: [String]) throws(Failure) -> Target {
    let options = WireExecutor.Options(words, harness: Tool.wireName)
    do throws(AdapterFault) {
      let driver = try options.start()
      defer { driver.process.end() }
      guard let description = driver.description else {
        throw AdapterFault.silent(output: "")
      }
      return .spoken(description, options)
    } catch {
      let subject = SubjectReference.exec(words).description
      throw Failure(
        .subjectUnusable, "subject '\(subject)': \(error)",
        hint: "'oqcheck doctor \(ShellWords.quote(subject))' goes through it step by step.")
    }
  }

  private static func unknown(_ reference: SubjectReference, among known: [String]) -> Failure {
    let near = Suggestion.nearest(reference.description, among: known)
    let meant = near.isEmpty ? "" : "; did you mean \(near.joined(separator: " or "))?"
    return Failure(
      .usage, "unknown subject '\(reference)'\(meant)", hint: "See 'oqcheck subjects'.")
  }

  /// The same as far as it can be driven in the process of the command.
  var inProcess: Target {
    if case .driven(let subject) = self { .driven(subject.besideFirstThread) } else { self }
  }

  /// Something that runs programs on it.
  ///
  /// - Parameters:
  ///   - inProcess: whether the subject is driven in this process.
  ///   - profile: the reading of the contract, which the model follows.
  ///   - seed: the seed of the campaign, from which the model draws.
  /// - Returns: an executor that its user shuts down.
  /// - Throws: a fault of the machine.
  func executor(
    inProcess: Bool, profile: Profile, seed: UInt64
  ) throws(Failure) -> any Executor {
    do {
      switch self {
      case .driven(let subject) where inProcess:
        return try InProcessExecutor(
          subject: subject, observer: QuiescenceObservers.process(subject))
      case .driven(let subject):
        let worker = WorkerOptions(subject: subject.workerName)
        return WorkerExecutor(
          WorkerExecutor.Options(worker, stepBound: subject.description.stepBound))
      case .spoken(_, let options): return WireExecutor(options)
      case .model: return ModelExecutor(profile: profile, seed: seed)
      }
    } catch {
      throw Failure(.fault, "no executor: \(error)")
    }
  }
}
