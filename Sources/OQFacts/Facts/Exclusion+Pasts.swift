extension Exclusion {
  /// What queues cannot have been through.
  static let pasts: [Exclusion] = [
    Exclusion(
      .impossible, "without a queue there is no past of one",
      [.loadNone], ([.pastNone] as FactSet).others),
    Exclusion(
      .impossible, "nothing begins in a queue that was never resumed",
      [.suspendedFirst], [.pastUsed, .pastBarrier]),
    Exclusion(
      .impossible, "a queue that was never resumed was not suspended before",
      [.suspendedFirst], [.pastSuspended]),
    Exclusion(
      .left, "the main queue keeps its limit, which is 1", [.homeMain], [.pastLimited]),
    Exclusion(
      .left, "not everything in the main queue is for a program to cancel",
      [.homeMain], [.pastCancelled]),
    Exclusion(
      .open, "the main queue may ignore a suspension (ND-32)", [.homeMain], [.pastSuspended]),
  ]
}
