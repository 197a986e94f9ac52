/// The places of a graph that the same events lead to, as sets with numbers: subset construction.
///
/// A set is worked out once, whatever the programs and the events that lead to it.
package struct EventSets {
  private let graph: EventGraph
  private let events: Int
  private var sets: [[UInt32]] = []
  private var numbers: [[UInt32]: Int] = [:]
  private var followers: [[Int]?] = []
  /// The last turn in which each place was collected.
  private var marks: [UInt32]
  private var turn: UInt32 = 0

  /// The sets of a graph.
  ///
  /// - Parameters:
  ///   - graph: the graph.
  ///   - events: how many events there are.
  package init(_ graph: EventGraph, events: Int) {
    self.graph = graph
    self.events = events
    marks = [UInt32](repeating: 0, count: graph.count)
  }

  /// Number of sets.
  package var count: Int { sets.count }

  /// The number of the set before the first event of a program.
  package mutating func start(_ root: Int) -> Int { number(of: [UInt32(graph.roots[root])]) }

  /// The sets after one more event.
  ///
  /// - Parameter set: the number of a set.
  /// - Returns: the number of the set after each event; -1 where it cannot come.
  /// - Complexity: O(steps of the set), the first time.
  package mutating func next(_ set: Int) -> [Int] {
    if let followers = followers[set] { return followers }
    var targets = [[UInt32]](repeating: [], count: events)
    for place in sets[set] {
      for step in graph.steps(of: Int(place)) where graph.events[step] > 0 {
        targets[Int(graph.events[step]) - 1].append(graph.targets[step])
      }
    }
    let found = targets.map { $0.isEmpty ? -1 : number(of: $0) }
    followers[set] = found
    return found
  }

  /// Whether a run may stop in a set although the client waits.
  package func mayStall(_ set: Int) -> Bool {
    !graph.stalls.isEmpty && sets[set].contains { graph.stalls.contains(Int($0)) }
  }

  /// The number of the set of all that some places lead to without an event.
  private mutating func number(of places: [UInt32]) -> Int {
    turn += 1
    var members: [UInt32] = []
    for place in places where marks[Int(place)] != turn {
      marks[Int(place)] = turn
      members.append(place)
    }
    var next = 0
    while next < members.count {
      for step in graph.steps(of: Int(members[next])) where graph.events[step] == 0 {
        let target = graph.targets[step]
        guard marks[Int(target)] != turn else { continue }
        marks[Int(target)] = turn
        members.append(target)
      }
      next += 1
    }
    members.sort()
    if let number = numbers[members] { return number }
    numbers[members] = sets.count
    sets.append(members)
    followers.append(nil)
    return sets.count - 1
  }
}
