import OQReport

extension Report.Interactions {
  /// How many facts have met in calls, of those that can.
  ///
  /// `2075 of 2075 (100 %) pairs and 7110 of 9804 (72 %) triples of facts that can meet in a call,
  /// in 3200 composed programs`; with *at least* where the parts of a campaign do not say which.
  var line: String {
    "\(atLeast ? "at least " : "")\(Self.text(pairs)) pairs and \(Self.text(triples)) triples of "
      + "facts that can meet in a call, in \(counted(programs, "composed program"))"
  }

  private static func text(_ share: Share) -> String {
    let part = Double(share.reached) / Double(max(share.feasible, 1)) * 100
    return "\(share.reached) of \(share.feasible) (\(Int(part)) %)"
  }
}
