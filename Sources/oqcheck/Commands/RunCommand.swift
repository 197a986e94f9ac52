import Foundation
import OQAdapters
import OQCheckers
import OQCommandLine
import OQHistory
import OQPrograms
import OQRunner
import OQSpecification

/// `oqcheck run SUBJECT`: judges a subject by many programs.
struct RunCommand {
  let options: RunOptions
  let console: Console

  static func run(_ options: RunOptions, _ console: Console) throws(Failure) -> ExitStatus {
    try RunCommand(options: options, console: console).run()
  }

  private func run() throws(Failure) -> ExitStatus {
    let subject = try SubjectLookup.find(options.subject)
    let selection = try selection(subject.description)
    let vocabulary = try vocabulary(subject.description, selection)
    let generator = Generator(
      seed: seed, vocabulary: vocabulary, rules: selection.judged.map(\.id))
    let judge = Judge(checkers: selection.checkers, profile: options.profile)
    let indices = Indices(
      chosen: options.only.isEmpty ? nil : options.only, programs: options.programs)
    let campaign = Campaign(judge: judge, indices: indices, failsFast: options.failsFast) {
      generator.program(at: $0)
    }
    let executor: InProcessExecutor
    do {
      executor = try InProcessExecutor(subject: subject)
    } catch {
      throw Failure(.fault, "\(error)")
    }
    let started = ContinuousClock.now
    if let budget = options.budget {
      DispatchQueue.global().asyncAfter(
        deadline: .now() + .nanoseconds(Int(budget / .nanoseconds(1)))
      ) {
        campaign.stop()
      }
    }
    let result = campaign.run(on: [executor])
    let elapsed = ContinuousClock.now - started
    for (rule, tally) in zip(selection.judged, result.tallies) {
      console.write(
        "\(rule.id) \(tally.verdict(minimum: 1).rawValue) \(tally.exercised) \(tally.undecided) \(tally.violations)\n"
      )
    }
    for candidate in result.candidates {
      console.write(
        "\n\(candidate.accusation.blame) at \(candidate.index): \(candidate.accusation.counterexample.message)\n"
      )
      console.write(candidate.program.text)
      console.write(candidate.history.text)
    }
    if let fault = result.fault { console.warn(fault) }
    console.warn("\(result.programs) programs in \(elapsed)")
    return .conformant
  }

  private var seed: UInt64 {
    switch options.seed {
    case .fixed(let seed): seed
    case .random: UInt64.random(in: .min ... .max)
    }
  }

  private func selection(_ subject: SubjectDescription) throws(Failure) -> Selection {
    do {
      return try Selection(
        patterns: options.rules, subject: subject, profile: options.profile)
    } catch {
      throw Failure(.usage, error.description, hint: "See 'oqcheck rules'.")
    }
  }

  private func vocabulary(
    _ subject: SubjectDescription, _ selection: Selection
  ) throws(Failure) -> Vocabulary {
    guard let words = options.vocabulary else {
      return Vocabulary(
        capabilities: subject.capabilities, rules: selection.judged.map(\.id))
    }
    do {
      return try Vocabulary(text: words.joined(separator: ","))
    } catch {
      throw Failure(.usage, error.description, hint: "See 'oqcheck run --help'.")
    }
  }
}
