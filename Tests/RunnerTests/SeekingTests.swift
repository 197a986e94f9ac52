import OQAdapters
import OQContracts
import OQHistory
import OQPrograms
import OQReport
import OQRunner
import OQSpecification
import OQSubjects
import Synchronization
import Testing

/// What is done about expected causes that a campaign has not shown.
@Suite struct `An expected cause that did not show` {
  private static let expected = try? OQReport.Expectation(
    .crash, when: Trigger(parsing: "op a; cancel a"), reason: "known")

  /// Runs a few programs of which none dies; says of later ones whether they do.
  private func report(
    expecting expectation: OQReport.Expectation, after: Int = 3, dies: @escaping (Program) -> Bool
  ) throws -> Report {
    let judged = JudgedSubject(.driven(ReferenceSubject(name: "reference")))
    let selection = try judged.selection(["EXEC-1"], .core)
    var request = Inquiry.Request(
      toolVersion: "1", subject: judged.description, selection: selection,
      generator: judged.generator(seed: 5, selection))
    request.programs = after
    request.expected = [expectation]
    let runs = Mutex(0)
    return try Inquiry(
      request,
      executor: {
        ScriptedExecutor { programs, _ in
          let isLater = runs.withLock { runs in
            runs += 1
            return runs > after
          }
          return isLater && programs.last.map(dies) ?? false
        }
      }
    ).run().report
  }

  @Test func `is tried by programs that hold its trigger`() throws {
    let expectation = try #require(Self.expected)
    let report = try report(expecting: expectation) { $0.calls(.cancel) }
    let sought = try #require(report.sought(expectation))
    #expect(sought.programs == 1 && sought.shown == 1)
    #expect(report.findings.isEmpty, "the campaign has shown nothing")
    #expect(report.stale([expectation]).isEmpty)
    #expect(report.untried([expectation]).isEmpty)
  }

  @Test func `is stale where none of these shows it`() throws {
    let expectation = try #require(Self.expected)
    let report = try report(expecting: expectation) { _ in false }
    let sought = try #require(report.sought(expectation))
    #expect(sought.programs == 100 && sought.shown == 0)
    #expect(report.stale([expectation]) == [expectation])
  }

  @Test func `is stale where what shows goes by something else`() throws {
    let expectation = try #require(Self.expected)
    // Whatever has two operations dies, with or without the trigger.
    let report = try report(expecting: expectation) { $0.operations.count > 1 }
    #expect(try #require(report.sought(expectation)).shown == 0)
    #expect(report.stale([expectation]) == [expectation])
  }

  @Test func `was not tried where no program holds its trigger`() throws {
    let steps = (0..<40).map { _ in "cancel a" }.joined(separator: "; until end a; ")
    let expectation = try OQReport.Expectation(.crash, when: Trigger(parsing: "op a; \(steps)"))
    let report = try report(expecting: expectation) { _ in true }
    #expect(try #require(report.sought(expectation)).programs == 0)
    #expect(report.stale([expectation]).isEmpty)
    #expect(report.untried([expectation]) == [expectation])
  }

  @Test func `is not looked for where it has shown`() throws {
    let expectation = try #require(Self.expected)
    let report = try report(expecting: expectation, after: 0) { $0.calls(.cancel) }
    #expect(report.sought(expectation)?.shown ?? 0 == 1, "no program has run")
    let judged = JudgedSubject(.driven(ReferenceSubject(name: "reference")))
    let selection = try judged.selection(["EXEC-1"], .core)
    var request = Inquiry.Request(
      toolVersion: "1", subject: judged.description, selection: selection,
      generator: judged.generator(seed: 5, selection))
    request.corpus = [Regression(try Program(parsing: "oqprogram 1\nop a\nclient 1\n  cancel a"))]
    request.programs = 0
    request.expected = [expectation]
    let shown = try Inquiry(
      request,
      executor: { ScriptedExecutor { programs, _ in programs.last?.calls(.cancel) ?? false } }
    ).run().report
    #expect(shown.causes.count == 1)
    #expect(shown.sought.isEmpty)
    #expect(shown.stale([expectation]).isEmpty)
  }
}
