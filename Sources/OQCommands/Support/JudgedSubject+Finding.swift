import OQAdapters
import OQCommandLine
import OQContracts
import OQDriver
import OQHistory
import OQReport
import OQRunner
import OQSpecification
import OQText

extension JudgedSubject {
  /// Finds what a command line names, first among the subjects that the executable adds.
  ///
  /// - Parameters:
  ///   - reference: what is named.
  ///   - toolbox: what the executable gives.
  /// - Returns: what is judged.
  /// - Throws: what is not known, or does not answer.
  package static func find(
    _ reference: SubjectReference, in toolbox: Toolbox
  ) throws(Failure) -> JudgedSubject {
    switch reference {
    case .named(let name):
      if let subject = toolbox.added.first(where: { $0.description.name == name }) {
        return JudgedSubject(.driven(subject))
      }
      if name == "model" { return JudgedSubject(.model) }
      if let subject = toolbox.bundled(name) {
        return JudgedSubject(.driven(subject))
      }
      guard !toolbox.rows.isEmpty else { throw none(toolbox, reference) }
      throw unknown(
        reference,
        among: toolbox.added.map(\.description.name) + ["model"] + toolbox.rows.map(\.name))
    case .mutant(let name):
      if let subject = toolbox.mutant(name) {
        return JudgedSubject(.driven(subject))
      }
      guard !toolbox.rows.isEmpty else { throw none(toolbox, reference) }
      throw unknown(reference, among: toolbox.mutants.map { "mutant:\($0)" })
    case .exec(let words): return try spoken(words)
    }
  }

  /// Asks an adapter what it offers, in a process of its own.
  private static func spoken(_ words: [String]) throws(Failure) -> JudgedSubject {
    let options = WireExecutor.Options(words, harness: Tool.wireName)
    do throws(AdapterFault) {
      let driver = try options.start()
      defer { driver.process.end() }
      guard let description = driver.description else {
        throw AdapterFault.silent(output: "")
      }
      return JudgedSubject(.spoken(description, options))
    } catch {
      let subject = SubjectReference.exec(words).description
      throw Failure(
        .subjectUnusable, "subject '\(subject)': \(error)",
        hint: "Go through it step by step: oqcheck doctor \(ShellWords.quote(subject))")
    }
  }

  /// The same where nobody waits much longer than for a budget until a program over the wire moves.
  func within(_ budget: Duration?) -> JudgedSubject {
    guard case .spoken(let description, var options) = route, let budget else { return self }
    let longest = max(Self.leastPatience, Int(budget / .milliseconds(1)))
    options.patience.silence = min(options.patience.silence, longest)
    options.patience.canary = min(options.patience.canary, longest)
    return JudgedSubject(.spoken(description, options))
  }

  /// Milliseconds that a program over the wire has in any case.
  private static let leastPatience = 8_000

  /// The same with a library in the process of its adapter that shows points.
  func showingPoints() throws(Failure) -> JudgedSubject {
    guard case .spoken(let description, var options) = route else {
      throw Failure(
        .usage, "--preload shows the points of exec: subjects, and this is none",
        hint: "Those of other subjects are seen without it.")
    }
    let hint = "Leave --preload out to run without it."
    do throws(PreloadLibrary.Fault) {
      options.preload = try PreloadLibrary()
    } catch {
      throw Failure(.usage, "--preload: \(error)", hint: hint)
    }
    guard try JudgedSubject.isLoaded(options, hint) else {
      throw Failure(
        .usage,
        "--preload: the library was not loaded into the adapter, which may be linked statically: "
          + "its points cannot be seen", hint: hint)
    }
    return JudgedSubject(.spoken(description, options))
  }

  /// Whether the library that shows points comes into the process of an adapter.
  private static func isLoaded(
    _ options: WireExecutor.Options, _ hint: String
  ) throws(Failure) -> Bool {
    do throws(AdapterFault) {
      let driver = try options.start()
      defer { driver.process.end() }
      return driver.process.points?.blindness != .notLoaded
    } catch {
      throw Failure(.subjectUnusable, "with --preload: \(error)", hint: hint)
    }
  }

  /// That an executable has no subjects of its own.
  private static func none(_ toolbox: Toolbox, _ reference: SubjectReference) -> Failure {
    Failure(
      .usage, "\(toolbox.name) drives no subject itself, and so not '\(reference)'",
      hint: "Name an adapter, exec:PROGRAM, or the model; the whole 'oqcheck' has subjects.")
  }

  private static func unknown(_ reference: SubjectReference, among known: [String]) -> Failure {
    let near = Suggestion.nearest(reference.description, among: known)
    let meant = near.isEmpty ? "" : "; did you mean \(near.joined(separator: " or "))?"
    return Failure(
      .usage, "unknown subject '\(reference)'\(meant)", hint: "See 'oqcheck subjects'.")
  }

  /// Something that runs programs on it, as ``executor(inProcess:profile:seed:)`` makes it.
  ///
  /// - Parameters:
  ///   - inProcess: whether the subject is driven in this process.
  ///   - profile: the reading of the contract.
  ///   - seed: the seed of the campaign.
  /// - Returns: an executor that its user shuts down.
  /// - Throws: a fault of the machine.
  package func commandExecutor(
    inProcess: Bool = false, profile: Profile, seed: UInt64
  ) throws(Failure) -> any Executor {
    do {
      return try executor(inProcess: inProcess, profile: profile, seed: seed)
    } catch {
      throw Failure(.fault, "no executor: \(error)")
    }
  }

  /// Chooses the rules to judge by, as a command line names them.
  ///
  /// - Parameters:
  ///   - patterns: whole ids or `DEP-*`; empty selects all.
  ///   - profile: the reading of the contract.
  ///   - version: the version of the specification.
  /// - Returns: the rules that apply.
  /// - Throws: what is wrong with the patterns or the version.
  package func rules(
    _ patterns: [String], _ profile: Profile, _ version: SpecificationVersion = .current
  ) throws(Failure) -> Selection {
    do {
      return try selection(patterns, profile, version)
    } catch {
      throw Failure(.usage, error.description, hint: "See 'oqcheck rules'.")
    }
  }
}
