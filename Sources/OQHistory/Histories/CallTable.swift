/// The calls on one object, by call ticket, and those of each verb.
struct CallTable: Sendable {
  private struct Group {
    let verb: Verb
    var calls: [Call]
  }

  /// Every call, by call ticket.
  private(set) var all: [Call] = []
  private(set) var verbs: VerbSet = []
  // One group for each verb that occurs; few do on one object.
  private var groups: [Group] = []

  /// Calls with this verb, by call ticket.
  ///
  /// - Complexity: O(verbs that occur).
  subscript(_ verb: Verb) -> [Call] {
    guard verbs.contains(verb) else { return [] }
    return groups.first { $0.verb == verb }?.calls ?? []
  }

  /// Adds a call that comes after all others.
  mutating func append(_ call: Call) {
    all.append(call)
    let verb = call.command.verb
    if verbs.insert(verb) {
      groups.append(Group(verb: verb, calls: [call]))
    } else if let position = groups.firstIndex(where: { $0.verb == verb }) {
      groups[position].calls.append(call)
    }
  }
}

/// The runs of client code of one operation, by the point at which it is called.
struct RunTable: Sendable {
  // By the raw value of the point; empty where the operation has no run at all.
  private var lists: [[Interval]] = []

  /// Runs at a point, by begin.
  subscript(_ point: Point) -> [Interval] {
    lists.isEmpty ? [] : lists[Int(point.rawValue)]
  }

  /// Notes an entry, which comes after all others.
  ///
  /// - Returns: its position among the runs at its point.
  mutating func enter(_ run: Interval) -> Int {
    if lists.isEmpty { lists = Array(repeating: [], count: Point.allCases.count) }
    let point = Int(run.callback.point.rawValue)
    lists[point].append(run)
    return lists[point].count - 1
  }

  /// Notes the return of a run.
  mutating func leave(_ point: Point, at position: Int, _ ticket: Ticket) {
    lists[Int(point.rawValue)][position].leave(ticket)
  }
}
