import OQSpecification

/// Which rules leave a fault to others that name it more exactly.
///
/// Several rules can object to one thing that was done wrongly: a start of an operation that has
/// finished which runs its task again breaks the rule on such starts and the rule that a task runs
/// once. Each violation charges the subject with something (``Charge``): an event that should not
/// be, or something that has not come. Where a violation of a rule shares a charge with a violation
/// of a rule named here for it, it is left to that one, so that one fault is reported under one
/// rule. What is left is reported in the same history by construction; a rule that judges alone
/// leaves nothing.
package struct Precedence: Sendable {
  /// A rule, and those that name faults more exactly than it does; without a cycle.
  package let table: [RuleID: [RuleID]]

  /// States who leaves faults to whom.
  package init(_ table: [RuleID: [RuleID]]) { self.table = table }

  /// The rules that a rule leaves faults to, themselves and what they leave faults to.
  ///
  /// - Returns: the rules, without order and without the rule itself.
  /// - Complexity: O(size of the table).
  package func elders(of rule: RuleID) -> Set<RuleID> {
    var found: Set<RuleID> = []
    var open = table[rule] ?? []
    while let next = open.popLast() {
      if found.insert(next).inserted { open += table[next] ?? [] }
    }
    return found
  }
}
