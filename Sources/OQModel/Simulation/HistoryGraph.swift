import OQHistory
import OQSpecification

/// All histories that the simulator can make of one program.
///
/// Every choice of the simulator is followed. Runs that differ in nothing that still matters are
/// one node; then the choices that leave no event are taken out by the subset construction (Rabin,
/// Scott, "Finite Automata and Their Decision Problems", 1959), so that each path of the graph is
/// another history, and each history is one path.
package struct HistoryGraph {
  /// One observation, without its ticket.
  package struct Label: Sendable, Hashable {
    let lane: Lane?
    let kind: Event.Kind

    /// What a lane, or the harness as a whole, observed.
    package init(_ lane: Lane?, _ kind: Event.Kind) {
      self.lane = lane
      self.kind = kind
    }
  }

  /// What one choice makes of a run.
  package struct Choice: Sendable {
    let labels: [Label]
    let target: Int?

    /// A choice.
    ///
    /// - Parameters:
    ///   - labels: what is observed; at most one event where the run goes on.
    ///   - target: the number of the run that it leads to; nil where the run has ended.
    package init(_ labels: [Label], target: Int?) {
      self.labels = labels
      self.target = target
    }
  }

  /// What a run can become by one choice.
  private struct Node {
    /// Nodes that are reached without an event.
    var silent: [Int] = []
    /// Nodes that are reached with an event, by the event's label.
    var visible: [(label: Int, target: Int)] = []
    /// The last observations of histories that end here.
    var endings: [[Int]] = []
  }

  /// A set of runs that the same observations lead to.
  private struct Junction {
    var next: [(label: Int, target: Int)] = []
    var endings: [[Int]] = []
  }

  private let program: Program
  private var labels: [Label] = []
  private var numbers: [Label: Int] = [:]
  private var nodes: [Node] = []
  private var junctions: [Junction] = []
  /// How many histories begin at each junction.
  private var paths: [Int] = []

  /// Number of different histories, `Int.max` where there are more.
  package private(set) var count = 0

  /// Follows every choice of the simulator; nil where that leads beyond the bound.
  ///
  /// - Parameters:
  ///   - program: a program for which ``Simulator/fault(_:)`` is nil.
  ///   - profile: the reading of the contract.
  ///   - bound: most runs that are told apart, and most sets of runs.
  /// - Complexity: O(runs × choices) to find the runs; the subsets may be exponentially many.
  package init?(_ program: Program, profile: Profile, bound: Int) {
    self.program = program
    guard walk(profile, bound), determinize(bound) else { return nil }
    countAll()
  }

  /// Visits every history once, in an order that is always the same.
  ///
  /// - Parameter visit: is given each history.
  package func forEach(_ visit: (History) -> Void) {
    var path: [Int] = []
    follow(0, &path, visit)
  }

  /// The history at a place in the order of ``forEach(_:)``.
  ///
  /// - Parameter place: from 0; below ``count``, which is not `Int.max`.
  /// - Complexity: O(events × choices).
  package subscript(place: Int) -> History {
    precondition(place >= 0 && place < count && count < .max, "a history that there is")
    var path: [Int] = []
    var (junction, left) = (0, place)
    while left >= junctions[junction].endings.count {
      left -= junctions[junction].endings.count
      for edge in junctions[junction].next {
        guard left >= paths[edge.target] else {
          path.append(edge.label)
          junction = edge.target
          break
        }
        left -= paths[edge.target]
      }
    }
    return history(path + junctions[junction].endings[left])
  }

  /// Whether a history is one of them.
  ///
  /// - Parameter history: a history of the program; tickets do not count.
  /// - Returns: whether it is.
  /// - Complexity: O(events × choices).
  package func contains(_ history: History) -> Bool {
    let path = history.events.map { numbers[Label($0.lane, $0.kind)] ?? -1 }
    var junction = 0
    for place in 0...path.count {
      if junctions[junction].endings.contains(Array(path[place...])) { return true }
      guard place < path.count,
        let edge = junctions[junction].next.first(where: { $0.label == path[place] })
      else { return false }
      junction = edge.target
    }
    return false
  }

  /// Whether two graphs have the same histories.
  ///
  /// - Parameter other: a graph of the same program.
  /// - Returns: whether they have.
  /// - Complexity: O(sets of runs × choices).
  package func hasSameHistories(as other: HistoryGraph) -> Bool {
    var seen: Set<[Int]> = [[0, 0]]
    var pending = [[0, 0]]
    while let pair = pending.popLast() {
      let (one, two) = (junctions[pair[0]], other.junctions[pair[1]])
      let ends = { (graph: HistoryGraph, endings: [[Int]]) in
        Set(endings.map { $0.map { graph.labels[$0] } })
      }
      let edges = { (graph: HistoryGraph, junction: Junction) in
        Dictionary(
          uniqueKeysWithValues: junction.next.filter { graph.paths[$0.target] > 0 }
            .map { (graph.labels[$0.label], $0.target) })
      }
      let (mine, others) = (edges(self, one), edges(other, two))
      guard ends(self, one.endings) == ends(other, two.endings),
        Set(mine.keys) == Set(others.keys)
      else { return false }
      for (label, target) in mine {
        guard let match = others[label], seen.insert([target, match]).inserted else { continue }
        pending.append([target, match])
      }
    }
    return true
  }

  /// The histories that the choices of another machine make; nil where those are beyond the bound.
  ///
  /// - Parameters:
  ///   - program: the program whose histories they are.
  ///   - bound: most sets of runs.
  ///   - choices: by the number of the run, beginning with the first one.
  /// - Complexity: the subsets of the runs may be exponentially many.
  package init?(_ program: Program, bound: Int, choices: [[Choice]]) {
    self.program = program
    for choice in choices { nodes.append(node(choice)) }
    guard determinize(bound) else { return nil }
    countAll()
  }

  private mutating func node(_ choices: [Choice]) -> Node {
    var node = Node()
    for choice in choices {
      let path = choice.labels.map { number($0) }
      guard let target = choice.target else {
        if !node.endings.contains(path) { node.endings.append(path) }
        continue
      }
      if let label = path.first {
        node.visible.append((label, target))
      } else {
        node.silent.append(target)
      }
    }
    return node
  }

  private func follow(_ junction: Int, _ path: inout [Int], _ visit: (History) -> Void) {
    for ending in junctions[junction].endings { visit(history(path + ending)) }
    for edge in junctions[junction].next {
      path.append(edge.label)
      follow(edge.target, &path, visit)
      path.removeLast()
    }
  }

  private func history(_ path: [Int]) -> History {
    let events = path.enumerated().map { place, label in
      Event(place + 1, labels[label].lane, labels[label].kind)
    }
    return History(of: program, events: events)
  }

  private mutating func countAll() {
    var counts = [Int?](repeating: nil, count: junctions.count)
    count = countPaths(from: 0, &counts)
    paths = counts.map { $0 ?? 0 }
  }

  private func countPaths(from junction: Int, _ counts: inout [Int?]) -> Int {
    if let count = counts[junction] { return count }
    var count = junctions[junction].endings.count
    for edge in junctions[junction].next {
      let (sum, isOver) = count.addingReportingOverflow(countPaths(from: edge.target, &counts))
      count = isOver ? .max : sum
    }
    counts[junction] = count
    return count
  }
}

// MARK: Runs

extension HistoryGraph {
  /// Finds every run, and what each choice makes of it.
  private mutating func walk(_ profile: Profile, _ bound: Int) -> Bool {
    let model = Model(program, profile: profile, concurrency: 2)
    var runs = [Run(program, model: model, reach: Reach(isCounting: false))]
    var places = [runs[0]: 0]
    var next = 0
    while next < runs.count {
      var choices: [Choice] = []
      for outcome in runs[next].outcomes() {
        let labels = outcome.run.events.map { Label($0.lane, $0.kind) }
        guard outcome.goesOn else {
          choices.append(Choice(labels, target: nil))
          continue
        }
        let run = outcome.run.withoutPast
        let place = places[run, default: runs.count]
        if place == runs.count {
          places[run] = place
          runs.append(run)
        }
        choices.append(Choice(labels, target: place))
      }
      nodes.append(node(choices))
      next += 1
      if runs.count > bound { return false }
    }
    return true
  }

  private mutating func number(_ label: Label) -> Int {
    if let number = numbers[label] { return number }
    numbers[label] = labels.count
    labels.append(label)
    return labels.count - 1
  }
}

// MARK: Sets of runs

extension HistoryGraph {
  /// Makes a graph in which the observations so far lead to one place only.
  private mutating func determinize(_ bound: Int) -> Bool {
    var sets = [closure([0])]
    var places = [sets[0]: 0]
    var next = 0
    while next < sets.count {
      var junction = Junction()
      var targets: [Int: [Int]] = [:]
      for member in sets[next] {
        for ending in nodes[member].endings where !junction.endings.contains(ending) {
          junction.endings.append(ending)
        }
        for edge in nodes[member].visible { targets[edge.label, default: []].append(edge.target) }
      }
      for (label, members) in targets.sorted(by: { $0.key < $1.key }) {
        let set = closure(members)
        let place = places[set, default: sets.count]
        if place == sets.count {
          places[set] = place
          sets.append(set)
        }
        junction.next.append((label, place))
      }
      junctions.append(junction)
      next += 1
      if sets.count > bound { return false }
    }
    return true
  }

  /// What nodes lead to without an event, in ascending order.
  private func closure(_ members: [Int]) -> [Int] {
    var seen = Set(members)
    var pending = Array(seen)
    while let member = pending.popLast() {
      for target in nodes[member].silent where seen.insert(target).inserted {
        pending.append(target)
      }
    }
    return seen.sorted()
  }
}

// MARK: What still matters of a run

extension Run.LaneState: Hashable {
  // The steps of a lane follow from the lane.
  static func == (left: Self, right: Self) -> Bool {
    left.lane == right.lane && left.next == right.next && left.call == right.call
      && left.outcome == right.outcome && left.isReady == right.isReady
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(lane)
    hasher.combine(next)
    hasher.combine(call)
  }
}

extension Run: Hashable {
  // Of the calls so far the number counts, and the open ones, which follow from the lanes.
  static func == (left: Run, right: Run) -> Bool {
    left.state == right.state && left.lanes == right.lanes
      && left.model.commands.count == right.model.commands.count && left.opened == right.opened
      && left.began == right.began && left.left == right.left && left.entries == right.entries
      && left.arrived == right.arrived
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(state)
    hasher.combine(lanes)
  }

  /// What every choice makes of a run; or what the steps that stand for all make of it, where
  /// somebody chooses such.
  func outcomes(choosing: EventGraph.Choosing? = nil) -> [(run: Run, goesOn: Bool)] {
    var outcomes: [(run: Run, goesOn: Bool)] = []
    var ready = self
    let mayRest = ready.collect()
    if let choosing {
      let moves = ready.actions.compactMap { action in
        if case .move(let move) = action, move.call < 0 { move } else { nil }
      }
      let chosen = choosing(moves, state, model.commands.count)
      if !chosen.isEmpty {
        return chosen.map { move in
          var after = ready
          after.perform(.move(move)) { _ in 0 }
          return (after, true)
        }
      }
    }
    if isOver {
      var ended = self
      let goesOn = ended.end(.ended)
      outcomes.append((ended, goesOn))
    }
    if ready.actions.isEmpty || mayRest {
      var rested = ready
      let goesOn = rested.rest()
      outcomes.append((rested, goesOn))
    }
    for action in ready.actions {
      // The choices that one action asks for, as digits that are counted up.
      var digits: [Int] = []
      var isThrough = false
      while !isThrough {
        var after = ready
        var bounds: [Int] = []
        after.perform(action) { bound in
          if bounds.count == digits.count { digits.append(0) }
          bounds.append(bound)
          return digits[bounds.count - 1]
        }
        outcomes.append((after, true))
        while let last = digits.last, last + 1 == bounds[digits.count - 1] { digits.removeLast() }
        isThrough = digits.isEmpty
        if !isThrough { digits[digits.count - 1] += 1 }
      }
    }
    return outcomes
  }

  /// The run without what it has recorded and counted.
  var withoutPast: Run {
    var run = self
    run.events.removeAll()
    run.actions.removeAll()
    run.dispatches.removeAll()
    return run
  }
}
