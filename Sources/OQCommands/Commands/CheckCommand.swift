import OQAdapters
import OQCommandLine
import OQContracts
import OQHistory
import OQJudging
import OQReport
import OQRunner
import OQSpecification
import OQText

/// `oqcheck check HISTORY...`: judges recorded histories by the rules.
struct CheckCommand {
  let options: CheckOptions
  let console: Console
  let selection: Selection
  let recorded: RecordedHistory

  static func run(_ options: CheckOptions, _ console: Console) throws(Failure) -> ExitStatus {
    if options.areVectors {
      let command = VectorCheck(console: console)
      var statuses: [ExitStatus] = []
      for folder in options.histories { statuses.append(try command.run(folder)) }
      return .combine(statuses)
    }
    // Which contract a history is about shows when it is read; a pattern that is wrong for every
    // contract is refused before.
    let errors = Contracts.all.compactMap { contract in
      do throws(SelectionError) {
        _ = try choose(contract, options)
        return nil as SelectionError?
      } catch {
        return error
      }
    }
    if errors.count == Contracts.all.count, let error = errors.last { throw refusal(error) }
    let histories = try options.histories.flatMapThrowing(RecordedHistory.read)
    let commands = try histories.flatMapThrowing { recorded throws(Failure) in
      do throws(SelectionError) {
        let contract = Contracts.contract(of: HistoryIndex(recorded.history))
        return [
          CheckCommand(
            options: options, console: console, selection: try choose(contract, options),
            recorded: recorded)
        ]
      } catch {
        throw refusal(error)
      }
    }
    guard commands.count != 1 else { return commands[0].run() }
    let statuses = commands.map { $0.runInRow() }
    return [.violated, .inconclusive].first(where: statuses.contains) ?? .conformant
  }

  private static func choose(
    _ contract: Contract, _ options: CheckOptions
  ) throws(SelectionError) -> Selection {
    // Whoever recorded the history is not known: what its subject lacks does not occur in it, as a
    // rule. Who names the rules knows better.
    let recorder = SubjectDescription(
      name: options.histories.first ?? "", version: "",
      capabilities: Capability.allCases.filter { !options.rules.isEmpty || $0.showsInHistories })
    return try Selection(
      patterns: options.rules, contract: contract, subject: recorder, profile: options.profile,
      version: options.version)
  }

  private static func refusal(_ error: SelectionError) -> Failure {
    Failure(.usage, error.description, hint: "See 'oqcheck rules'.")
  }

  private func run() -> ExitStatus {
    let (judge, ruling) = ruling
    write(judge, ruling)
    for violation in ruling.violations { console.write(line(of: violation)) }
    return status(of: ruling)
  }

  /// Judges one of several histories, in a line of its own and one for each violation.
  private func runInRow() -> ExitStatus {
    let (_, ruling) = ruling
    let status = status(of: ruling)
    let decided = ruling.judgements.count { $0.decided > 0 }
    let outcome =
      switch status {
      case .violated: "violated"
      case .inconclusive: "inconclusive"
      default: "conformant"
      }
    console.write("\(recorded.path): \(outcome), \(decided) rules decided\n")
    for violation in ruling.violations { console.write("  " + line(of: violation)) }
    return status
  }

  private var ruling: (Judge, Judge.Ruling) {
    // As in a campaign: who asks for some rules wants to know about those.
    let judge = Judge(selection, asksModel: options.rules.isEmpty)
    return (judge, judge.judge(recorded.history))
  }

  private func status(of ruling: Judge.Ruling) -> ExitStatus {
    if ruling.violations.contains(where: { isEnforced($0.blame) }) { return .violated }
    return ruling.judgements.contains { $0.decided > 0 } ? .conformant : .inconclusive
  }

  private func line(of violation: Judge.Violation) -> String {
    let remark = isEnforced(violation.blame) ? "" : " (\(excuse(of: violation.blame)))"
    return "\(violation.blame): \(violation.counterexample.message)\(remark)\n"
  }

  /// Whether a blame makes the history non-conformant; one without a rule always does.
  private func isEnforced(_ blame: Finding.Blame) -> Bool {
    guard case .rule(let id) = blame else { return true }
    return selection.judged.first { $0.id == id }.map(selection.isEnforced) ?? true
  }

  /// Why a violation that is not enforced is not.
  private func excuse(of blame: Finding.Blame) -> String {
    guard case .rule(let id) = blame, let rule = selection.judged.first(where: { $0.id == id }),
      let challenge = selection.challenge(of: rule)
    else { return "not enforced under profile \(options.profile)" }
    return "challenged: \(challenge)"
  }

  private func write(_ judge: Judge, _ ruling: Judge.Ruling) {
    var table = TextTable([
      TextTable.Column("rule"), TextTable.Column("verdict"), TextTable.Column("decided", .trailing),
      TextTable.Column("what"),
    ])
    for (checker, judgement) in zip(judge.checkers, ruling.judgements)
    where judgement.verdict != .vacuous {
      let what = judgement.counterexamples.first?.message ?? judgement.reason ?? ""
      table.rows.append([
        TextTable.Cell(checker.rule.description), TextTable.Cell(judgement.verdict.rawValue),
        TextTable.Cell("\(judgement.decided)"), TextTable.Cell(what),
      ])
    }
    for line in table.lines(palette: console.output.palette) { console.write(line + "\n") }
    let vacuous = ruling.judgements.count { $0.verdict == .vacuous }
    console.write("\(vacuous) rules are not touched by this history\n")
  }
}
