import OQAdapters
import OQCommandLine
import OQMutants
import OQSpecification
import OQSubjects

/// Finds the subject that a command line names.
enum SubjectLookup {
  /// The subject, or the reason why there is none, with what may have been meant.
  static func find(_ reference: SubjectReference) throws(Failure) -> any Subject {
    switch reference {
    case .named(let name):
      if let subject = BundledSubjects.subject(named: name) { return subject }
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
}
