import OQAdapters
import OQHistory
import OQPrograms
import OQRunner
import OQSpecification
import OQSubjects

extension Target {
  /// The programs that a campaign on the target runs.
  ///
  /// - Parameters:
  ///   - seed: the seed of the campaign.
  ///   - vocabulary: what may occur in them.
  ///   - selection: the rules that are judged.
  ///   - isSelective: whether rules were chosen, so that programs aim at nothing else.
  /// - Returns: the program with an index.
  func programs(
    seed: UInt64, vocabulary: Vocabulary, _ selection: Selection, isSelective: Bool
  ) -> @Sendable (UInt64) -> Program {
    let rules = isSelective ? selection.judged.map(\.id) : []
    if let subject = operationClass {
      let generator = ClassGenerator(seed: seed, nature: subject.nature, rules: rules)
      return { generator.program(at: $0) }
    }
    if isDispatch {
      let generator = DispatchGenerator(
        seed: seed, capabilities: description.capabilities, rules: rules)
      return { generator.program(at: $0) }
    }
    let generator = generator(seed: seed, vocabulary: vocabulary, selection)
    return { generator.program(at: $0) }
  }

  /// What makes the programs of a campaign on a queue of operations.
  func generator(seed: UInt64, vocabulary: Vocabulary, _ selection: Selection) -> Generator {
    Generator(seed: seed, vocabulary: vocabulary, rules: aims(selection))
  }
}
