import OQHistory
import OQSpecification

/// The killer of a mutant, as it is kept: a failure file with the name of the mutant.
///
/// The files are examples for readers and what tests replay: on the mutant its own rule is broken,
/// on the reference queue none is.
package struct KeptKiller: Sendable, Hashable {
  /// How the name of the file ends.
  package static let suffix = ".oqrepro"
  /// What the name of a mutant follows on the command line.
  private static let prefix = "mutant:"
  /// Most attempts before a killer counts as one that no longer kills.
  private static let mostAttempts = 400

  /// The name of the mutant.
  package let mutant: String
  /// The failure file.
  package let file: ReproFile

  /// Keeps what a hunt found.
  ///
  /// The choices of the generator are left out: they are another form of a program that is no
  /// longer this one once the generator changes. So is what the process wrote, which differs from
  /// run to run.
  ///
  /// - Parameters:
  ///   - finding: the smallest program that kills the mutant.
  ///   - mutant: the name of the mutant.
  ///   - profile: the reading of the contract under which it was hunted.
  package init(_ finding: Finding, of mutant: String, profile: Profile) {
    var finding = finding
    finding.choices = nil
    finding.output = ""
    finding.file = nil
    self.mutant = mutant
    file = ReproFile(subject: KeptKiller.prefix + mutant, profile: profile, finding: finding)
  }

  /// Reads a kept file.
  ///
  /// - Parameter text: the text of a failure file.
  /// - Throws: the first fault, with its line; also where the subject is no mutant.
  package init(parsing text: some StringProtocol) throws(TextError) {
    file = try ReproFile(parsing: text)
    guard file.subject.hasPrefix(KeptKiller.prefix) else {
      throw TextError(
        line: 2, column: 1, message: "expected a mutant as subject, found '\(file.subject)'")
    }
    mutant = String(file.subject.dropFirst(KeptKiller.prefix.count))
  }

  /// The name of its file, without folder.
  package var fileName: String { mutant + KeptKiller.suffix }

  /// Whether it is a killer of a mutant that breaks a rule under a profile, and stands in the file
  /// that belongs to it.
  ///
  /// - Parameters:
  ///   - name: the name of the mutant.
  ///   - rule: the rule that it breaks.
  ///   - profile: the reading of the contract under which it does.
  /// - Returns: whether the head of the file says so.
  package func isKiller(of name: String, breaking rule: RuleID, _ profile: Profile) -> Bool {
    mutant == name && file.finding.blame == .rule(rule) && file.profile == profile
  }

  /// Attempts after which a killer that has not killed no longer does.
  ///
  /// The recorded rate is that of one machine; another one may be busy, or have more cores. With a
  /// third of it, the last of these attempts is reached without a kill once in a million times, as
  /// far as the bound permits.
  package var attempts: Int {
    let share = 1 - file.finding.rate / 3
    var miss = 1.0
    var attempts = 0
    while miss > 1e-6, attempts < KeptKiller.mostAttempts {
      miss *= share
      attempts += 1
    }
    return attempts
  }
}
