/// What became of the schedules in which lanes were held at points of the subject.
///
/// A schedule that was given up or not reached has tried nothing, and says so here: a scan that
/// silently does nothing would look like one that found nothing.
package struct HoldCount: Sendable, Hashable, Codable {
  /// Programs that were scanned.
  package var programs = 0
  /// Programs that were to be scanned, in which no point of the subject could be seen.
  package var blind = 0
  /// Programs with more points than a scan tries, of which it has tried some.
  package var large = 0
  /// Points of the programs that were scanned.
  package var points = 0
  /// Schedules that ran.
  package var schedules = 0
  /// Schedules in which every lane was held as it was meant.
  package var held = 0
  /// Schedules in which a hold was given up, because something else had to go on first.
  package var givenUp = 0
  /// Schedules in which no lane came to its point.
  package var notReached = 0
  /// Schedules in which the process died.
  package var deaths = 0
  /// Schedules that broke a rule, each fault of a program once; one that stands still counts once
  /// that is final.
  package var showings = 0
  /// Holds for a moment at points that were drawn; nil where none were to be drawn.
  package var drawn: Int?
  /// The lanes of the programs that were scanned; nil in reports that do not count them.
  package var lanes: Lanes?

  /// Programs of files that were followed by their pins; nil where there were none.
  package var kept: Kept?

  /// Programs of files, and which of them have shown something by the pins of their files.
  package struct Kept: Sendable, Hashable, Codable {
    /// Programs.
    package var programs = 0
    /// Programs that broke a rule; one that stands still is not known yet.
    package var showings = 0

    /// No programs.
    package init() {}
  }

  /// Lanes, and which of them nobody can hold.
  package struct Lanes: Sendable, Hashable, Codable {
    /// Lanes.
    package var all = 0
    /// Lanes in which the subject came to no point.
    package var withoutPoints = 0

    /// No lanes.
    package init() {}
  }

  /// Nothing was held.
  package init() {}

  /// Adds the counts of another part of the campaign.
  ///
  /// - Parameter other: the counts.
  package mutating func merge(_ other: HoldCount) {
    programs += other.programs
    blind += other.blind
    large += other.large
    points += other.points
    schedules += other.schedules
    held += other.held
    givenUp += other.givenUp
    notReached += other.notReached
    deaths += other.deaths
    showings += other.showings
    if let more = other.drawn { drawn = (drawn ?? 0) + more }
    if let more = other.kept {
      kept = kept ?? Kept()
      kept?.programs += more.programs
      kept?.showings += more.showings
    }
    if let more = other.lanes {
      lanes = lanes ?? Lanes()
      lanes?.all += more.all
      lanes?.withoutPoints += more.withoutPoints
    }
  }
}
