import OQHistory
import OQSpecification

/// What the checkers of one history find once and share: its place on their shelf.
enum Place: Int, CaseIterable {
  case links, edges, certainDependents, dependencyGraph, unfinished, blocked
  case limits, suspensions, flagSets, holds, slots, occupancies, releases, neighbours
  case leftWork, errors
  case stallInCore, stallInGuide, stallInReference
  case casesInCore, casesInGuide, casesInReference
  case chargesInCore, chargesInGuide, chargesInReference

  /// The place of what is certain at a quiescence.
  static func stall(_ profile: Profile) -> Place {
    switch profile {
    case .core: .stallInCore
    case .guide: .stallInGuide
    case .reference: .stallInReference
    }
  }

  /// The place of the operations that have begun, or whose begin is owed.
  static func cases(_ profile: Profile) -> Place {
    switch profile {
    case .core: .casesInCore
    case .guide: .casesInGuide
    case .reference: .casesInReference
    }
  }
}

extension HistoryIndex {
  /// What several checkers ask for, found at most once while they judge.
  ///
  /// - Parameters:
  ///   - place: where it stands.
  ///   - find: finds it.
  /// - Returns: what was found.
  func fact<Fact: Sendable>(_ place: Place, _ find: () -> Fact) -> Fact {
    guard let shelf else { return find() }
    return shelf.fact(place.rawValue, find)
  }

  /// What is certain where nothing moves any more; nil for a history that does not end so.
  ///
  /// - Returns: the facts, the same for all who ask.
  /// - Complexity: as ``Stall/init(_:_:bodies:)``, once.
  func stall(_ profile: Profile) -> Stall? {
    guard case .quiescent = ending else { return nil }
    return fact(.stall(profile)) { Stall(self, profile) }
  }
}
