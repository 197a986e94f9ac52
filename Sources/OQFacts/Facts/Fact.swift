/// What matters to a call: one value of one aspect of the operation that it is about, of the queue
/// that it is about, or of its caller.
///
/// The name of a case is its aspect, then its value. This list is the table from which everything
/// else follows: what is read (``FactReader``), which facts cannot meet (``Exclusion``), how a
/// program brings each of them about (``Stage``), and what a campaign has reached.
package enum Fact: UInt8, Sendable, Hashable, CaseIterable {
  // The operation: where it is in its life.
  case phaseNew, phaseQueued, phaseStarting, phaseExecuting, phaseFinished
  // Whether it is ready, and why not.
  case readyYes, readyDependency, readyCondition, readyBoth, readyPast
  // In which phase it was cancelled.
  case cancelledNo, cancelledNew, cancelledQueued, cancelledRunning, cancelledFinished
  // Its class.
  case kindTask, kindBlock, kindBlocks, kindBase, kindConditional, kindAsynchronous, kindFlagged
  case kindInvocation, kindProcedure
  // What it depends on.
  case dependsNot, dependsNew, dependsWaiting, dependsRunning, dependsLater, dependsFinished
  case dependsRemoved, dependsCancelled
  // What else it depends on.
  case secondNone, secondFinished, secondRunning, secondWaiting
  // What depends on it.
  case dependentsNone, dependentsNew, dependentsWaiting
  // Its completion block.
  case completionNone, completionSet, completionRunning, completionDone
  // Whether somebody observes one of its properties.
  case observedNo, observedYes
  // The client's reference to it.
  case referenceKept, referenceDropped
  // How it came to be run.
  case entryNone, entryAlone, entryGroup, entryInside, entryCompletion, entryHand
  // Where a custom operation reported first.
  case reportNone, reportInside, reportAfter
  // When its priority was set.
  case priorityUnset, priorityEarly, priorityLate
  // Whether its quality of service was set.
  case qualityUnset, qualitySet
  // What keeps it in its queue, the strongest reason.
  case heldNot, heldSuspension, heldLimit, heldBarrier, heldCondition, heldDependency
  // The queue: what else is in it.
  case loadNone, loadEmpty, loadWaiting, loadRunning, loadFull
  case suspendedNot, suspendedFirst, suspendedLate
  case limitNone, limitOne, limitSome, limitZero, limitLowered
  case barrierNone, barrierWaiting, barrierRunning
  // What the queue had been through when the operation came into it: the strongest.
  case pastNone, pastUsed, pastSuspended, pastLimited, pastBarrier, pastCancelled
  // Who waits.
  case waitedNot, waitedQueue, waitedOperation
  // What kind of queue it is.
  case homePlain, homeMain, homeUnderlying, homeQuality
  // The client's reference to the queue.
  case ownerKept, ownerDropped
  // Who makes the call.
  case callerClient, callerRace, callerTask, callerElsewhere, callerOwn, callerBlock
  case callerCompletion, callerStart, callerObserver, callerGetter

  /// What the fact is a value of.
  package var aspect: Aspect { Fact.aspects[Int(rawValue)] }

  /// The text form, such as `phase=queued`.
  package var text: String { Fact.texts[Int(rawValue)] }

  /// The fact with a text form.
  ///
  /// - Parameter text: such as `phase=queued`.
  /// - Complexity: O(number of facts).
  package init?(text: some StringProtocol) {
    guard let place = Fact.texts.firstIndex(where: { $0 == text }) else { return nil }
    self = Fact.allCases[place]
  }

  private static let parts: [(aspect: String, value: String)] = allCases.map { fact in
    let name = "\(fact)"
    let cut = name.firstIndex(where: \.isUppercase) ?? name.endIndex
    return (String(name[..<cut]), name[cut...].lowercased())
  }
  private static let texts = parts.map { "\($0.aspect)=\($0.value)" }
  private static let aspects = parts.map { Aspect(name: $0.aspect) }
}

/// What can be asked of an operation, a queue or a caller; the facts are its values.
package struct Aspect: Sendable, Hashable {
  /// Its place among all aspects.
  package let place: Int

  /// The name, such as `phase`.
  package var name: String { Aspect.names[place] }
  /// Its values.
  package var facts: FactSet { Aspect.values[place] }

  /// All aspects, in the order of the table.
  package static let all = names.indices.map { Aspect(place: $0) }

  private init(place: Int) { self.place = place }

  fileprivate init(name: String) {
    self.init(place: Aspect.names.firstIndex(of: name) ?? 0)
  }

  private static func name(of fact: Fact) -> String {
    String("\(fact)".prefix { !$0.isUppercase })
  }
  private static let names: [String] = Fact.allCases.map(name).reduce(into: []) { names, name in
    if names.last != name { names.append(name) }
  }
  private static let values: [FactSet] = names.map { name in
    FactSet(Fact.allCases.filter { Aspect.name(of: $0) == name })
  }
}
