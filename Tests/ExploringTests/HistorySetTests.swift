import OQExploring
import OQHistory
import OQModel
import OQSpecification
import TestSupport
import Testing

/// The explorer and the simulator take the same steps by different code: their sets of histories
/// must be the same, history by history.
@Suite(.computing) struct HistorySetTests {
  private static let most = 20_000

  /// Compares the two sets of histories of a program.
  ///
  /// - Returns: whether both were small enough to compare.
  private func compare(_ program: Program, _ profile: Profile) throws -> Bool {
    guard
      let simulated = HistoryGraph(program, profile: profile, bound: Self.most),
      simulated.count <= Self.most
    else { return false }
    let stage = Stage(program)
    var explorer = Explorer(stage, profile: profile, lookout: Lookout())
    let result = explorer.run()
    #expect(result.fault == nil, "\(program.text)")
    let explored = try #require(
      HistoryGraph(program, bound: Self.most, choices: explorer.choices()))
    #expect(explored.count == simulated.count, "\(profile): \(program.text)")
    var histories: Set<History> = []
    simulated.forEach { histories.insert($0) }
    var strangers = 0
    explored.forEach { if !histories.contains($0) { strangers += 1 } }
    #expect(strangers == 0, "\(profile): \(program.text)")
    return true
  }

  @Test func `explorer and simulator make the same histories of enumerated programs`() throws {
    let family = SmallPrograms()
    var compared = 0
    for position in stride(from: 5, to: family.count, by: 601) {
      for profile in Profile.allCases where try compare(family[position], profile) { compared += 1 }
    }
    #expect(compared >= 3 * 20)
  }

  @Test(arguments: [
    "queue q\nop a\nclient 1\n  add q a\n  meet 1\nclient 2\n  meet 1\n  cancel a\n",
    "queue q\nop a\nin a: hold\nclient 1\n  add q a\n  until begin a\n  open a\n",
    "queue q\nop a completion\nclient 1\n  add q a\n  until is-finished a\n",
    "queue q\nop a\nop b\nin a\n  depend b a\nclient 1\n  add q a\n  depend b a\n",
    "queue q\nop a kind=conditional\nclient 1\n  set-condition a true\n  add q a\n",
    "queue q\nop a kind=asynchronous\nin a.start: report-finished a\nclient 1\n  add q a\n",
  ])
  func `and of programs with lanes of all kinds`(text: String) throws {
    let program = try Program(parsing: "oqprogram 1\n" + text)
    for profile in Profile.allCases {
      let isCompared = try compare(program, profile)
      #expect(isCompared)
    }
  }
}
