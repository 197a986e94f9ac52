import OQCheckers
import OQCommandLine
import OQHistory
import OQRunner
import OQSpecification

/// `oqcheck check HISTORY`: judges a recorded history by every rule.
enum CheckCommand {
  static func run(_ options: CheckOptions, _ console: Console) throws(Failure) -> ExitStatus {
    let text = try Files.read(options.history)
    let history: History
    do {
      history = try History(parsing: text)
    } catch {
      throw Failure(
        .malformedInput, "\(options.history): \(error)",
        hint: "The format of histories is described in Spec/Histories.md.")
    }
    let judge = Judge(checkers: Checkers.all, profile: .core)
    let sentence = judge.judge(history)
    var table = TextTable([
      TextTable.Column("rule"), TextTable.Column("verdict"), TextTable.Column("decided", .trailing),
      TextTable.Column("what"),
    ])
    for (checker, judgement) in zip(judge.checkers, sentence.judgements)
    where judgement.verdict != .vacuous {
      let what = judgement.violations.first?.message ?? judgement.reason ?? ""
      table.rows.append([
        TextTable.Cell(checker.rule.description), TextTable.Cell(judgement.verdict.rawValue),
        TextTable.Cell("\(judgement.decided)"), TextTable.Cell(what),
      ])
    }
    let isDecided = sentence.judgements.contains { $0.decided > 0 }
    for line in table.lines(palette: console.output.palette) { console.write(line + "\n") }
    let vacuous = sentence.judgements.count { $0.verdict == .vacuous }
    console.write("\(vacuous) rules are not touched by this history\n")
    if sentence.accusations.isEmpty { return isDecided ? .conformant : .inconclusive }
    for accusation in sentence.accusations {
      console.write("\(accusation.blame): \(accusation.counterexample.message)\n")
    }
    return .violated
  }
}
