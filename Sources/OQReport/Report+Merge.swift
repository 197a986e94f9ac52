import OQAdapters
import OQJudging
import OQModel
import OQSpecification

extension Report {
  /// A report to be joined with others.
  package struct Source: Sendable {
    /// What errors call it: the path of its file.
    package let name: String
    /// The report.
    package let report: Report

    /// Names a report.
    package init(_ name: String, _ report: Report) {
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
  /// - Parameters:
  ///   - sources: the reports, each part once, in any order.
  ///   - isPartial: whether parts may be missing: the report then says which, and nothing that it
  ///     finds satisfied makes the subject conformant.
  /// - Returns: the report of the whole campaign.
  /// - Throws: what keeps the reports from being the parts of one campaign.
  /// - Complexity: linear in the size of the reports.
  package static func merging(
    _ sources: [Source], isPartial: Bool = false
  ) throws(MergeError) -> Report {
    let (parts, missing) = try ordered(sources)
    if let missing, !isPartial { throw MergeError(missing) }
    guard let first = parts.first, let part = first.report.part else {
      throw MergeError("there is no report to merge")
    }
    for other in parts.dropFirst() { try compare(other, with: first) }
    let reports = parts.map(\.report)
    var whole = first.report
    whole.part = nil
    whole.since = nil
    whole.expected = expected(of: reports)
    whole.sought = [Sought](joining: reports.map(\.sought))
    whole.command?.corpus = reports.compactMap { $0.command?.corpus }.max() ?? 0
    whole.programs = reports.reduce(0) { $0 + $1.programs }
    whole.undecided = reports.reduce(0) { $0 + $1.undecided }
    whole.isComplete = missing == nil && reports.allSatisfy(\.isComplete)
    whole.bodies = reports.compactMap(\.bodies).min()
    whole.control = Control(joining: reports.compactMap(\.control))
    whole.rules = first.report.rules.indices.map { join(reports, ruleAt: $0, part.minimum) }
    let names: [String: String]
    (whole.causes, names) = Cause.merged(reports.flatMap(\.causes))
    whole.findings = Finding.earliest(
      of: reports.flatMap(\.findings).map { finding in
        var finding = finding
        finding.cause = finding.cause.map { names[$0] ?? $0 }
        return finding
      })
    whole.dropIdleCauses()
    whole.unsorted = reports.reduce(0) { $0 + $1.unsorted }
    whole.stalls = Stalls(joining: reports.compactMap(\.stalls))
    whole.passedOver = reports.reduce(0) { $0 + $1.passedOver }
    whole.unawaited = reports.reduce(0) { $0 + $1.unawaited }
    whole.reach = ModelReach(joining: reports.compactMap(\.reach))
    let holds = reports.compactMap(\.holds)
    whole.holds = holds.first.map { holds.dropFirst().reduce(into: $0) { $0.merge($1) } }
    whole.interactions = Interactions(joining: reports.compactMap(\.interactions))
    let censuses = reports.compactMap(\.census)
    if let census = censuses.first {
      whole.census = censuses.dropFirst().reduce(into: census) { $0.merge($1) }
    }
    whole.timings = Timings(joining: reports.compactMap(\.timings))
    whole.conclude(after: reports)
    // What is missing outweighs other doubts, but not that the subject cannot be judged.
    if let missing, whole.outcome != .unusable { whole.reason = missing }
    return whole
  }

  /// What was expected of any part; nil where nobody expected anything.
  private static func expected(of parts: [Report]) -> [Expectation]? {
    let lists = parts.compactMap(\.expected)
    guard !lists.isEmpty else { return nil }
    return lists.joined().reduce(into: []) { all, one in
      if !all.contains(one) { all.append(one) }
    }
  }

  /// Finds outcome and reason of a whole campaign.
  private mutating func conclude(after parts: [Report]) {
    let unusable = parts.first { $0.outcome == .unusable }
    let conclusion = conclusion(
      doubt: parts.lazy.compactMap(\.doubt).first,
      unusable: unusable.map { $0.reason ?? "the subject could not be driven" })
    outcome = conclusion.outcome
    reason = conclusion.reason
  }

  /// What the report's own counts, verdicts and findings add up to.
  private func conclusion(doubt: String? = nil, unusable: String? = nil) -> Conclusion {
    Conclusion(
      verdicts: rules.filter(\.isEnforced).map(\.verdict),
      blamesNoRule: findings.contains { if case .rule = $0.blame { false } else { true } },
      programs: programs, undecided: undecided, isComplete: isComplete, doubt: doubt,
      unusable: unusable)
  }

  /// What a part saw and charged nobody with: the reason that nothing else in it gives.
  private var doubt: String? {
    guard outcome != .unusable, let reason, reason != conclusion().reason else { return nil }
    return reason
  }

  // MARK: Belonging together

  /// The parts by place, each once, and a sentence about those that are missing.
  private static func ordered(
    _ sources: [Source]
  ) throws(MergeError) -> (parts: [Source], missing: String?) {
    var places: [Int: Source] = [:]
    var count: (value: Int, name: String)?
    for source in sources {
      guard let part = source.report.part else {
        throw MergeError("\(source.name) is the report of a whole campaign, not of a shard")
      }
      if let count, count.value != part.count {
        throw MergeError(
          "\(source.name) is one of \(part.count) shards, \(count.name) one of \(count.value)")
      }
      count = count ?? (part.count, source.name)
      if let other = places.updateValue(source, forKey: part.index) {
        throw MergeError(
          "shard \(part.index)/\(part.count) is there twice: \(other.name) and \(source.name)")
      }
    }
    let total = count?.value ?? 0
    guard places.keys.allSatisfy((0..<total).contains) else {
      throw MergeError("a shard lies beyond the number of shards: a report is damaged")
    }
    let number = total - places.count
    let missing = number == 0 ? nil : missing(number, of: total) { places[$0] != nil }
    return (places.sorted { $0.key < $1.key }.map(\.value), missing)
  }

  private static func missing(_ number: Int, of total: Int, isThere: @escaping (Int) -> Bool)
    -> String
  {
    // A damaged report may count more parts than can be gone through.
    let names = (0..<total).lazy.filter { !isThere($0) }.prefix(5).map { "\($0)/\(total)" }
    let list = names.joined(separator: ", ")
    return number == 1
      ? "shard \(list) is missing"
      : "\(number) shards are missing: \(list)\(number > 5 ? ", …" : "")"
  }

  /// Refuses a report of another campaign.
  private static func compare(_ source: Source, with first: Source) throws(MergeError) {
    let (own, other) = (source.report, first.report)
    func refuse(_ what: String, _ value: (Report) -> String) throws(MergeError) {
      let (left, right) = (value(own), value(other))
      guard left == right else {
        throw MergeError(
          "\(source.name) and \(first.name) are not shards of one campaign: "
            + "\(what) is \(left) in one and \(right) in the other")
      }
    }
    try refuse("the seed") { $0.seed.hexadecimal }
    try refuse("the subject") { $0.subject.name }
    try refuse("the subject's version") { $0.subject.version }
    try refuse("the version of oqcheck") { $0.toolVersion }
    try refuse("the version of the specification") { $0.specification.version }
    try refuse("the digest of the specification") { $0.specification.digest }
    try refuse("the profile") { "\($0.profile)" }
    try refuse("--programs") { $0.part?.limit.map { "\($0)" } ?? "not given" }
    try refuse("the minimum of decided cases") { "\($0.part?.minimum ?? 0)" }
    try refuse("the control") { $0.control?.name ?? "none" }
    guard own.subject == other.subject, own.missing == other.missing else {
      throw MergeError(
        "\(source.name) and \(first.name) tell of subjects that offer different things")
    }
    guard own.vocabulary == other.vocabulary else {
      throw MergeError("\(source.name) and \(first.name) have different vocabularies")
    }
    let isControlled = own.control != nil
    guard own.rules.map({ key($0, isControlled) }) == other.rules.map({ key($0, isControlled) })
    else {
      throw MergeError("\(source.name) and \(first.name) judge by different rules")
    }
    guard own.reach?.shape == other.reach?.shape, (own.census == nil) == (other.census == nil)
    else {
      throw MergeError("\(source.name) and \(first.name) count different things of the model")
    }
  }

  /// What the results of one rule in two parts have in common; where there is a control, what it
  /// shows in a part and what the part decides settle whether the rule counts there.
  private static func key(_ result: RuleResult, _ isControlled: Bool) -> [String] {
    let name = [result.id.description, result.level.description]
    if isControlled { return name }
    let isInPlay = result.verdict != .notApplicable
    return name + ["\(isInPlay)", "\(result.isEnforced)", result.challenge ?? ""]
  }

  /// One rule over all parts; they list the same rules.
  private static func join(_ all: [Report], ruleAt place: Int, _ minimum: Int) -> RuleResult {
    // Where the control has taken a rule out of a part, the others have something to say.
    let parts = all.filter { $0.rules[place].verdict != .notApplicable }
    guard let first = parts.first?.rules[place] else { return all[0].rules[place] }
    var tally = Tally()
    for part in parts {
      let result = part.rules[place]
      let contexts = result.contexts.map { ($0.context, $0.count) }
      tally.add(
        Tally(
          exercised: result.exercised, undecided: result.undecided,
          violations: result.violations,
          contexts: Dictionary(contexts, uniquingKeysWith: +),
          reason: part.part?.doubts[result.id]))
    }
    return tally.result(
      of: first.id, first.level, minimum: minimum, challenge: first.challenge,
      isEnforced: parts.contains { $0.rules[place].isEnforced })
  }
}

extension Finding {
  /// Of the findings that blame the same for the same cause, that of the smallest index, as a
  /// campaign keeps it.
  fileprivate static func earliest(of findings: [Finding]) -> [Finding] {
    struct Key: Hashable {
      let blame: Blame
      let cause: String?
    }
    var kept: [Key: Finding] = [:]
    for finding in findings {
      let key = Key(blame: finding.blame, cause: finding.cause)
      if let other = kept[key], other.index <= finding.index { continue }
      kept[key] = finding
    }
    return kept.values.sorted { ($0.blame, $0.index) < ($1.blame, $1.index) }
  }
}

extension Cause {
  /// The causes of several parts of a campaign: the same trigger is the same cause, and so is one
  /// that has turned out to be another in some part.
  ///
  /// - Parameter causes: the causes of all parts, one part after the other.
  /// - Returns: the causes, and of those that are others by now the names of these.
  fileprivate static func merged(_ causes: [Cause]) -> ([Cause], names: [String: String]) {
    var all: [Cause] = []
    for cause in causes {
      if let place = all.firstIndex(where: { $0.id == cause.id }) {
        all[place].join(cause)
      } else {
        all.append(cause)
      }
    }
    var names: [String: String] = [:]
    for cause in all {
      guard let trigger = cause.trigger,
        let place = all.firstIndex(where: { $0.id != cause.id && $0.hasJoined(trigger) }),
        let own = all.firstIndex(where: { $0.id == cause.id })
      else { continue }
      all[place].join(all[own])
      let name = all[place].id
      for (id, other) in names where other == cause.id { names[id] = name }
      names[cause.id] = name
      all.remove(at: own)
    }
    return (all.sorted { ($0.blames[0], $0.id) < ($1.blames[0], $1.id) }, names)
  }
}

extension Report.Stalls {
  /// The stalls of several parts of a campaign; nil where there are none.
  fileprivate init?(joining parts: [Report.Stalls]) {
    guard let first = parts.map(\.index).min() else { return nil }
    self.init(programs: parts.reduce(0) { $0 + $1.programs }, index: first)
  }
}

extension Report.Control {
  /// What the controls of all parts showed; nil where there is none.
  fileprivate init?(joining parts: [Report.Control]) {
    guard let first = parts.first else { return nil }
    self.init(
      name: first.name, programs: parts.reduce(0) { $0 + $1.programs },
      runs: parts.reduce(0) { sum, part in sum.flatMap { all in part.runs.map { all + $0 } } },
      findings: Finding.earliest(of: parts.flatMap(\.findings)))
  }
}

extension Report.Timings {
  /// The time of parts that run side by side: that of the longest; nil where there is none.
  fileprivate init?(joining parts: [Report.Timings]) {
    guard let longest = parts.map(\.seconds).max() else { return nil }
    self.init(
      seconds: longest, programsPerSecond: parts.reduce(0) { $0 + $1.programsPerSecond })
  }
}

extension ModelReach {
  /// The sums of counts of the same things; nil where there are none.
  fileprivate init?(joining parts: [ModelReach]) {
    guard let first = parts.first else { return nil }
    func sum(_ counts: (ModelReach) -> [Count]) -> [Count] {
      counts(first).enumerated().map { place, count in
        Count(count.name, parts.reduce(0) { $0 + counts($1)[place].count })
      }
    }
    self.init(transitions: sum(\.transitions), outcomes: sum(\.outcomes))
  }

  /// The things that are counted.
  fileprivate var shape: [[String]] { [transitions.map(\.name), outcomes.map(\.name)] }
}
