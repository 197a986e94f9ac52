/// What is wrong with a line, and what to do about it.
///
/// The line is the evidence: a fault never depends on how long something took.
package struct WireFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The sorts of faults.
  package enum Reason: Hashable, Sendable {
    /// A line is no JSON, for this reason.
    case notJSON(String)
    /// A line is longer than any message.
    case tooLong
    /// A line is no UTF-8.
    case notText
    /// A line is JSON but no message; this was expected.
    case notMessage(String)
    /// A message came when it could not; this was expected.
    case outOfTurn(String)
    /// A stamp contradicts the order of the lines, or another stamp.
    case stamp(String)
    /// A reply names a call that is not the oldest one open on its lane.
    case reply(String)
    /// A callback that cannot be, or not now.
    case callback(String)
    /// A value that the verb does not return.
    case value(String)
    /// The other side speaks another version.
    case version(Int)
    /// The adapter said that it cannot go on.
    case toldError(String)
    /// The adapter closed its standard output and lives on.
    case closedOutput
    /// The adapter sleeps, nothing can wake it, and it has not answered this.
    case silent(String)
    /// The adapter declares a verb's capability and does not offer the verb.
    case unsupported(String)
  }

  /// What is wrong.
  package let reason: Reason
  /// The line, shortened; empty where there is none.
  package let line: String

  /// Describes a fault.
  ///
  /// - Parameters:
  ///   - reason: what is wrong.
  ///   - line: the line that shows it.
  package init(_ reason: Reason, line: String = "") {
    self.reason = reason
    self.line = line.count > 200 ? line.prefix(200) + "…" : line
  }

  /// What happened, in one clause.
  package var problem: String {
    switch reason {
    case .notJSON(let why): "a line is no JSON: \(why)"
    case .tooLong: "a line has more than \(LineBuffer.limit) bytes"
    case .notText: "a line is no UTF-8"
    case .notMessage(let expected): "expected \(expected)"
    case .outOfTurn(let expected): "expected \(expected)"
    case .stamp(let why), .reply(let why), .callback(let why), .value(let why): why
    case .version(let version):
      "the adapter speaks version \(version) of the protocol, the harness \(WireProtocol.version)"
    case .toldError(let message): "the adapter cannot go on: \(message)"
    case .closedOutput: "the adapter closed its standard output and lives on"
    case .silent(let message):
      "every thread of the adapter sleeps, nothing can wake it, and '\(message)' was not answered"
    case .unsupported(let verb):
      "the adapter does not support '\(verb)', which its capabilities promise"
    }
  }

  /// What to do about it, in one sentence.
  package var advice: String {
    switch reason {
    case .notJSON, .notText:
      "Write nothing but messages to standard output; what is for people goes to standard error."
    case .tooLong: "End every message with a line feed."
    case .notMessage: "Compare the message with Spec/WireProtocol.schema.json."
    case .outOfTurn:
      "Answer 'hello' first, 'begin' before anything else of a program, and tell nothing of a program after its 'ended'."
    case .stamp:
      "Take the stamp and write its line under one lock, from one counter that begins at 1 with every program."
    case .reply: "Run the calls of a lane in order, one at a time, and reply to each once."
    case .callback:
      "Name callbacks as Spec/WireProtocol.md does, and let held ones return only when released."
    case .value: "Reply with the value that the verb table names."
    case .version: "Use an adapter and an oqcheck of the same version of the protocol."
    case .toldError: "The adapter's standard error may say more."
    case .closedOutput: "End with exit status 0 after 'stop', or when standard input ends."
    case .silent("hello"), .silent("begin"):
      "\(WireFault.flushing) Else read lines on a thread that calls nothing of the implementation, and answer at once."
    case .silent("call"):
      "Catch everything that a call throws: a thread that has died answers nothing. \(WireFault.elseFlushing)"
    case .silent:
      "Read lines on a thread that calls nothing of the implementation, and answer at once. \(WireFault.elseFlushing)"
    case .unsupported: "Implement the verb, or leave the capability out of 'hello'."
    }
  }

  /// What to do where nothing comes though the adapter may have said it.
  package static let flushing =
    "The likely cause is output that stays in a buffer: flush standard output after every line (Python: python3 -u, PYTHONUNBUFFERED=1 or flush=True; C: setvbuf or fflush)."

  /// What to do where lines have come, and one has not.
  private static let elseFlushing =
    "Else it may stay in a buffer: flush standard output after every line."

  /// Problem and line.
  package var statement: String { line.isEmpty ? problem : "\(problem), in the line \(line)" }

  /// Problem, line and advice.
  package var description: String {
    "\(statement). \(advice)"
  }
}
