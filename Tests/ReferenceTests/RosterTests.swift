import OQReference
import Testing

@Suite struct RosterTests {
  @Test func `members keep their order while others leave`() {
    var roster = Roster<Int>()
    let positions = (0..<200).map { roster.append($0) }
    for index in stride(from: 0, to: 200, by: 2) { roster.remove(at: positions[index]) }
    roster.remove(at: positions[0])
    #expect(roster.members == Array(stride(from: 1, to: 200, by: 2)))
    #expect(roster.count == 100 && roster.first == 1 && roster.last == 199)
    #expect(roster.prefix(3) == [1, 3, 5])
    for index in stride(from: 1, to: 199, by: 2) { roster.remove(at: positions[index]) }
    #expect(roster.members == [199] && roster.first == 199)
    roster.remove(at: positions[199])
    #expect(roster.isEmpty && roster.first == nil && roster.last == nil && roster.members.isEmpty)
    let next = roster.append(7)
    roster.remove(at: positions[3])
    #expect(roster.members == [7])
    roster.remove(at: next)
    #expect(roster.isEmpty)
  }

  @Test func `the name of an operation is not given again`() {
    var state = State()
    let first = state.insert(kind: .plain, blocks: 0)
    state.remove(first)
    let second = state.insert(kind: .block, blocks: 2)
    #expect(second.index == first.index && second != first)
    #expect(state.exists(second) && !state.exists(first))
    #expect(state.capacity == 1)
  }
}
