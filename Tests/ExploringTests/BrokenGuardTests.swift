import Foundation
import OQExploring
import OQHistory
import OQModel
import OQSpecification
import TestSupport
import Testing

/// Each guard of the model is needed: without it a litmus test has another answer.
@Suite(.computing) struct BrokenGuardTests {
  /// Guards that can be broken, with the litmus test that notices.
  private static let catchers = [
    ("ignores-dependencies", "dependent-after-dependency"),
    ("ignores-limit", "serial-overlap"), ("ignores-suspension", "suspend-then-add"),
    ("ignores-priority", "priority-ready"), ("ignores-barriers", "barrier-separates"),
    ("ignores-cancel", "cancel-before-add"), ("repeats-body", "add-twice"),
    ("finishes-early", "wait-before-end"), ("completes-early", "completion-finished"),
    ("completes-twice", "completion-once"), ("wakes-early", "wait-before-end"),
    ("unlists-early", "listed-while-running"), ("starts-unready", "start-not-ready"),
    ("leaks-slots", "serial-order-of-adds"), ("forgets-release", "dependent-after-dependency"),
    ("forgets-completion", "cancelled-completion"),
    ("skips-bodies", "dependent-after-dependency"), ("frees-early", "serial-overlap"),
    ("releases-early", "dependent-after-dependency"),
    ("heeds-uncancelled", "dependent-after-dependency"),
    ("finishes-executing", "executing-and-finished"), ("drops-barriers", "barrier-separates"),
    ("returns-early", "start-returns-after"),
  ]

  /// A condition of a transition.
  private enum Part {
    /// It is left out by this broken guard.
    case broken(String)
    /// A phase, a kind or a flag without which the effect has no meaning.
    case place
    /// It is not left out, for this reason.
    case kept(String)
  }

  /// Every transition that is not always allowed, with all parts of its guard.
  private static let conditions: [(TransitionID, [(String, Part)])] = [
    (.setCondition, [("x overrides isReady", .place)]),
    (.notifyReady, [("x overrides isReady", .place)]),
    (.addExecutionBlock, [("x is a block operation", .place)]),
    (
      .report,
      [("x overrides start", .place), ("its start was called", .kept("no document says more"))]
    ),
    (.notice, [("x waits in q", .place), ("is ready", .broken("ignores-dependencies"))]),
    (
      .forget,
      [
        ("x waits in q", .place),
        ("is not ready", .kept("what is forgotten while ready may be noticed again")),
      ]
    ),
    (
      .dispatch,
      [
        ("x waits in q", .place),
        ("known to be ready, or cancelled", .broken("ignores-dependencies")),
        ("a slot is free", .broken("ignores-limit")),
        ("q runs, or ND-14 allows it, or x is cancelled", .broken("ignores-suspension")),
        ("no older barrier", .broken("ignores-barriers")),
        ("no certainly higher priority, or x is cancelled", .broken("ignores-priority")),
      ]
    ),
    (
      .flush,
      [
        ("x waits in q", .place), ("is cancelled", .broken("skips-bodies")),
        ("does not override start", .place),
        ("q runs, or not profile reference", .kept("what is flushed never begins")),
      ]
    ),
    (.startByQueue, [("x is chosen", .place)]),
    (
      .runBarrier,
      [
        ("everything that b waits for reports finished", .broken("ignores-barriers")),
        ("q runs", .broken("ignores-suspension")),
        ("with a limit other than 0", .broken("ignores-limit")),
        (
          "or nothing but such barriers was listed when b was added", .broken("ignores-barriers")
        ),
      ]
    ),
    (.endBarrier, [("the block of b has returned", .broken("finishes-early"))]),
    (.dropBarrier, [("cancelAll was called after b was added", .broken("drops-barriers"))]),
    (.checkCancelled, [("x is starting", .place), ("not cancelled", .broken("ignores-cancel"))]),
    (
      .skipBody,
      [("x is starting by the default start", .place), ("cancelled", .broken("skips-bodies"))]
    ),
    (
      .beginBody,
      [("x is starting", .place), ("was not cancelled at the check", .broken("ignores-cancel"))]
    ),
    (
      .endBody,
      [
        ("every block that began has returned", .broken("finishes-early")),
        ("every block began, or x is cancelled", .broken("finishes-early")),
      ]
    ),
    (.clearExecuting, [("x has ended", .place)]),
    (.finish, [("x has ended", .place), ("is not executing", .broken("finishes-executing"))]),
    (.heed, [("x is cancelled", .broken("heeds-uncancelled")), ("not started", .place)]),
    (
      .release, [("d reports finished, or its edge was removed", .broken("releases-early"))]
    ),
    (.unlist, [("x reports finished", .broken("unlists-early")), ("is listed", .place)]),
    (.freeSlot, [("x reports finished", .broken("frees-early")), ("holds a slot", .place)]),
    (
      .complete,
      [("x reports finished", .broken("completes-early")), ("has a completion block", .place)]
    ),
    (.wait, [("x reports finished", .broken("wakes-early"))]),
    (
      .waitAll,
      [
        (
          "every operation that was listed when the call was made reports finished",
          .broken("wakes-early")
        )
      ]
    ),
    (
      .runBlock,
      [("x is executing", .place), ("the block has not begun", .broken("repeats-body"))]
    ),
    (.runCompletion, [("the block was handed over", .broken("completes-early"))]),
    (.runStart, [("x is starting", .place)]),
    (.returns, [("it has taken its whole effect", .broken("returns-early"))]),
  ]

  /// Broken guards that leave out no condition, but what a transition does.
  private static let effects = [
    "completes-twice", "leaks-slots", "forgets-release", "forgets-completion", "starts-unready",
  ]

  @Test func `every condition of every transition is left out, or is told why not`() {
    let guarded = Transition.all.filter { !$0.guardText.hasPrefix("always") }
    #expect(guarded.map(\.id) == Self.conditions.map(\.0))
    var broken = Set(Self.effects)
    for (transition, (_, parts)) in zip(guarded, Self.conditions) {
      var rest = transition.guardText.replacing("\n", with: " ")
      for (text, part) in parts {
        #expect(rest.contains(text), "\(transition.name): \(text)")
        rest = rest.replacing(text, with: "", maxReplacements: 1)
        if case .broken(let name) = part { broken.insert(name) }
        if case .kept(let reason) = part { #expect(!reason.isEmpty) }
      }
      let words = rest.split { !$0.isLetter }
      #expect(words.allSatisfy { $0 == "and" }, "\(transition.name): \(words) is not listed")
    }
    #expect(broken == Set(Guards.all.map(\.name)))
  }

  @Test func `every broken guard is asked for in the sources of the model, and is in the table`()
    throws
  {
    let folder = Litmus.specification.deletingLastPathComponent().appending(
      path: "Sources/OQModel/Semantics")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    var declared: Set<Substring> = []
    var asked: Set<Substring> = []
    for name in names where name.hasSuffix(".swift") {
      let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      declared.formUnion(text.matches(of: #/static let ([a-zA-Z]+) = Guards\(/#).map(\.1))
      asked.formUnion(text.matches(of: #/guards\.contains\(\.([a-zA-Z]+)\)/#).map(\.1))
    }
    #expect(declared.count == Guards.all.count)
    #expect(declared == asked)
    #expect(Set(Guards.all.map(\.guards)).count == Guards.all.count)
  }

  @Test(arguments: [
    ("barrier-suspended", "ignores-suspension"), ("barrier-limit-zero", "ignores-limit"),
  ])
  func `a barrier of a queue that runs nothing does not run, but for a broken guard`(
    test: String, name: String
  ) throws {
    let file = try Litmus.file(test + ".oqask")
    let guards = try #require(Guards.all.first { $0.name == name }).guards
    #expect(Reading(file, .core).isExpected(0) == true)
    #expect(Reading(file, .core, guards: guards).isExpected(0) == false)
  }

  @Test(arguments: catchers)
  func `a broken guard changes the answer of a litmus test`(name: String, test: String) throws {
    let guards = try #require(Guards.all.first { $0.name == name }).guards
    let file = try Litmus.file(test + ".oqask")
    let reading = Reading(file, .core, guards: guards, bound: 200_000)
    #expect(file.questions.indices.contains { reading.isExpected($0) == false })
  }

  @Test func `a guard that a program is not concerned by changes no answer about it`() throws {
    var compared = 0
    for (place, name) in Litmus.names.enumerated() where place % 6 == 0 {
      let file = try Litmus.file(name)
      let reading = Reading(file, .core)
      for (guardName, guards) in Guards.all where !file.stage.isConcerned(by: guards) {
        let broken = Reading(file, .core, guards: guards)
        #expect(broken.replies == reading.replies, "\(name) without \(guardName)")
        #expect(Set(broken.rows) == Set(reading.rows), "\(name) without \(guardName)")
        compared += 1
      }
    }
    #expect(compared > 100)
  }

  @Test func `no guard is left out`() {
    #expect(Self.catchers.map(\.0) == Guards.all.map(\.name))
  }
}
