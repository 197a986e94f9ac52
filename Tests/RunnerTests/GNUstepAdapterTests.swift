import Foundation
import OQAdapters
import OQCheckers
import OQContracts
import OQHistory
import OQReport
import OQRunner
import OQSpecification
import TestSupport
import Testing

/// The adapter for GNUstep's operation queues, built, examined and judged as its users would do it.
@Suite(
  .waiting, .enabled(if: GNUstep.isInstalled, Comment(rawValue: GNUstep.advice)),
  .limit(minutes: 5))
struct `The adapter for GNUstep` {
  /// Areas and rules that gnustep-base keeps, and whose programs never come to rest there.
  private static let kept = [
    "INVOC-1", "INVOC-2", "INVOC-4", "INVOC-5", "INVOC-51", "INVOC-52", "INVOC-53", "START-*",
    "PRIO-1", "PRIO-2", "PRIO-51", "SUSP-4", "LIMIT-6", "LIMIT-55", "DEP-11", "KVO-1", "KVO-3",
    "KVO-4", "KVO-7", "BLOCK-52",
  ]

  @Test func `has nothing wrong with it`() throws {
    try withAdapter { examination in examination.expectSound() }
  }

  @Test func `brings programs to their end`() throws {
    try withAdapter { examination in
      let description = try examination.description()
      #expect(description.name == "gnustep-base")
      let decided = try examination.expectConformance(programs: 30, patterns: Self.kept)
      #expect(decided > 30)
    }
  }

  /// A program that shows over the wire what a program of its own shows without it.
  struct Shown: Sendable, CustomTestStringConvertible {
    /// What is blamed.
    let blame: String
    let program: String
    /// What else is blamed where a race goes the other way.
    var other: String?
    var testDescription: String { blame }
  }

  private static let shown = [
    Shown(
      blame: "EXEC-2",
      program: """
        queue q suspended
        op b
        op c
        client 1
          add q c
          depend c b
          resume q
          wait c
        """),
    Shown(
      blame: "INVOC-54",
      program: """
        op a kind=invocation
        client 1
          make-invocation a 3
        """),
    Shown(
      blame: "KVO-55",
      program: """
        queue q
        op a kind=asynchronous
        client 1
          add q a
          notify-finished a
          operations q
        """),
    Shown(
      blame: "STATE-6",
      program: """
        queue q suspended
        op x
        in x: hold
        client 1
          add q x
          start x
        client 2
          until begin x
          resume q
          wait x
          is-finished x
          open x
        """),
    Shown(
      blame: "STATE-9",
      program: """
        queue q
        op d
        op x deps=d
        client 1
          add q x
          drop q
          is-cancelled x
        """,
      other: "crash"),
  ]

  @Test func `shows what is wrong with the queue`() throws {
    try withAdapter { examination in
      let description = try examination.description()
      let selection = try Selection(
        patterns: [], contract: .operations, subject: description, profile: .core)
      let judge = Judge(selection, asksModel: false)
      for shown in Self.shown {
        let executor = WireExecutor(examination.options)
        defer { executor.shutDown() }
        let program = try Program(parsing: "oqprogram 1\n\(shown.program)\n")
        let execution = try executor.execute(program)
        let blamed = judge.judge(execution.history).violations.map { "\($0.blame)" }
        #expect(
          blamed.contains(shown.blame) || shown.other.map(blamed.contains) == true,
          "\(shown.blame) is not among \(blamed): a finding may have to be removed")
      }
    }
  }

  /// Builds the adapter, and lets it go afterwards.
  private func withAdapter(_ use: (AdapterExamination) throws -> Void) throws {
    let program = FileManager.default.temporaryDirectory
      .appending(path: "gnustep-adapter-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: program) }
    let script = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Adapters/gnustep/build.sh")
    try GNUstep.build(script, program)
    try use(AdapterExamination([program.path]))
  }
}
