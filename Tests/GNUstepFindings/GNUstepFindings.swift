import Foundation
import TestSupport
import Testing

/// What a program of the folder `Programs` shows, without any code of this package.
struct Finding: Sendable, CustomTestStringConvertible {
  /// The rule that is broken, and the name of the program.
  let rule: String
  /// How the program comes to rest.
  let rest: Rest
  /// What it prints before.
  let output: String

  init(_ rule: String, _ rest: Rest, _ output: String) {
    self.rule = rule
    self.rest = rest
    self.output = output
  }

  var testDescription: String { rule }
}

#if os(Linux)
  /// What gnustep-base does against the rules.
  ///
  /// A test that fails because the program behaves well is good news: a finding is to be removed.
  @Suite(
    .awaiting, .enabled(if: GNUstep.isInstalled, Comment(rawValue: GNUstep.advice)),
    .limit(minutes: 5))
  struct `GNUstep, alone,` {
    static let findings = [
      Finding("DEP-56", .signalled(SIGSEGV), "one reference to the dependency is left\n"),
      Finding("DEP-2", .parked, ""),
      Finding("DONE-3", .parked, "the operation has finished\n"),
      Finding("EXEC-2", .exited(0), "ready: 0, cancelled: 0, finished: 1, has run: 0\n"),
      Finding("INVOC-54", .exited(0), "an operation was made\ncalled with one argument\n"),
      Finding("KVO-10", .parked, "the dependency has finished: 1\n"),
      Finding("KVO-55", .exited(0), "finished: 0, listed: 1\nfinished: 0, listed: 0\n"),
      Finding(
        "KVO-8", .exited(0), "queuePriority has changed\nthere is a completion block\n"),
      Finding("LIMIT-53", .parked, "one runs, another one is ready, and the limit is two\n"),
      Finding("QUEUE-2", .parked, "one of two runs, the other one is ready\n"),
      Finding(
        "QUEUE-22", .exited(0),
        """
        in main its queue is current: 1
        in start its queue is current: 0

        """),
      Finding(
        "QUEUE-51", .exited(0),
        """
        listed by the first queue: 1
        run by the second queue
        finished: 1, listed by the first queue: 1

        """),
      Finding("QUEUE-54", .exited(0), "cancelled: 0\ncancelled: 1\n"),
      Finding("READY-5", .exited(0), "ready: 0, cancelled: 0, finished: 1, has run: 0\n"),
      Finding(
        "READY-8", .exited(0),
        "dependency finished: 0, ready: 0, cancelled: 0, finished: 1, has run: 0\n"),
      Finding(
        "STATE-6", .exited(0),
        """
        inside the task; executing: 1, finished: 0
        inside the task; executing: 0, finished: 1

        """),
    ]

    @Test(arguments: findings)
    func `breaks a rule`(finding: Finding) async throws {
      let folder = FileManager.default.temporaryDirectory
        .appending(path: "gnustep-findings-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let program = folder.appending(path: "program")
      let source = Self.programs.appending(path: "\(finding.rule).m")
      try GNUstep.build(Self.script, program, sources: [source])
      let run = try RunningProgram(program, output: folder.appending(path: "output"))
      let seen = try await run.comeToRest()
      #expect(seen.rest == finding.rest, "a finding may have to be removed")
      #expect(seen.output == finding.output, "a finding may have to be removed")
    }

    @Test func `has a program for every finding, and no other`() throws {
      let names = try FileManager.default.contentsOfDirectory(atPath: Self.programs.path)
      #expect(names.sorted() == Self.findings.map { "\($0.rule).m" }.sorted())
    }

    private static let programs = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Programs")
    private static let script = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Adapters/gnustep/build.sh")
  }
#endif
