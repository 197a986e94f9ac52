import OQHistory
import OQModel
import OQSpecification

/// Whether explorer, simulator and acceptor agree about the histories of a program.
///
/// The set of histories of the explorer is that of the simulator, however many there are. The
/// acceptor accepts those that it is shown, and of all histories that are one swap of neighbouring
/// events, or one lost event of client code, away from them exactly those that are in the set, too.
package struct HistoryTrial: Sendable {
  /// Programs of which the sets were compared, in a reading of the contract each.
  package private(set) var programs = 0
  /// Programs with sets that are too large, in a reading of the contract each.
  package private(set) var leftOut = 0
  /// Histories of all sets.
  package private(set) var histories = 0.0
  /// Histories that the acceptor judged.
  package private(set) var judged = 0
  /// Histories that are no member of their set, and that the acceptor rejected.
  package private(set) var nearMisses = 0
  /// Histories that were beyond the bound of the acceptor.
  package private(set) var undecided = 0
  /// Histories of which no document says what they mean, so that the acceptor does not judge them.
  package private(set) var unjudged = 0
  /// Where they do not agree.
  package private(set) var faults: [String] = []

  /// Nothing compared yet.
  package init() {}

  /// Compares everything about one program.
  ///
  /// - Parameters:
  ///   - program: the program.
  ///   - profile: the reading of the contract.
  ///   - bound: most runs that are told apart, and most sets of them.
  ///   - sample: most members of the set whose neighbours the acceptor judges.
  package init(_ program: Program, _ profile: Profile, bound: Int, sample: Int) {
    guard let simulated = HistoryGraph(program, profile: profile, bound: bound) else {
      leftOut = 1
      return
    }
    var explorer = Explorer(Stage(program), profile: profile, lookout: Lookout())
    let result = explorer.run()
    let explored = HistoryGraph(program, bound: bound * 4, choices: explorer.choices())
    guard result.isComplete, let explored else {
      leftOut = 1
      return
    }
    programs = 1
    histories = Double(simulated.count)
    if result.fault != nil { faults.append("a fault:\n\(program.text)") }
    if explored.count != simulated.count || !explored.hasSameHistories(as: simulated) {
      faults.append("explorer and simulator differ, \(profile):\n\(program.text)")
    }
    guard HistoryTrial.isForAcceptors(program), simulated.count < .max else { return }
    let acceptor = Acceptor(profile: profile, concurrency: 2)
    for place in stride(from: 0, to: simulated.count, by: max(1, simulated.count / sample)) {
      let history = simulated[place]
      judge(history, isMade: true, acceptor)
      for change in [Corruption.swap, .deletion] {
        for neighbour in change.everywhere(in: history) {
          // What is owed at a rest is not for one history alone to say, nor that a client goes on.
          guard neighbour.events.last?.kind == .ended,
            HistoryTrial.steps(neighbour) == HistoryTrial.steps(history),
            HistoryTrial.isHistory(neighbour)
          else { continue }
          judge(neighbour, isMade: simulated.contains(neighbour), acceptor)
        }
      }
    }
  }

  /// Whether a recorder could have written it: no end without its begin, and calls of the same
  /// client code are numbered as they come.
  private static func isHistory(_ history: History) -> Bool {
    var begun: Set<Callback> = []
    for event in history.events where event.kind == .enter {
      guard let callback = event.lane?.callback else { continue }
      begun.insert(callback)
      guard callback.occurrence > 1 else { continue }
      let earlier = Callback(
        callback.operation, callback.point, index: callback.index,
        occurrence: callback.occurrence - 1)
      if !begun.contains(earlier) { return false }
    }
    return (try? History(parsing: history.text)) != nil
  }

  /// How many events clients have.
  private static func steps(_ history: History) -> Int {
    history.events.count { $0.lane?.callback == nil }
  }

  private mutating func judge(_ history: History, isMade: Bool, _ acceptor: Acceptor) {
    judged += 1
    switch acceptor.judge(history) {
    case .accepted:
      if !isMade { faults.append("accepted, but not made:\n\(history.text)") }
    case .rejected:
      if isMade {
        faults.append("made, but rejected:\n\(history.text)")
      } else {
        nearMisses += 1
      }
    case .inconclusive(Acceptance.reportsBeforeStart): unjudged += 1
    case .inconclusive: undecided += 1
    }
  }

  /// Whether an acceptor looks at everything that a history of a program shows.
  ///
  /// It does not ask whether a harness waits as it should, nor when an implementation asks an
  /// operation whether it is ready.
  private static func isForAcceptors(_ program: Program) -> Bool {
    program.operations.allSatisfy { $0.kind != .conditional }
      && program.allSteps.allSatisfy { if case .command = $0 { true } else { false } }
  }

  /// Adds what another part of the trial gave.
  ///
  /// - Parameter other: the other part.
  package mutating func merge(_ other: HistoryTrial) {
    programs += other.programs
    leftOut += other.leftOut
    histories += other.histories
    judged += other.judged
    nearMisses += other.nearMisses
    undecided += other.undecided
    unjudged += other.unjudged
    faults += other.faults
  }
}
