import OQCommandLine
import OQRunner

/// The commands with which a person sees a finding again.
package struct Reproduction: Sendable, Hashable {
  /// The subject, as on the command line.
  package let subject: String
  /// The folder of the failure files; nil shows their names alone.
  package let folder: String?
  /// Further words of `run` that decide which program an index stands for.
  package let options: [String]

  /// Says how to run findings again.
  ///
  /// - Parameters:
  ///   - subject: the subject, as on the command line.
  ///   - folder: the folder of the failure files; nil shows their names alone.
  ///   - options: further words of `run` that decide which program an index stands for, such as
  ///     `--profile` and `guide`.
  package init(subject: String, folder: String? = nil, options: [String] = []) {
    self.subject = subject
    self.folder = folder
    self.options = options
  }

  /// The commands, each ready for a shell: `replay` if the finding is in a file, then `run`.
  ///
  /// - Parameter finding: what to see again.
  /// - Returns: one or two lines.
  package func commands(for finding: Finding) -> [String] {
    var commands: [[String]] = []
    if let file = finding.file {
      let separator = folder?.hasSuffix("/") == true ? "" : "/"
      commands.append(["oqcheck", "replay", (folder.map { $0 + separator } ?? "") + file])
    }
    commands.append(
      ["oqcheck", "run", subject, "--seed", finding.seed.hexadecimal, "--only", "\(finding.index)"]
        + options)
    return commands.map { $0.map { ShellWords.quote($0) }.joined(separator: " ") }
  }
}

extension UInt64 {
  /// The number as reports and command lines write seeds, `0x7`.
  var hexadecimal: String { "0x" + String(self, radix: 16) }
}
