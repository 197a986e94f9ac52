import OQJudging
import OQReport
import OQSpecification

extension JSONReport {
  /// A report to be joined with others.
  package struct Source: Sendable {
    /// What errors call it: the path of its file.
    package let name: String
    /// The report.
    package let report: JSONReport

    /// Names a report.
    ///
    /// - Parameters:
    ///   - name: what errors call it.
    ///   - report: the report.
    package init(_ name: String, _ report: JSONReport) {
      self.name = name
      self.report = report
    }
  }

  /// Why reports cannot be joined, as one sentence.
  package struct MergeError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The sentence, which names the reports.
    package let description: String

    init(_ description: String) { self.description = description }
  }

  /// Joins the reports of the parts of one campaign.
  ///
  /// What a campaign counts does not depend on the order of its programs, so the counts of the
  /// parts add up to those of the whole. Verdicts and outcome are settled anew by the rules that
  /// settle a whole campaign.
  ///
  /// - Parameter sources: the reports, each part once, in any order.
  /// - Returns: the report of the whole campaign.
  /// - Throws: what keeps the reports from being the parts of one campaign.
  /// - Complexity: linear in the size of the reports.
  package static func merging(_ sources: [Source]) throws(MergeError) -> JSONReport {
    let parts = try ordered(sources)
    guard let first = parts.first, let shard = first.report.shard else {
      throw MergeError("there is no report to merge")
    }
    for other in parts.dropFirst() { try compare(other, with: first) }
    let reports = parts.map(\.report)
    var whole = first.report
    whole.shard = nil
    whole.programs = reports.reduce(0) { $0 + $1.programs }
    whole.undecided = reports.reduce(0) { $0 + $1.undecided }
    whole.complete = reports.allSatisfy(\.complete)
    whole.calibration = reports.compactMap(\.calibration).min { $0.bodies < $1.bodies }
    whole.rules = first.report.rules.indices.map { merge(reports, ruleAt: $0, shard.minimum) }
    whole.findings = merge(reports.flatMap(\.findings))
    whole.reach = merge(reports.compactMap(\.reach))
    whole.census = merge(reports.compactMap(\.census))
    whole.timings = merge(reports.compactMap(\.timings))
    let unusable = reports.first { $0.outcome == Report.Outcome.unusable.rawValue }
    let settlement = Settlement(
      verdicts: whole.rules.filter { isEnforced($0, in: whole.profile) }.compactMap {
        Verdict(rawValue: $0.verdict)
      },
      blamesNoRule: whole.findings.contains { RuleID($0.rule) == nil },
      programs: whole.programs, undecided: whole.undecided, isComplete: whole.complete,
      unusable: unusable.map { $0.reason ?? "the subject could not be driven" })
    whole.outcome = settlement.outcome.rawValue
    whole.reason = settlement.reason
    return whole
  }

  // MARK: Belonging together

  /// The parts by place: all of them, each once.
  private static func ordered(_ sources: [Source]) throws(MergeError) -> [Source] {
    var places: [Int: Source] = [:]
    var count: (value: Int, name: String)?
    for source in sources {
      guard let shard = source.report.shard else {
        throw MergeError("\(source.name) is the report of a whole campaign, not of a shard")
      }
      if let count, count.value != shard.count {
        throw MergeError(
          "\(source.name) is one of \(shard.count) shards, \(count.name) one of \(count.value)")
      }
      count = count ?? (shard.count, source.name)
      if let other = places.updateValue(source, forKey: shard.index) {
        throw MergeError(
          "shard \(shard.index)/\(shard.count) is there twice: \(other.name) and \(source.name)")
      }
    }
    let total = count?.value ?? 0
    if places.count < total {
      let missing = (0..<total).lazy.filter { places[$0] == nil }.prefix(5).map { "\($0)/\(total)" }
      let list = missing.joined(separator: ", ")
      let number = total - places.count
      throw MergeError(
        number == 1
          ? "shard \(list) is missing"
          : "\(number) shards are missing: \(list)\(number > 5 ? ", …" : "")")
    }
    guard places.keys.allSatisfy((0..<total).contains) else {
      throw MergeError("a shard lies beyond the number of shards: a report is damaged")
    }
    return places.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Refuses a report of another campaign.
  private static func compare(_ source: Source, with first: Source) throws(MergeError) {
    func refuse(_ what: String, _ own: String, _ other: String) throws(MergeError) {
      guard own == other else {
        throw MergeError(
          "\(source.name) and \(first.name) are not shards of one campaign: "
            + "\(what) is \(own) in one and \(other) in the other")
      }
    }
    let (own, other) = (source.report, first.report)
    try refuse("the seed", own.seed, other.seed)
    try refuse("the subject", own.subject.name, other.subject.name)
    try refuse("the subject's version", own.subject.version, other.subject.version)
    try refuse("the version of oqcheck", own.tool.version, other.tool.version)
    try refuse("the version of the specification", own.spec.version, other.spec.version)
    try refuse("the digest of the specification", own.spec.digest, other.spec.digest)
    try refuse("the profile", own.profile, other.profile)
    try refuse(
      "--programs", own.shard?.programs.map { "\($0)" } ?? "not given",
      other.shard?.programs.map { "\($0)" } ?? "not given")
    try refuse(
      "the minimum of decided cases", "\(own.shard?.minimum ?? 0)", "\(other.shard?.minimum ?? 0)")
    guard own.subject == other.subject, own.missing == other.missing, own.claim == other.claim
    else {
      throw MergeError(
        "\(source.name) and \(first.name) tell of subjects that offer different things")
    }
    guard own.vocabulary == other.vocabulary else {
      throw MergeError("\(source.name) and \(first.name) have different vocabularies")
    }
    guard own.rules.map(key) == other.rules.map(key) else {
      throw MergeError("\(source.name) and \(first.name) judge by different rules")
    }
    guard own.reach?.shape == other.reach?.shape, own.census?.shape == other.census?.shape else {
      throw MergeError("\(source.name) and \(first.name) count different things of the model")
    }
  }

  /// What the entries of one rule in two parts have in common.
  private static func key(_ rule: Rule) -> [String] {
    let isInPlay = rule.verdict != Verdict.notApplicable.rawValue
    return [rule.id, rule.level, "\(isInPlay)", rule.challenged ?? ""]
  }

  // MARK: Adding up

  private static func isEnforced(_ rule: Rule, in profile: String) -> Bool {
    guard let level = Level(rule.level), let profile = Profile(rawValue: profile) else {
      return true
    }
    return rule.verdict != Verdict.notApplicable.rawValue && rule.challenged == nil
      && level.isEnforced(in: profile)
  }

  /// One rule over all parts; they list the same rules.
  private static func merge(_ parts: [JSONReport], ruleAt place: Int, _ minimum: Int) -> Rule {
    var whole = parts[0].rules[place]
    guard whole.verdict != Verdict.notApplicable.rawValue else { return whole }
    var tally = Tally()
    for part in parts {
      let rule = part.rules[place]
      tally.add(
        Tally(
          exercised: rule.exercised, undecided: rule.undecided, violations: rule.violations,
          contexts: rule.contexts, reason: part.shard?.doubts[rule.id]))
    }
    let verdict = tally.verdict(minimum: minimum)
    whole.verdict = verdict.rawValue
    whole.exercised = tally.exercised
    whole.undecided = tally.undecided
    whole.violations = tally.violations
    whole.contexts = tally.contexts
    whole.reason = tally.explanation(of: verdict, minimum: minimum)
    return whole
  }

  /// Of the findings that blame the same, that of the smallest index, as a campaign keeps it.
  private static func merge(_ findings: [Finding]) -> [Finding] {
    var kept: [String: Finding] = [:]
    for finding in findings {
      if let other = kept[finding.rule], other.index <= finding.index { continue }
      kept[finding.rule] = finding
    }
    return kept.values.sorted { left, right in
      switch (OQReport.Finding.Blame(left.rule), OQReport.Finding.Blame(right.rule)) {
      case (.some(let a), .some(let b)): a < b
      default: left.rule < right.rule
      }
    }
  }

  private static func merge(_ parts: [ModelReach]) -> ModelReach? {
    guard var whole = parts.first else { return nil }
    for part in parts.dropFirst() {
      whole.transitions.add(part.transitions)
      whole.outcomes.add(part.outcomes)
    }
    return whole
  }

  private static func merge(_ parts: [Census]) -> Census? {
    guard var whole = parts.first else { return nil }
    for part in parts.dropFirst() {
      whole.programs += part.programs
      whole.undecided += part.undecided
      whole.unexplained += part.unexplained
      for (place, freedom) in part.freedoms.enumerated() {
        for (row, outcome) in freedom.outcomes.enumerated() {
          whole.freedoms[place].outcomes[row].count += outcome.count
        }
      }
    }
    return whole
  }

  /// Parts run side by side: the longest is how long the whole took.
  private static func merge(_ parts: [Timings]) -> Timings? {
    guard let longest = parts.map(\.seconds).max() else { return nil }
    return Timings(
      seconds: longest, programsPerSecond: parts.reduce(0) { $0 + $1.programsPerSecond })
  }
}

extension JSONReport.Reach {
  fileprivate mutating func add(_ other: JSONReport.Reach) {
    for (place, count) in other.counts.enumerated() { counts[place].count += count.count }
    missing = counts.filter { $0.count == 0 }.map(\.name)
    taken = counts.count - missing.count
  }
}

extension JSONReport.ModelReach {
  fileprivate var shape: [[String]] {
    [transitions.counts.map(\.name), outcomes.counts.map(\.name)]
  }
}

extension JSONReport.Census {
  fileprivate var shape: [[String]] { freedoms.map { [$0.id] + $0.outcomes.map(\.name) } }
}
