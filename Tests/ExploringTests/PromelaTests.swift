import Foundation
import OQExploring
import OQHistory
import OQModel
import OQSpecification
import TestSupport
import Testing

/// SPIN and the explorer count the same states of programs that both read.
@Suite(.awaiting, .limit(minutes: 10)) struct PromelaTests {
  static let programs = [
    """
    queue q
    op a
    client 1
      add q a

    """,
    """
    queue q
    op b
    client 1
      cancel b
      add q b

    """,
    """
    queue q
    op a
    op b deps=a
    client 1
      add-group q a,b
      wait-all q

    """,
    """
    queue q limit=1
    op a
    op b
    client 1
      add-group q a,b
      wait-all q

    """,
    """
    queue q suspended
    op a completion
    client 1
      add q a
      cancel a
      resume q
      wait a

    """,
    """
    queue q
    op a
    client 1
      add q a
      suspend q

    """,
    """
    queue q limit=1
    op a
    op b
    client 1
      add-group q a,b
      suspend q

    """,
    """
    op a
    client 1
      start a
      start a

    """,
    """
    queue q suspended
    op a
    client 1
      add q a
      start a

    """,
    """
    queue q
    op a
    in a: hold
    client 1
      add q a
      until begin a
      cancel-all q
      open a
      wait a

    """,
    """
    queue q limit=1 suspended
    op a priority=low
    op b priority=high
    client 1
      add-group q a,b
      resume q
      wait-all q

    """,
    """
    queue q
    op a
    client 1
      add q a
      meet 1
    client 2
      meet 1
      cancel a

    """,
    """
    queue q
    op a completion
    op b deps=a
    client 1
      add-group q a,b
      wait-all q

    """,
    """
    queue q suspended
    op a
    op b
    client 1
      add q a
      add-group q a,b

    """,
    """
    queue q
    op a
    client 1
      add q a
      until is-finished a

    """,
    """
    queue q
    op a
    op b
    in a: add q b
    client 1
      add q a
      wait-all q

    """,
    """
    queue q
    op a
    op b deps=a
    client 1
      add q b
      cancel b
      is-ready b
      add q a

    """,
    """
    queue q
    op a
    client 1
      set-limit q 0
      add q a
      is-executing a

    """,
    """
    queue q
    queue p
    op a
    client 1
      add q a
      add p a
      wait a

    """,
    """
    queue q
    op a
    op b
    client 1
      add-group-wait q a,b

    """,
    """
    queue q
    op a
    client 1
      add q a
    client 2
      add q a

    """,
    """
    queue q limit=2
    op a kind=base completion
    op b
    client 1
      add-group q a,b
      set-limit q 1
      is-cancelled b

    """,
    """
    op a
    op b deps=a
    client 1
      cancel b
      start b
    client 2
      start a

    """,
  ]

  /// Where SPIN is, or nil.
  static let spin: String? = ["/usr/bin/spin", "/usr/local/bin/spin", "/opt/homebrew/bin/spin"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  @Test(.enabled(if: spin != nil, "SPIN is not installed: apt-get install spin"))
  func `SPIN counts as many states as the explorer`() throws {
    let spin = try #require(Self.spin)
    #expect(Self.programs.count >= 20)
    for text in Self.programs {
      let program = try Program(parsing: "oqprogram 1\n" + text)
      #expect(PromelaText.fault(program) == nil)
      var explorer = Explorer(Stage(program), profile: .core, lookout: Lookout())
      let states = explorer.run().states
      let counted = try Self.count(PromelaText(program).text, spin)
      #expect(counted == states, "\(text)")
    }
  }

  /// The number of states that SPIN stores.
  private static func count(_ text: String, _ spin: String) throws -> Int? {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "promela-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(text.utf8).write(to: folder.appending(path: "model.pml"))
    let script = """
      '\(spin)' -o2 -a model.pml && cc -O1 -DSAFETY -DNOREDUCE -w -o pan pan.c \
        && ./pan -n -E -m1000000
      """
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", script]
    process.currentDirectoryURL = folder
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return output.firstMatch(of: #/([0-9]+) states, stored/#).flatMap { Int($0.1) }
  }

  @Test func `what cannot be exported is named`() throws {
    let custom = try Program(
      parsing: "oqprogram 1\nqueue q\nop a kind=asynchronous\nclient 1\n  add q a\n")
    #expect(PromelaText.fault(custom) == "operations of kind asynchronous")
    let late = try Program(parsing: "oqprogram 1\nop a\nop b\nclient 1\n  depend a b\n")
    #expect(PromelaText.fault(late) == "the verb depend")
  }
}
