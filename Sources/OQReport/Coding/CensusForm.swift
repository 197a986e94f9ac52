import OQModel
import OQSpecification

extension Census {
  /// The freedoms that histories can show, with the outcomes that a profile leaves, by number.
  ///
  /// - Returns: numbers and outcomes, without freedoms that the profile takes away altogether.
  package static func freedoms(_ profile: Profile) -> [(number: Int, branches: [Branch])] {
    let allowed = Branch.allowed(by: profile)
    return Freedom.all.compactMap { freedom in
      let branches = freedom.branches.filter(allowed.contains)
      return branches.isEmpty ? nil : (freedom.number, branches)
    }
  }
}

/// A census in a report: the counts of all outcomes that the profile leaves.
struct CensusForm: Codable {
  private struct Row: Codable {
    let id: String
    let outcomes: [ModelReach.Count]
  }

  private enum Key: String, CodingKey { case programs, undecided, unexplained, freedoms }

  private let programs: Int
  private let undecided: Int
  private let unexplained: Int
  private let freedoms: [Row]

  init(_ census: Census, _ profile: Profile) {
    programs = census.histories
    undecided = census.undecided
    unexplained = census.unexplained
    freedoms = Census.freedoms(profile).map { number, branches in
      Row(
        id: "ND-\(number)",
        outcomes: branches.map { ModelReach.Count($0.outcome, census[$0]) })
    }
  }

  init(from decoder: any Decoder) throws {
    let form = try decoder.container(keyedBy: Key.self)
    programs = try form.count(.programs)
    undecided = try form.count(.undecided)
    unexplained = try form.count(.unexplained)
    freedoms = try form.decode([Row].self, forKey: .freedoms)
  }

  /// The census; nil where the freedoms are not those that the profile leaves.
  func census(_ profile: Profile) -> Census? {
    let expected = Census.freedoms(profile)
    guard freedoms.map(\.id) == expected.map({ "ND-\($0.number)" }) else { return nil }
    var counts: [Branch: Int] = [:]
    for (row, (_, branches)) in zip(freedoms, expected) {
      guard row.outcomes.map(\.name) == branches.map(\.outcome) else { return nil }
      for (outcome, branch) in zip(row.outcomes, branches) { counts[branch] = outcome.count }
    }
    return Census(
      histories: programs, undecided: undecided, unexplained: unexplained, counts: counts)
  }
}
