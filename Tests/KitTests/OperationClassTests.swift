import Foundation
import OQAdapters
import OQSubjects
import TestSupport
import Testing

import OQKit

/// The executable of these tests is its own worker here.
@Suite(.waiting, .limit(minutes: 3)) struct `A class of operations` {
  @Test(arguments: Conformance.rules(of: FetchAdapter.self, few()))
  func `keeps`(_ rule: ConformanceRule) async throws { try await rule.check() }

  @Test func `fails for the rule that it breaks`() async throws {
    let folder = try Folder()
    var options = few("ASYNC-9", "ASYNC-4")
    options.findings = folder.path + "/found"
    let rules = Conformance.rules(of: HopefulFetchAdapter.self, options)
    #expect(rules.map(\.id) == ["adapter", "ASYNC-4", "ASYNC-9", "crash"])
    for rule in rules where rule.id != "ASYNC-9" { try await rule.check() }
    let failure = await #expect(throws: ConformanceFailure.self) { try await rules[2].check() }
    let text = try #require(failure).description
    #expect(text.hasPrefix("ASYNC-9 violated: "), "\(text)")
    #expect(text.contains("run class:hopeful-fetch --seed 0x1 --only "), "\(text)")
  }

  @Test func `is found by the name of its adapter`() throws {
    let subject = try OperationClassTypes.subject(of: FetchAdapter.self)
    #expect(subject.description.name == "class:fetch")
    let again = try #require(OperationClassTypes.subject(named: subject.workerName))
    #expect(again.description == subject.description)
    #expect(OperationClassTypes.subject(named: "class-adapter:Si") == nil)
    #expect(throws: AdapterTypeError.repeatedName("class:fetch")) {
      try OperationClassTypes.subjects(of: [FetchAdapter.self, FetchAdapter.self])
    }
  }

  @Test func `is the one that the page shows`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    func text(_ path: String) throws -> String {
      try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }
    let snippets = Snippet.all(in: try text("Spec/OperationClasses.md"))
    #expect(snippets.count >= 3)
    for snippet in snippets {
      let path = try #require(snippet.path, "a snippet without a file: \(snippet.text)")
      #expect(try text(path).contains(snippet.text), "\(path): \(snippet.text)")
    }
  }
}

/// Few programs, and few rules if any are named.
private func few(_ rules: String...) -> ConformanceOptions {
  var options = ConformanceOptions(programs: 90)
  options.rules = rules
  return options
}
