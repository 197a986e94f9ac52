import OQAdapters
import OQCommandLine

/// What an executable gives to the commands: subjects that can be judged by name, and the commands
/// that measure the suite itself.
///
/// Without any of it the commands still judge what speaks the wire protocol, the model and recorded
/// histories, and link no implementation of operation queues.
package struct Toolbox: Sendable {
  /// One line of `oqcheck subjects`.
  package struct Row: Sendable, Hashable {
    /// The name used on the command line.
    package let name: String
    /// What it is.
    package let summary: String

    /// Describes a subject.
    package init(name: String, summary: String) {
      (self.name, self.summary) = (name, summary)
    }
  }

  /// A command that measures the suite itself.
  package typealias Measuring =
    @Sendable (Invocation, Console) throws(Failure) -> ExitStatus

  /// The name of the command in what it writes.
  package let name: String
  /// The words that start the command again, ready for a shell.
  package let words: String
  /// Subjects that the executable adds to the bundled ones; they are found first.
  package let added: [any Subject]
  /// The bundled subjects, mutants left out.
  package let rows: [Row]
  /// The names of all mutants.
  package let mutants: [String]
  /// Makes a bundled subject; nil for names that nobody knows.
  package let bundled: @Sendable (String) -> (any Subject)?
  /// Makes a mutant; nil for names that nobody knows.
  package let mutant: @Sendable (String) -> (any Subject)?
  /// What serves the first thread of a process in which a subject is driven; nil for nothing.
  package let firstThread: (any FirstThreadService)?
  /// Runs `bench`, `mutants` and `selftest`; nil where they are not there.
  package let measuring: Measuring?

  /// Composes what an executable gives.
  ///
  /// - Parameters:
  ///   - name: the name of the command in what it writes.
  ///   - words: the words that start it again; its name if left out.
  ///   - added: subjects that are found first.
  ///   - rows: the bundled subjects, mutants left out.
  ///   - mutants: the names of all mutants.
  ///   - bundled: makes a bundled subject.
  ///   - mutant: makes a mutant.
  ///   - firstThread: serves the first thread where a subject is driven in the process.
  ///   - measuring: runs the commands that measure the suite itself.
  package init(
    _ name: String = "oqcheck", words: String? = nil, added: [any Subject] = [],
    rows: [Row] = [], mutants: [String] = [],
    bundled: @escaping @Sendable (String) -> (any Subject)? = { _ in nil },
    mutant: @escaping @Sendable (String) -> (any Subject)? = { _ in nil },
    firstThread: (any FirstThreadService)? = nil, measuring: Measuring? = nil
  ) {
    self.name = name
    self.words = words ?? name
    self.added = added
    self.rows = rows
    self.mutants = mutants
    self.bundled = bundled
    self.mutant = mutant
    self.firstThread = firstThread
    self.measuring = measuring
  }

  /// The subject that a worker of this executable is started for.
  ///
  /// - Parameter name: the name by which it is made.
  /// - Returns: nil where there is none.
  package func worker(_ name: String) -> (any Subject)? {
    added.first { $0.workerName == name } ?? bundled(name)
  }
}
