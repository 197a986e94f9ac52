import OQAdapters
import OQCommandLine
import OQReport
import OQReports
import OQRunner

/// `oqcheck expect`: brings a file of expectations up to date with a report.
struct ExpectCommand {
  let options: ExpectOptions
  let console: Console

  static func run(_ options: ExpectOptions, _ console: Console) throws(Failure) -> ExitStatus {
    let command = ExpectCommand(options: options, console: console)
    switch options.action {
    case .accept: return try command.accept()
    case .prune: return try command.prune()
    }
  }

  /// Adds what the report shows and nobody expects.
  private func accept() throws(Failure) -> ExitStatus {
    guard let reason = options.reason, let link = options.link else {
      throw Failure(
        .usage, "'expect accept' needs --reason and --link",
        hint: "Say why the violation is accepted, and where to read more.")
    }
    if let until = options.until, until < Today.text {
      throw Failure(
        .usage, "--until \(until) is over", hint: "Give the last day on which it is expected.")
    }
    let report = try Files.report(options.report)
    let isNew = !Files.exists(options.file)
    if isNew { try Files.checkWritable(options.file) }
    let file = isNew ? ExpectationFile() : try ExpectationFile.read(options.file)
    let known = file.valid(for: report.subject.version, on: Today.text)
    var added: [Expectation] = []
    for one in report.expectable(pinned: options.isPinned) where !report.isCovered(one, by: known) {
      var expectation = one
      (expectation.reason, expectation.link, expectation.until) = (reason, link, options.until)
      added.append(expectation)
    }
    let open = report.causes.filter { $0.trigger == nil }
    for cause in open {
      let isMissed = report.findings(of: cause).allSatisfy { $0.reproduced == 0 && $0.attempts > 0 }
      console.warn(
        "oqcheck: \(cause.blames[0]) "
          + (isMissed ? "did not show again" : "was not looked into for want of time")
          + ", so its cause has no name: run longer, or write the rule into the file by hand")
    }
    guard !added.isEmpty else {
      console.write("nothing to accept\n")
      return .conformant
    }
    try Files.write(file.text(adding: added), to: options.file)
    for one in added {
      console.write("accepted: \(one)\n")
      let cause = report.causes.first { $0.trigger == one.trigger && one.trigger != nil }
      if let cause, let smallest = report.smallest(of: cause),
        smallest.attempts < Workshop.attempts
      {
        console.warn(
          "oqcheck: \(one.blame) was not worked on to the end, and may go by a smaller trigger later:"
            + " accept it from a longer run, such as with --budget 5m")
      }
    }
    return .conformant
  }

  /// Removes what the report does not show, and what names no rule.
  private func prune() throws(Failure) -> ExitStatus {
    let report = try Files.report(options.report)
    let file = try ExpectationFile.read(options.file)
    let stale = report.stale(file.valid(for: report.subject.version, on: Today.text))
    let dropped = file.entries.indices.filter { place in
      let entry = file.entries[place]
      return entry.isUnknown || stale.contains(entry.expectation)
    }
    guard !dropped.isEmpty else {
      console.write("nothing to remove\n")
      return .conformant
    }
    try Files.write(file.text(without: dropped), to: options.file)
    for place in dropped { console.write("removed: \(file.entries[place].expectation)\n") }
    return .conformant
  }
}
