import OQAdapters
import OQMutants
import OQReference

/// The subjects that come with the suite, by name.
package enum BundledSubjects {
  /// One line of `oqcheck subjects`.
  package struct Row: Sendable, Hashable {
    /// The name used on the command line.
    package let name: String
    /// What it is.
    package let summary: String
  }

  /// Every subject that can be driven, mutants left out.
  package static let rows: [Row] = [
    Row(name: "foundation", summary: "Foundation's OperationQueue of this toolchain"),
    Row(name: "reference", summary: "the correct queue of this suite"),
  ]

  /// The subject with a name.
  ///
  /// - Parameter name: a name of ``rows``.
  /// - Returns: the subject, or nil where there is none of this name.
  package static func subject(named name: String) -> (any Subject)? {
    switch name {
    case "foundation": FoundationSubject()
    case "reference": ReferenceSubject()
    default: nil
    }
  }
}
