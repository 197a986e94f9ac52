/// What only the commands on reports take.
extension CommandTable {
  static let shownFindings = Option(
    "findings", .directory,
    help: """
      merge, convert: the directory of the failure files, with which the commands that show a \
      finding again name them.
      """)
  static let partial = Flag(
    "partial", help: "merge: do without parts that are missing, and say which they are.")
}
