import OQCommandLine
import Testing

/// Swift Testing has a type of the same name.
private typealias Status = OQCommandLine.ExitStatus

@Suite struct ExitStatusTests {
  @Test func `has the documented numbers`() {
    let numbers = Status.allCases.map(\.rawValue)
    #expect(numbers == [0, 1, 2, 3, 4, 64, 65, 66, 70, 73])
    #expect(Status.violated.rawValue == 1)
    #expect(Status.inconclusive.rawValue == 2)
    #expect(Status.subjectUnusable.rawValue == 3)
    #expect(Status.staleExpectation.rawValue == 4)
    #expect(Status.usage.rawValue == 64)
    #expect(Status.malformedInput.rawValue == 65)
    #expect(Status.missingInput.rawValue == 66)
    #expect(Status.fault.rawValue == 70)
    #expect(Status.unwritableOutput.rawValue == 73)
    #expect(Set(Status.allCases.map(\.meaning)).count == Status.allCases.count)
  }

  /// From the highest precedence to the lowest.
  private static let order: [Status] = [
    .fault, .usage, .malformedInput, .missingInput, .unwritableOutput, .subjectUnusable,
    .violated, .staleExpectation, .inconclusive, .conformant,
  ]

  @Test(arguments: order.indices)
  func `the higher precedence wins, whatever the order`(place: Int) {
    let winner = Self.order[place]
    for other in Self.order[place...] {
      #expect(winner.combined(with: other) == winner)
      #expect(other.combined(with: winner) == winner)
    }
    #expect(Status.combine(Self.order[place...]) == winner)
    #expect(Status.combine(Self.order[place...].reversed()) == winner)
  }

  @Test func `nothing at all is not a success`() {
    #expect(Status.combine([]) == .inconclusive)
    #expect(Status.combine([.conformant]) == .conformant)
  }
}
