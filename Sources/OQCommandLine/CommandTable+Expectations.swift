import OQText

/// The command for files of expectations.
extension CommandTable {
  static let expectAction = Positional(
    .expectAction,
    help: """
      What to do. accept: add what the report shows and the file does not expect. prune: remove \
      what the report does not show.
      """)
  static let expectFile = Positional(
    .text("FILE", expected: "a path"), help: "The file of expectations, as for 'run --expect'.")
  static let expectReport = Positional(
    .text("REPORT", expected: "a path"), help: "A JSON report of a run.")
  static let expectReason = Option(
    "reason", .text("TEXT", expected: "a text"), help: "With accept: why it is accepted.")
  static let expectLink = Option(
    "link", .link, help: "With accept: where to read more.")
  static let expectUntil = Option(
    "until", .day, help: "With accept: the last day on which it is expected.")
  static let expectPinned = Flag(
    "pinned",
    help: """
      With accept: a cause that shows with a lane held is expected with that hold alone. How a race \
      is made to show differs from run to run, so leave this out unless two causes differ in it.
      """)

  static let expect = CommandSyntax(
    .expect, summary: "Bring a file of expectations up to date with a report.",
    discussion: """
      accept adds a cause by its trigger, and asks for a reason and a link. prune only removes. \
      Spec/FailureFiles.md describes the file.
      """,
    positionals: [expectAction.syntax, expectFile.syntax, expectReport.syntax],
    options: [
      expectReason.syntax, expectLink.syntax, expectUntil.syntax, expectPinned.syntax,
    ])
}

extension ValueKind where Value == ExpectOptions.Action {
  /// What is done with a file of expectations.
  static let expectAction = ValueKind(
    "ACTION", expected: "accept or prune", words: Value.allCases.map(\.rawValue)
  ) { Value(rawValue: $0) }
}

extension ValueKind where Value == String {
  /// An address of a page.
  static let link = ValueKind("URL", expected: "an address such as https://example.org/1") {
    $0.hasPrefix("https://") || $0.hasPrefix("http://") ? $0 : nil
  }

  /// A day.
  static let day = ValueKind("DAY", expected: "a day such as 2027-01-31") { text in
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let isDay =
      parts.map(\.count) == [4, 2, 2] && parts.allSatisfy { Int(digits: "1\($0)") != nil }
    return isDay ? text : nil
  }
}
