import OQAdapters
import OQContracts
import OQDriver
import OQHistory
import OQJudging
import OQPrograms
import OQReport
import OQRunner
import OQSpecification
import OQSubjects
import Synchronization
import TestSupport
import Testing

@Suite(.limit(minutes: 5))
struct `Causes of queues` {
  /// A campaign on a mutant, or on several in one.
  private func request(
    _ name: String, rules: [String], programs: Int
  ) throws -> Inquiry.Request {
    let judged = JudgedSubject(.driven(try #require(BundledSubjects.subject(named: name))))
    let selection = try judged.selection(rules, .core)
    var request = Inquiry.Request(
      toolVersion: "1", subject: judged.description, selection: selection,
      generator: judged.generator(seed: 1, selection))
    request.programs = programs
    request.takesCensus = false
    return request
  }

  private func report(_ name: String, rules: [String], programs: Int) throws -> Report {
    let request = try request(name, rules: rules, programs: programs)
    return try Inquiry(request, executor: { try workers(name) }).run().report
  }

  private func edge() throws -> Expectation {
    Expectation(.rule("DEP-9"), when: try Trigger(parsing: "op a; op b deps=a; undepend b a"))
  }

  @Test func `of what stands still are made of what was worked on at once`() throws {
    let name = "mutant:edge-survives-removal+raise-awaits-any-pass"
    var request = try request(name, rules: ["DEP-9", "LIMIT-53"], programs: 0)
    request.corpus = try [
      "queue q\nop a\nop b deps=a\nclient 1\n  undepend b a\n  add q b\n  until end b\n",
      """
      queue q limit=1
      op a
      op b
      in a: hold
      client 1
        add q a
        until begin a
        add q b
        set-limit q 2
        until begin b
        open a
      """,
    ].map { Regression(try program($0)) }
    let runs = Shared()
    let report = try Inquiry(
      request, executor: { Counting(workers: try workers(name), runs: runs) }
    ).run().report
    #expect(Set(report.findings.map(\.blame)) == [.rule("DEP-9"), .rule("LIMIT-53")])
    // Each is made small once; to do it twice takes 566.
    #expect(runs.count.load(ordering: .relaxed) < 400)
  }

  @Test func `one mistake that breaks several rules is one cause`() throws {
    let report = try report(
      "mutant:edge-survives-removal", rules: ["DEP-9", "DEP-2", "DEP-12"], programs: 400)
    let edge = try edge()
    #expect(report.causes.count == 1)
    #expect(report.causes.first.map(edge.names) == true)
    #expect(report.isExpected(by: [edge]))
    #expect(report.stale([edge]) == [])
  }

  /// Two things that stand still are worked on together, the second mistake behind the same rule
  /// after them.
  @Test func `two mistakes that break one rule are two causes`() throws {
    let report = try report(
      "mutant:edge-survives-removal+waiter-on-finished-operation",
      rules: ["DEP-2", "DEP-9", "WAIT-4"], programs: 1500)
    let found = report.findings.filter { $0.reproduced > 0 }
    // Whether the first mistake has a finding of the second rule, too, depends on its programs.
    let removals = Set(found.filter(\.program.removesEdge).map(\.cause))
    let others = found.filter { $0.blame == .rule("DEP-2") && !$0.program.removesEdge }
    #expect(!removals.isEmpty && !others.isEmpty)
    #expect(removals.isDisjoint(with: others.map(\.cause)))
  }

  @Test func `two mistakes in one queue are two causes, of which one can be expected`() throws {
    let report = try report(
      "mutant:edge-survives-removal+operation-name-ignored", rules: ["DEP-9", "OP-51"],
      programs: 400)
    let edge = try edge()
    #expect(report.causes.count == 2)
    let name = try #require(report.causes.first { $0.blames.contains("OP-51") })
    #expect(!edge.names(name))
    #expect(!report.isExpected(by: [edge]))
    let other = Expectation(.rule("OP-51"), when: name.trigger)
    #expect(!report.isExpected(by: [other]))
    #expect(report.isExpected(by: [edge, other]))
    #expect(report.stale([edge, other]) == [])
  }
}

/// Swift Testing has a type of the same name.
private typealias Expectation = OQReport.Expectation

extension [Finding.Blame] {
  fileprivate func contains(_ rule: RuleID) -> Bool { contains(.rule(rule)) }
}

/// Counts runs.
private final class Counting: Executor {
  private let workers: WorkerExecutor
  private let runs: Shared

  init(workers: WorkerExecutor, runs: Shared) {
    self.workers = workers
    self.runs = runs
  }

  func execute(_ program: Program) throws -> Execution {
    runs.count.wrappingAdd(1, ordering: .relaxed)
    return try workers.execute(program)
  }

  func executeInOrder(
    _ programs: [Program], following pins: Pins?
  ) throws -> (last: Execution, ran: Int) {
    runs.count.wrappingAdd(1, ordering: .relaxed)
    return try workers.executeInOrder(programs, following: pins)
  }

  func executeQuickly(_ program: Program, _ mode: TrialMode) throws -> Execution {
    runs.count.wrappingAdd(1, ordering: .relaxed)
    return try workers.executeQuickly(program, mode)
  }

  func collect() throws -> [Execution] { try workers.collect() }

  func suspected() -> [Execution] { workers.suspected() }

  func settle(while mayWait: () -> Bool) throws -> [Execution] {
    try workers.settle(while: mayWait)
  }

  func shutDown() { workers.shutDown() }
}

/// A count that several executors share.
private final class Shared: Sendable {
  let count = Atomic(0)
}
