import OQAdapters
import OQCheckers
import OQContracts
import OQHistory
import OQJudging
import OQPrograms
import OQReport
import OQRunner
import OQSpecification
import OQSubjects
import TestSupport
import Testing

/// Classes of operations on Foundation's queue.
@Suite(.waiting, .limit(minutes: 3)) struct ClassTests {
  private static func judge(_ nature: OperationNature) throws -> Judge {
    Judge(try judged(nature).selection([], .core))
  }

  private static func judged(_ nature: OperationNature) -> JudgedSubject {
    JudgedSubject(.driven(ClassSubject(.correct(nature))))
  }

  @Test(arguments: OperationClass.mistakes.map(\.operationClass.name))
  func `a mistake is found by its rule, and the control does not show it`(
    _ name: String
  ) throws {
    let mistake = try #require(OperationClass.mistakes.first { $0.operationClass.name == name })
    try expect(mistake.operationClass, breaks: mistake.breaks)
  }

  @Test(arguments: ["ASYNC-16", "ASYNC-9"] as [RuleID])
  func `the guide's MyOperation breaks`(_ rule: RuleID) throws {
    try expect(try #require(.named("guide-my-operation")), breaks: rule)
  }

  @Test func `the guide's performOperation leaves what was cancelled unfinished`() throws {
    try expect(try #require(.named("guide-perform-operation")), breaks: "ASYNC-7")
  }

  /// Looks for a program that shows a class to break a rule, and that the control runs in order.
  private func expect(_ operationClass: OperationClass, breaks rule: RuleID) throws {
    let subject = ClassSubject(operationClass)
    let judge = try Self.judge(subject.nature)
    let judged = JudgedSubject(.driven(subject))
    let generator = judged.generator(seed: 1, try judged.selection([rule.description], .core))
    try expectFound(
      rule, in: subject.description.name, not: subject.control.description.name,
      by: judge, program: generator.program)
  }

  @Test(arguments: OperationNature.allCases)
  func `a correct class keeps every rule, and decides its own`(_ nature: OperationNature) throws {
    let judged = Self.judged(nature)
    let selection = try judged.selection([], .core)
    #expect(nature == .main || selection.judged.count >= 120, "\(selection.judged.count)")
    let report = try expectConformant(judged, programs: 300)
    let shared = selection.contract.roster.shared
    for rule in report.rules where rule.verdict != .notApplicable && !shared.contains(rule.id) {
      #expect(rule.exercised > 0 || rule.undecided == 0, "\(rule.id)")
      if rule.id != "WAIT-2", rule.id != "STATE-10" {
        #expect(rule.exercised > 0, "\(rule.id)")
      }
    }
  }

  @Test(arguments: OperationClass.ofApplications.map(\.name))
  func `a correct class of an application keeps every rule, and never stalls`(
    _ name: String
  ) throws {
    let subject = ClassSubject(try #require(.named(name)))
    try expectConformant(JudgedSubject(.driven(subject)), programs: 200)
  }

  /// Runs programs on a class, and on its control what shows something, judged by all rules.
  @discardableResult
  private func expectConformant(_ judged: JudgedSubject, programs: Int) throws -> Report {
    let selection = try judged.selection([], .core)
    var request = Inquiry.Request(
      toolVersion: "1", subject: judged.description, selection: selection,
      generator: judged.generator(seed: 3, selection))
    request.programs = programs
    let name = judged.description.name
    let control = try #require(judged.control).description.name
    let (report, faults) = try Inquiry(
      request, executor: { try workers(name) },
      control: Inquiry.ControlSubject(control) { try workers(control) }
    ).run()
    #expect(faults == [])
    #expect(report.findings.map(\.message) == [])
    #expect(report.undecided == 0)
    #expect(report.stalls == nil)
    return report
  }

  @Test func `what the control breaks is taken out of the verdict`() throws {
    let judged = Self.judged(.asynchronous)
    let selection = try judged.selection(["EXEC-1", "DEP-1"], .core)
    let history = try History(
      parsing: """
        oqhistory 1
        op x
        events
        client1 start x
        client1 ok
        x begin elsewhere
        x end
        x#2 begin elsewhere
        x#2 end
        """)
    let judge = Judge(selection)
    let result = Campaign(judge: judge, indices: Indices(programs: 1)) { _ in
      history.declarations
    }.run(on: [ScriptedHistory(history)])
    let findings = result.sightings.map { Finding($0, seed: 1) }
    #expect(findings.map(\.blame) == [.rule("EXEC-1")])
    let request = Inquiry.Request(
      toolVersion: "1", subject: judged.description, selection: selection,
      generator: judged.generator(seed: 1, selection))
    let charged = Report(request, result, Report.Sorted(findings: findings), isComplete: true)
    #expect(charged.outcome == .violated)
    let acquitted = Report(
      request, result, Report.Sorted(findings: []), isComplete: true,
      control: Report.Control(name: "class:async", programs: 1, findings: findings))
    #expect(acquitted.outcome != .violated)
    #expect(acquitted.rules.first { $0.id == "EXEC-1" }?.verdict == .notApplicable)
  }

  @Test func `rules of clients count where a class is the subject`() throws {
    let selection = try Self.judged(.asynchronous).selection(["ASYNC-4"], .core)
    #expect(selection.judged.map(\.level) == [.client])
    #expect(selection.judged.allSatisfy(selection.isEnforced))
    #expect(throws: SelectionError.self) {
      try Self.judged(.main).selection(["ASYNC-4"], .core)
    }
  }
}

/// Gives the same history for every program.
private final class ScriptedHistory: Executor {
  private let history: History
  init(_ history: History) { self.history = history }
  func execute(_ program: Program) -> Execution { Execution(program, history) }
}
