import OQDriver
import OQHistory
import OQJudging
import OQReport
import Synchronization

/// What a campaign beside a control has come upon, and what is made of it while it is not
/// confirmed yet.
///
/// Whether a program stands still is certain only after the step bound of the subject. Until then
/// somebody can see whether it does so again, make it smaller, and ask the control: what comes of
/// this is used once the program has been confirmed, and is forgotten if it is not.
final class Foresight: Sendable {
  /// What is left of a campaign's runs that are not confirmed, and what was made of them.
  private struct State {
    var suspects: [(execution: Execution, index: UInt64)] = []
    var charged = 0
    var isEnough = false
  }

  /// Suspects that are kept until somebody looks at them: where nearly every program is one, a few
  /// tell what there is to tell.
  private static let mostSuspects = 40

  /// Says what a run shows.
  let judge: Judge
  /// Asks the control.
  let trials: ControlTrials
  /// When there is no more time to compare subject and control.
  let end: ContinuousClock.Instant
  /// When nothing more is begun: what comes later is worked on once the programs are over.
  let latest: ContinuousClock.Instant
  private let failsFast: Bool
  private let members: Confined<Crew>
  private let state = Mutex(State())

  /// Nothing has been found yet.
  ///
  /// - Parameters:
  ///   - judge: says what a run shows.
  ///   - trials: asks the control.
  ///   - crew: runs programs on the subject; used by the thread that does the work.
  ///   - budget: the time from now on.
  ///   - failsFast: whether the first finding ends the campaign.
  init(
    _ judge: Judge, _ trials: ControlTrials, _ crew: Crew, for budget: Duration, failsFast: Bool
  ) {
    self.judge = judge
    self.trials = trials
    let begin = ContinuousClock.now
    end = begin + budget
    latest = begin + budget / 2
    self.failsFast = failsFast
    members = Confined(crew)
  }

  /// What runs programs on the subject.
  var crew: Crew { members.value }

  /// Findings with which the subject, and not its host, is charged.
  var charged: Int { state.withLock(\.charged) }

  /// Takes note of a program that may stand still; callable from any thread.
  func note(_ execution: Execution, _ index: UInt64) {
    state.withLock { state in
      guard state.suspects.count < Foresight.mostSuspects else { return }
      state.suspects.append((execution, index))
    }
  }

  /// Whether the campaign was to end with its first answer, and has found it.
  var isEnough: Bool { state.withLock(\.isEnough) }

  /// Decides whether answers end a campaign that was to end with the first.
  ///
  /// - Parameters:
  ///   - answers: what the subject is charged with.
  ///   - isLast: whether nothing else is suspected that may tell more: where no rule of the
  ///     subject's own names the mistake, one that does is waited for.
  /// - Returns: whether they do.
  func isEnough(_ answers: [Finding.Blame], isLast: Bool) -> Bool {
    guard failsFast, !answers.isEmpty else { return false }
    let isOwn = answers.contains {
      guard case .rule(let rule) = $0 else { return false }
      return !judge.roster.shared.contains(rule)
    }
    if isOwn || isLast { state.withLock { $0.isEnough = true } }
    return isOwn || isLast
  }

  /// Takes note of a finding with which the subject is charged.
  func charge() { state.withLock { $0.charged += 1 } }

  /// What programs that may stand still would show if they did, as far as the control does not; one
  /// for each thing that is blamed, of the smallest program.
  ///
  /// - Parameter known: what was found of each thing that is blamed before.
  /// - Returns: the same, and what is new or smaller.
  /// - Throws: a fault of the suite or of the machine.
  func sightings(
    after known: [Finding.Blame: Campaign.Sighting]
  ) throws -> [Finding.Blame: Campaign.Sighting] {
    var found = known
    let suspects = state.withLock { state in
      defer { state.suspects = [] }
      return state.suspects
    }
    for (execution, index) in suspects {
      let history = execution.history.stalled
      let ruling = judge.judge(history)
      func isNews(_ violation: Judge.Violation) -> Bool {
        !violation.isDerived
          && found[violation.blame].map { execution.program.steps < $0.program.steps } ?? true
      }
      guard ruling.violations.contains(where: isNews) else { continue }
      let left = try trials.charges(of: ruling, Execution(execution.program, history), index)
      for violation in left.violations where isNews(violation) {
        found[violation.blame] = Campaign.Sighting(
          violation: violation, index: index, program: execution.program, history: history,
          earlier: execution.earlier, pins: execution.pins)
      }
    }
    return found
  }
}
