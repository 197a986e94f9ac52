import OperationQueueConformance
import OperationQueueConformanceXCTest
import ToyAdapters
import XCTest

final class ToyXCTests: XCTestCase {
  func testToy() throws {
    try Conformance.runTests(of: ToyAdapter.self, few("DEP-1", "LIMIT-1"))
  }

  func testTrappingToy() throws {
    try Conformance.runTests(of: TrappingToyAdapter.self, few("DEP-1", "DEP-53"))
  }

  func testOther() throws { try Notes.add("XCTest") }

  private func few(_ rules: String...) -> ConformanceOptions {
    var options = ConformanceOptions(programs: 60)
    options.rules = rules
    options.requiresDecisions = false
    return options
  }
}
