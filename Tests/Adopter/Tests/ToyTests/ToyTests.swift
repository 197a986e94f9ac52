import OperationQueueConformance
import Testing
import ToyAdapters

@Suite(.serialized) struct Toys {
  @Test(arguments: Conformance.rules(of: ToyAdapter.self, few()))
  func `the toy queue keeps`(_ rule: ConformanceRule) async throws { try await rule.check() }

  @Test(arguments: Conformance.rules(of: TrappingToyAdapter.self, known("DEP-1", "DEP-53")))
  func `the one that traps keeps`(_ rule: ConformanceRule) async throws {
    try await withKnownIssue {
      do {
        try await rule.check()
      } catch let failure as ConformanceFailure {
        for file in failure.attachments { Attachment.record(file.text, named: file.name) }
        throw failure
      }
    } when: {
      await rule.isExpected
    }
  }

  @Test(arguments: Conformance.rules(of: HangingToyAdapter.self, few("WAIT-4", "DEP-1")))
  func `the one that hangs keeps`(_ rule: ConformanceRule) async throws { try await rule.check() }

  @Test func `other tests run`() throws { try Notes.add("Swift Testing") }
}

/// The same, with what the toy that traps is known to break.
func known(_ rules: String...) -> ConformanceOptions {
  var options = few()
  options.rules = rules
  options.expectations = "known.txt"
  return options
}

/// Few programs, so that these tests take seconds: what they do not decide is not asked for.
func few(_ rules: String...) -> ConformanceOptions {
  var options = ConformanceOptions(programs: 60)
  options.rules = rules
  options.requiresDecisions = false
  options.command = "swift run toy-check"
  return options
}
