import OQHistory
import OQPrograms

/// The facts that may occur in programs about a verb.
enum FactDomain {
  /// The facts that a vocabulary has words for, without those with which a verb cannot be called.
  static func of(_ verb: Verb, _ vocabulary: Vocabulary) -> FactSet {
    guard !verb.isDispatch, vocabulary.contains(verb), vocabulary.contains(.task) else {
      return []
    }
    var domain = offered(vocabulary)
    if verb.entry.family == .queue {
      domain = domain - [.loadNone, .ownerDropped, .entryHand]
      if !verb.isAdd || verb == .addBlock { domain = domain - [.phaseNew] }
      domain = domain - withoutQueueCalls(verb, vocabulary)
    } else {
      domain = domain - [.referenceDropped]
      domain = domain - withoutOperationCalls(verb, vocabulary)
    }
    // Observers look, and what looks at a property does not wait.
    if !verb.isRead || verb.entry.mayBlock { domain = domain - [.callerObserver] }
    if verb.entry.mayBlock {
      domain = domain - callersThatNeverReturn(from: verb) - [.callerGetter]
      if !vocabulary.contains(.clients) { domain = domain - [.callerClient] }
    }
    return domain
  }

  /// Callers that would wait for themselves, for a slot that they keep, or for a queue in which an
  /// operation may be listed until its completion block has ended (ND-19).
  private static func callersThatNeverReturn(from verb: Verb) -> FactSet {
    let never: FactSet = [.callerOwn, .callerBlock, .callerStart]
    return verb == .wait ? never : never | [.callerTask, .callerCompletion]
  }

  /// The facts that a vocabulary has words for.
  private static func offered(_ vocabulary: Vocabulary) -> FactSet {
    var domain = FactSet.all
    func need(_ isOffered: Bool, for facts: FactSet) { if !isOffered { domain = domain - facts } }
    let v = vocabulary
    need(v.contains(.block), for: [.kindBlock, .kindBlocks, .callerBlock])
    need(v.contains(.base), for: [.kindBase])
    need(
      v.contains(.conditional) && v.contains(.setCondition) && v.contains(.notifyReady),
      for: [.kindConditional])
    need(
      v.contains(.asynchronous) && v.contains(.reportFinished) && v.contains(.reportExecuting)
        && v.contains(.notifyFinished), for: [.kindAsynchronous])
    need(v.contains(.flagged), for: [.kindFlagged])
    need(v.contains(.invocation), for: [.kindInvocation])
    need(v.contains(.procedure), for: [.kindProcedure])
    need(
      v.contains(.addDependency),
      for: FactSet.open | FactSet.secondOpen
        | [.dependsFinished, .dependsRemoved, .secondFinished])
    need(v.contains(.removeDependency), for: [.dependsRemoved])
    need(
      v.contains(.setCompletion),
      for: [
        .completionSet, .completionRunning, .completionDone, .callerCompletion, .entryCompletion,
      ])
    need(v.contains(.observe) && v.contains(Program.Kind.observer), for: [.observedYes])
    need(v.contains(.drops), for: [.referenceDropped, .ownerDropped])
    need(v.contains(.addGroup), for: [.entryGroup])
    need(v.contains(.start) && v.contains(.clients), for: [.entryHand])
    need(v.contains(.setPriority), for: [.priorityEarly, .priorityLate])
    need(v.contains(.setQuality), for: [.qualitySet])
    need(
      v.contains(.suspend) && v.contains(.resume),
      for: FactSet.stopped | [.heldSuspension, .cancelledQueued, .pastSuspended])
    need(v.contains(.setLimit) && v.contains(.misuse), for: [.limitZero])
    need(v.contains(.setLimit), for: [.limitLowered, .pastLimited])
    need(v.contains(.cancelAll), for: [.pastCancelled])
    need(
      v.contains(.addBarrier) && v.contains(Program.Kind.barrier),
      for: [.barrierWaiting, .barrierRunning, .heldBarrier, .pastBarrier])
    need(v.contains(.waitAll) && v.contains(.clients), for: [.waitedQueue])
    need(v.contains(.wait) && v.contains(.clients), for: [.waitedOperation])
    need(v.contains(.isMain), for: [.homeMain])
    need(v.contains(.setUnderlyingQueue), for: [.homeUnderlying])
    need(v.contains(.setQueueQuality), for: [.homeQuality])
    need(v.contains(.clients), for: [.callerRace])
    need(
      v.contains(.observe) && v.contains(Program.Kind.observer) && v.contains(.cancel),
      for: [.callerObserver])
    need(v.contains(.conditional) && v.contains(.isReady), for: [.callerGetter])
    return domain
  }

  /// The facts with which a call on a queue is not made.
  private static func withoutQueueCalls(_ verb: Verb, _ vocabulary: Vocabulary) -> FactSet {
    switch verb {
    case .suspend, .resume, .setLimit, .setQueueQuality, .cancelAll: [.homeMain]
    // What is in the queue may make it refuse.
    case .setUnderlyingQueue: vocabulary.contains(.misuse) ? [.homeMain] : .all
    default: []
    }
  }

  /// The facts with which a call on an operation is not made.
  private static func withoutOperationCalls(
    _ verb: Verb, _ vocabulary: Vocabulary
  ) -> FactSet {
    let kinds = Fact.kindTask.aspect.facts
    let late = Fact.phaseNew.aspect.facts - [.phaseNew]
    let mayMisuse = vocabulary.contains(.misuse)
    switch verb {
    case .addExecutionBlock:
      return kinds - [.kindBlock, .kindBlocks] | (mayMisuse ? [] : late - [.phaseQueued])
    case .executionBlockCount: return kinds - [.kindBlock, .kindBlocks]
    case .setCondition, .notifyReady: return kinds - [.kindConditional]
    case .reportExecuting, .reportFinished, .storeFinished, .notifyFinished:
      return kinds - [.kindAsynchronous] | [.phaseNew, .phaseQueued, .phaseFinished]
    case .receiver, .method, .methodArgument, .makesInvocation:
      return kinds - [.kindInvocation, .kindProcedure]
    case .result:
      return kinds - [.kindInvocation, .kindProcedure]
        | (mayMisuse ? [] : FactSet.all & [.phaseNew, .phaseQueued, .kindProcedure])
    case .throwError:
      return Fact.callerClient.aspect.facts - [.callerOwn]
        | kinds - [.kindTask, .kindInvocation, .kindProcedure]
    case .start:
      return mayMisuse ? [] : late | [.readyDependency, .readyCondition, .readyBoth]
    case .addDependency: return mayMisuse ? [] : late
    case .setCompletion: return mayMisuse ? [] : late - [.phaseQueued]
    default: return []
    }
  }
}
