import OperationQueueConformance
import Testing
import ToyAdapters

@Suite(.serialized) struct Toys {
  @Test(arguments: Conformance.rules(of: ToyAdapter.self, few()))
  func `the toy queue keeps`(_ rule: ConformanceRule) async throws { try await rule.check() }

  @Test(arguments: Conformance.rules(of: TrappingToyAdapter.self, few("DEP-1", "DEP-53")))
  func `the one that traps keeps`(_ rule: ConformanceRule) async throws { try await rule.check() }

  @Test(arguments: Conformance.rules(of: HangingToyAdapter.self, few("WAIT-4", "DEP-1")))
  func `the one that hangs keeps`(_ rule: ConformanceRule) async throws { try await rule.check() }

  @Test func `other tests run`() throws { try Notes.add("Swift Testing") }
}

/// Few programs, so that these tests take seconds: what they do not decide is not asked for.
func few(_ rules: String...) -> ConformanceOptions {
  var options = ConformanceOptions(programs: 60)
  options.rules = rules
  options.requiresDecisions = false
  options.command = "swift run toy-check"
  return options
}
