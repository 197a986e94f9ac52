import OQHistory
import OQModel
import OQSpecification

/// Whether explorer, simulator and acceptor have the same histories of enumerated programs: all of
/// them, in every reading of the contract.
package struct AgreementTrial: Sendable {
  /// Programs of which all histories were compared, in a reading of the contract each.
  package private(set) var programs = 0
  /// Of these, the ones of which only runs that stand for all were followed.
  package private(set) var byOrder = 0
  /// Programs beyond a bound, in a reading of the contract each.
  package private(set) var leftOut = 0
  /// Scenes of the explorer.
  package private(set) var scenes = 0
  /// Runs of the simulator that are told apart.
  package private(set) var runs = 0
  /// What the comparisons gave.
  package private(set) var places = 0
  /// Events that the acceptor was offered.
  package private(set) var offered = 0
  /// Events that it refused, as it had to.
  package private(set) var refused = 0
  /// What differs.
  package private(set) var faults: [String] = []

  /// Nothing compared yet.
  package init() {}

  /// Compares all histories of some programs.
  ///
  /// - Parameters:
  ///   - group: programs of a ``GraphFamily`` that differ in dependencies alone.
  ///   - profile: the reading of the contract.
  ///   - bound: most runs of the simulator, and most scenes and places, of all programs together.
  ///   - reductions: whether only runs that stand for all are followed; they are chosen by order.
  package init(
    _ group: [Program], _ profile: Profile, bound: Int, reductions: Reductions = []
  ) {
    guard let alphabet = EventAlphabet(group[0]) else {
      leftOut = group.count
      return
    }
    let ordered = reductions.contains(.order) ? OrderedSteps(alphabet, profile) : nil
    let simulated = EventGraph(
      simulating: group, alphabet, profile, bound: bound, choosing: ordered?.choose)
    let explored = EventGraph.exploring(
      group, alphabet, profile, bound: bound, reductions: reductions)
    if let fault = explored.fault { faults.append("\(fault):\n\(group[0].text)") }
    guard let simulated, let graph = explored.graph else {
      leftOut = group.count
      return
    }
    scenes = graph.count
    runs = simulated.count
    var agreement = Agreement(
      group, alphabet, [simulated, graph], AcceptorSets(alphabet, profile), bound: bound)
    let result = agreement.run()
    places = result.places
    offered = result.offered
    refused = result.refused
    if let difference = result.difference { faults.append("\(profile): \(difference)") }
    guard result.isComplete else {
      leftOut = group.count
      return
    }
    programs = group.count
    if ordered != nil { byOrder = group.count }
  }

  /// Compares all histories of some programs, by halves where they are beyond the bound together.
  ///
  /// - Parameters:
  ///   - group: see ``init(_:_:bound:reductions:)``; what its programs share is compared once.
  ///   - profile: the reading of the contract.
  ///   - bound: for each part that is compared together.
  ///   - reductions: whether only runs that stand for all are followed.
  /// - Returns: what the comparisons gave; what a part gave that was beyond the bound is left out.
  package static func dividing(
    _ group: [Program], _ profile: Profile, bound: Int, reductions: Reductions = []
  ) -> AgreementTrial {
    let whole = AgreementTrial(group, profile, bound: bound, reductions: reductions)
    guard whole.leftOut > 0, whole.faults.isEmpty, group.count > 1 else { return whole }
    let middle = group.count / 2
    var parts = AgreementTrial()
    for half in [group.prefix(middle), group.dropFirst(middle)] {
      parts.merge(dividing(Array(half), profile, bound: bound, reductions: reductions))
    }
    return parts
  }

  /// Adds what another part of the trial gave.
  ///
  /// - Parameter other: the other part.
  package mutating func merge(_ other: AgreementTrial) {
    programs += other.programs
    byOrder += other.byOrder
    leftOut += other.leftOut
    scenes += other.scenes
    runs += other.runs
    places += other.places
    offered += other.offered
    refused += other.refused
    faults += other.faults
  }
}
