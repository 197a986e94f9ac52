import OQAdapters
import OQCommandLine
import OQRunner
import OQSpecification
import OQSubjects

/// What a command line names as its subject: something that is driven, or the model itself.
enum Target {
  case driven(any Subject)

  /// Name, version, capabilities.
  var description: SubjectDescription {
    switch self {
    case .driven(let subject): subject.description
    }
  }

  /// Finds what a command line names.
  static func find(_ reference: SubjectReference) throws(Failure) -> Target {
    switch reference {
    case .named(let name):
      if let subject = BundledSubjects.subject(named: name) { return .driven(subject) }
      throw unknown(reference, among: BundledSubjects.rows.map(\.name))
    case .mutant(let name):
      if let subject = BundledSubjects.mutant(named: name) { return subject }
      throw unknown(reference, among: Mutant.all.map { "mutant:\($0.name)" })
    case .exec:
      throw Failure(
        .usage, "subject '\(reference)': programs that speak the wire protocol cannot be driven",
        hint: "See 'oqcheck subjects'.")
    }
  }

  private static func unknown(_ reference: SubjectReference, among known: [String]) -> Failure {
    let near = Suggestion.nearest(reference.description, among: known)
    let meant = near.isEmpty ? "" : "; did you mean \(near.joined(separator: " or "))?"
    return Failure(
      .usage, "unknown subject '\(reference)'\(meant)", hint: "See 'oqcheck subjects'.")
  }

  /// Something that runs programs on it.
  func executor(inProcess: Bool) throws(Failure) -> any Executor {
    do {
      switch self {
      case .driven(let subject): return try InProcessExecutor(subject: subject)
      }
    } catch {
      throw Failure(.fault, "no executor: \(error)")
    }
  }
}
