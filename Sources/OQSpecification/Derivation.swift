/// How a rule follows from other rules and so shares their checkers.
///
/// Written `DEP-1: context words; DEP-2: context words`, or `twin of DEP-12`, or `-`.
package enum Derivation: TextCodable {
  /// A rule of which this one is a restriction, and the words that name the restriction.
  package struct Base: Sendable, Hashable {
    /// The rule whose checker runs.
    package let rule: RuleID
    /// The part of the histories in which it runs, for example "the edge crosses two queues".
    package let context: String
  }

  /// The rule stands alone.
  case none
  /// The rule is each base rule limited to a context.
  case restriction([Base])
  /// The rule says the same as another one; both share a checker and a mutant.
  case twin(RuleID)

  /// See ``TextRepresentable``.
  package static var expectation: String {
    "a derivation such as 'DEP-1: the edge crosses two queues; DEP-2: context', 'twin of DEP-12', "
      + "or '-'"
  }

  /// Reads the text form.
  ///
  /// - Parameter text: bases separated by `; `, each an id, `: ` and a context.
  package init?(_ text: some StringProtocol) {
    let whole = String(text)
    let twinMark = "twin of "
    if whole == "-" {
      self = .none
    } else if whole.hasPrefix(twinMark) {
      guard let rule = RuleID(whole.dropFirst(twinMark.count)) else { return nil }
      self = .twin(rule)
    } else {
      var bases: [Base] = []
      for part in separated(whole, by: "; ") {
        guard let colon = part.firstIndex(of: ":"), let rule = RuleID(part[..<colon]) else {
          return nil
        }
        let rest = part[part.index(after: colon)...]
        let context = rest.dropFirst()
        guard rest.first == " ", let first = context.first, first != " ", context.last != " ",
          !bases.contains(where: { $0.rule == rule })
        else { return nil }
        bases.append(Base(rule: rule, context: String(context)))
      }
      self = .restriction(bases)
    }
  }

  /// The text form.
  package var description: String {
    switch self {
    case .none: "-"
    case .restriction(let bases):
      bases.map { "\($0.rule): \($0.context)" }.joined(separator: "; ")
    case .twin(let rule): "twin of \(rule)"
    }
  }

  /// The rules whose checkers this one shares, in the order written.
  package var baseRules: [RuleID] {
    switch self {
    case .none: []
    case .restriction(let bases): bases.map(\.rule)
    case .twin(let rule): [rule]
    }
  }
}
