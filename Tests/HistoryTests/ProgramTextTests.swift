import OQHistory
import Testing

@Suite struct ProgramTextTests {
  static let example = """
    oqprogram 1
    queue q limit=1 suspended
    op d
    op x deps=d priority=high
    in x: hold
    client 1
      add q x
      undepend x d
      resume q
      until begin x
      open x
      wait-all q

    """

  @Test func `canonical text comes back unchanged`() throws {
    #expect(try Program(parsing: Self.example).text == Self.example)
  }

  static let everything = """
    oqprogram 1 jitter=18446744073709551615 one-core record=bodies long-work lingering
    queue q
    queue r limit=3
    queue s serial
    queue t concurrent
    op a completion
    op b kind=block blocks=0 deps=a priority=very-low
    op c kind=closure
    op d kind=barrier
    op e kind=conditional
    op f kind=asynchronous
    op g kind=base
    op o kind=observer
    op p kind=observer
    op h kind=invocation
    op i kind=procedure
    op j kind=flagged
    op k kind=group
    op l kind=semaphore
    op m kind=once
    op n kind=source-add
    op u kind=source-or
    op v kind=source-replace
    op w kind=timer
    op x kind=repeating-timer
    op y kind=source-read
    op z kind=source-write
    op z2 kind=source-signal
    in a: hold
    in a.completion.2: cancel a
    in b.2
      until is-cancelled b
      meet 2
    in e.is-ready: hold
    in f.start: report-executing f
    in o.observer: is-finished a
    in h: throw h
    in n.registration: hold
    in n.cancellation: hold
    client 1
      add q g
      add-group q a,b
      add-group-wait r e,f
      add-block q c
      add-barrier q d
      suspend q
      resume q
      set-limit q -1
      cancel-all q
      wait-all q
      is-suspended q
      limit q
      operations q
      count q
      depend a b
      undepend a b
      set-priority a very-high
      set-completion a 2
      add-execution-block b 2
      cancel a
      start g
      wait a
    client 2
      is-ready a
      is-executing a
      is-finished a
      is-cancelled a
      is-asynchronous a
      dependencies a
      priority a
      execution-block-count b
      set-condition e true
      notify-ready e
      report-executing f
      report-finished f
      store-finished f
      notify-finished f
      observe a is-finished o
      observe-queue q limit p
      until begin o.observer
      is-current q
      set-thread-priority a 30
      thread-priority a
      runs-at a
      set-name a 1
      name a
      set-queue-name q 2
      queue-name q
      set-raw-priority a -7
      has-completion a
      set-qos a 33
      qos a
      set-queue-qos q -1
      queue-qos q
      set-progress-total q 5
      progress q
      set-underlying q 0
      underlying q
      underlying-key q
      receiver h
      method h
      argument i
      result i
      make-invocation h 3
      is-main q
      async s c
      sync t c
      async-barrier t c
      async-group s k,c
      async-after s c
      is-due c
      group-enter k
      group-leave k
      group-wait k
      group-notify s k,c
      signal l
      wait-signal l
      once m
      count-up s
      counted s
      activate s n
      trigger n 3
      reported n
      cancel-source n
      until begin n.registration
      until is-ready a
      until is-ready a false
      until count q 0
      until operations q -
      until dependencies a b,g
      until priority a low
      until end b.2
      open a.completion
      meet 1
      drop q
      drop a

    """

  /// The verbs that the text above lacks, with the plainest target and argument.
  static let further = Verb.allCases.filter { !everything.contains(" \($0.entry.name) ") }
    .map { verb in
      let argument = verb.entry.parameter == .integer ? " 1" : ""
      return "  \(verb.entry.name) \(verb.entry.family == .queue ? "q" : "a")\(argument)\n"
    }.joined()

  @Test func `every verb and step comes back unchanged`() throws {
    let text = Self.everything.replacing(
      "  until begin n.registration\n", with: Self.further + "  until begin n.registration\n")
    let program = try Program(parsing: text)
    #expect(program.text == text)
    let used = Set(program.allSteps.compactMap(\.command?.verb))
    #expect(Verb.allCases.filter { !used.contains($0) } == [])
  }

  @Test func `comments, blank lines, indentation and inline lanes are read`() throws {
    let text = """
      # a comment

      oqprogram 1
      queue q limit=1 suspended   # of one
      op d                        # never added
      op x deps=d priority=high
        in x: hold
      client 1
      add q x
      undepend x d
      resume q
      until begin x
      \topen x
      wait-all q
      """
    #expect(try Program(parsing: text).text == Self.example)
  }

  @Test func `steps are lines without headers`() throws {
    #expect(try Program(parsing: Self.example).steps == 10)
  }

  @Test(arguments: [
    ("", "line 1, column 1: expected 'oqprogram 1' as the first line"),
    ("oqprogram 2", "line 1, column 11: expected the version, 1, found '2'"),
    (
      "oqprogram 1 slow",
      "line 1, column 13: expected jitter=N, one-core, record=bodies, long-work or lingering, found 'slow'"
    ),
    ("oqprogram 1\nqueue", "line 2, column 6: expected a name, found the end of the line"),
    (
      "oqprogram 1\nqueue Q",
      "line 2, column 7: expected a name: lower-case letters, digits and _, not a lane's word, found 'Q'"
    ),
    (
      "oqprogram 1\nop a\nop a",
      "line 3, column 4: expected a name that is not declared yet, found 'a'"
    ),
    (
      "oqprogram 1\nqueue q limit=0",
      "line 2, column 9: expected limit=N with N at least 1, found 'limit=0'"
    ),
    (
      "oqprogram 1\nqueue m main\nqueue n main",
      "line 3, column 9: expected one main queue at most, found 'main'"
    ),
    (
      "oqprogram 1\nop a deps=b",
      "line 2, column 6: expected deps= with different declared operations, found 'deps=b'"
    ),
    (
      "oqprogram 1\nop a deps=b\nop b deps=a",
      "line 2, column 1: expected declared dependencies without a cycle (make a cycle with 'depend')"
    ),
    (
      "oqprogram 1\nop a priority=urgent",
      "line 2, column 6: expected priority= with one of very-low, low, normal, high, very-high, found 'priority=urgent'"
    ),
    (
      "oqprogram 1\nop a blocks=2",
      "line 2, column 4: expected kind=block where blocks= is given, for, found 'a'"
    ),
    (
      "oqprogram 1\nop a\nstart a",
      "line 3, column 1: expected 'queue', 'op', 'in' or 'client' before the first step, found 'start'"
    ),
    (
      "oqprogram 1\nop a\nclient 0",
      "line 3, column 8: expected the number of a client from 1 to 64, found '0'"
    ),
    (
      "oqprogram 1\nop a\nclient 1\nfly a",
      "line 4, column 1: expected a command or a step, found 'fly'"
    ),
    (
      "oqprogram 1\nop a\nclient 1\nstart b",
      "line 4, column 7: expected the name of a declared operation, found 'b'"
    ),
    (
      "oqprogram 1\nop a\nclient 1\nstart a a",
      "line 4, column 9: expected the end of the line, found 'a'"
    ),
    ("oqprogram 1\nop a\nclient 1\nhold", "line 4, column 1: only a callback can hold"),
    (
      "oqprogram 1\nop a\nclient 1\nopen a.2",
      "line 4, column 1: a has one body: it is of kind task"
    ),
    (
      "oqprogram 1\nop a\nin a.is-ready: hold",
      "line 3, column 4: only operations of kind conditional override isReady"
    ),
    (
      "oqprogram 1\nop a\nclient 1\nuntil start a",
      "line 4, column 7: expected 'begin', 'end' or an accessor, found 'start'"
    ),
    (
      "oqprogram 1\nop a\nclient 1\nclient 1",
      "line 4, column 8: expected a lane without steps so far"
    ),
    (
      "oqprogram 1\nqueue q\nop a kind=closure\nclient 1\nadd q a",
      "line 5, column 1: a cannot be named by a command"
    ),
    (
      "oqprogram 1\nop a\nop b\nclient 1\nobserve a is-finished b",
      "line 5, column 1: observe takes an operation of kind observer"
    ),
    (
      "oqprogram 1\nop a\nop o kind=observer\nin o.observer: cancel a",
      "line 4, column 16: an observer only reads"
    ),
    (
      "oqprogram 1\nqueue q serial\nop a\nclient 1\nadd q a",
      "line 5, column 1: q is a dispatch queue"
    ),
    (
      "oqprogram 1\nqueue q\nop a kind=closure\nclient 1\nasync q a",
      "line 5, column 1: q is no dispatch queue: declare it 'serial' or 'concurrent'"
    ),
    (
      "oqprogram 1\nqueue q serial\nop a\nclient 1\nasync q a",
      "line 5, column 1: async takes an operation of kind closure"
    ),
    (
      "oqprogram 1\nqueue q serial\nop g kind=group\nclient 1\nasync-group q g",
      "line 5, column 1: async-group takes an operation of kind group and one of kind closure"
    ),
    (
      "oqprogram 1\nop g kind=group\nclient 1\nsignal g",
      "line 4, column 1: the target of signal is of kind semaphore"
    ),
    (
      "oqprogram 1\nop g kind=group\nclient 1\nis-ready g",
      "line 4, column 1: g is no operation"
    ),
    (
      "oqprogram 1\nop s kind=source-add\nclient 1\ntrigger s 0",
      "line 4, column 1: what a source is sent is a number from 1 to 1000"
    ),
    (
      "oqprogram 1\nop g kind=group completion",
      "line 2, column 4: expected no further properties of what is no operation, for, found 'g'"
    ),
    (
      "oqprogram 1\nop a\nclient 1\nopen a.registration",
      "line 4, column 1: only dispatch sources have handlers for registration and cancellation"
    ),
    (
      "oqprogram 1\nqueue q serial limit=2",
      "line 2, column 16: expected the end of the line, found 'limit=2'"
    ),
    (
      "oqprogram 1\nqueue q\nop o kind=observer\nclient 1\nobserve-queue q is-ready o",
      "line 5, column 17: expected one of operations, count, limit, is-suspended, found 'is-ready'"
    ),
  ])
  func `a fault names its line and column and what was expected`(text: String, message: String) {
    let error = #expect(throws: TextError.self) { try Program(parsing: text) }
    #expect(error?.description == message)
  }
}
