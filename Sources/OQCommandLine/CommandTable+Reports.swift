/// What only the commands on reports take.
extension CommandTable {
  static let partial = Flag(
    "partial", help: "merge: do without parts that are missing, and say which they are.")
}
