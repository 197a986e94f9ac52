import Dispatch
import OQCommandLine
import OQContracts
import OQDriver
import OQHistory
import OQPrograms
import OQReport
import OQRunner
import OQSpecification
import Synchronization

/// `oqcheck generate`: prints the programs of a seed.
enum GenerateCommand {
  static func run(_ options: GenerateOptions, _ console: Console) throws(Failure) -> ExitStatus {
    let given = try Vocabularies.read(options.vocabulary, command: "generate")
    let seed = options.seed.resolved(console)
    let text: @Sendable (UInt64) -> String
    if let subject = options.subject {
      text = try self.text(of: subject, options, seed: seed, given, console)
    } else {
      let rules = try chosen(options)
      let generator = Generator(
        seed: seed, vocabulary: given ?? .full, rules: rules,
        repertoire: Contract.operations.repertoire)
      text = { block($0, generator) }
    }
    if given == nil, options.subject == nil, case .only = options.selection {
      console.warn(
        "oqcheck: made with the whole vocabulary; a run uses what its subject offers: name it with "
          + "--subject SUBJECT, or the words of its report with --vocabulary WORDS")
    }
    print(indices(options), jobs: options.jobs, console, text: text)
    return .conformant
  }

  /// The texts of the programs that a run makes for a subject.
  private static func text(
    of reference: SubjectReference, _ options: GenerateOptions, seed: UInt64,
    _ vocabulary: Vocabulary?, _ console: Console
  ) throws(Failure) -> @Sendable (UInt64) -> String {
    let subject = try JudgedSubject.find(reference, in: console.toolbox)
    let selection = try subject.rules(options.rules, options.profile, options.version)
    let generator = subject.generator(seed: seed, selection, vocabulary: vocabulary)
    return { block($0, generator) }
  }

  /// The rules that patterns choose; all where there are none.
  private static func chosen(_ options: GenerateOptions) throws(Failure) -> [RuleID] {
    guard !options.rules.isEmpty else { return Catalogue.current.rules.map(\.id) }
    var rules: [RuleID] = []
    for pattern in options.rules {
      do throws(Catalogue.UnknownPattern) {
        rules += try Catalogue.current.select(pattern).map(\.id)
      } catch {
        throw Failure(.usage, error.description, hint: "See 'oqcheck rules'.")
      }
    }
    return rules
  }

  /// The indices of the programs to print, in order.
  private static func indices(_ options: GenerateOptions) -> AnyIterator<UInt64> {
    switch options.selection {
    case .only(let indices): AnyIterator(indices.makeIterator())
    case .first(let count):
      AnyIterator(
        stride(
          from: UInt64(options.shard?.index ?? 0), to: UInt64(count),
          by: options.shard?.count ?? 1
        ).makeIterator())
    }
  }

  /// Programs that one thread makes before all are printed: enough to pay for the thread, little
  /// enough to keep in memory.
  private static let stretch = 256

  /// Prints the texts of indices in order, whoever makes them.
  private static func print(
    _ indices: AnyIterator<UInt64>, jobs: Int, _ console: Console,
    text: @escaping @Sendable (UInt64) -> String
  ) {
    while true {
      var parts: [[UInt64]] = []
      while parts.count < jobs {
        let part = Array(indices.prefix(stretch))
        if part.isEmpty { break }
        parts.append(part)
      }
      if parts.isEmpty { return }
      let round = Round(size: parts.count)
      for (place, part) in parts.enumerated() {
        round.make(place) { part.map(text).joined() }
      }
      round.texts.forEach(console.write)
    }
  }

  /// Texts that are made at the same time, each by a thread of its own.
  private final class Round: Sendable {
    private let made: Mutex<[String]>
    private let group = DispatchGroup()

    init(size: Int) { made = Mutex(Array(repeating: "", count: size)) }

    func make(_ place: Int, _ text: @escaping @Sendable () -> String) {
      group.enter()
      PlainThread.start { [self] in
        let text = text()
        made.withLock { $0[place] = text }
        group.leave()
      }
    }

    /// The texts in their order, once all are made.
    var texts: [String] {
      group.wait()
      return made.withLock(\.self)
    }
  }

  /// One program with its index as a comment, followed by an empty line.
  private static func block(_ index: UInt64, _ generator: Generator) -> String {
    let targets = generator.targets(at: index).map(\.description).joined(separator: ", ")
    let aim = targets.isEmpty ? "" : " for \(targets)"
    return "# program \(index)\(aim)\n\(generator.program(at: index).text)\n"
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
