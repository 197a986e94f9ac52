import OQHistory
import OQPrograms
import Testing

struct EnumeratorTests {
  @Test func `there are 1, 3, 25 and 543 graphs, times what else there is to choose`() {
    #expect(Enumerator(operations: 1...1).count == 1 * 9 * 2 * 2)
    #expect(Enumerator(operations: 2...2).count == 3 * 9 * 4 * 4)
    #expect(Enumerator(operations: 3...3).count == 25 * 9 * 8 * 5)
    #expect(Enumerator(operations: 4...4).count == 543 * 9 * 16 * 6)
    #expect(Enumerator().count == 36 + 432 + 9_000)
  }

  @Test func `all programs differ, are free of faults and read back from their text`() throws {
    var texts: Set<String> = []
    for program in Enumerator() {
      #expect(faults(program) == [])
      #expect(try Program(parsing: program.text) == program)
      texts.insert(program.text)
    }
    #expect(texts.count == Enumerator().count)
  }

  @Test func `programs of fewer steps come first`() {
    let sizes = Enumerator().map(\.steps)
    #expect(sizes == sizes.sorted())
  }

  @Test(arguments: [0, 3, 7, 12, 100])
  func `what is shorter than a number of steps is all of it`(steps: Int) {
    let all = Enumerator()
    #expect(all.shorter(than: steps).count == all.count { $0.steps < steps })
  }

  @Test func `every program ends in every rehearsal`() {
    for (index, program) in Enumerator().enumerated() {
      var rehearsal = Rehearsal(program, seed: UInt64(index))
      #expect(rehearsal.stuckLanes() == [], "\(program.text)")
    }
  }
}
