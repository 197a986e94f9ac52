import OQCommandLine
import OQReport
import OQSpecification

extension RunOptions {
  /// The words with which findings of this run are run again: whatever made its programs what they
  /// are.
  ///
  /// - Parameter corpus: how many programs came from files.
  /// - Returns: the words, in the order of the help.
  func command(corpus: Int) -> Report.Command {
    var words: [String] = []
    for pattern in rules { words += ["--rules", pattern] }
    if profile != .core { words += ["--profile", profile.description] }
    if version != .current { words += ["--spec", version.description] }
    if let vocabulary { words += ["--vocabulary", vocabulary.joined(separator: ",")] }
    if isInProcess { words.append("--in-process") }
    if preloads { words.append("--preload") }
    return Report.Command(subject: subject.description, options: words, corpus: corpus)
  }
}
