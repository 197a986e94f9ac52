import OQHistory
import OQPrograms

/// What the operation depends on, before it enters.
extension Stage {
  /// What the dependencies depend on has finished, or it is what the only one waits for.
  mutating func prepareRoot(_ p: inout Draft) {
    guard let root else { return }
    if has(.secondNone), has(.dependsWaiting), p.chance(2) {
      p.add(p.queue(suspended: true), root)
      isRootWaiting = true
    } else {
      p.add(side(&p), root)
      p.finished(root)
    }
  }

  mutating func prepareSecond(_ second: OperationID, _ p: inout Draft) {
    switch true {
    case has(.secondWaiting): p.add(p.queue(suspended: true), second)
    case has(.secondRunning):
      p.hold(second)
      p.add(side(&p), second)
      p.began(second)
    default:
      p.add(side(&p), second)
      p.finished(second)
    }
  }

  /// Whether the first dependency may finish in the queue of `x`, into which it comes in the group
  /// of `x`: the queue runs it, and `x` goes on waiting for the second one.
  ///
  /// A cancel may finish `x` before it is in a queue (ND-21), and then the group is refused.
  var mayJoin: Bool {
    has(.entryGroup) && has(.heldDependency) && has(.dependsFinished) && !has(.homeMain)
      && !hasAny(FactSet.cancelledEarly)
      && !(has(.loadRunning) && has(.secondRunning))
  }

  /// Whether the first dependency may stay inside until `x` waits for it in its queue: nothing else
  /// is held by then, and `x` goes there like any other operation.
  var mayEndLate: Bool {
    has(.dependsFinished) && isQueued && !joins && !has(.secondRunning) && has(.barrierNone)
      && !hasAny(FactSet.cancelledEarly) && !has(.limitZero)
      && (hasAny([.loadEmpty, .loadWaiting]) || has(.loadFull) && has(.limitOne) && takesSlot)
  }

  mutating func prepare(_ d: OperationID, _ p: inout Draft) {
    switch true {
    case hasAny([.dependsWaiting, .dependsCancelled]):
      let parked = p.queue(suspended: !isRootWaiting)
      p.add(parked, d)
      if has(.dependsCancelled) { p.cancel(d) }
    case has(.dependsRunning):
      p.hold(d)
      p.add(side(&p), d)
      p.began(d)
    case has(.dependsFinished):
      if endsLate { p.hold(d) }
      p.add(side(&p), d)
      if endsLate { p.began(d) } else { p.finished(d) }
    case has(.dependsRemoved):
      // What nobody waits for any more may come to its end all the same.
      if p.chance(2) { p.add(p.queue(suspended: true), d) }
      if !removesLate { p.undepend(x, d) }
    default: break
    }
  }

  /// Whether the dependency is removed while `x` waits for it in its queue.
  var removesLate: Bool { has(.dependsRemoved) && has(.phaseQueued) && block == 1 }
}
