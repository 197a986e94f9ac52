import TestSupport
import Testing

/// A contract is a value: outside the places that define the contracts hardly any code asks which
/// one it is about.
@Suite struct ContractLinesTests {
  /// Where the contracts, and what belongs to one of them alone, are defined.
  private static let homes = [
    "Sources/OQContracts/", "Sources/OQSubjects/", "Sources/OQKit/Classes/",
    "Sources/OQAdapters/OperationClasses/",
    "Sources/OQCheckers/OperationClasses/", "Sources/OQCheckers/Dispatch/",
    "Sources/OQPrograms/OperationClasses/", "Sources/OQPrograms/Dispatch/",
    "Sources/OQFacts/",
    // The kinds of objects, and which calls each of them has.
    "Sources/OQHistory/Programs/",
  ]

  private static let words = [
    "isDispatch", "isAboutDispatch", "operationClass", "isOfClass", "nature",
  ]

  @Test func `at most ten lines ask which contract it is`() throws {
    var lines: [String] = []
    for path in Repository.swift where path.hasPrefix("Sources/") && !path.contains(".generated") {
      guard !Self.homes.contains(where: path.hasPrefix) else { continue }
      let text = try Repository.text(path)
      for line in text.split(separator: "\n") where Self.asks(line) {
        lines.append("\(path): \(line.trimmingPrefix(while: { $0 == " " }))")
      }
    }
    #expect(!lines.isEmpty, "the words are those of the code")
    #expect(lines.count <= 10, "\(lines.joined(separator: "\n"))")
  }

  private static func asks(_ line: Substring) -> Bool {
    guard !line.trimmingPrefix(while: { $0 == " " }).hasPrefix("//") else { return false }
    let found = line.split { !$0.isLetter && !$0.isNumber }
    return found.contains { words.contains(String($0)) }
  }
}
