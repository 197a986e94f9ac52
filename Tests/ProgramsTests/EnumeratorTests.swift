import OQHistory
import OQPrograms
import Testing

struct EnumeratorTests {
  @Test func `there are 1, 3, 25 and 543 graphs, times cancellations, limits and suspensions`() {
    #expect(Enumerator(operations: 1...1).count == 1 * 2 * 9)
    #expect(Enumerator(operations: 2...2).count == 3 * 4 * 9)
    #expect(Enumerator(operations: 3...3).count == 25 * 8 * 9)
    #expect(Enumerator(operations: 4...4).count == 543 * 16 * 9)
    #expect(Enumerator().count == 1_926)
  }

  @Test func `all programs differ, are free of faults and read back from their text`() throws {
    var texts: Set<String> = []
    for program in Enumerator() {
      #expect(faults(program) == [])
      #expect(try Program(parsing: program.text) == program)
      texts.insert(program.text)
    }
    #expect(texts.count == 1_926)
  }

  @Test func `smaller programs come first`() {
    let sizes = Enumerator().map(\.operations.count)
    #expect(sizes == sizes.sorted())
  }

  @Test func `every program ends in every rehearsal`() {
    for (index, program) in Enumerator().enumerated() {
      var rehearsal = Rehearsal(program, seed: UInt64(index))
      #expect(rehearsal.stuckLanes() == [], "\(program.text)")
    }
  }
}
