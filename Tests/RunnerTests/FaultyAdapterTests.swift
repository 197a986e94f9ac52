import OQHistory
import OQReport
import OQRunner
import OQSpecification
import TestSupport
import Testing

/// Queues over the wire that are broken in one decision each: a program shows each fault, and the
/// rule that it breaks is named first.
@Suite(
  .enabled(if: ToyAdapter.isInstalled, "python3 is not installed"), .waiting,
  .limit(minutes: 5)) struct `A faulty queue over the wire`
{
  /// A fault with a program that shows it.
  struct Fault: CustomTestStringConvertible, Sendable {
    let name: String
    /// The rule that it breaks.
    let rule: RuleID
    let text: String

    init(_ name: String, breaks rule: RuleID, _ text: String) {
      self.name = name
      self.rule = rule
      self.text = text
    }

    var testDescription: String { name }
  }

  /// What a fault shows in runs of its program: threads meet as they like, so that some faults need
  /// several.
  private func blames(of fault: Fault, _ words: [String] = []) throws -> Set<String> {
    let path = ToyAdapter.folder + "/faulty.py"
    let executor = WireExecutor(try adapterOptions(["python3", path, fault.name] + words))
    defer { executor.shutDown() }
    let program = try program(fault.text)
    var blames: Set<String> = []
    for _ in 0..<20 where blames.isEmpty {
      let execution = try executor.executeQuickly(program)
      #expect(execution.unusable == nil)
      let violations = try Judge.all().judge(execution.history).violations
      if let first = violations.first { blames.insert(first.blame.description) }
      if !words.isEmpty { #expect(execution.history.isWoken || violations.isEmpty) }
    }
    return blames
  }

  @Test(arguments: faults) func `is found out, by the rule that it breaks`(fault: Fault) throws {
    #expect(try blames(of: fault) == [fault.rule.description])
  }

  /// Canaries are adds: where they belong to the world of the program they make the passes that
  /// were forgotten, and a thread that waits with a time limit keeps the process from being sealed.
  @Test(arguments: faults.filter { forgetful.contains($0.name) })
  func `is found out although canaries would mend it`(fault: Fault) throws {
    #expect(try blames(of: fault, ["shared", "timed"]) == [fault.rule.description])
  }

  @Test(arguments: faults) func `without its fault shows nothing`(fault: Fault) throws {
    let path = ToyAdapter.folder + "/faulty.py"
    let executor = WireExecutor(try adapterOptions(["python3", path]))
    defer { executor.shutDown() }
    let execution = try executor.executeQuickly(program(fault.text))
    #expect(try Judge.all().judge(execution.history).violations.isEmpty)
  }

  @Test func `shows what an order of calls decides each time that the order is followed`() throws {
    let path = ToyAdapter.folder + "/faulty.py"
    let executor = WireExecutor(
      try adapterOptions(["python3", path, "cancel-all-ends-waits"]))
    defer { executor.shutDown() }
    let program = try program(
      """
      queue q
      op a
      in a: hold
      client 1
        add q a
        until begin a
        cancel-all q
        meet 1
        open a
      client 2
        wait-all q
        meet 1
      """)
    let order = """
      client1 call 1
      a begin
      client1 return 1
      client1 step 2
      client2 call 1
      client1 call 3
      client1 return 3
      client2 return 1
      """
    let pins = try Pins(parsing: order, for: program)
    for _ in 0..<10 {
      let history = try executor.executeQuickly(program, following: pins).history
      #expect(
        try Judge.all().judge(history).violations.first?.blame == .rule("WAIT-3"), "\(history.text)"
      )
    }
    // The other way round nothing is wrong; a point that never comes holds nobody for ever.
    let reversed = try Pins(
      parsing: "client2 return 1\nclient1 call 3\nclient2 call 1", for: program)
    let history = try executor.executeQuickly(program, following: reversed).history
    #expect(HistoryIndex(history).isCompleted || HistoryIndex(history).stalledAt != nil)
  }

  /// Faults that the next add of any queue mends.
  private static let forgetful: Set<String> = [
    "raise-without-pass", "resume-without-pass", "finish-without-pass",
  ]

  static let faults = ofProgress + ofWaits + ofOrder + ofCalls

  private static let ofProgress = [
    Fault(
      "raise-without-pass", breaks: "LIMIT-53",
      """
      queue q limit=1
      op a
      op b
      in a: hold
      client 1
        add q a
        add q b
        until begin a
        set-limit q 2
        until begin b
        open a
      """),
    Fault(
      "resume-without-pass", breaks: "SUSP-3",
      """
      queue q suspended
      op a
      client 1
        add q a
        resume q
        until end a
      """),
    Fault(
      "finish-without-pass", breaks: "LIMIT-4",
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
        until end b
      """),
    Fault(
      "release-without-pass", breaks: "DEP-2",
      """
      queue q
      queue r
      op a
      op b deps=a
      client 1
        add r b
        add q a
        until end b
      """),
    Fault(
      "group-without-pass", breaks: "QUEUE-2",
      """
      queue q
      op a
      op b
      in a: hold
      client 1
        add-group q a,b
        until begin b
        open a
      """),
    Fault(
      "late-suspension", breaks: "SUSP-3",
      """
      queue q limit=1
      op a
      op b
      in a: hold
      client 1
        add q a
        add q b
        until begin a
        suspend q
        resume q
        open a
        until end b
      """),
    Fault(
      "late-suspension", breaks: "SUSP-3",
      """
      queue q
      op a
      op b
      in a
        hold
        suspend q
        meet 1
      client 1
        add q a
        until begin a
        open a
        meet 1
        resume q
        until end a
        add q b
        until end b
      """),
    Fault(
      "second-suspend-clears", breaks: "SUSP-52",
      """
      queue q
      op a
      client 1
        suspend q
        add q a
        suspend q
        resume q
        until end a
      """),
    Fault(
      "second-resume-suspends", breaks: "QUEUE-1",
      """
      queue q
      op a
      client 1
        resume q
        add q a
        until end a
      """),
    Fault(
      "cancelled-keeps-slot", breaks: "LIMIT-4",
      """
      queue q limit=1
      op a
      op b
      in a: hold
      client 1
        add q a
        add q b
        until begin a
        cancel a
        open a
        until end b
      """),
    Fault(
      "lowered-limit-kills", breaks: "LIMIT-4",
      """
      queue q limit=2
      op a
      op b
      op c
      in a: hold
      in b: hold
      client 1
        add-group q a,b,c
        until begin a
        until begin b
        set-limit q 1
        open a
        open b
        until end c
      """),
    Fault(
      "limit-one-forgets", breaks: "LIMIT-4",
      """
      queue q limit=1
      op a
      op b
      in a: hold
      client 1
        add q a
        add q b
        until begin a
        set-limit q 1
        open a
        until end b
      """),
    Fault(
      "cancelled-dependency-holds", breaks: "DEP-12",
      """
      queue q
      op a
      op b deps=a
      in a: hold
      client 1
        add q b
        add q a
        until begin a
        cancel a
        open a
        until end b
      """),
  ]

  private static let ofWaits = [
    Fault(
      "notify-one", breaks: "WAIT-4",
      """
      queue q
      op a
      op b
      in a: hold
      in b: hold
      client 1
        add q a
        add q b
        until begin a
        until begin b
        meet 1
        open a
        open b
      client 2
        meet 1
        wait-all q
      client 3
        meet 1
        wait-all q
      """),
    Fault(
      "lost-wake-up", breaks: "WAIT-2",
      """
      queue q
      op a
      op b deps=a
      in b: hold
      client 1
        add q b
        add q a
        until begin b
        open b
      client 2
        wait b
      """),
    Fault(
      "woken-by-next-finish", breaks: "WAIT-2",
      """
      queue q
      op a
      in a: hold
      client 1
        add q a
        meet 1
        open a
      client 2
        meet 1
        wait a
      """),
    Fault(
      "cancel-all-ends-waits", breaks: "WAIT-3",
      """
      queue q
      op a
      in a: hold
      client 1
        add q a
        until begin a
        meet 1
        is-executing a
        is-executing a
        is-executing a
        is-executing a
        is-executing a
        is-executing a
        is-executing a
        is-executing a
        is-executing a
        is-executing a
        is-executing a
        is-executing a
        cancel-all q
        meet 2
        open a
      client 2
        meet 1
        wait-all q
        meet 2
      """),
    Fault(
      "cancel-ends-wait", breaks: "WAIT-1",
      """
      queue q
      op a
      in a: hold
      client 1
        add q a
        until begin a
        cancel a
        meet 1
        open a
      client 2
        wait a
        meet 1
      """),
    Fault(
      "wait-all-sees-first", breaks: "WAIT-3",
      """
      queue q
      op a
      op b
      in a: hold
      in b: hold
      client 1
        add q a
        add q b
        until begin a
        until begin b
        meet 1
        is-executing a
        is-executing a
        is-executing a
        is-executing a
        is-executing a
        is-executing a
        is-executing a
        is-executing a
        is-executing a
        is-executing a
        is-executing a
        is-executing a
        open a
        meet 2
        open b
      client 2
        meet 1
        wait-all q
        meet 2
      """),
  ]

  private static let ofOrder = [
    Fault(
      "finished-removal-counts", breaks: "DEP-1",
      """
      queue q
      op a
      op b
      op c deps=a,b
      in b: hold
      client 1
        add q a
        add q b
        until is-finished a
        add q c
        undepend c a
        until begin c
        open b
      """),
    Fault(
      "two-paths", breaks: "DEP-1",
      """
      queue q
      op a
      op b
      op c deps=a,b
      in b: hold
      client 1
        add q b
        add-group q a,c
        until begin c
        open b
      """),
    Fault(
      "suspended-starts-one-more", breaks: "SUSP-1",
      """
      queue q limit=1
      op a
      op b
      in a: hold
      client 1
        add q a
        add q b
        until begin a
        suspend q
        open a
        until begin b
      """),
    Fault(
      "raise-counts-from-zero", breaks: "LIMIT-1",
      """
      queue q limit=1
      op a
      op b
      op c
      in a: hold
      in b: hold
      client 1
        add-group q a,b,c
        until begin a
        set-limit q 2
        until begin c
        open a
        open b
      """),
  ]

  private static let ofCalls = [
    Fault(
      "closes-at-cancel-all", breaks: "ERR-51",
      """
      queue q
      op a
      client 1
        cancel-all q
        add q a
      """),
    Fault(
      "completion-once-per-queue", breaks: "DONE-3",
      """
      queue q
      op a completion
      op b completion
      client 1
        add q a
        until end a.completion
        add q b
        until end b.completion
      """),
    Fault(
      "cancel-drops-group", breaks: "QUEUE-7",
      """
      queue q suspended
      op a
      op b
      client 1
        add q a
        add q b
        cancel a
        operations q
      """),
  ]
}
