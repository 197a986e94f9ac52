import OQExploring
import OQHistory
import OQModel
import OQSpecification
import TestSupport
import Testing

/// The explorer and the simulator take the same steps by different code: their sets of histories
/// must be the same, history by history, and the acceptor accepts exactly those.
@Suite(.computing) struct HistorySetTests {
  private static let most = 20_000
  /// Most histories of a program that the acceptor judges.
  private static let judged = 10

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
    if isForAcceptors(program) { accept(histories, profile) }
    return true
  }

  /// Whether an acceptor looks at everything that a history of a program shows.
  ///
  /// It does not ask whether a harness waits as it should, nor when an implementation asks an
  /// operation whether it is ready.
  private func isForAcceptors(_ program: Program) -> Bool {
    program.operations.allSatisfy { $0.kind != .conditional }
      && program.allSteps.allSatisfy { if case .command = $0 { true } else { false } }
  }

  /// The acceptor accepts what the explorer makes, and of all that one swap of events makes of it
  /// exactly what the explorer makes, too.
  private func accept(_ histories: Set<History>, _ profile: Profile) {
    let acceptor = Acceptor(profile: profile, concurrency: 2)
    let ordered = histories.sorted { $0.text < $1.text }
    for place in stride(from: 0, to: ordered.count, by: ordered.count / Self.judged + 1) {
      let history = ordered[place]
      #expect(acceptor.judge(history) == .accepted, "\(profile): \(history.text)")
      for sibling in Corruption.swap.everywhere(in: history) {
        // What is owed at a rest is not for one history alone to say.
        guard sibling.events.last?.kind == .ended else { continue }
        let isMade = histories.contains(sibling)
        switch acceptor.judge(sibling) {
        case .accepted: #expect(isMade, "accepted, but not made: \(profile): \(sibling.text)")
        case .rejected: #expect(!isMade, "made, but rejected: \(profile): \(sibling.text)")
        case .inconclusive: continue
        }
      }
    }
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
