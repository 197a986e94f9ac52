import OQHistory
import OQPrograms
import Testing

/// Two clients that give an operation names, so and so often.
private func naming(_ first: Int, _ second: Int, then rest: String = "") throws -> Program {
  let calls = (0..<first).map { "  set-name a \($0 % 2 + 3)\n" }.joined()
  let others = String(repeating: "  set-name a 3\n", count: second)
  return try Program(
    parsing: "oqprogram 1\nop a\nop b\nclient 1\n\(calls)\(rest)client 2\n\(others)")
}

struct `The trigger of calls that are made again and again` {
  @Test func `is the same however often it takes them`() throws {
    let trigger = Trigger(of: try naming(40, 300))
    #expect(trigger == Trigger(of: try naming(200, 6)))
    #expect(
      trigger.phrases == [
        "set-name a 3", "set-name a 4", "set-name a 3", "set-name a 4",
        "set-name a 3 (4 times or more)",
      ])
    // A failure of two calls is another one than a failure of many.
    #expect(trigger != Trigger(of: try naming(40, 2)))
  }

  @Test func `occurs where there are as many, and takes all of them along`() throws {
    let trigger = Trigger(of: try naming(40, 40))
    let longer = try naming(120, 60, then: "  undepend b a\n")
    #expect(trigger.occurs(in: longer))
    #expect(!trigger.occurs(in: try naming(120, 3)))
    #expect(trigger.stripped(longer).allSteps.count { $0.command?.verb == .setName } == 180)
    let edits = trigger.editedOut(of: longer)
    #expect(!edits.isEmpty)
    for edit in edits {
      #expect(edit.allSteps.count { $0.command?.verb == .setName } < 180 - 50)
    }
  }

  @Test func `is found with one run for each of them`() throws {
    var distiller = Distiller(program: try naming(30, 20, then: "  set-priority b high\n"))
    var tried = 0
    while let candidate = distiller.next() {
      tried += 1
      // What shows takes many calls of both clients.
      let calls = candidate.scripts.map { script in
        script.steps.count { $0.command?.verb == .setName }
      }
      distiller.record(shows: calls.count { $0 >= 20 } == 2)
    }
    #expect(tried < 20)
    #expect(distiller.trigger == Trigger(of: try naming(30, 20)))
  }
}

struct `The trigger of a program of thousands of operations` {
  /// A chain whose operations are dropped in their order.
  private func chain(_ count: Int) throws -> Program {
    let rest = (1..<count).map { "op a\($0) deps=a\($0 - 1)\n" }.joined()
    let drops = (0..<count).map { "  drop a\($0)\n" }.joined()
    return try Program(parsing: "oqprogram 1\nop a0\n\(rest)client 1\n\(drops)")
  }

  @Test func `is the same however many there are`() throws {
    let trigger = Trigger(of: try chain(300))
    #expect(trigger == Trigger(of: try chain(5_000)))
    #expect(
      trigger.text
        == "op a; op b deps=a; op c deps=b; op d deps=c; drop a; drop b; drop c; drop d")
    #expect(trigger != Trigger(of: try chain(5)))
  }

  @Test func `says how many there are in a program`() throws {
    let program = try chain(300)
    let phrases = Trigger(of: program).phrases(in: program)
    #expect(phrases.first == "b depends on a")
    #expect(phrases.last == "and so on, with 300 operations")
    // A trigger of a small program, which occurs in a large one, says no such thing.
    let dropped = try Trigger(parsing: "op a; op b deps=a; drop b")
    #expect(dropped.phrases(in: program) == ["a1 depends on a0", "drop a1"])
  }
}
