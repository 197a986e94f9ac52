import Foundation
import TestSupport
import Testing

/// What a program of the folder `Programs` shows, without any code of this package.
struct Finding: Sendable, CustomTestStringConvertible {
  /// The rule that is broken, with what tells the program from others for it: its name.
  let rule: String
  /// How the program comes to rest.
  let rest: Rest
  /// What it prints before.
  let output: String
  /// How often to run it until it shows what it should; more than 1 where that takes luck.
  let attempts: Int

  init(_ rule: String, _ rest: Rest, output: String = "", attempts: Int = 1) {
    self.rule = rule
    self.rest = rest
    self.output = output
    self.attempts = attempts
  }

  var testDescription: String { rule }
}

#if os(Linux)
  /// What Foundation for Linux does against the rules.
  ///
  /// A test that fails because the program behaves well is good news: a finding is to be removed.
  @Suite(
    .awaiting, .enabled(if: Toolchain.compiler != nil, "there is no swiftc"), .limit(minutes: 5))
  struct `Foundation, alone,` {
    static let findings = [
      Finding("CANCEL-5", .parked, output: "another operation has run; cancelled: true\n"),
      Finding("DEP-2", .parked, output: "the removed dependency has finished: true\n"),
      // The finish has to come while the queue looks whether the operation is ready.
      Finding(
        "DEP-2-while-added", .parked, output: "the dependency has finished; ready: true\n",
        attempts: 20),
      Finding(
        "DEP-9", .parked,
        output: "another operation has run; dependencies left: 0\nready: false\n"),
      Finding(
        "READY-51", .exited(0),
        output: "finished: false, ready: true\nfinished: false, ready: false\n"),
      Finding(
        "QUEUE-55", .exited(0),
        output: "the operation begins while the barrier block is inside\n", attempts: 20),
      Finding(
        "QUEUE-55-serial", .exited(0),
        output: "the operation begins while the barrier block is inside\n", attempts: 20),
      Finding(
        "QUEUE-55-main", .exited(0),
        output: "the operation begins while the barrier block is inside\n"),
      Finding(
        "QUEUE-55-moved", .exited(0),
        output: "the operation begins while the barrier block is inside\n"),
      // No rule speaks of it: no run of the model has it.
      Finding(
        "limit-0-behind-barrier", .exited(0), output: "the operation begins; the limit is 0\n"),
      Finding("DEP-58", .parked, output: "all have finished: true\n"),
      // The report has to come while the queue is about to start the operation.
      Finding(
        "DONE-2", .exited(0), output: "the completion block has run twice\n", attempts: 20),
      Finding("DONE-4", .parked, output: "another operation has run\n"),
      Finding("DONE-11", .parked, output: "the completion block adds\n"),
      // The add has to come first.
      Finding("CANCEL-9", .parked, attempts: 20),
      Finding("PRIO-2", .exited(0), output: "set to -4, read 0\n"),
      // Who comes first, the group or the end of the barrier, is a race.
      Finding("QUEUE-5", .parked, attempts: 20),
      Finding("QUEUE-19", .parked, output: "the queue has 1 operations\n"),
      // The add has to come before the resume.
      Finding("OP-52", .parked, attempts: 20),
      // The removal has to come before the dependency finishes.
      Finding("DEP-12", .parked, attempts: 50),
      Finding("CANCEL-8", .signalled(SIGSEGV), attempts: 50),
      // Whether memory that is used after its end has been reused, and by what, is luck.
      Finding("DEP-56", .signalled(SIGSEGV), attempts: 50),
      // The same on a thread of a queue, as a crash that no rule speaks of shows it.
      Finding("DEP-56-in-queue", .signalled(SIGSEGV), attempts: 50),
      // No rule speaks of a crash. The same holds here.
      Finding("cancelled-behind-barrier", .signalled(SIGSEGV), attempts: 50),
      Finding("name-set-by-two", .signalled(SIGSEGV), attempts: 50),
      Finding("progress-of-many", .signalled(SIGSEGV), attempts: 50),
      Finding("long-chain-dropped", .signalled(SIGSEGV)),
    ]

    @Test(arguments: findings)
    func `breaks a rule`(finding: Finding) async throws {
      let folder = FileManager.default.temporaryDirectory
        .appending(path: "foundation-findings-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let program = folder.appending(path: "program")
      try await Toolchain.compile(Self.source(of: finding.rule), to: program)
      var seen: [(rest: Rest, output: String)] = []
      for _ in 0..<finding.attempts {
        let run = try RunningProgram(program, output: folder.appending(path: "output"))
        seen.append(try await run.comeToRest())
        if seen.last?.rest == finding.rest, seen.last?.output == finding.output { return }
      }
      Issue.record(
        """
        Foundation keeps \(finding.rule) here: take it off the list. \
        Expected \(finding.rest) after '\(finding.output)', saw \(seen)
        """)
    }

    @Test func `has a program for every finding, and no other`() throws {
      let names = try FileManager.default.contentsOfDirectory(atPath: Self.programs.path)
      #expect(names.sorted() == Self.findings.map { "\($0.rule).swift" }.sorted())
    }

    private static let programs = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Programs")

    private static func source(of rule: String) -> URL { programs.appending(path: "\(rule).swift") }
  }
#endif
