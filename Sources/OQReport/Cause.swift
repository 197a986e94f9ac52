import OQHistory
import OQPrograms
import OQSpecification

/// One mistake of a subject, as far as programs tell: everything that is broken by one trigger.
///
/// One mistake breaks several rules, in as many situations as show it. What needs the same trigger,
/// and goes with it, is one cause, whatever rule or crash it goes by.
package struct Cause: Sendable, Hashable {
  /// What a failure of this cause needs; nil where nothing of it was seen again.
  package let trigger: Trigger?
  /// A short name that the same trigger has in every report.
  package let id: String
  /// What it was seen as, the most exact first.
  package var blames: [Finding.Blame]
  /// Programs of the campaign that showed it.
  package var programs: Int
  /// What causes needed that have turned out to be this one.
  package private(set) var joined: [Trigger] = []

  /// Names a cause.
  ///
  /// - Parameters:
  ///   - trigger: what a failure of this cause needs.
  ///   - blames: what it was seen as, the most exact first; at least one.
  ///   - programs: programs of the campaign that showed it.
  package init(_ trigger: Trigger, seenAs blames: [Finding.Blame], programs: Int = 0) {
    // A whole program speaks of what it was seen as alone.
    let name = trigger.breadth == .whole ? blames.first.map { "\(trigger.text) \($0)" } : nil
    self.init(trigger: trigger, id: Cause.id(of: name ?? trigger.text), blames, programs)
  }

  /// Names the cause of something that was seen once and never again.
  ///
  /// - Parameter finding: what was seen.
  package init(ofUnreproduced finding: Finding) {
    let name = "\(finding.blame) \(finding.seed) \(finding.index)"
    self.init(trigger: nil, id: Cause.id(of: name), [finding.blame], 1)
  }

  /// Names the cause of everything that shows only in a process that has run other programs before:
  /// what the subject keeps of these.
  ///
  /// No program of its own shows it, so no trigger tells one such mistake from another.
  ///
  /// - Parameter blame: what was seen first.
  package init(ofWornProcess blame: Finding.Blame) {
    self.init(trigger: nil, id: Cause.wornProcess, [blame], 0)
  }

  init(
    trigger: Trigger?, id: String, _ blames: [Finding.Blame], _ programs: Int,
    joined: [Trigger] = []
  ) {
    self.trigger = trigger
    self.id = id
    self.blames = blames
    self.programs = programs
    self.joined = joined
  }

  /// What it takes in words, facts first; empty where nothing is known.
  package var situation: [String] {
    id == Cause.wornProcess ? ["a process that has run other programs"] : trigger?.phrases ?? []
  }

  /// The same in the names of a program.
  ///
  /// - Parameter program: the program that is shown beside it.
  /// - Returns: the words; in names of their own where the trigger does not occur in the program.
  package func situation(in program: Program) -> [String] {
    trigger?.phrases(in: program) ?? situation
  }

  private static let wornProcess = id(of: "worn process")

  private static func id(of text: String) -> String {
    String(Digest(of: text).description.prefix(8))
  }

  /// Notes a cause that has turned out to be this one.
  ///
  /// - Parameter other: a cause with its trigger and what it was seen as.
  package mutating func absorb(_ other: Cause) {
    let triggers = [other.trigger].compactMap(\.self) + other.joined
    joined += triggers.filter { $0 != trigger && !joined.contains($0) }
  }

  /// Whether a cause with a trigger has turned out to be this one.
  ///
  /// - Parameter trigger: the trigger of a cause.
  /// - Returns: false for the trigger of this one.
  package func hasJoined(_ trigger: Trigger) -> Bool { joined.contains { $0.isSame(as: trigger) } }

  /// Takes in what another part of a campaign found of the same cause.
  mutating func join(_ other: Cause) {
    absorb(other)
    programs += other.programs
    let rest = other.blames.filter { !blames.contains($0) }
    // What no rule speaks of stays last.
    blames = blames.filter(\.isRule) + rest.filter(\.isRule) + (blames + rest).filter { !$0.isRule }
  }
}

extension Finding.Blame {
  /// Whether a rule is blamed.
  package var isRule: Bool { if case .rule = self { true } else { false } }
}

extension Report {
  /// The findings of a cause, the most exact first.
  ///
  /// - Parameter cause: one of ``causes``.
  /// - Returns: at most one finding for each thing that the cause was seen as.
  package func findings(of cause: Cause) -> [Finding] {
    cause.blames.flatMap { blame in
      findings.filter { $0.cause == cause.id && $0.blame == blame }
    }
  }

  /// The finding with the smallest program of a cause; of equals the one that shows most often,
  /// then the most exact one.
  ///
  /// - Parameter cause: one of ``causes``.
  /// - Returns: the finding; nil where the report holds none.
  package func smallest(of cause: Cause) -> Finding? {
    findings(of: cause).enumerated().min { left, right in
      let (a, b) = (left.element, right.element)
      if a.isSteady != b.isSteady { return a.isSteady }
      return (a.steps, left.offset) < (b.steps, right.offset)
    }?.element
  }

  /// The finding by which people are told of a cause: of those that show steadily the most exact
  /// one; else that with the smallest program.
  ///
  /// - Parameter cause: one of ``causes``.
  /// - Returns: the finding; nil where the report holds none.
  package func headline(of cause: Cause) -> Finding? {
    findings(of: cause).first { $0.blame.isRule && $0.isSteady } ?? smallest(of: cause)
  }

  /// Leaves only causes of which the report still holds a finding.
  package mutating func dropIdleCauses() {
    let shown = Set(findings.compactMap(\.cause))
    causes = causes.filter { shown.contains($0.id) }
  }
}

extension Cause: Codable {
  private enum Key: String, CodingKey { case id, rules, programs, trigger, situation, joined }

  /// Reads a cause.
  ///
  /// - Parameter decoder: holds an object of the list `causes` of a report.
  /// - Throws: `DecodingError` when a key is missing or holds something else.
  package init(from decoder: any Decoder) throws {
    let form = try decoder.container(keyedBy: Key.self)
    let blames = try form.decode([String].self, forKey: .rules).map { text in
      guard let blame = Finding.Blame(text) else {
        throw form.fault(.rules, "expected a rule id, unexplained or crash, found '\(text)'")
      }
      return blame
    }
    guard !blames.isEmpty else { throw form.fault(.rules, "expected at least one") }
    func trigger(_ text: String, _ key: Key) throws -> Trigger {
      try form.parsed(text, key) { text throws(TextError) in try Trigger(parsing: text) }
    }
    self.init(
      trigger: try form.nullable(String.self, .trigger).map { try trigger($0, .trigger) },
      id: try form.decode(String.self, forKey: .id), blames, try form.count(.programs),
      joined: try (form.decodeIfPresent([String].self, forKey: .joined) ?? []).map {
        try trigger($0, .joined)
      })
  }

  /// Writes a cause.
  ///
  /// - Parameter encoder: receives an object of the list `causes` of a report.
  /// - Throws: what the encoder throws.
  package func encode(to encoder: any Encoder) throws {
    var form = encoder.container(keyedBy: Key.self)
    try form.encode(id, forKey: .id)
    try form.encode(blames.map(\.description), forKey: .rules)
    try form.encode(programs, forKey: .programs)
    try form.encode(nullable: trigger?.text, forKey: .trigger)
    try form.encode(situation, forKey: .situation)
    if !joined.isEmpty { try form.encode(joined.map(\.text), forKey: .joined) }
  }
}
