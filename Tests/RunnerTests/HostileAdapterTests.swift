import Foundation
import OQAdapters
import OQDriver
import OQHistory
import OQRunner
import Synchronization
import TestSupport
import Testing

/// What adapters do wrong, as shell scripts, and what is said of it.
@Suite(.waiting, .limit(minutes: 3)) struct `A hostile adapter is diagnosed when it` {
  private static let hello =
    #"{"tell":"hello","protocol":1,"name":"h","version":"1","capabilities":["queueWait"]}"#

  /// A script that answers `hello` and then does something.
  private static func greeting(_ rest: String) -> String {
    "read -r l; echo '\(hello)'; \(rest)"
  }

  /// A script that answers `begin` too, and everything that makes the objects of the program.
  private static func beginning(_ rest: String) -> String {
    greeting("read -r l; echo '{\"tell\":\"begun\",\"program\":1}'; \(rest)")
  }

  private static let sleep = "; exec sleep SPAN"

  private static let misdeeds: [(name: String, script: String, diagnosis: String)] = [
    (
      "writes for people", "read -r l; echo 'starting up'\(sleep)",
      "a line is no JSON: expected a JSON value at byte 1, in the line starting up. Write nothing but messages to standard output; what is for people goes to standard error."
    ),
    (
      "writes what is no text", "read -r l; printf '\\377\\376\\n'\(sleep)",
      "a line is no UTF-8, in the line \u{FFFD}\u{FFFD}. Write nothing but messages to standard output; what is for people goes to standard error."
    ),
    (
      "speaks another version",
      #"read -r l; echo '{"tell":"hello","protocol":2,"name":"h","version":"1","capabilities":[]}'"#
        + sleep,
      #"the adapter speaks version 2 of the protocol, the harness 1, in the line {"tell":"hello","protocol":2,"name":"h","version":"1","capabilities":[]}. Use an adapter and an oqcheck of the same version of the protocol."#
    ),
    (
      "promises what there is not",
      #"read -r l; echo '{"tell":"hello","protocol":1,"name":"h","version":"1","capabilities":["flying"]}'"#
        + sleep,
      #"expected a capability instead of 'flying', in the line {"tell":"hello","protocol":1,"name":"h","version":"1","capabilities":["flying"]}. Compare the message with Spec/WireProtocol.schema.json."#
    ),
    (
      "skips hello", #"read -r l; echo '{"tell":"begun","program":1}'"# + sleep,
      #"expected 'hello' first, in the line {"tell":"begun","program":1}. Answer 'hello' first, 'begin' before anything else of a program, and tell nothing of a program after its 'ended'."#
    ),
    (
      "exits at once", "echo 'no licence' >&2; exit 3",
      "the adapter exited 3 before it answered 'hello'\nIt wrote to standard error:\n  no licence"
    ),
    (
      "says nothing", "exec sleep SPAN",
      "the adapter has not answered 'hello' after a long time. The likely cause is output that stays in a buffer: flush standard output after every line (Python: python3 -u, PYTHONUNBUFFERED=1 or flush=True; C: setvbuf or fflush)."
    ),
    (
      "listens and says nothing", "while read -r l; do :; done",
      "every thread of the adapter sleeps, nothing can wake it, and 'hello' was not answered. The likely cause is output that stays in a buffer: flush standard output after every line (Python: python3 -u, PYTHONUNBUFFERED=1 or flush=True; C: setvbuf or fflush). Else read lines on a thread that calls nothing of the implementation, and answer at once."
    ),
    (
      "closes its output", "exec 1>&-\(sleep)",
      "the adapter closed its standard output and lives on. End with exit status 0 after 'stop', or when standard input ends."
    ),
    (
      "gives up", #"read -r l; echo '{"tell":"error","message":"no queue here"}'"# + sleep,
      #"the adapter cannot go on: no queue here, in the line {"tell":"error","message":"no queue here"}. The adapter's standard error may say more."#
    ),
    (
      "runs before it begins",
      greeting(#"read -r l; echo '{"tell":"enter","of":"a","at":1}'"# + sleep),
      #"expected 'begun' with program 1, in the line {"tell":"enter","of":"a","at":1}. Answer 'hello' first, 'begin' before anything else of a program, and tell nothing of a program after its 'ended'."#
    ),
    (
      "begins another program",
      greeting(#"read -r l; echo '{"tell":"begun","program":7}'"# + sleep),
      #"expected 'begun' with program 1, in the line {"tell":"begun","program":7}. Answer 'hello' first, 'begin' before anything else of a program, and tell nothing of a program after its 'ended'."#
    ),
    (
      "answers what was not asked",
      beginning(#"echo '{"tell":"reply","id":99,"at":[1,2],"outcome":"returned"}'"# + sleep),
      #"no call 99 is open, in the line {"tell":"reply","id":99,"at":[1,2],"outcome":"returned"}. Run the calls of a lane in order, one at a time, and reply to each once."#
    ),
    (
      "answers out of order",
      beginning(#"echo '{"tell":"reply","id":2,"at":[1,2],"outcome":"returned"}'"# + sleep),
      #"call 2 was answered before call 1 of the same lane, in the line {"tell":"reply","id":2,"at":[1,2],"outcome":"returned"}. Run the calls of a lane in order, one at a time, and reply to each once."#
    ),
    (
      "turns time back",
      beginning(#"echo '{"tell":"reply","id":1,"at":[2,1],"outcome":"returned"}'"# + sleep),
      #"the stamp before the call is 2, the one after it 1, in the line {"tell":"reply","id":1,"at":[2,1],"outcome":"returned"}. Take the stamp and write its line under one lock, from one counter that begins at 1 with every program."#
    ),
    (
      "uses a stamp twice",
      beginning(
        #"echo '{"tell":"enter","of":"a","at":1}'; echo '{"tell":"leave","of":"a","entered":1,"at":1}'"#
          + sleep),
      #"stamp 1 comes after a line with stamp 1, in the line {"tell":"leave","of":"a","entered":1,"at":1}. Take the stamp and write its line under one lock, from one counter that begins at 1 with every program."#
    ),
    (
      "runs what is not there", beginning(#"echo '{"tell":"enter","of":"zz","at":1}'"# + sleep),
      #"there is no callback 'zz', in the line {"tell":"enter","of":"zz","at":1}. Name callbacks as Spec/WireProtocol.md does, and let held ones return only when released."#
    ),
    (
      "refuses a mark of the harness",
      beginning(#"echo '{"tell":"reply","id":1,"at":[1,2],"outcome":"raised"}'"# + sleep),
      #"expected "outcome":"returned", which make-…, drop and mark always are, in the line {"tell":"reply","id":1,"at":[1,2],"outcome":"raised"}. Compare the message with Spec/WireProtocol.schema.json."#
    ),
    (
      "sleeps instead of beginning", greeting("while read -r l; do :; done"),
      "every thread of the adapter sleeps, nothing can wake it, and 'begin' was not answered. The likely cause is output that stays in a buffer: flush standard output after every line (Python: python3 -u, PYTHONUNBUFFERED=1 or flush=True; C: setvbuf or fflush). Else read lines on a thread that calls nothing of the implementation, and answer at once."
    ),
  ]

  private static let spans = Atomic<Int>(8_170)

  /// What is said of a script, in which SPAN is a time to sleep that no other script has: whatever
  /// sleeps so long is its own, and has to end with it.
  private func diagnosis(_ script: String, patience: Int = 60_000) throws -> String? {
    let span = "1000.0\(Self.spans.add(1, ordering: .relaxed).newValue)"
    var options = try adapterOptions(["sh", "-c", script.replacing("SPAN", with: span)])
    options.patience.answer = patience
    let executor = WireExecutor(options)
    defer {
      executor.shutDown()
      #expect(!isRunning(span))
    }
    let text = """
      queue q
      op a kind=closure
      op b
      client 1
        add-block q a
        wait-all q
      """
    return try executor.execute(program(text)).unusable
  }

  @Test(arguments: misdeeds.map(\.name)) func `in short`(name: String) throws {
    let misdeed = try #require(Self.misdeeds.first { $0.name == name })
    let patience = name == "says nothing" ? 700 : 60_000
    #expect(try diagnosis(misdeed.script, patience: patience) == misdeed.diagnosis)
  }

  @Test func `writes a line without end`() throws {
    let text = try diagnosis("read -r l; head -c 3000000 /dev/zero | tr '\\0' x\(Self.sleep)")
    #expect(
      text?.hasPrefix("a line has more than 1048576 bytes, in the line xxxx") == true,
      "\(text ?? "nothing")")
  }

  @Test func `writes without end`() throws {
    let line = "'{\"tell\":\"log\"}'"
    for script in ["exec yes \(line)", "yes \(line) >&2 & exec sleep SPAN"] {
      let text = try diagnosis(script, patience: 700)
      #expect(
        text?.hasPrefix("the adapter has not answered 'hello' after a long time.") == true,
        "\(text ?? "nothing")")
    }
  }

  @Test func `leaves processes behind`() throws {
    let text = try diagnosis("setsid sleep SPAN & read -r l; exit 0")
    #expect(text == "the adapter exited 0 before it answered 'hello'")
  }

  @Test func `is not there`() throws {
    let executor = WireExecutor(try adapterOptions(["no-such-adapter"]))
    #expect(
      try executor.execute(program(healthy)).unusable
        == "there is no program 'no-such-adapter' that can be run: name its path, or put it into PATH"
    )
  }

  @Test func `may not be executed`() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).py")
    try Data("print()".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let executor = WireExecutor(try adapterOptions([file.path]))
    #expect(
      try executor.execute(program(healthy)).unusable
        == """
        '\(file.path)' may not be executed. Make it a program with 'chmod +x', or name what runs \
        it, such as 'exec:python3 \(file.path)'.
        """)
  }

  @Test func `lies about a capability`() throws {
    // It has what every program needs, and supports nothing.
    let script = Self.beginning(
      #"n=0; while read -r l; do n=$((n+1)); o=returned; case "$l" in *make-*) ;; *) o=unsupported;; esac; "#
        + #"echo '{"tell":"reply","id":'$n',"at":['$((2*n-1))','$((2*n))'],"outcome":"'$o'"}'; done"#
    )
    let text = try diagnosis(script)
    #expect(
      text?.hasPrefix("the adapter does not support 'add-block', which its capabilities promise")
        == true, "\(text ?? "nothing")")
  }

  @Test func `splits its lines, which is no fault`() throws {
    let half = #"{"tell":"hello","protocol":1,"#
    let rest = #""name":"h","version":"1","capabilities":[]}"#
    let script =
      "read -r l; printf '\(half)'; sleep 0.05; printf '\(rest)\\r\\n\\n'; read -r l; exit 4"
    let driver = try adapterOptions(["sh", "-c", script]).start()
    #expect(driver.description?.name == "h")
    driver.process.end()
  }
}
