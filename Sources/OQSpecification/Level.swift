/// What the suite does with a rule.
package enum Level: TextCodable {
  /// Every implementation must satisfy it.
  case core
  /// Documents or implementations disagree; every outcome of an accepted set passes.
  case acceptSet
  /// Enforced only under one profile; elsewhere a deviation is counted in the census.
  case profile(Profile)
  /// A duty of client code or of operation subclasses, not of queues.
  case client
  /// A freedom of implementations, which no other rule may take away.
  case permit
  /// A fact about the interface or its types, settled when an adapter compiles.
  case `static`
  /// Listed for completeness; there is nothing to check.
  case advice
  /// A statement of a seed document that is wrong for every known implementation; never enforced.
  case rejected

  /// All levels, in the order in which the documentation lists them.
  package static let all: [Level] = [
    .core, .acceptSet, .profile(.guide), .profile(.reference), .client, .permit, .static, .advice,
    .rejected,
  ]

  /// See ``TextRepresentable``.
  package static var expectation: String { "a level: " + alternatives(all) }

  /// Reads a level as a chapter spells it.
  ///
  /// - Parameter text: for example `CORE` or `PROFILE(reference)`.
  package init?(_ text: some StringProtocol) {
    guard let level = Level.all.first(where: { $0.description == text }) else { return nil }
    self = level
  }

  /// The text form, for example `ACCEPT-SET` or `PROFILE(guide)`.
  package var description: String {
    switch self {
    case .core: "CORE"
    case .acceptSet: "ACCEPT-SET"
    case .profile(let profile): "PROFILE(\(profile))"
    case .client: "CLIENT"
    case .permit: "PERMIT"
    case .static: "STATIC"
    case .advice: "ADVICE"
    case .rejected: "REJECTED"
    }
  }

  /// Whether a violation by a queue implementation fails the outcome of a campaign.
  ///
  /// Client rules answer `false`: they judge operation classes, and only when one is the subject.
  ///
  /// - Parameter profile: the profile of the campaign.
  /// - Returns: whether a violation counts.
  package func isEnforced(in profile: Profile) -> Bool {
    switch self {
    case .core, .acceptSet: true
    case .profile(let own): own == profile
    case .client, .permit, .static, .advice, .rejected: false
    }
  }

  /// Whether a rule of this level can have a checker at all.
  package var allowsChecking: Bool {
    switch self {
    case .core, .acceptSet, .profile, .client: true
    case .permit, .static, .advice, .rejected: false
    }
  }

  /// Whether a rule of this level may list accepted outcomes.
  package var allowsOutcomes: Bool {
    switch self {
    case .core, .acceptSet, .profile: true
    case .client, .permit, .static, .advice, .rejected: false
    }
  }
}
