import OQAdapters
import OQHistory
import OQSpecification
import OQWire
import Testing

@Suite struct MessageTests {
  private static let calls: [WireCall.Action] = [
    .makeQueue("q"), .makeOperation("x", kind: .block, blocks: 3),
    .makeOperation("y", kind: .asynchronous, blocks: 1), .drop("x"), .mark,
    .makeOperation("z", kind: .procedure, blocks: 1, position: 4),
    .verb(.add, on: "q", with: .word("x")), .verb(.addGroup, on: "q", with: .words(["x", "y"])),
    .verb(.setLimit, on: "q", with: .integer(-1)),
    .verb(.setCondition, on: "x", with: .boolean(true)), .verb(.suspend, on: "q", with: .none),
  ]

  private static let harness: [HarnessMessage] =
    [
      .hello(protocol: 1, harness: "test"), .begin(program: 2, held: ["x", "x.completion"]),
      .release(lane: "x"), .ping(4), .end(program: 2), .stop,
    ] + calls.map { .call(WireCall(id: 7, lane: "client1", $0)) }

  private static let adapter: [AdapterMessage] = [
    .hello(
      protocol: 1,
      SubjectDescription(
        name: "toy", version: "0", capabilities: [.listing, .raises], stepBound: 2.5)),
    .begun(program: 2), .enter(of: "x", at: 3), .leave(of: "x", entered: 3, at: 9), .pong(4),
    .reply(id: 7, called: 4, returned: 5, .returned(.none)),
    .reply(id: 7, called: 4, returned: 5, .returned(.words([]))),
    .reply(id: 7, called: 4, returned: 5, .returned(.word("high"))),
    .reply(id: 7, called: 4, returned: 5, .returned(.boolean(false))),
    .reply(id: 7, called: 4, returned: 5, .raised(.raised)),
    .reply(id: 7, called: 4, returned: 5, .raised(.invalidArgument)),
    .reply(id: 7, called: 4, returned: 5, .raised(.taskError)),
    .reply(id: 7, called: 4, returned: 5, .unknown),
    .reply(id: 7, called: 4, returned: 5, .unsupported), .ended(program: 2, at: 10),
    .error("no more"),
  ]

  @Test(arguments: harness) func `a line of the harness comes back`(message: HarnessMessage) throws
  {
    #expect(try HarnessMessage.parse(message.line) == message)
  }

  @Test(arguments: adapter) func `a line of an adapter comes back`(message: AdapterMessage) throws {
    #expect(try AdapterMessage.parse(message.line) == message)
  }

  @Test func `unknown kinds and members are ignored`() throws {
    #expect(try HarnessMessage.parse(#"{"do":"dance"}"#) == nil)
    #expect(try AdapterMessage.parse(#"{"tell":"log","text":"hm"}"#) == nil)
    #expect(try AdapterMessage.parse(#"{"tell":"pong","id":1,"extra":[1]}"#) == .pong(1))
  }

  @Test(arguments: [
    ("hello", "a line is no JSON: expected a JSON value at byte 1"),
    ("[1]", "expected an object with \"tell\" and the kind of the message"),
    (#"{"tell":"enter","of":"x","at":0}"#, "expected a stamp, an integer from 1, as \"at\""),
    (#"{"tell":"enter","at":1}"#, "expected a string as \"of\""),
    (
      #"{"tell":"reply","id":1,"at":[3],"outcome":"raised"}"#,
      "expected the stamps before and after the call as \"at\": [7,8]"
    ),
    (
      #"{"tell":"reply","id":1,"at":[3,4],"outcome":"raised","error":"trapped"}"#,
      "expected invalid-argument, cancelled-result, void-result, task-error, other-error as"
        + " \"error\""
    ),
    (
      #"{"tell":"reply","id":1,"at":[3,4],"outcome":"ok"}"#,
      "expected returned, raised, unsupported or unknown as \"outcome\""
    ),
    (
      #"{"tell":"reply","id":1,"at":[3,4],"outcome":"returned","value":1.5}"#,
      "expected a boolean, an integer, a word or names as \"value\""
    ),
    (
      #"{"tell":"hello","protocol":1,"name":"t","version":"1","capabilities":["listings"]}"#,
      "expected a capability instead of 'listings'; did you mean 'listing'?"
    ),
    (
      #"{"tell":"hello","protocol":1,"name":"t","version":"1","capabilities":[],"step-bound":0}"#,
      "expected a number of seconds above zero as \"step-bound\""
    ),
    (
      #"{"tell":"hello","protocol":1,"name":"t","version":"1","capabilities":[],"step-bound":1e300}"#,
      "expected at most 1000000 seconds as \"step-bound\""
    ),
  ]) func `a wrong line of an adapter says what was expected`(line: String, problem: String) {
    let fault = #expect(throws: WireFault.self) { try AdapterMessage.parse(line) }
    #expect(fault?.problem == problem)
    #expect(fault?.line == line)
  }

  @Test(arguments: [
    (
      #"{"do":"call","id":1,"lane":"a","verb":"fly"}"#,
      "expected a verb of the verb table as \"verb\""
    ),
    (
      #"{"do":"call","id":1,"lane":"a","verb":"make-operation","on":"x","kind":"odd"}"#,
      "expected a kind of operation as \"kind\""
    ),
    (#"{"do":"begin","program":1}"#, "expected an array of strings as \"held\""),
  ]) func `a wrong line of the harness says what was expected`(line: String, problem: String) {
    let fault = #expect(throws: WireFault.self) { try HarnessMessage.parse(line) }
    #expect(fault?.problem == problem)
  }

  @Test func `names of callbacks come back`() {
    for text in ["x", "x.2", "x.completion", "x.completion.3", "x.start", "x.is-ready", "-c-1"] {
      #expect(CallbackName(text)?.text == text)
    }
    for text in [
      "", ".2", "x.", "x.1", "x.02", "x.body", "x.completion.1", "x.2.3", "x.2.completion",
    ] {
      #expect(CallbackName(text) == nil)
    }
  }
}
