import OQReport

/// A campaign beside a control, whose findings are worked on before they are confirmed.
extension Inquiry {
  /// How long to look for something that names a mistake more exactly, after something was found.
  private static let patience = Duration.milliseconds(400)
  /// Findings that are worked on before they are confirmed.
  private static let mostForeseen = 6

  /// Runs a campaign, and works on what it comes upon at the same time.
  ///
  /// - Parameters:
  ///   - run: the campaign.
  ///   - foresight: what it comes upon.
  ///   - sorting: makes findings.
  /// - Returns: what was found.
  /// - Throws: why there is no report.
  func runAhead(
    _ run: Run, _ foresight: Foresight, _ sorting: inout Sorting
  ) throws(Fault) -> Campaign.Result {
    let running = Running(run, waitsAtMarks: false)
    do throws(Fault) {
      var suspected: [Finding.Blame: Campaign.Sighting] = [:]
      var tried: Set<Finding.Blame> = []
      var since: ContinuousClock.Instant?
      while !running.isOver {
        guard tried.count < Inquiry.mostForeseen else {
          try sorting.tell(of: run.campaign)
          running.wait()
          continue
        }
        suspected = try made { try foresight.sightings(after: suspected) }
        let confirmed = run.campaign.soFar.sightings
        try sorting.tell(of: run.campaign)
        let certain = Set(confirmed.map(\.violation.blame))
        let all = confirmed + suspected.values.filter { !certain.contains($0.violation.blame) }
        let next = sorting.ordered(all.filter { !tried.contains($0.violation.blame) }).first
        if next != nil { since = since ?? .now }
        let now = ContinuousClock.now
        guard let next, let since, now - since >= Inquiry.patience, now < foresight.latest else {
          running.wait()
          continue
        }
        tried.insert(next.violation.blame)
        guard let finding = try sorting.prepare(next) else { continue }
        let verdict = try made {
          try foresight.trials.verdict(on: [finding], foresight.crew) {
            ContinuousClock.now < foresight.end
          }
        }
        if !verdict.charged.isEmpty {
          foresight.charge()
          sorting.charge(finding.rule)
        }
      }
    } catch {
      run.campaign.stop()
      _ = running.result
      throw error
    }
    return running.result
  }
}
