import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// PRIO-3: a queue chooses one of the highest priority among the operations it knows to be ready.
  ///
  /// This is sound because the waiting operations were known before x was chosen: their adds had
  /// returned before the add of x, the resume of a queue in which x was parked, or the end of a
  /// task that held the last slot, was called or recorded. A correct queue chose each of those with
  /// a higher priority before x. Those that have not begun hold slots beside x and the tasks that
  /// run. There are no more slots than the limit. Begins are never compared directly (ND-9).
  static let highestPriorityIsChosen = Checker("PRIO-3") { index, _, judgement in
    for queue in index.queues {
      guard let choices = Choices(in: queue.id, index) else { continue }
      var unbegun = choices.waiting.mapValues { Unbegun($0) }
      for begin in choices.begins {
        let x = begin.chosen
        unbegun[x.priority]?.strike(x)
        let room = choices.limit - begin.running
        guard room >= 0 else { continue }
        var higher: [Choices.Contender] = []
        var lower: Choices.Contender?
        for level in Priority.allCases.reversed() where level != x.priority {
          let count = level > x.priority ? room + 1 - higher.count : 1
          let found =
            unbegun[level]?.first(knownBefore: begin.chosenAfter, count: count) ?? []
          if level > x.priority { higher += found } else { lower = lower ?? found.first }
        }
        let contexts = index.limitContext(queue.id) + begin.contexts
        let facets = index.qualityFacets(
          of: queue, [x.operation, higher.first?.operation ?? lower?.operation])
        if let y = higher.first, higher.count > room {
          judgement.violate(
            message(begin, y, more: higher.count - 1, index, index.name(queue.id)),
            events: [index.onlyAdd(of: y.operation)?.called, y.known, begin.ticket],
            in: contexts, facets: facets)
        } else if higher.isEmpty, let lower {
          judgement.hold(lower.known, begin.ticket, in: contexts, facets: facets)
        }
      }
    }
  }

  private static func message(
    _ begin: Choices.Begin, _ waiting: Choices.Contender, more: Int, _ index: HistoryIndex,
    _ queue: String
  ) -> String {
    let x = begin.chosen
    let others = more == 0 ? "" : " (and \(more) more)"
    return
      "\(index.name(x.operation)), of priority \(x.priority.name), began at \(begin.ticket) in "
      + "\(queue) although \(index.name(waiting.operation)), of priority "
      + "\(waiting.priority.name)\(others), had been ready since \(waiting.known) and had not "
      + "begun"
  }
}
