import OQAdapters
import OQCommandLine
import OQContracts
import OQHistory
import OQJudging
import OQReport
import OQRunner
import OQSpecification
import OQText

/// `oqcheck check HISTORY`: judges a recorded history by the rules.
struct CheckCommand {
  let options: CheckOptions
  let console: Console
  let selection: Selection
  let history: History

  static func run(_ options: CheckOptions, _ console: Console) throws(Failure) -> ExitStatus {
    // Whoever recorded the history is not known: what its subject lacks does not occur in it, as a
    // rule. Who names the rules knows better.
    let recorded = SubjectDescription(
      name: options.history, version: "",
      capabilities: Capability.allCases.filter { !options.rules.isEmpty || $0.showsInHistories })
    func choose(_ contract: Contract) throws(SelectionError) -> Selection {
      try Selection(
        patterns: options.rules, contract: contract, subject: recorded, profile: options.profile,
        version: options.version)
    }
    // Which contract the history is about shows when it is read; a pattern that is wrong for every
    // contract is refused before.
    let errors = Contracts.all.compactMap { contract in
      do throws(SelectionError) {
        _ = try choose(contract)
        return nil as SelectionError?
      } catch {
        return error
      }
    }
    if errors.count == Contracts.all.count, let error = errors.last { throw refusal(error) }
    let history = try read(options.history)
    do {
      let selection = try choose(Contracts.contract(of: HistoryIndex(history)))
      return CheckCommand(
        options: options, console: console, selection: selection, history: history
      ).run()
    } catch {
      throw refusal(error)
    }
  }

  private static func refusal(_ error: SelectionError) -> Failure {
    Failure(.usage, error.description, hint: "See 'oqcheck rules'.")
  }

  private static func read(_ path: String) throws(Failure) -> History {
    let text = try Files.read(path)
    do {
      return try History(parsing: text)
    } catch {
      throw Failure(
        .malformedInput, "\(path): \(error)",
        hint: "The format of histories is described in Spec/Histories.md.")
    }
  }

  private func run() -> ExitStatus {
    // As in a campaign: who asks for some rules wants to know about those.
    let judge = Judge(selection, asksModel: options.rules.isEmpty)
    let ruling = judge.judge(history)
    write(judge, ruling)
    let isDecided = ruling.judgements.contains { $0.decided > 0 }
    var isViolated = false
    for violation in ruling.violations {
      let isEnforced = isEnforced(violation.blame)
      isViolated = isViolated || isEnforced
      let remark = isEnforced ? "" : " (\(excuse(of: violation.blame)))"
      console.write("\(violation.blame): \(violation.counterexample.message)\(remark)\n")
    }
    if isViolated { return .violated }
    return isDecided ? .conformant : .inconclusive
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
