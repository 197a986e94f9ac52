/// The accepted outcomes of a rule, per profile, for rules whose answer is a set or depends on the
/// profile.
///
/// Written `core raised, returned; guide raised`. The core set is always given; a profile without a
/// set of its own takes the core set.
package struct Outcomes: TextCodable {
  /// The accepted outcomes of one profile.
  package struct Entry: Sendable, Hashable {
    /// The profile.
    package let profile: Profile
    /// The accepted outcomes, each a word such as `kept-until-finished`; never empty.
    package let accepted: [String]
  }

  /// One entry per profile that has a set of its own, in the order of ``Profile``; `core` first.
  package let entries: [Entry]

  /// See ``TextRepresentable``.
  package static var expectation: String {
    "outcomes such as 'core raised, returned; guide raised', core first, profiles in the order "
      + alternatives(Profile.allCases)
  }

  /// Reads the text form.
  ///
  /// - Parameter text: entries separated by `; `, outcomes separated by `, `.
  package init?(_ text: some StringProtocol) {
    var entries: [Entry] = []
    for part in separated(String(text), by: "; ") {
      guard let space = part.firstIndex(of: " "),
        let profile = Profile(part[..<space])
      else { return nil }
      let accepted = separated(part[part.index(after: space)...], by: ", ").map(String.init)
      guard accepted.allSatisfy(isKebabCase), Set(accepted).count == accepted.count else {
        return nil
      }
      if let last = entries.last, last.profile >= profile { return nil }
      entries.append(Entry(profile: profile, accepted: accepted))
    }
    guard entries.first?.profile == .core else { return nil }
    self.entries = entries
  }

  /// The text form.
  package var description: String {
    entries
      .map { "\($0.profile) " + $0.accepted.joined(separator: ", ") }
      .joined(separator: "; ")
  }

  /// The outcomes accepted under a profile.
  ///
  /// - Parameter profile: the profile of the campaign.
  /// - Returns: the accepted outcomes, never empty.
  package func accepted(in profile: Profile) -> [String] {
    let own = entries.first { $0.profile == profile } ?? entries.first
    return own?.accepted ?? []
  }
}
