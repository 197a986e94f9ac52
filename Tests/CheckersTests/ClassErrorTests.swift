import OQCheckers
import OQHistory
import OQJudging
import OQSite
import OQSpecification
import Testing

/// Every rule of a class itself sees programs in which work fails.
///
/// The hand-written histories of a rule are told once more with an error at the begin of every body
/// that belongs to a task; what the rule says of them is the same, or stated here.
@Suite struct ClassErrorTests {
  /// What is said where work fails, of rules that do not say the same as without an error.
  private enum Answer {
    /// Nothing, or the same: a class may cancel an operation itself whose work has failed, and a
    /// dependent may leave its own out.
    case silence
    /// The finish that is missing is left to ASYNC-9.
    case left
    /// The finish that is missing is taken over from CANCEL-22.
    case taken
    /// The same: the rule is about what comes before the work, and no history of it has work.
    case untried
  }

  private static let answers: [RuleID: Answer] = [
    "CANCEL-19": .silence, "STATE-9": .silence, "ASYNC-6": .silence, "CANCEL-22": .left,
    "ASYNC-9": .taken, "STATE-1": .untried, "KVO-53": .untried, "ASYNC-4": .untried,
    "ASYNC-10": .untried,
  ]

  /// A rule of a nature, with the histories that it is tried on.
  struct Trial: Sendable, CustomTestStringConvertible {
    let nature: OperationNature
    let checker: Checker
    let histories: [(title: String, history: History)]
    var testDescription: String { "\(checker.rule), \(nature)" }
  }

  static let trials: [Trial] = OperationNature.allCases.flatMap { nature in
    let roster = Roster.operationClasses(nature)
    return roster.checkers.filter { !roster.shared.contains($0.rule) }.map { checker in
      let own = Case.ofClasses.filter { $0.rule == checker.rule }
      let cases = own.isEmpty ? Case.all.filter { $0.rule == checker.rule } : own
      return Trial(
        nature: nature, checker: checker,
        histories: cases.filter(isAboutTasks).map { ($0.title, $0.history) })
    }
  }

  @Test(arguments: trials) func `a rule says the same where work fails`(_ trial: Trial) throws {
    #expect(!trial.histories.isEmpty, "no history of \(trial.checker.rule) is about tasks")
    let panel = Panel([trial.checker], of: .operationClasses(trial.nature))
    func verdict(_ history: History) -> Verdict {
      panel.judge(HistoryIndex(history), profile: .core)[0].verdict
    }
    let answer = Self.answers[trial.checker.rule]
    var tried = 0
    for (title, history) in trial.histories {
      let failing = try Self.failing(history)
      guard failing != history else { continue }
      tried += 1
      let (plain, failed) = (verdict(history), verdict(failing))
      switch answer {
      case nil, .untried: #expect(failed == plain, "\(title)\n\(failing.text)")
      case .silence, .left: #expect(failed == plain || failed == .vacuous, "\(title)")
      case .taken: #expect(failed == plain || failed == .violated, "\(title)")
      }
    }
    #expect((tried == 0) == (answer == .untried))
  }

  @Test(arguments: OperationNature.allCases)
  func `a rule that class and host keep together says nothing where work fails`(
    _ nature: OperationNature
  ) throws {
    let roster = Roster.operationClasses(nature)
    let shared = roster.checkers.filter { roster.shared.contains($0.rule) }
    let panel = Panel(shared, of: roster)
    for one in Case.all where Self.isAboutTasks(one) {
      let failing = try Self.failing(one.history)
      guard failing != one.history else { continue }
      let verdicts = panel.judge(HistoryIndex(failing), profile: .core).map(\.verdict)
      #expect(verdicts.allSatisfy { $0 == .vacuous }, "\(one.title)\n\(failing.text)")
    }
  }

  /// A history with a hole says something else once it is told again without.
  private static func isAboutTasks(_ one: Case) -> Bool {
    one.history.declarations.operations.allSatisfy { $0.kind == .task }
      && one.history.events.map(\.ticket) == one.history.events.indices.map { Ticket($0 + 1) }
  }

  /// The same history, with an error in every body.
  private static func failing(_ history: History) throws -> History {
    var lines: [Substring] = []
    let text = history.text
    for numbered in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let line = numbered.trimmingPrefix(#/\d+ /#)
      lines.append(line)
      guard let match = line.wholeMatch(of: #/(([a-z]\w*)(?:#\d+)?) begin.*/#) else { continue }
      lines.append("\(match.1) throw \(match.2)")
      lines.append("\(match.1) ok")
    }
    return try History(parsing: lines.joined(separator: "\n"))
  }
}
