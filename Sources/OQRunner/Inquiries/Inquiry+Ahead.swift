import OQReport

/// A campaign beside a control, whose findings are worked on before they are confirmed.
extension Inquiry {
  /// How long to look for something that names a mistake more exactly, after something was found.
  private static let patience = Duration.milliseconds(400)
  /// Findings that are worked on before they are confirmed.
  private static let mostForeseen = 6
  /// Programs by which one of them is looked for.
  private static let mostPrograms = 3
  /// Longest wait for the confirmation of what the subject is charged with: nothing else is begun
  /// meanwhile, so that it is told at once.
  private static let untold = Duration.seconds(8)
  /// Longest time for comparing subject and control by a finding, once the subject is charged with
  /// another one.
  private static let further = Duration.seconds(4)

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
    let running = Running(run, waitsAtMarks: true)
    do throws(Fault) {
      var suspected: [Finding.Blame: Campaign.Sighting] = [:]
      var tried: Set<Finding.Blame> = []
      // Programs that did not show again what they had shown: another one may.
      var failed: [Finding.Blame: Set<UInt64>] = [:]
      func mayShow(_ sighting: Campaign.Sighting) -> Bool {
        !(failed[sighting.violation.blame]?.contains(sighting.index) ?? false)
      }
      var since: ContinuousClock.Instant?
      var open: [Finding] = []
      var charged = ContinuousClock.now
      while !running.isOver {
        suspected = try made { try foresight.sightings(after: suspected) }
        let confirmed = run.campaign.soFar.sightings.filter(mayShow)
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
          open = try charge(open, foresight, &sorting) ?? []
          continue
        }
        let isTelling = sorting.hasUntold && now < charged + Inquiry.untold
        guard let next, let since, now - since >= Inquiry.patience, now < foresight.latest,
          !isTelling
        else {
          running.wait()
          continue
        }
        let blame = next.violation.blame
        // Of a machine with few cores programs that stand still take so much that an answer would
        // wait for them.
        let isFirst = foresight.charged == 0
        if isFirst { run.indices.pause(at: run.indices.upcoming) }
        defer { if isFirst { run.indices.pause(at: .max) } }
        if let finding = try sorting.prepare(next),
          let doubtful = try charge([finding], foresight, &sorting)
        {
          open += doubtful
          charged = .now
          tried.insert(blame)
          continue
        }
        failed[blame, default: []].insert(next.index)
        suspected[blame] = nil
        if failed[blame]?.count == Inquiry.mostPrograms { tried.insert(blame) }
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
  /// - Returns: those that show too seldom for an answer; nil where all of them are the host's.
  private func charge(
    _ findings: [Finding], _ foresight: Foresight, _ sorting: inout Sorting
  ) throws(Fault) -> [Finding]? {
    let end =
      foresight.charged == 0 ? foresight.end : min(foresight.end, .now + Inquiry.further)
    let verdict = try made {
      try foresight.trials.verdict(on: findings, foresight.crew) { ContinuousClock.now < end }
    }
    for finding in verdict.charged {
      foresight.charge()
      sorting.charge(finding.blame)
    }
    return verdict.charged.isEmpty && verdict.doubtful.isEmpty ? nil : verdict.doubtful
  }
}
