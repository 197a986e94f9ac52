import OQHistory
import OQPrograms
import Testing

/// A program from its text without the header.
private func program(_ text: String) throws -> Program {
  try Program(parsing: "oqprogram 1\n" + text)
}

private func trigger(_ text: String) throws -> Trigger { try Trigger(parsing: text) }

/// The removal of a dependency, as a rule on readiness shows it.
private let removal = """
  op a
  op c deps=a
  client 1
    undepend c a
    until is-ready c
  """

/// The same in another order and with other names, as a rule on beginnings shows it.
private let otherRemoval = """
  queue q
  op x
  op y
  op z deps=y
  client 1
    add q x
    undepend z y
    add q y
    add-group-wait q z
    until end z
  """

struct `A trigger` {
  @Test func `holds the calls that few programs make, and the facts about their objects`() throws {
    let trigger = Trigger(of: try program(removal))
    #expect(trigger.text == "op a; op b deps=a; undepend b a")
    #expect(trigger.breadth == .steps)
    #expect(trigger.phrases == ["b depends on a", "undepend b a"])
  }

  @Test func `says once what is done again and again`() throws {
    let trigger = try Trigger(
      parsing: "op a; op b; set-name a 3; set-name a 3; set-name a 3; set-name b 3; set-name a 3")
    #expect(
      trigger.phrases == ["set-name a 3 (3 times)", "set-name b 3", "set-name a 3"])
  }

  @Test func `of many parts is told by its first ones`() throws {
    let parts = (1...50).map { "op a\($0); set-name a\($0) 3" }.joined(separator: "; ")
    let trigger = try Trigger(parsing: parts)
    #expect(trigger.phrases.count == 12)
    #expect(trigger.phrases.first == "set-name a 3")
    #expect(trigger.phrases.last == "and 39 more")
  }

  @Test func `is told in the names of a program in which it occurs, else in its own`() throws {
    let trigger = try Trigger(
      parsing: "queue q; queue r suspended; op a; op b kind=closure; add r a; add-block q b")
    let shown = try program(
      """
        queue q suspended
        queue w
        op x kind=closure
        op y
        client 1
          add q y
          add-block w x
          resume q
      """)
    #expect(
      trigger.phrases(in: shown)
        == ["q is suspended", "x is of kind closure", "add q y", "add-block w x"])
    #expect(trigger.phrases(in: try program(removal)) == trigger.phrases)
  }

  @Test func `is named the same again, however many operations it has`() throws {
    let text = "queue q; op u; op v; op w; op x deps=w; op y; add q x"
    let named = try trigger(text)
    #expect(named.text == "queue q; op a deps=b; op b; op c; op d; op e; add q a")
    #expect(try trigger(named.text) == named)
    #expect(try trigger("queue q; op x deps=w; op w; op u; op v; op y; add q x") == named)
  }

  @Test func `keeps the adds of the operations that it is about, and no other one`() throws {
    let trigger = Trigger(
      of: try program(
        """
        queue q
        queue r limit=1
        op a
        op b deps=a
        op c
        client 1
          add r c
          add q b
          drop b
          cancel-all q
          wait-all r
        """))
    #expect(trigger.text == "queue q; op a; op b deps=a; add q b; drop b; cancel-all q")
  }

  @Test func `is of facts where no call is out of the ordinary`() throws {
    let trigger = Trigger(
      of: try program(
        """
        queue q limit=1
        op a
        op b
        in a: hold
        client 1
          add q a
          add q b
          until begin a
          open a
        """))
    #expect(trigger.breadth == .facts)
    #expect(trigger.text == "queue q limit=1; op a; op b; add q a; add q b")
  }

  @Test func `is the whole program where nothing in it is out of the ordinary`() throws {
    let text = "op a; start a; is-executing a"
    let trigger = Trigger(of: try program("op x\nclient 1\n  start x\n  is-executing x\n"))
    #expect(trigger.breadth == .whole)
    #expect(trigger.text == text)
  }

  @Test func `is the same for programs that call things otherwise`() throws {
    let one = try program("op a\nop b\nop c deps=a\nclient 1\n  undepend c a\n  cancel b\n")
    let other = try program("op z\nop y deps=x\nop x\nclient 1\n  undepend y x\n  cancel z\n")
    #expect(Trigger(of: one) == Trigger(of: other))
    #expect(Trigger(of: one).isSame(as: Trigger(of: other)))
    #expect(!Trigger(of: one).isSame(as: try trigger("op a; op b deps=a; undepend b a")))
  }

  @Test(
    arguments: [
      "op a; op b deps=a; undepend b a", "op a; start a; is-executing a",
      "queue q limit=1; queue r suspended; op a completion; op b kind=block; add q a; cancel-all r",
      "op a; op b; in a: cancel b", "op a; op b; client 1; cancel a; client 2; cancel b",
    ])
  func `reads the text that it writes`(_ text: String) throws {
    #expect(try trigger(text).text == text)
    #expect(try trigger(trigger(text).text) == trigger(text))
  }

  @Test func `says in which part of its text a fault is`() throws {
    let fault = #expect(throws: TextError.self) { try trigger("op a; op b deps=a; undo b a") }
    #expect(fault?.line == 3)
    let later = #expect(throws: TextError.self) { try trigger("op a; cancel a; cancel b") }
    #expect(later?.line == 3)
    let first = #expect(throws: TextError.self) { try trigger("op A") }
    #expect(first?.line == 1)
  }

  @Test func `occurs where its calls are made in its order on objects with its facts`() throws {
    let removed = try trigger("op a; op b deps=a; undepend b a")
    #expect(removed.occurs(in: try program(removal)))
    #expect(removed.occurs(in: try program(otherRemoval)))
    // The edge may be made by a call.
    #expect(
      removed.occurs(in: try program("op a\nop b\nclient 1\n  depend b a\n  undepend b a\n")))
    // What is no dependency is not removed.
    #expect(!removed.occurs(in: try program("op a\nop b\nclient 1\n  undepend b a\n")))
    let late = try trigger("queue q; op a; cancel a; add q a")
    #expect(!late.occurs(in: try program("queue q\nop a\nclient 1\n  add q a\n  cancel a\n")))
    #expect(late.occurs(in: try program("queue q\nop a\nclient 1\n  cancel a\n  add-group q a\n")))
    let inBody = try trigger("op a; op b; in a: cancel b")
    #expect(!inBody.occurs(in: try program("op a\nop b\nclient 1\n  cancel b\n")))
  }

  @Test func `of facts is edited out everywhere, also where it does not occur`() throws {
    // Only the first edge has its adds in this order.
    let edge = try trigger("queue q; op a; op b deps=a; add q a; add q b")
    let edges = try program(
      """
      queue q
      op x
      op y deps=x
      op z deps=y
      client 1
        add q x
        add q z
        add q y
      """)
    #expect(edge.editedOut(of: edges).allSatisfy { !$0.operations[2].dependencies.isEmpty })
    #expect(
      edge.editedOutEverywhere(of: edges).map { $0.operations.map(\.dependencies) } == [
        [[], [], []]
      ])
    for other in ["queue q; op a; add q a", "op a; op b deps=a; undepend b a"] {
      #expect(try trigger(other).editedOutEverywhere(of: edges).isEmpty)
    }
  }

  @Test func `leaves what it drops to itself`() throws {
    let dropped = try trigger("op a; op b deps=a; drop b")
    let whole = """
      queue q
      queue r suspended
      op b
      op c deps=b
      client 1
        add r b
        cancel c
        add q c
        drop c
        resume r
      """
    // The queue would keep it.
    let letGo = dropped.letGo(try program(whole))?.text
    let rest = whole.replacing("  cancel c\n  add q c\n", with: "")
    #expect(try letGo == program(rest + "\nclient 2\n  until is-ready b").text)
    // Where a drop is all there is, the add may be what it takes.
    #expect(try trigger("op a; drop a").letGo(program(whole)) == nil)
    #expect(
      dropped.withoutFacts(try program(whole)).map { $0.operations.map(\.dependencies) } == [
        [[], []]
      ])
    #expect(dropped.letGo(try program(whole.replacing("  add q c\n", with: ""))) == nil)
  }

  @Test func `counts starts and adds of groups as adds where only facts matter`() throws {
    func plain(_ text: String) throws -> String? {
      Trigger.plainlyCarried(try program("queue q\nop a\nop b deps=a\n" + text))?.text
    }
    #expect(
      try plain("client 1\n  start a\nclient 2\n  add-group-wait q b\n")
        == "queue q; op a; op b deps=a; client 1; add q a; client 2; add q b")
    // Calls that few programs make are more than a way to the queue.
    #expect(try plain("client 1\n  cancel a\n  add q a\n  add q b\n") == nil)
    #expect(Trigger.plainlyCarried(try program("queue q\nop a\nclient 1\n  add q a\n")) == nil)
  }

  @Test func `is edited out of a program step by step`() throws {
    let removed = try trigger("op a; op b deps=a; undepend b a")
    let edits = removed.editedOut(of: try program(otherRemoval))
    #expect(
      edits.map(\.text) == [
        try program(otherRemoval.replacing("  undepend z y\n", with: "")).text
      ])
    let limit = try trigger("queue q limit=1; op a; op b; add q a; add q b")
    let two = try program("queue x limit=1\nop a\nop b\nclient 1\n  add x a\n  add x b\n")
    #expect(limit.editedOut(of: two).map { $0.queues[0].limit } == [nil])
  }

  @Test func `is left alone with what any program has`() throws {
    let removed = try trigger("op a; op b deps=a; undepend b a")
    let long = try program(
      """
      queue q
      op a
      op b deps=a
      op c
      client 1
        add q c
        cancel c
        undepend b a
        set-priority c high
        add q b
        until end b
      """)
    #expect(
      removed.stripped(long).text
        == (try program(
          """
          queue q
          op a
          op b deps=a
          op c
          client 1
            add q c
            undepend b a
            add q b
            until end b
          client 2
            until is-ready a
          client 3
            until is-ready b
          """)).text)
  }

  @Test func `is not looked for without end`() throws {
    let many = (0..<150).map { "op x\($0)\n" }.joined()
    let cancels = (0..<150).map { "  cancel x\($0)\n" }.joined()
    let wanted = try trigger(
      "op a; op b; op c; op d deps=c; cancel a; cancel b; cancel c; cancel d")
    #expect(!wanted.occurs(in: try program(many + "client 1\n" + cancels)))
  }
}

struct `A distiller` {
  /// Runs candidates on a subject that fails as a function says.
  private func distilled(_ text: String, _ fails: (Program) -> Bool) throws -> Trigger {
    var distiller = Distiller(program: try program(text))
    var runs = 0
    while let candidate = distiller.next() {
      runs += 1
      #expect(runs < 100)
      distiller.record(shows: fails(candidate))
    }
    return distiller.trigger
  }

  /// A queue that forgets nothing of a removed dependency: seen where somebody looks.
  private func keepsEdge(_ program: Program) -> Bool {
    guard program.removesEdge else { return false }
    return program.allSteps.contains { step in
      switch step {
      case .until(.ended), .until(.reads): true
      case .command(let call): call.verb == .waitAll || call.verb == .addGroupWaiting
      default: false
      }
    }
  }

  @Test(
    arguments: [
      removal,
      "queue q\nop a\nop b deps=a\nclient 1\n  undepend b a\n  add-group-wait q b,a\n",
      """
      queue r suspended
      op a
      op c deps=a
      client 1
        add r c
        start a
        cancel c
        undepend c a
        resume r
        until is-finished c
      """,
    ])
  func `leaves what anything wrong needs`(_ text: String) throws {
    #expect(try distilled(text, keepsEdge).text == "op a; op b deps=a; undepend b a")
  }

  @Test func `keeps calls that need each other`() throws {
    let trigger = try distilled(
      "queue q\nop a\nclient 1\n  add q a\n  suspend q\n  cancel a\n  is-finished a\n"
    ) { $0.calls(.suspend) && $0.calls(.cancel) }
    #expect(trigger.text == "queue q; op a; suspend q; cancel a")
  }

  @Test func `keeps the smallest program where the rest fails without the trigger`() throws {
    // Another mistake shows as soon as somebody looks at readiness.
    let trigger = try distilled(
      "queue q\nop a\nclient 1\n  add q a\n  suspend q\n  cancel a\n  is-finished a\n"
    ) { program in
      program.allSteps.contains { step in
        if case .until(.reads) = step { true } else { program.calls(.suspend) }
      }
    }
    #expect(trigger.text == "queue q; op a; add q a; suspend q; cancel a")
  }
}

extension Program {
  fileprivate func calls(_ verb: Verb) -> Bool { allSteps.contains { $0.command?.verb == verb } }

  /// Whether a declared dependency is removed.
  fileprivate var removesEdge: Bool {
    allSteps.contains { step in
      guard let command = step.command, command.verb == .removeDependency,
        let target = command.operation, let other = command.operands.first
      else { return false }
      return self[target].dependencies.contains(other)
    }
  }
}

extension String {
  fileprivate func replacing(_ part: String, with other: String) -> String {
    split(separator: part, omittingEmptySubsequences: false).joined(separator: other)
  }
}
