import OQHistory
import OQSpecification

/// Edges of an operation that come and go while another one holds it up.
///
/// What counts unfinished dependencies loses count where it is told twice of one, or of one that no
/// longer counts; the edge that stays shows it.
enum ChangingEdgeSituations {
  static let all: [Situation] = [
    Situation("DEP-1", weight: 8, verbs: [.addDependency, .removeDependency], besideOneThatIsHeld)
  ]

  /// How another dependency of the same operation comes to its end, or does not.
  private enum Fate: Int, CaseIterable {
    case finished, inTheGroup, cancelled, later
  }

  private static func besideOneThatIsHeld(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([nil, nil, 2]))
    let side = p.queue()
    let held = p.work()
    let others = (0..<p.number(1...2)).map { _ in
      (d: p.work(), fate: p.pick(p.has(.addGroup) ? Fate.allCases : [.finished, .later]))
    }
    let x = p.work(after: p.shuffled([held] + others.map(\.d)))
    p.hold(held)
    p.add(side, held)
    p.began(held)
    for (d, fate) in others where fate == .finished || fate == .cancelled {
      if fate == .cancelled { p.cancel(d) }
      p.add(side, d)
      p.finished(d)
    }
    for (d, _) in others where p.chance(4) {
      p.undepend(x, d)
      p.depend(x, d)
    }
    if p.chance(4) { p.undepend(x, p.operation()) }
    let group = others.filter { $0.fate == .inTheGroup }.map(\.d)
    if group.isEmpty {
      p.add(q, x)
    } else {
      p.command(.addGroup, q, .operations(p.shuffled(group + [x])))
      for d in group { p.finished(d) }
    }
    for (d, _) in others where p.chance(2) { p.undepend(x, d) }
    if p.chance(4) { p.undepend(x, p.operation()) }
    p.pushThrough(q, passes: 1)
    p.read(x, .isReady, .isFinished)
    p.open(held)
    for (d, fate) in others where fate == .later { p.add(side, d) }
    p.finished(x)
  }
}
