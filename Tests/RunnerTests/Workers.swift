import OQCheckers
import OQDriver
import OQHistory
import OQReport
import OQRunner
import OQSpecification
import TestSupport
import Testing

/// An executor that starts `oqcheck` as worker.
func workers(
  _ subject: String, capacity: Int = 10_000, looks: Int = 1_000, silence: Int = 60_000,
  stepBound: Double? = nil, _ change: (inout WorkerExecutor.Options) -> Void = { _ in }
) throws -> WorkerExecutor {
  var worker = WorkerOptions(
    subject: subject, executable: try builtCommand(), capacity: capacity)
  worker.patience.look = 5_000
  worker.patience.looks = looks
  worker.silence = silence
  var options = WorkerExecutor.Options(worker, stepBound: stepBound)
  change(&options)
  return WorkerExecutor(options)
}

/// A program from its text without the header.
func program(_ text: String) throws -> Program { try Program(parsing: "oqprogram 1\n" + text) }

/// What every healthy subject completes.
let healthy = """
  queue q
  op d
  op x deps=d completion
  in d: hold
  client 1
    add-group q x,d
    until begin d
    is-ready x
    open d
    wait-all q
    until end x.completion
  """

/// What a hostile subject misuses.
let misused = """
  queue q
  op a kind=closure
  client 1
    add-block q a
    until begin a
    cancel-all q
    wait-all q
  """

extension HistoryIndex {
  /// Whether every lane reached its end.
  var isCompleted: Bool { if case .completed = ending { true } else { false } }
}

/// Looks for a program that shows a subject to break a rule, and that another one runs in order.
///
/// - Parameters:
///   - rule: the rule.
///   - accused: the name of the subject that breaks it.
///   - control: the name of the subject that does not.
///   - judge: judges both.
///   - program: the program with a number; five dozen are tried.
/// - Throws: a fault of the suite or of the machine.
func expectFound(
  _ rule: RuleID, in accused: String, not control: String, by judge: Judge,
  program: (UInt64) -> Program
) throws {
  let (suspect, healthy) = (try workers(accused), try workers(control))
  defer {
    suspect.shutDown()
    healthy.shutDown()
  }
  var endings: [Substring: Int] = [:]
  for index in UInt64(0)..<60 {
    let program = program(index)
    let execution = try suspect.executeQuickly(program)
    #expect(execution.unusable == nil)
    endings["\(HistoryIndex(execution.history).ending)".prefix { $0 != "(" }, default: 0] += 1
    let blames = judge.judge(execution.history).violations.map(\.blame)
    guard blames.contains(.rule(rule)) else { continue }
    let passed = try healthy.executeQuickly(program)
    #expect(judge.judge(passed.history).violations.isEmpty, "\(program.text)")
    return
  }
  Issue.record("\(accused) keeps \(rule) in 60 programs, which ended thus: \(endings)")
}
