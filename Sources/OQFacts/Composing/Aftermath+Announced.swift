import OQHistory
import OQModel
import OQPrograms

/// What observers have to be told by the end.
extension Aftermath {
  /// Waits for observers that were there before anything happened, of what has changed for certain.
  func waitForWatched(_ p: inout Draft) {
    // Several clients at once may change something back before anybody is told.
    guard !stage.has(.callerRace), !stage.has(.referenceDropped) else { return }
    for (property, observer) in stage.watched where hasChanged(property) {
      p.began(observer, .observer)
    }
  }

  /// Whether a property has changed for certain since its observer was attached.
  private func hasChanged(_ property: Property) -> Bool {
    let x = stage.x.index
    let operation = state.operations[x]
    let isCustom = program.operations[x].kind == .asynchronous
    switch property {
    case .isFinished: return !isCustom && isCertain(x)
    case .isExecuting: return !isCustom && program.operations[x].kind.hasBody && runs(x)
    case .isCancelled:
      let isCalled = call.verb == .cancel && stage.has(.cancelledNo) && !stage.has(.phaseFinished)
      let isEarly = stage.hasAny([.cancelledNew, .cancelledQueued])
      return !isCustom && operation.isCancelled && (isEarly || isCalled && stage.has(.callerClient))
    case .dependencies:
      // One that is removed while the operation waits may come too late to count.
      return stage.has(.dependsRemoved) && !stage.hasAny([.phaseQueued, .phaseStarting])
    case .operations, .operationCount: return isListed
    case .isSuspended: return isPlain && (stage.has(.suspendedLate) || isResumed)
    case .maxConcurrentOperationCount:
      return isPlain && stage.hasAny([.limitLowered, .limitZero])
    default: return false
    }
  }

  private var isPlain: Bool { stage.has(.homePlain) && !stage.has(.ownerDropped) }

  private var isResumed: Bool {
    guard let q = stage.q, q.index < state.queues.count else { return false }
    return state.queues[q.index].suspended && resumed.contains(q)
  }

  /// Whether `x` has come on the list of its queue for certain, and anybody looks at it at once.
  private var isListed: Bool {
    isPlain && !stage.hasAny([.phaseNew, .entryHand]) && !stage.has(.pastBarrier)
      && !program.operations.contains { $0.kind == .barrier } && call.verb != .addBarrier
      && stage.q.map { !isExempted($0) } ?? false
  }
}
