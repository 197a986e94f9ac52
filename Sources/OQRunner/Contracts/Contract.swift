import OQAdapters
import OQFacts
import OQHistory
import OQJudging
import OQModel
import OQPrograms
import OQSpecification

/// What a kind of subject has to keep, and how that is found out.
///
/// Everything that differs between queues of operations, classes of operations and dispatch
/// libraries is in this value; the rest of the suite treats all contracts alike.
package struct Contract: Sendable {
  /// Which rules make a subject non-conformant.
  package enum Enforcement: Sendable, Hashable {
    /// Those whose level the profile enforces, as far as the subject meets their needs.
    case byLevel
    /// All of them, rules for clients included, whatever the subject's host lacks: their checkers
    /// do without it. Rules that subject and host keep together count by level and needs.
    case all
  }

  /// Says whether some legal run of the model has a history.
  package typealias Model = @Sendable (HistoryIndex) -> Acceptance

  /// What the contract is about, in the plural, as messages say it.
  package let name: String
  /// The rules that are judged, with their checkers.
  package let roster: Roster
  /// What programs can be; made where it is asked for, since a judge of histories needs no program.
  package var repertoire: Repertoire {
    let plain = programs()
    guard let composition else { return plain }
    return plain.composing { composition($0).composer }
  }
  private let programs: @Sendable () -> Repertoire
  /// What composes programs of facts, with a vocabulary; nil where none are composed.
  package let composition: (@Sendable (Vocabulary) -> Composition)?
  /// The tables of facts of which other programs are composed, with a vocabulary.
  package let grids: @Sendable (Vocabulary) -> [FactGrid]
  /// Which rules make a subject non-conformant.
  package let enforcement: Enforcement
  /// Where the model knows the histories, what it says of them, given a reading of the contract;
  /// nil where it does not.
  package let model: (@Sendable (Profile) -> Model)?
  /// Whether a subject has to keep the contract.
  package let binds: @Sendable (any Subject) -> Bool
  /// Whether a history of an unknown subject is about the contract.
  package let reads: @Sendable (HistoryIndex) -> Bool
  /// Why nothing is owed of what has not come in a history that ends at rest: sentences.
  package let excuses: @Sendable (History, Profile) -> [String]
  /// A correct subject that runs the same programs: what it shows too is not the subject's doing;
  /// nil where there is none.
  package let control: (@Sendable (any Subject) -> (any Subject)?)?

  /// Puts a contract together.
  ///
  /// - Parameters:
  ///   - name: what it is about, in the plural.
  ///   - roster: the rules that are judged, with their checkers.
  ///   - repertoire: what programs can be, without composed ones; read whenever it is asked for.
  ///   - composition: what composes programs of facts, with a vocabulary; nil composes none.
  ///   - grids: the tables of facts of which other programs are composed, with a vocabulary.
  ///   - enforcement: which rules make a subject non-conformant.
  ///   - model: what the model says of histories, given a reading of the contract; nil for nothing.
  ///   - binds: whether a subject has to keep the contract.
  ///   - reads: whether a history of an unknown subject is about the contract.
  ///   - excuses: why nothing is owed of what has not come in a history that ends at rest.
  ///   - control: a correct subject that runs the same programs; nil for none.
  package init(
    _ name: String, roster: Roster, repertoire: @autoclosure @escaping @Sendable () -> Repertoire,
    composition: (@Sendable (Vocabulary) -> Composition)? = nil,
    grids: @escaping @Sendable (Vocabulary) -> [FactGrid] = { _ in [] },
    enforcement: Enforcement = .byLevel, model: (@Sendable (Profile) -> Model)? = nil,
    binds: @escaping @Sendable (any Subject) -> Bool,
    reads: @escaping @Sendable (HistoryIndex) -> Bool = { _ in false },
    excuses: @escaping @Sendable (History, Profile) -> [String] = { _, _ in [] },
    control: (@Sendable (any Subject) -> (any Subject)?)? = nil
  ) {
    self.name = name
    self.roster = roster
    programs = repertoire
    self.composition = composition
    self.grids = grids
    self.enforcement = enforcement
    self.model = model
    self.binds = binds
    self.reads = reads
    self.excuses = excuses
    self.control = control
  }

  /// What a rule needs of a subject.
  func needs(of rule: Rule) -> [Capability] { isOwn(rule) ? [] : rule.needs }

  /// Whether a rule counts for the subject alone, whatever its level.
  private func isOwn(_ rule: Rule) -> Bool {
    enforcement == .all && !roster.shared.contains(rule.id)
  }

  /// Whether a profile judges by a rule.
  func knows(_ rule: Rule, in profile: Profile) -> Bool {
    if isOwn(rule) { return true }
    return if case .profile(let own) = rule.level { own == profile } else { true }
  }

  /// Whether a violation of a rule makes a subject non-conformant.
  func enforces(_ rule: Rule, in profile: Profile) -> Bool {
    isOwn(rule) || rule.level.isEnforced(in: profile)
  }
}
