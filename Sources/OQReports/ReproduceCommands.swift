import OQAdapters
import OQHistory
import OQReport
import OQText

/// The commands with which a person sees a finding again.
package struct ReproduceCommands: Sendable, Hashable {
  /// The subject, as on the command line.
  package let subject: String
  /// The folder of the failure files; nil shows their names alone.
  package let folder: String?
  /// Further words of `run` that decide which program an index stands for.
  package let options: [String]
  /// Programs from files, whose indices count down from the largest: no seed makes them.
  package let corpus: Int
  /// The words that start the command, ready for a shell.
  private let tool: String
  /// The words of the one command that runs a stored program again.
  private let stored: [String]?

  /// Says how to run findings of a campaign again.
  package init(
    subject: String, folder: String? = nil, options: [String] = [], corpus: Int = 0,
    tool: String = "oqcheck"
  ) {
    self.tool = tool
    self.subject = subject
    self.folder = folder
    self.options = options
    self.corpus = corpus
    stored = nil
  }

  /// Says how to run findings of a report again.
  ///
  /// - Parameters:
  ///   - report: what a campaign found; without words of a command line it is run by the name of
  ///     its subject.
  ///   - folder: the folder of the failure files; nil shows their names alone.
  ///   - tool: the words that start the command, ready for a shell.
  package init(of report: Report, folder: String? = nil, tool: String = "oqcheck") {
    let command = report.command ?? Report.Command(subject: report.subject.name)
    self.init(
      subject: command.subject, folder: folder, options: command.options, corpus: command.corpus,
      tool: tool)
  }

  /// Says how to run findings of a report again, for those who read a text.
  ///
  /// - Parameters:
  ///   - report: what a campaign found.
  ///   - setting: for whom the text is made.
  init(of report: Report, in setting: Presentation) {
    self.init(of: report, folder: setting.folder, tool: setting.tool)
  }

  /// Says how to run a stored program again, which no seed and no index need to stand for.
  ///
  /// - Parameters:
  ///   - file: the path of the program or of the finding.
  ///   - subject: the subject, as on the command line.
  ///   - isNamed: whether the file names the subject itself.
  ///   - tool: the words that start the command, ready for a shell.
  package init(file: String, subject: String, isNamed: Bool, tool: String = "oqcheck") {
    self.tool = tool
    self.subject = subject
    folder = nil
    options = []
    corpus = 0
    stored =
      ["replay", file]
      + (isNamed ? ReproduceCommands.trust(in: subject) : ["--subject", subject])
  }

  /// The commands, each ready for a shell: `replay` if the finding is in a file, then `run` if its
  /// program was made from the seed and shows it alone.
  ///
  /// - Parameter finding: what to see again.
  /// - Returns: at most two lines.
  package func commands(for finding: Finding) -> [String] {
    var commands: [[String]] = []
    if let stored {
      commands.append(stored)
    } else {
      if let file = finding.file {
        let separator = folder?.hasSuffix("/") == true ? "" : "/"
        commands.append(
          ["replay", (folder.map { $0 + separator } ?? "") + file] + trust + preload(for: finding))
      }
      // A program that shows it only after others shows nothing alone.
      if finding.earlier.isEmpty || finding.file == nil {
        run(finding.index, finding.seed).map { commands.append($0) }
      }
    }
    return commands.map(line)
  }

  /// What shows the points of a foreign program, where lanes are held there.
  private func preload(for finding: Finding) -> [String] {
    let isHeld = finding.pins.map { !$0.holds.isEmpty } ?? false
    return isHeld && subject.hasPrefix("exec:") ? ["--preload"] : []
  }

  /// The command that runs one program of a campaign, ready for a shell.
  ///
  /// - Parameters:
  ///   - index: the index of the program.
  ///   - seed: the seed of the campaign.
  /// - Returns: the command; nil for a program from a file.
  package func command(forIndex index: UInt64, seed: UInt64) -> String? {
    run(index, seed).map(line)
  }

  private func run(_ index: UInt64, _ seed: UInt64) -> [String]? {
    guard UInt64.max - index >= UInt64(corpus) else { return nil }
    return ["run", subject, "--seed", seed.hexadecimal, "--only", "\(index)"] + options
  }

  private var trust: [String] { ReproduceCommands.trust(in: subject) }

  /// What lets a program run that a failure file names.
  private static func trust(in subject: String) -> [String] {
    subject.hasPrefix("exec:") ? ["--trust"] : []
  }

  private func line(_ words: [String]) -> String {
    ([tool] + words.map { ShellWords.quote($0) }).joined(separator: " ")
  }
}
