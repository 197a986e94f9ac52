import Foundation
import OQAdapters
import OQPrograms
import OQRunner
import OQSpecification
import TestSupport
import Testing

import OQKit

/// The executable of these tests is its own worker here.
@Suite(.awaiting, .limit(minutes: 3)) struct `Rules as test cases` {
  @Test func `fail for a violated rule, with the proof, and pass for others`() async throws {
    let folder = try Folder()
    var options = ConformanceOptions(programs: 60)
    options.rules = ["DEP-1", "EXEC-1"]
    options.findings = folder.path + "/found"
    options.command = "swift run toy-check"
    let rules = Conformance.rules(of: ReferenceAdapter<Repeating>.self, options)
    #expect(rules.map(\.id) == ["adapter", "EXEC-1", "DEP-1", "unexplained", "crash"])
    for rule in rules where rule.id != "EXEC-1" { try await rule.check() }
    let failure = await #expect(throws: ConformanceFailure.self) { try await rules[1].check() }
    let text = try #require(failure).description
    #expect(text.hasPrefix("EXEC-1 violated: "), "\(text)")
    #expect(text.contains("swift run toy-check replay \(folder.path)/found/EXEC-1-"))
    #expect(text.contains("swift run toy-check run adapted-mutant --seed 0x1 --only "))
  }

  @Test func `fail with what can be looked at, and are known issues where they are expected`()
    async throws
  {
    let folder = try Folder()
    let known = folder.path + "/known.txt"
    try Data("EXEC-1   # known\n".utf8).write(to: URL(filePath: known))
    var options = ConformanceOptions(programs: 60)
    options.rules = ["DEP-1", "EXEC-1"]
    options.findings = folder.path + "/found"
    options.expectations = known
    let rules = Conformance.rules(of: ReferenceAdapter<Repeating>.self, options)
    for rule in rules { #expect(await rule.isExpected == (rule.id == "EXEC-1"), "\(rule)") }
    let failure = try #require(
      await #expect(throws: ConformanceFailure.self) { try await rules[1].check() })
    let (program, history, file) = try #require(
      failure.attachments.count == 3
        ? (failure.attachments[0], failure.attachments[1], failure.attachments[2]) : nil)
    #expect(program.name.hasPrefix("EXEC-1-") && program.name.hasSuffix(".oqprogram"))
    #expect(program.text.hasPrefix("oqprogram 1\n"))
    #expect(history.text.hasPrefix("oqhistory 1\n"))
    let written = try String(
      contentsOfFile: "\(options.findings)/\(file.name)", encoding: .utf8)
    #expect(file.text == written)
  }

  @Test func `run the programs of kept failures first`() async throws {
    let folder = try Folder()
    let program = """
      oqprogram 1
      queue q
      op a
      op kept deps=a
      client 1
        add q a
        add q kept
        until end kept
        wait-all q

      """
    // The queue runs the second task twice, and nearly always in time.
    for number in 1...5 {
      try Data(program.utf8).write(to: URL(filePath: folder.path + "/\(number).oqprogram"))
    }
    var options = ConformanceOptions(programs: 1)
    options.rules = ["EXEC-1"]
    options.findings = folder.path + "/found"
    options.command = "swift run toy-check"
    options.regressions = folder.path
    let rules = Conformance.rules(of: ReferenceAdapter<Repeating>.self, options)
    let failure = await #expect(throws: ConformanceFailure.self) { try await rules[1].check() }
    let text = try #require(failure).description
    #expect(text.hasPrefix("EXEC-1 violated: "), "\(text)")
    // No seed makes this program.
    #expect(text.contains("op kept") && !text.contains("--only"), "\(text)")
    options.regressions = "no-such-folder"
    let wrong = Conformance.rules(of: ReferenceAdapter<Repeating>.self, options)
    let fault = await #expect(throws: ConformanceFailure.self) { try await wrong[0].check() }
    #expect(try #require(fault).description.contains("no-such-folder: no such directory"))
  }

  @Test func `say what is wrong with a file of expectations`() async throws {
    var options = ConformanceOptions(programs: 1)
    options.expectations = "no-such-file"
    let rules = Conformance.rules(of: ReferenceAdapter<Correct>.self, options)
    #expect(rules.map(\.id) == ["adapter"])
    let failure = await #expect(throws: ConformanceFailure.self) { try await rules[0].check() }
    #expect(try #require(failure).description.contains("no-such-file: no such file"))
    #expect(try #require(failure).attachments == [])
  }

  @Test func `pass for the reference queue, wherever they are decided`() async throws {
    var options = ConformanceOptions(programs: 150)
    options.requiresDecisions = false
    let rules = Conformance.rules(of: ReferenceAdapter<Correct>.self, options)
    #expect(rules.count > 120)
    for rule in rules { try await rule.check() }
  }

  @Test func `pass for what Foundation does right`() async throws {
    var options = ConformanceOptions(programs: 40)
    options.rules = ["DEP-1"]
    let rules = Conformance.rules(of: FoundationAdapter.self, options)
    // The model, which knows all rules, accepts less than this one.
    for rule in rules where rule.id != "unexplained" { try await rule.check() }
  }

  @Test func `fail where a rule is not decided, unless that is not asked for`() async throws {
    var options = ConformanceOptions(programs: 1)
    options.rules = ["LIMIT-*"]
    var undecided = 0
    for rule in Conformance.rules(of: ReferenceAdapter<Correct>.self, options) {
      do { try await rule.check() } catch let failure as ConformanceFailure {
        undecided += 1
        #expect(
          failure.description.hasPrefix("\(rule)\nvacuous after 1 programs"), "\(failure)")
      }
    }
    #expect(undecided > 1)
    options.requiresDecisions = false
    for rule in Conformance.rules(of: ReferenceAdapter<Correct>.self, options) {
      try await rule.check()
    }
  }

  @Test func `ask for what the options say`() throws {
    var options = ConformanceOptions(programs: 7, seed: 9)
    (options.only, options.rules, options.budget) = ([2, 3], ["DEP-*"], 5)
    options.profile = .guide
    let subject = try AdapterTypes.subject(of: ReferenceAdapter<Correct>.self)
    let plan = try CampaignPlan(subject, options)
    #expect((plan.request.programs, plan.request.budget) == (7, .seconds(5)))
    #expect((plan.request.chosen, plan.request.generator.seed) == ([2, 3], 9))
    #expect(plan.selection.profile == .guide)
    #expect(plan.selection.judged.allSatisfy { $0.id.area == .dep })
    #expect(plan.folder.path == ".oqcheck")
    options.programs = 0
    #expect(throws: OptionsError.self) { try CampaignPlan(subject, options) }
  }

  @Test func `fail in the first if the programs did not all run in time`() async throws {
    var options = ConformanceOptions(programs: 1_000_000)
    options.budget = 1
    let rules = Conformance.rules(of: ReferenceAdapter<Correct>.self, options)
    let failure = await #expect(throws: ConformanceFailure.self) { try await rules[0].check() }
    #expect(
      try #require(failure).description.contains("of 1000000 programs ran within 1 s"))
  }

  @Test func `say what is wrong with the options, all in the first`() async throws {
    var options = ConformanceOptions()
    options.rules = ["DEB-9"]
    let rules = Conformance.rules(of: FoundationAdapter.self, options)
    #expect(rules.map(\.id) == ["adapter"])
    let failure = await #expect(throws: ConformanceFailure.self) { try await rules[0].check() }
    #expect(try #require(failure).description.contains("DEP-9"))
  }

  @Test func `fail in the first for an adapter that does not do what it declares`() async throws {
    var options = ConformanceOptions(programs: 40)
    options.rules = ["READY-*"]
    let rules = Conformance.rules(of: ReferenceAdapter<Boasting>.self, options)
    let failure = await #expect(throws: ConformanceFailure.self) { try await rules[0].check() }
    #expect(try #require(failure).description.contains("does not support a verb that it declares"))
  }
}
