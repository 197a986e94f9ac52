import OQHistory
import OQPrograms
import OQSpecification
import Testing

/// Every program ends by itself, whatever a correct queue chooses.
struct TerminationTests {
  @Test(arguments: [UInt64(7), 8, 9])
  func `all lanes come to their end in every rehearsal`(seed: UInt64) {
    let generator = fullGenerator(seed: seed)
    for index in UInt64(0)..<600 {
      let program = generator.program(at: index)
      for run in UInt64(0)..<3 {
        var rehearsal = Rehearsal(program, seed: mix(seed, index &* 16 &+ run))
        let stuck = rehearsal.stuckLanes()
        guard !stuck.isEmpty else { continue }
        let target = generator.target(at: index)?.description ?? "free"
        Issue.record("\(target), program \(index): \(stuck)\n\(program.text)")
        return
      }
    }
  }

  @Test func `a rehearsal notices lanes that wait for each other`() throws {
    let circular = try Program(
      parsing: """
        oqprogram 1
        queue q limit=1
        op a
        op b
        in a: hold
        client 1
          add q a
          until begin a
          add q b
          until end b
          open a
        """)
    var rehearsal = Rehearsal(circular, seed: 1)
    #expect(rehearsal.stuckLanes() == ["client1 before 'until end b'", "inside a"])
  }
}
