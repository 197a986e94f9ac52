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
      var open: [Finding] = []
      while !running.isOver {
        suspected = try made { try foresight.sightings(after: suspected) }
        let confirmed = run.campaign.soFar.sightings
        try sorting.tell(of: run.campaign)
        let certain = Set(confirmed.map(\.violation.blame))
        let all = confirmed + suspected.values.filter { !certain.contains($0.violation.blame) }
        let rest = all.filter { !tried.contains($0.violation.blame) }
        let next = tried.count < Inquiry.mostForeseen ? sorting.ordered(rest).first : nil
        if foresight.isEnough(sorting.answers, isLast: next == nil) { run.campaign.stop() }
        if next != nil { since = since ?? .now }
        let now = ContinuousClock.now
        if next == nil, foresight.charged == 0, !open.isEmpty, now < foresight.end {
          // What shows seldom is tried on, while nothing else comes.
          open = try charge(open, foresight, &sorting)
          continue
        }
        guard let next, let since, now - since >= Inquiry.patience, now < foresight.latest else {
          running.wait()
          continue
        }
        tried.insert(next.violation.blame)
        guard let finding = try sorting.prepare(next) else { continue }
        open += try charge([finding], foresight, &sorting)
      }
    } catch {
      run.campaign.stop()
      _ = running.result
      throw error
    }
    return running.result
  }

  /// Compares subject and control by some findings.
  ///
  /// - Returns: those that show too seldom for an answer.
  private func charge(
    _ findings: [Finding], _ foresight: Foresight, _ sorting: inout Sorting
  ) throws(Fault) -> [Finding] {
    let verdict = try made {
      try foresight.trials.verdict(on: findings, foresight.crew) {
        ContinuousClock.now < foresight.end
      }
    }
    for finding in verdict.charged {
      foresight.charge()
      sorting.charge(finding.rule)
    }
    return verdict.doubtful
  }
}
