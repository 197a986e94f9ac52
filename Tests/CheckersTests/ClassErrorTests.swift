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
      guard let failing = try Self.failing(history) else { continue }
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

  /// Rules that class and host keep together of which no history that decides them has work that
  /// fails and concerns nobody else; some are beyond every host of classes.
  private static let untried: Set<RuleID> = [
    "ASYNC-6", "ASYNC-10", "ASYNC-12", "CANCEL-18", "CANCEL-51", "CANCEL-55", "DEP-10",
    "DEP-11", "DEP-15", "DEP-17", "DEP-18", "DEP-51", "DEP-55", "DEP-56", "DONE-5", "DONE-51",
    "EXEC-3", "KVO-1", "KVO-2", "KVO-3", "KVO-4", "KVO-5", "KVO-6", "KVO-7", "KVO-8", "KVO-9",
    "KVO-11", "KVO-13", "KVO-14", "LIMIT-5", "LIMIT-6", "LIMIT-51", "LIMIT-55", "MAIN-2",
    "MAIN-3", "OP-3", "OP-51", "PRIO-2", "PRIO-51", "QOS-1", "QUEUE-6", "QUEUE-13", "QUEUE-15",
    "QUEUE-26", "QUEUE-53", "QUEUE-55", "QUEUE-59", "READY-2", "START-4", "START-8", "START-10",
    "START-51", "START-53", "START-56", "START-57", "STATE-51", "SUSP-4", "SUSP-7", "SUSP-51",
    "THREAD-5", "THREAD-7", "WAIT-52", "WAIT-54", "WAIT-55",
  ]

  /// The rules that class and host keep together, with the histories that they are tried on.
  static let shared: [Trial] = OperationNature.allCases.flatMap { nature in
    let roster = Roster.operationClasses(nature)
    return roster.checkers.filter { roster.shared.contains($0.rule) }.map { checker in
      Trial(
        nature: nature, checker: checker,
        histories: (Case.all + Case.ofClasses).filter {
          $0.rule == checker.rule && isAboutTasks($0)
        }
        .map { ($0.title, $0.history) })
    }
  }

  @Test(arguments: shared)
  func `a rule that class and host keep together says the same where work fails, or nothing`(
    _ trial: Trial
  ) throws {
    let panel = Panel([trial.checker], of: .operationClasses(trial.nature))
    func verdict(_ history: History) -> Verdict {
      panel.judge(HistoryIndex(history), profile: .core)[0].verdict
    }
    let isExcused = SharedRules.afterErrors.flatMap(\.rules).contains(trial.checker.rule)
    var decided = 0
    for (title, history) in trial.histories {
      guard let failing = try Self.failing(history) else { continue }
      let (plain, failed) = (verdict(history), verdict(failing))
      let isSilent = isExcused || !HistoryIndex(failing).keepsErrorsToThemselves
      #expect(failed == (isSilent ? .vacuous : plain), "\(title)\n\(failing.text)")
      if failed != .vacuous { decided += 1 }
    }
    #expect(decided > 0 || isExcused || Self.untried.contains(trial.checker.rule))
  }

  /// A history with a hole says something else once it is told again without.
  private static func isAboutTasks(_ one: Case) -> Bool {
    one.history.declarations.operations.allSatisfy { $0.kind == .task }
      && one.history.events.map(\.ticket) == one.history.events.indices.map { Ticket($0 + 1) }
  }

  /// The same history, with an error in every body; nil where it has none.
  private static func failing(_ history: History) throws -> History? {
    var lines: [Substring] = []
    var isFailing = false
    for numbered in history.text.split(separator: "\n", omittingEmptySubsequences: false) {
      let words = numbered.split(separator: " ")
      let isEvent = words.first?.allSatisfy(\.isNumber) ?? false
      let line = isEvent ? numbered.dropFirst((words.first?.count ?? 0) + 1) : numbered
      lines.append(line)
      guard isEvent, words.count > 2, words[2] == "begin", let task = task(words[1]) else {
        continue
      }
      isFailing = true
      lines.append("\(words[1]) throw \(task)")
      lines.append("\(words[1]) ok")
    }
    return isFailing ? try History(parsing: lines.joined(separator: "\n")) : nil
  }

  /// The operation whose body a lane is, whichever run of it; nil for another callback.
  private static func task(_ lane: Substring) -> Substring? {
    let name = lane.prefix { $0 != "#" }
    return name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } ? name : nil
  }
}
