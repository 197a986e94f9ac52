import OQExploring
import OQHistory
import OQModel
import OQSpecification
import TestSupport
import Testing

/// The stage of a program without its first line.
func stage(_ text: String) throws -> Stage { Stage(try Program(parsing: "oqprogram 1\n" + text)) }

/// What exploring a program gives.
func explore(
  _ text: String, _ profile: Profile = .core, guards: Guards = [], leftOut: Set<Branch> = [],
  bound: Int = Explorer.usualBound
) throws -> (explorer: Explorer, result: Exploration) {
  let stage = try stage(text)
  var explorer = Explorer(
    stage, profile: profile, lookout: Lookout(beginsOf: stage), guards: guards, leftOut: leftOut,
    bound: bound)
  let result = explorer.run()
  return (explorer, result)
}

@Suite(.computing) struct ExplorerTests {
  @Test func `counts states that can be counted by hand`() throws {
    // Nothing can happen to the operation: the call is not made, made, has stored, has returned.
    let one = try explore("queue q\nop a\nclient 1\n  suspend q\n").result
    #expect(one.states == 4)
    #expect(one.transitions == 3)
    #expect(one.depth == 3)
    #expect(one.isComplete)
    // Two such calls of two clients are independent, and a suspended queue is a suspended queue: of
    // 4 × 4 pairs none fall together.
    let two = try explore("queue q\nqueue p\nclient 1\n  suspend q\nclient 2\n  suspend p\n").result
    #expect(two.states == 16)
    #expect(two.transitions == 24)
    // A read looks at one instant; its value is kept until the return.
    #expect(try explore("queue q\nclient 1\n  is-suspended q\n").result.states == 4)
    // A base operation that is cancelled finishes at once or does not, after the check.
    let cancel = try explore("queue q\nop a kind=base\nclient 1\n  cancel a\n").result
    #expect(cancel.states == 7)
  }

  @Test func `shows how runs end`() throws {
    let (explorer, result) = try explore(
      "queue q\nop a\nop b deps=a\nclient 1\n  add q b\n  add q a\n  wait-all q\n")
    #expect(result.endings.count == 1)
    let ending = try #require(result.endings.first)
    #expect(ending.stall == nil)
    #expect(ending.seen == 0b11)
    var copy = explorer
    let way = copy.way(to: ending.scene)
    let order = way.compactMap { happening in
      happening.event == .enter ? happening.lane?.callback?.operation.index : nil
    }
    #expect(order == [0, 1])
  }

  @Test(arguments: [
    ("queue q suspended\nop a\nclient 1\n  add q a\n  wait a\n", Stall.suspended),
    (
      "queue q\nop a\nop b\nclient 1\n  depend a b\n  depend b a\n  add-group q a,b\n  wait a\n",
      Stall.circle
    ),
    ("queue q\nop a\nop b deps=a\nclient 1\n  add q b\n  wait b\n", Stall.unstarted),
    ("queue q\nop a\nin a: hold\nclient 1\n  add q a\n  wait a\n", Stall.held),
    ("queue q\nop a kind=conditional\nclient 1\n  add q a\n  wait a\n", Stall.condition),
    ("queue q\nop a kind=asynchronous\nclient 1\n  add q a\n  wait a\n", Stall.unreported),
    ("queue q\nop a\nclient 1\n  set-limit q 0\n  add q a\n  wait a\n", Stall.limit),
  ])
  func `says why a client waits in vain`(text: String, stall: Stall) throws {
    for profile in Profile.allCases {
      let result = try explore(text, profile).result
      #expect(result.fault == nil)
      #expect(result.endings.contains { $0.stall == stall })
    }
  }

  @Test func `stops at its bound and says so`() throws {
    let result = try explore(
      "queue q\nop a\nop b\nclient 1\n  add-group q a,b\n", bound: 20
    ).result
    #expect(!result.isComplete)
  }

  @Test func `takes a way that nobody takes with the guard in place`() throws {
    let text = "queue q\nop a\nop b deps=a\nclient 1\n  add q b\n"
    #expect(try explore(text).result.endings.allSatisfy { $0.seen == 0 })
    let broken = try explore(text, guards: .ignoresDependencies).result
    #expect(broken.endings.contains { $0.seen == 0b10 })
  }

  @Test func `leaves out an outcome of a freedom`() throws {
    let text = "queue q\nop a\nop b deps=a\nclient 1\n  add q b\n  cancel b\n  wait b\n"
    #expect(try explore(text).result.endings.contains { $0.stall == nil })
    let without = try explore(
      text,
      leftOut: [.nd36Heeded, .nd36Waited, .nd25InTurn, .nd25Early, .nd25WhileSuspended]
    ).result
    #expect(without.endings.allSatisfy { $0.stall == .unstarted })
  }
}
