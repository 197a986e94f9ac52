import OQCommandLine
import OQHistory
import OQPrograms
import OQRunner
import OQSpecification

/// `oqcheck generate`: prints the programs of a seed.
enum GenerateCommand {
  static func run(_ options: GenerateOptions, _ console: Console) throws(Failure) -> ExitStatus {
    let seed: UInt64
    switch options.seed {
    case .fixed(let value): seed = value
    case .random:
      seed = UInt64.random(in: .min ... .max)
      console.warn("seed \(seed)")
    }
    let vocabulary = try Vocabularies.read(options.vocabulary, command: "generate") ?? .full
    let generator = Generator(
      seed: seed, vocabulary: vocabulary, rules: Catalogue.current.rules.map(\.id))
    switch options.selection {
    case .first(let count):
      for index in 0..<UInt64(count) { write(generator, index, console) }
    case .only(let indices):
      for index in indices { write(generator, index, console) }
    }
    return .conformant
  }

  /// One program with its index as a comment, followed by an empty line.
  private static func write(_ generator: Generator, _ index: UInt64, _ console: Console) {
    let target = generator.target(at: index).map { " for \($0)" } ?? ""
    console.write("# program \(index)\(target)\n\(generator.program(at: index).text)\n")
  }
}

/// Vocabularies given on the command line.
enum Vocabularies {
  /// Reads the words of an option; nil where the option was not given.
  static func read(_ words: [String]?, command: String) throws(Failure) -> Vocabulary? {
    guard let words else { return nil }
    do {
      return try Vocabulary(text: words.joined(separator: ","))
    } catch {
      throw Failure(.usage, error.description, hint: "See 'oqcheck \(command) --help'.")
    }
  }
}
