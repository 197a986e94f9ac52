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
      case .rests(let basis): said.append("stopped \(name): \(basis)")
      case .failed(let complaint):
        said.append("failed \(name): \(complaint.problem)")
        if let consequence = complaint.consequence { said.append(consequence) }
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
    #expect(said.contains { $0.hasPrefix("failed answers 'hello'") })
    for word in ["buffer", "python3 -u", "PYTHONUNBUFFERED", "flush=True"] {
      #expect(said.contains { $0.contains(word) }, "\(said)")
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

  @Test(.enabled(if: ToyAdapter.isInstalled, "python3 is not installed"))
  func `names the error first that a call threw, and stops where the others rest on it`() throws {
    let words = ToyAdapter.words(adapter: [("queue.add([operation])", "[][0]")])
    let (isSound, said) = try examine(words)
    #expect(!isSound)
    let failures = said.filter { $0.hasPrefix("failed ") }
    #expect(
      failures == [
        "failed tells of a task: the adapter wrote of an error: IndexError: list index out of range"
      ])
    #expect(said.contains { $0.hasPrefix("the adapter answered 'add' on 'q', lane client1") })
    #expect(said.contains("! Traceback (most recent call last):"))
    #expect(!said.contains { $0.contains("buffer") }, "\(said)")
    #expect(said.last?.hasPrefix("stopped 6 further steps and ") == true, "\(said.last ?? "")")
    #expect(said.count < 50)
  }

  @Test(.enabled(if: ToyAdapter.isInstalled, "python3 is not installed"))
  func `names the missing thread first where nothing was written`() throws {
    // An exit of a thread writes nothing.
    let words = ToyAdapter.words(
      adapter: [ToyAdapter.isCancelled("sys.exit()")], protocol: [ToyAdapter.deadly])
    let (isSound, said) = try examine(words)
    #expect(!isSound)
    let failures = said.filter { $0.hasPrefix("failed ") }
    #expect(failures.count == 1)
    let name = "failed supports 'is-cancelled': a thread of the adapter has ended that was there"
    #expect(failures.first?.hasPrefix(name) == true, "\(failures)")
    #expect(!said.contains { $0.contains("buffer") })
  }

  @Test(.enabled(if: ToyAdapter.isInstalled, "python3 is not installed"))
  func `blames no buffer first where the thread that makes the objects has ended`() throws {
    let words = ToyAdapter.words(
      adapter: [("operation.name, operation.flagged =", "sys.exit(); operation.name, _ =")],
      protocol: [ToyAdapter.deadly])
    let (isSound, said) = try examine(words)
    #expect(!isSound)
    #expect(
      said.contains { $0.hasPrefix("Catch everything that a call throws: a thread that has died") },
      "\(said)")
    #expect(!said.contains { $0.hasPrefix("The likely cause is output that stays in a buffer") })
    #expect(said.last?.hasPrefix("stopped ") == true)
  }

  @Test(.enabled(if: ToyAdapter.isInstalled, "python3 is not installed"))
  func `tells the same error in full once`() throws {
    let words = ToyAdapter.words(adapter: [
      ("target.ready,", "[][0],"), ToyAdapter.isCancelled("[][0]"),
    ])
    let (_, said) = try examine(words)
    #expect(said.count { $0.hasPrefix("failed ") } == 2, "\(said)")
    #expect(said.count { $0.hasPrefix("! Traceback") } == 1)
    #expect(said.contains { $0.hasPrefix("the same as where it supports '") })
  }
}
