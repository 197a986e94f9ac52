import Foundation
import TestSupport
import Testing

@Suite(.awaiting, .limit(minutes: 2)) struct ExploreTests {
  private func explore(_ program: String, _ options: [String] = []) async throws -> Ending {
    let folder = try Folder()
    let path = try folder.write("oqprogram 1\n" + program, to: "a.oqprogram")
    return try await Command(["explore", path] + options, in: folder).end()
  }

  @Test func `explore: counts the states and says how runs end`() async throws {
    let ending = try await explore("queue q suspended\nop a\nclient 1\n  add q a\n  wait a\n")
    #expect(ending.status == 0)
    for profile in ["core", "guide", "reference"] {
      #expect(ending.output.contains("\(profile): "))
    }
    #expect(ending.output.contains("waits in vain: a queue is suspended"))
    #expect(ending.output.contains("every invariant holds"))
  }

  @Test func `explore: a bound that is reached leaves the answer open`() async throws {
    let ending = try await explore(
      "queue q\nop a\nop b\nclient 1\n  add-group q a,b\n", ["--bound", "10", "--profile", "core"])
    #expect(ending.status == 2)
    #expect(ending.output.contains("not all: the bound is reached"))
  }

  @Test func `explore: what the model does not represent is refused`() async throws {
    let ending = try await explore("queue q\nop a\nclient 1\n  set-name a 1\n")
    #expect(ending.status == 65)
    #expect(ending.errors.contains("the explorer does not represent the verb set-name"))
    #expect(try await explore("queue q\nclient 1\n  fly q\n").status == 65)
  }

  @Test func `explore: reductions visit fewer states that end alike`() async throws {
    let text = "queue q\nop a\nop b\nop c\nclient 1\n  add-group q a,b,c\n  wait-all q\n"
    let whole = try await explore(text, ["--profile", "core"])
    let states = try #require(whole.output.firstMatch(of: /core: ([0-9]+) states/)).1
    let twins = try await explore(text, ["--profile", "core", "--reduce", "symmetry"])
    #expect(twins.status == 0)
    #expect(twins.output.contains("they stand for \(states) states"), "\(twins.output)")
    let order = try await explore(text, ["--profile", "core", "--reduce", "order"])
    let left = try #require(order.output.firstMatch(of: /core: ([0-9]+) states/)).1
    #expect(try #require(Int(left)) * 10 < (try #require(Int(states))))
  }

  @Test func `explore: two threads visit the same states`() async throws {
    let text = "queue q\nop a\nop b\nclient 1\n  add-group q a,b\n  cancel b\n  wait-all q\n"
    let one = try await explore(text, ["--profile", "core"])
    let two = try await explore(text, ["--profile", "core", "--threads", "2"])
    #expect(two.status == 0)
    #expect(two.output.split(separator: "\n").first == one.output.split(separator: "\n").first)
    #expect(try await explore(text, ["--threads", "3"]).status == 64)
  }
}
