import OQHistory
import OQPrograms
import OQReport

/// Work on findings that had too little time, once nothing else waits for it.
extension Sorting {
  /// A finding that may come to more.
  private struct Weak {
    let place: Int
    let finding: Finding
    let isNameless: Bool
  }

  /// What came of the work on a finding.
  private struct Strengthened {
    let place: Int
    let finding: Finding
    let trigger: Trigger?
  }

  /// Works once more on findings for which there was too little time, or which show now and then:
  /// nothing else waits for the time that is left.
  ///
  /// What had its cause known got a few seconds, and others their share. One that is found to show
  /// less often than it seemed keeps the lower figure. Each is in its file as soon as more is known
  /// of it.
  ///
  /// - Throws: why there can be no report.
  mutating func strengthen() throws(Inquiry.Fault) {
    guard control == nil, request.budget != nil, request.treatment == .confirmed else { return }
    let bench = Bench(self, since: .now - spent)
    try tally(bench)
    let nameless = sorter.findings.indices.filter { isNameless(sorter.findings[$0]) }
    let weak = sorter.findings.indices.filter { sorter.findings[$0].isWeak }
    let works = (nameless + weak.filter { !nameless.contains($0) }).map {
      Weak(
        place: $0, finding: sorter.findings[$0], isNameless: isNameless(sorter.findings[$0]))
    }
    guard !works.isEmpty else { return }
    var last = bench
    last.isLast = true
    last.reserve = Sorting.lastJoining
    let results = try made {
      try together(works, last, of: { $0.finding.blame }) { try $0.strengthened($1, $2) }
    }
    for one in results {
      sorter.replace(one.place, by: one.finding, one.trigger)
    }
    // What has become smaller may take no more than another cause does.
    try made { try sorter.join(bench) { bench.hasTime } }
  }

  /// Works on one finding; nil where it came to no more.
  private func strengthened(_ work: Weak, _ bench: Bench) throws -> Strengthened? {
    let old = work.finding
    let known = sorter.known.causes.first { $0.id == old.cause }?.trigger
    var (new, trigger) = try bench.again(old, known)
    let isNamed =
      work.isNameless && trigger != nil && new.rate >= min(old.rate, Workshop.steady)
    guard isNamed || Sorting.isStronger(new, than: old) else { return nil }
    name(&new, insteadOf: old)
    try keep(new)
    return Strengthened(place: work.place, finding: new, trigger: trigger)
  }

  /// Whether nobody knows what a finding needs: there was no time to look.
  private func isNameless(_ finding: Finding) -> Bool {
    finding.earlier.isEmpty
      && sorter.known.causes.contains { $0.id == finding.cause && $0.trigger == nil }
  }

  /// Counts how often those findings show that were not tried often enough to tell.
  private mutating func tally(_ bench: Bench) throws(Inquiry.Fault) {
    let places = sorter.findings.indices.filter {
      let finding = sorter.findings[$0]
      let isUntried = finding.reproduced == finding.attempts
      return isUntried && finding.attempts < Workshop.attempts && finding.isWeak
    }
    let tries = try made { try bench.tally(places.map { sorter.findings[$0] }) }
    for (place, tries) in zip(places, tries) {
      var finding = sorter.findings[place]
      let isMore = tries.runs > finding.attempts && (tries.shown > 0 || finding.reproduced == 0)
      guard isMore else { continue }
      (finding.reproduced, finding.attempts) = (tries.shown, tries.runs)
      try keep(finding)
      sorter.replace(place, by: finding, nil)
    }
  }

  /// Whether more is known of a finding than before.
  private static func isStronger(_ new: Finding, than old: Finding) -> Bool {
    guard new.reproduced > 0 else { return false }
    if old.attempts < Workshop.attempts { return new.attempts > old.attempts }
    return new.attempts >= Workshop.attempts && new.rate > old.rate
  }
}

extension Finding {
  /// Whether it may show more often than it is known to, held or not.
  package var isWeak: Bool {
    guard earlier.isEmpty else { return false }
    return attempts < Workshop.attempts || rate < Workshop.flaky
  }
}
