import OQHistory
import OQPrograms
import Testing

@Suite struct ClassGeneratorTests {
  @Test(arguments: OperationNature.allCases)
  func `programs are a pure function of seed and index, and without faults`(
    _ nature: OperationNature
  ) {
    let generators = (
      ClassGenerator(seed: 7, nature: nature), ClassGenerator(seed: 7, nature: nature)
    )
    for index in UInt64(0)..<400 {
      let program = generators.0.program(at: index)
      #expect(program == generators.1.program(at: index))
      #expect(faults(program).isEmpty, "\(program.text)")
      #expect(program.operations.allSatisfy { $0.kind == .task || $0.kind == .closure })
    }
  }

  @Test func `no operation is started twice`() {
    let generator = ClassGenerator(seed: 1, nature: .asynchronous)
    for index in UInt64(0)..<400 {
      let program = generator.program(at: index)
      for position in program.operations.indices {
        let x = OperationID(position)
        let entries = program.allSteps.compactMap(\.command).count {
          ($0.verb == .start && $0.operation == x) || ($0.verb.isAdd && $0.operands.contains(x))
        }
        #expect(entries <= 1, "\(program.text)")
      }
    }
  }
}
