import OQHistory
import OQSpecification

/// What the search for false alarms gave.
package struct AlarmCount: Sendable, Hashable {
  /// A legal history that a rule accuses.
  package struct Alarm: Sendable, Hashable {
    /// The rule.
    package let rule: RuleID
    /// What the rule says.
    package let message: String
    /// Index of the program.
    package let index: Int
    /// The reading of the contract.
    package let profile: Profile
    /// The history.
    package let history: History
  }

  /// Histories that were judged.
  package var judged = 0
  /// Programs left out because they have more histories or states than the stated bounds, once for
  /// each reading.
  package var cut = 0
  /// In how many histories each rule decided a case; rules that decided none are missing.
  package var decided: [RuleID: Int] = [:]
  /// In how many histories each rule raised a false alarm; rules that raised none are missing.
  package private(set) var alarms: [RuleID: Int] = [:]
  /// The shortest of these histories for each rule.
  package private(set) var examples: [RuleID: Alarm] = [:]

  /// Nothing judged yet.
  package init() {}

  /// Adds what another part of the search gave.
  ///
  /// - Parameter other: the other part.
  package mutating func merge(_ other: AlarmCount) {
    judged += other.judged
    cut += other.cut
    decided.merge(other.decided, uniquingKeysWith: +)
    alarms.merge(other.alarms, uniquingKeysWith: +)
    for example in other.examples.values { keep(example) }
  }

  /// Counts an alarm.
  mutating func note(_ alarm: Alarm) {
    alarms[alarm.rule, default: 0] += 1
    keep(alarm)
  }

  /// Keeps the example that is shortest, and of these the first: the same whoever did which part.
  private mutating func keep(_ alarm: Alarm) {
    func rank(_ alarm: Alarm) -> (Int, Int, String) {
      (alarm.history.events.count, alarm.index, alarm.profile.rawValue)
    }
    if let kept = examples[alarm.rule], rank(kept) <= rank(alarm) { return }
    examples[alarm.rule] = alarm
  }
}
