import OQHistory
import OQModel
import OQSpecification
import Testing

@Suite struct HistoryGraphTests {
  static let programs = [
    "queue q\nop a\nclient 1\n  add q a\n",
    "queue q limit=1\nop a\nop b\nclient 1\n  add-group q a,b\n",
    "queue q\nop a\nclient 1\n  add q a\n  is-finished a\n",
    "queue q suspended\nop a\nclient 1\n  add q a\n  wait-all q\n",
    "queue q\nop a kind=conditional\nclient 1\n  add q a\n  set-condition a true\n",
    "queue q\nop a\nclient 1\n  add q a\n  meet 1\nclient 2\n  meet 1\n  cancel a\n",
  ]

  /// The histories of a graph, as texts.
  static func texts(_ program: Program, _ profile: Profile) throws -> [String] {
    let graph = try #require(HistoryGraph(program, profile: profile, bound: 5_000))
    var texts: [String] = []
    graph.forEach { texts.append($0.text) }
    #expect(graph.count == texts.count)
    return texts
  }

  @Test(arguments: programs, Profile.allCases)
  func `has each history once, and every one that the simulator makes`(
    text: String, profile: Profile
  ) throws {
    let program = try Program(parsing: "oqprogram 1\n" + text)
    let texts = try Self.texts(program, profile)
    let set = Set(texts)
    #expect(set.count == texts.count)
    var reach = Reach()
    for seed in 0..<UInt64(150) {
      let history = Simulator(profile: profile, checksInvariants: true).run(
        program, seed: seed, reach: &reach)
      #expect(set.contains(history.text))
    }
  }

  @Test func `counts what can be counted by hand`() throws {
    // The body may begin and end before or after the add returns, and the run may end, once the
    // client is through, before the body, in it or after it. The last needs the add to have
    // returned.
    let program = try Program(parsing: "oqprogram 1\n" + Self.programs[0])
    #expect(try Self.texts(program, .core).count == 6)
  }

  @Test func `gives up beyond its bound`() throws {
    let program = try Program(parsing: "oqprogram 1\n" + Self.programs[1])
    #expect(HistoryGraph(program, profile: .core, bound: 10) == nil)
  }
}
