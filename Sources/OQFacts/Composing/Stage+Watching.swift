import OQHistory
import OQPrograms

/// What nothing depends on and what has to be there all the same: observers that are told, and
/// properties that stay as they were set.
extension Stage {
  /// Attaches an observer of what the call certainly changes; the aftermath waits for it.
  ///
  /// An observer of its own for the change tells it from every other one.
  mutating func watch(_ command: Command, _ p: inout Draft) {
    guard let property = change(by: command), p.has(Program.Kind.observer) else { return }
    switch property.family {
    case .operation:
      // Whoever observes the operation makes it another situation.
      guard has(.observedYes), p.has(.observe), p.chance(2) else { return }
      watcher = observer(of: property, &p)
      watcher.map { p.command(.observe, x, .observer(property, $0)) }
    case .queue:
      guard let q, has(.homePlain), p.has(.observeQueue), p.chance(3) else { return }
      watcher = observer(of: property, &p)
      watcher.map { p.command(.observeQueue, q, .observer(property, $0)) }
    }
  }

  /// Declares an observer of a property of the operation or of its queue, which reads it as often
  /// as not.
  func observer(of property: Property, _ p: inout Draft) -> OperationID {
    let observer = p.operation(kind: .observer)
    guard let verb = Stage.accessors[property], p.has(verb), p.chance(2) else { return observer }
    switch property.family {
    case .operation where !has(.referenceDropped):
      p.inside(observer, .observer) { $0.command(verb, x) }
    case .queue where !has(.ownerDropped):
      if let q { p.inside(observer, .observer) { $0.command(verb, q) } }
    default: break
    }
    return observer
  }

  private static let accessors: [Property: Verb] = [
    .isFinished: .isFinished, .isExecuting: .isExecuting, .isReady: .isReady,
    .isCancelled: .isCancelled, .dependencies: .dependencies, .queuePriority: .priority,
    .completionBlock: .hasCompletion, .operations: .operations,
    .operationCount: .operationCount, .maxConcurrentOperationCount: .limit,
    .isSuspended: .isSuspended,
  ]

  /// A property that a call of client 1 certainly changes; nil where none does.
  private func change(by command: Command) -> Property? {
    guard has(.callerClient), !verb.entry.mayBlock else { return nil }
    let isUnstarted = hasAny([.phaseNew, .phaseQueued])
    switch verb {
    case .suspend: return has(.suspendedNot) ? .isSuspended : nil
    case .resume: return hasAny(.stopped) ? .isSuspended : nil
    case .setLimit:
      // A number differs from no limit, whatever the limit is.
      let isAnother = (command.integer == -1) != has(.limitNone)
      return isAnother && command.integer != 0 ? .maxConcurrentOperationCount : nil
    case .cancel: return has(.cancelledNo) && !has(.phaseFinished) ? .isCancelled : nil
    case .addDependency:
      let isNew = command.operands.first.map { $0 != d && $0 != second } ?? false
      return isUnstarted && isNew ? .dependencies : nil
    case .removeDependency:
      return isUnstarted && d != nil && !has(.dependsRemoved) ? .dependencies : nil
    case .setPriority:
      let isAnother = has(.priorityUnset) && command.priority != .normal
      return isUnstarted && isAnother ? .queuePriority : nil
    case .setCompletion:
      let isSet = has(.phaseNew) && has(.completionNone) && command.integer != 0
      return isSet ? .completionBlock : nil
    case .reportExecuting: return has(.reportNone) ? .isExecuting : nil
    case .reportFinished: return hasAny(FactSet.running) ? .isFinished : nil
    default: return nil
    }
  }

  /// Sets properties that are read again after the call, which has nothing to do with them.
  mutating func adorn(_ p: inout Draft) {
    if p.has(.setName), p.chance(6) {
      p.command(.setName, x, .integer(p.pick([1, 2])))
      adorned.append(.name)
    }
    if p.has(.setThreadPriority), p.chance(12) {
      p.command(.setThreadPriority, x, .integer(p.pick([75, 25])))
      adorned.append(.threadPriority)
    }
    if let q, p.has(.setQueueName), !has(.homeMain), p.chance(12) {
      p.command(.setQueueName, q, .integer(p.pick([1, 2])))
      adorned.append(.queueName)
    }
  }

  /// Looks at the operation before it goes anywhere: what was declared is to be there.
  func lookAhead(_ p: inout Draft) {
    guard p.chance(3), p.hasHandle(x) else { return }
    if hasAny([.kindBlock, .kindBlocks]), p.has(.executionBlockCount) {
      p.read(x, .executionBlockCount)
    }
    let verbs: [Verb] = [
      .priority, .dependencies, .hasCompletion, .quality, .isReady, .isAsynchronous,
    ]
    let verb = p.pick(verbs)
    if verb == .isReady, isReadyForCertain, !endsLate {
      p.until(.isReady, x)
    } else if p.has(verb) {
      p.read(x, verb)
    }
  }

  /// Waits until the operation, which nothing but its queue keeps, is ready.
  func awaitReadiness(_ p: inout Draft) {
    guard has(.phaseQueued), hasAny(FactSet.stopped), isReadyForCertain, p.hasHandle(x),
      p.chance(2)
    else { return }
    p.until(.isReady, x)
  }

  /// Whether all that the operation ever depended on has finished, and nothing else keeps it.
  private var isReadyForCertain: Bool {
    has(.dependsFinished) && hasAny([.secondNone, .secondFinished]) && has(.cancelledNo)
      && !has(.kindConditional) && has(.barrierNone) && !joins
  }
}
