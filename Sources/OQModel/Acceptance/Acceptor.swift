import OQHistory
import OQSpecification

/// Decides whether a history is one that the model can have: set-of-states simulation.
///
/// Soundness rests on following every step that the model allows: a history is rejected only if no
/// state is left that explains it.
package struct Acceptor: Sendable {
  private let profile: Profile
  private let reduced: Bool
  private let bound: Int
  private let concurrency: Int

  /// An acceptor for one reading of the contract.
  ///
  /// - Parameters:
  ///   - profile: the reading of the contract.
  ///   - reduced: whether to leave out states that cannot change the answer.
  ///   - bound: most states followed at a time; beyond it the answer is inconclusive.
  ///   - concurrency: how many bodies the implementation is known to let begin while others are
  ///     held, at least 1; matters only for what is owed when nothing moves.
  package init(
    profile: Profile, reduced: Bool = true, bound: Int = 20_000, concurrency: Int = 1
  ) {
    self.profile = profile
    self.reduced = reduced
    self.bound = bound
    self.concurrency = concurrency
  }

  /// Judges a history.
  ///
  /// - Returns: whether some run of the model has it.
  /// - Complexity: O(events × states followed × operations²); the number of states is bounded.
  package func judge(_ history: History) -> Acceptance { judge(HistoryIndex(history)) }

  /// Judges a history that is indexed already.
  ///
  /// - Parameter index: the history, indexed.
  /// - Returns: whether some run of the model has it.
  /// - Complexity: as ``judge(_:)-(History)``.
  package func judge(_ index: HistoryIndex) -> Acceptance {
    do throws(Gap) {
      var search = try search(index, reduced: reduced, notesOutcomes: false)
      return search.run()
    } catch {
      return .inconclusive(error.reason)
    }
  }

  /// Finds out which outcomes of the freedoms a history shows.
  ///
  /// An outcome is shown if every run of the model that has the history takes it: no other
  /// explanation is left. So what is not shown may have been taken all the same, and what is shown
  /// was. All runs are followed for that, without the reduction; the bound holds as for
  /// ``judge(_:)``.
  ///
  /// - Returns: the outcomes, or why they cannot be told.
  /// - Complexity: as ``judge(_:)`` without the reduction; a state is followed again for every
  ///   outcome that another way to it does not take.
  package func outcomes(of history: History) -> OutcomeReading {
    do throws(Gap) {
      var search = try search(HistoryIndex(history), reduced: false, notesOutcomes: true)
      switch search.run() {
      case .accepted:
        guard let certain = search.certain else { return .undecided("no state was kept") }
        return .shown(certain)
      case .rejected: return .unexplained
      case .inconclusive(let reason): return .undecided(reason)
      }
    } catch {
      return .undecided(error.reason)
    }
  }

  /// Why a history cannot be searched.
  struct Gap: Error { let reason: String }

  func search(
    _ index: HistoryIndex, reduced: Bool, notesOutcomes: Bool
  ) throws(Gap) -> Search {
    let history = index.history
    if let reason = Acceptor.gap(in: index) { throw Gap(reason: reason) }
    if index.hasEscapedError { throw Gap(reason: "an error left a task") }
    let given = index.calls.lazy.map(\.command)
    if let fault = Model.fault(history.declarations, commands: given) {
      throw Gap(reason: "the model does not represent " + fault)
    }
    let commands = Array(given)
    var model = Model(
      history.declarations, commands: commands, profile: profile, concurrency: concurrency)
    model.ownWaits = Set(index.calls.indices.filter { index.calls[$0].isInOwnCompletion })
    model.ownAdds = Set(index.calls.indices.filter { index.calls[$0].isAddInCompletion })
    return Search(
      model: model, index: index, reduced: reduced, bound: bound, notesOutcomes: notesOutcomes)
  }

  /// Why a history as a whole cannot be judged, or nil.
  private static func gap(in index: HistoryIndex) -> String? {
    // ND-32: the settings of the main queue may have no effect.
    if index.changesMainQueue { return "the settings of the main queue are changed" }
    guard index.calls.isEmpty else { return nil }
    let hasEntry = index.history.events.contains {
      if case .enter = $0.kind { true } else { false }
    }
    return hasEntry ? "calls were not recorded" : nil
  }
}
