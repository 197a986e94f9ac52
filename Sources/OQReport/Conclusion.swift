import OQJudging

/// The answer of a campaign, from what its programs add up to.
///
/// One place decides it, for a campaign as for the parts of one that are joined.
package struct Conclusion: Sendable, Hashable {
  /// The answer.
  package let outcome: Report.Outcome
  /// Why the subject is unusable, or why the campaign as a whole decides nothing.
  package let reason: String?

  /// Settles a campaign.
  ///
  /// - Parameters:
  ///   - verdicts: those of the rules in play that are enforced.
  ///   - blamesNoRule: whether a finding is a crash or a history that no rule explains.
  ///   - programs: programs that ran.
  ///   - undecided: those of them for which neither an end nor a quiescence could be established.
  ///   - isComplete: whether everything that was asked for ran.
  ///   - doubt: what was seen and never again, so that nobody is charged with it.
  ///   - unusable: why the subject cannot be judged, where it cannot.
  package init(
    verdicts: [Verdict], blamesNoRule: Bool, programs: Int, undecided: Int, isComplete: Bool,
    doubt: String? = nil, unusable: String?
  ) {
    // As with the cases of one rule: a few programs do not outweigh those that were decided.
    let isDoubtful = undecided * 20 > programs - undecided
    outcome =
      if unusable != nil {
        .unusable
      } else if blamesNoRule || verdicts.contains(.violated) {
        .violated
      } else if programs == 0 || !isComplete || isDoubtful || doubt != nil || verdicts.isEmpty
        || verdicts.contains(where: { $0 != .satisfied })
      {
        .inconclusive
      } else {
        .conformant
      }
    if let unusable {
      reason = unusable
    } else if let doubt {
      reason = doubt
    } else if isDoubtful {
      reason = "neither an end nor a quiescence of \(undecided) of \(programs) programs"
    } else {
      reason = verdicts.isEmpty && !blamesNoRule ? "no rule in play is enforced" : nil
    }
  }
}
