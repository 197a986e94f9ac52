import OQAdapters
import OQDriver
import OQHistory
import OQRunner
import OQSubjects
import TestSupport
import Testing

@Suite(.waiting, .limit(minutes: 2)) struct `The doctor` {
  private func examine(
    _ words: [String], variables: [String: String] = [:]
  ) throws -> (isSound: Bool, said: [String]) {
    var said: [String] = []
    var options = try adapterOptions(words)
    options.variables = variables
    let isSound = Doctor(options, quote: { $0 }).examine { name, finding in
      switch finding {
      case .passed: said.append("ok \(name)")
      case .leftOut: said.append("left out \(name)")
      case .failed(let complaint):
        said.append("failed \(name): \(complaint.problem)")
        said += complaint.talk
        said += complaint.output.map { "! " + $0 }
        said.append(complaint.advice)
        if let command = complaint.command { said.append(command) }
      }
    }
    return (isSound, said)
  }

  @Test func `finds nothing wrong with the reference queue`() throws {
    let (isSound, said) = try examine([builtCommand(), "serve", "reference"])
    #expect(isSound)
    #expect(said.allSatisfy { $0.hasPrefix("ok ") }, "\(said)")
    #expect(said.count == Examination.all.count + 3)
  }

  @Test func `shows what was said, and how to repeat it`() throws {
    let hello = #"{"tell":"hello","protocol":1,"name":"h","version":"1","capabilities":[]}"#
    let script = "read -r l; echo '\(hello)'; read -r l; echo 'Traceback'; exec sleep 1000.0818"
    let (isSound, said) = try examine(["sh", "-c", script])
    #expect(!isSound)
    let failure = try #require(said.first { $0.hasPrefix("failed begins and ends a program") })
    #expect(failure.contains("a line is no JSON"))
    #expect(said.contains("< Traceback"))
    #expect(said.contains { $0.hasPrefix("> {\"do\":\"begin\"") })
    #expect(said.contains { $0.hasPrefix("(printf '%s\\n' {\"do\":\"hello\"") })
    #expect(!isRunning("1000.0818"))
  }

  @Test(.enabled(if: ProgramPath.find("python3") != nil, "python3 is not installed"))
  func `names buffers where an adapter never flushes, whatever the environment says`() throws {
    let hello = #"{"tell":"hello","protocol":1,"name":"h","version":"1","capabilities":[]}"#
    let script = """
      import sys
      for line in sys.stdin:
          print('\(hello)')
      """
    let (isSound, said) = try examine(
      ["python3", "-c", script], variables: ["PYTHONUNBUFFERED": "1"])
    #expect(!isSound)
    let failure = try #require(said.first { $0.hasPrefix("failed answers 'hello'") })
    for word in ["buffer", "python3 -u", "PYTHONUNBUFFERED", "flush=True"] {
      #expect(failure.contains(word), "\(failure)")
    }
  }

  @Test func `shows what the adapter wrote for people`() throws {
    let hello = #"{"tell":"hello","protocol":1,"name":"h","version":"1","capabilities":[]}"#
    let script =
      "read -r l; echo '\(hello)'; read -r l; echo 'no licence' >&2; echo x; exec sleep 1000.0819"
    let (isSound, said) = try examine(["sh", "-c", script])
    #expect(!isSound)
    #expect(said.contains("! no licence"), "\(said)")
  }

  @Test func `has a program for every verb that completes and uses it`() throws {
    let executor = try served("reference")
    defer { executor.shutDown() }
    for verb in Verb.allCases where ReferenceSubject().description.offers(verb.entry.needs) {
      let program = Examination.use(of: verb)
      #expect(program.allSteps.contains { $0.command?.verb == verb })
      let history = try executor.execute(program).history
      #expect(HistoryIndex(history).isCompleted, "\(verb)")
    }
  }
}
