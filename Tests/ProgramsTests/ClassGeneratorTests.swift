import OQHistory
import OQSpecification
import Testing

import OQPrograms

@Suite struct ClassGeneratorTests {
  private func generator(_ nature: OperationNature, seed: UInt64) -> Generator {
    let repertoire = Repertoire.operationClasses(nature)
    let vocabulary = repertoire.vocabulary(
      [
        .manualStart, .subclassMain, .completionBlocks, .groupAdd, .operationWait, .queueWait,
        .listing, .weakReferences, .threadIdentity, .exceptions,
      ], rules: repertoire.rules)
    return Generator(
      seed: seed, vocabulary: vocabulary, rules: repertoire.rules, repertoire: repertoire)
  }

  @Test(arguments: OperationNature.allCases)
  func `programs are a pure function of seed and index, and without faults`(
    _ nature: OperationNature
  ) {
    let generators = (generator(nature, seed: 7), generator(nature, seed: 7))
    for index in UInt64(0)..<400 {
      let program = generators.0.program(at: index)
      #expect(program == generators.1.program(at: index))
      #expect(faults(program).isEmpty, "\(program.text)")
      #expect(program.operations.allSatisfy { $0.kind == .task || $0.kind == .closure })
    }
  }

  @Test(arguments: OperationNature.allCases)
  func `the first programs have one operation alone`(_ nature: OperationNature) {
    let generator = generator(nature, seed: 3)
    let calls = (UInt64(0)..<2).map { index in
      generator.program(at: index).allSteps.compactMap { $0.command?.verb }
    }
    #expect(calls == [[.add], [.start]])
    #expect((UInt64(0)..<2).allSatisfy { generator.program(at: $0).operations.count == 1 })
  }

  @Test func `no operation is started twice`() {
    let generator = generator(.asynchronous, seed: 1)
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

  @Test(arguments: [false, true])
  func `nobody waits for work while the only thread is held`(_ startsElsewhere: Bool) {
    let (q, held, byHand) = (QueueID(0), OperationID(0), OperationID(1))
    var certainty = Certainty(mostHeld: 1, startsElsewhere: startsElsewhere)
    certainty.declare(q, limit: nil, suspended: false)
    certainty.add(held, to: q, after: [], held: true)
    certainty.start(byHand)
    // A start that does the work itself has returned after it.
    #expect(certainty.isFinishing(byHand) == !startsElsewhere)
    certainty.open(held)
    #expect(certainty.isFinishing(byHand))
  }

  @Test(arguments: OperationNature.allCases)
  func `every two facts that can meet do`(_ nature: OperationNature) {
    var possible: Set<FactGrid.Pair> = []
    let grid = Repertoire.grid(of: nature)
    grid.forEach { possible.formUnion(FactGrid.Pair.of($0)) }
    let chosen = grid.covering()
    let met = Set(chosen.flatMap(FactGrid.Pair.of))
    #expect(possible.subtracting(met).isEmpty)
    #expect(met.subtracting(possible).isEmpty)
    #expect(chosen.count < possible.count / 2, "facts meet in fewer programs than there are pairs")
  }
}
