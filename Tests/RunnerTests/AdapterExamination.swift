import OQAdapters
import OQCheckers
import OQContracts
import OQDriver
import OQHistory
import OQJudging
import OQPrograms
import OQReport
import OQRunner
import OQSpecification
import Testing

/// An adapter that is examined and judged as its users would do it.
struct AdapterExamination {
  /// How it is started and treated.
  let options: WireExecutor.Options

  /// An adapter that is started with these words.
  init(_ words: [String]) throws { options = try adapterOptions(words) }

  /// What the adapter says of its queues.
  func description() throws -> SubjectDescription { try #require(try options.start().description) }

  /// Expects the doctor to find nothing wrong, and gives the number of steps.
  @discardableResult
  func expectSound() -> Int {
    var steps = 0
    let isSound = Doctor(options, quote: { "'\($0)'" }).examine { name, finding in
      steps += 1
      if case .failed(let complaint) = finding {
        Issue.record("\(name): \(complaint.problem)\n\(complaint.talk.joined(separator: "\n"))")
      }
    }
    #expect(isSound)
    return steps
  }

  /// Expects programs to come to their end without violations.
  ///
  /// - Parameters:
  ///   - count: the number of programs.
  ///   - patterns: areas and rules; all of them if empty.
  /// - Returns: how many judgements have decided something.
  /// - Throws: where the adapter cannot be started or asked.
  func expectConformance(programs count: UInt64, patterns: [String] = []) throws -> Int {
    let description = try description()
    let selection = try Selection(
      patterns: patterns, contract: .operations, subject: description, profile: .core)
    let rules = selection.judged.map(\.id)
    let generator = Generator(
      seed: 1,
      vocabulary: Vocabulary(capabilities: description.capabilities, rules: rules), rules: rules,
      repertoire: selection.contract.repertoire)
    let judge = Judge(selection, asksModel: false)
    let executor = WireExecutor(options)
    defer { executor.shutDown() }
    var decided = 0
    for index in 0..<count {
      let execution = try executor.execute(generator.program(at: index))
      #expect(execution.unusable == nil)
      let ruling = judge.judge(execution.history)
      #expect(ruling.violations.isEmpty, "\(execution.history.text)")
      decided += ruling.judgements.count { $0.decided > 0 }
    }
    return decided
  }
}
