import OQHistory
import OQSpecification

/// What stood between an operation and its start last: it says which rule about progress is broken
/// when an operation that should have begun has not, so that one fault is reported under one rule.
enum Obstacle: Sendable, Hashable {
  /// It never had a dependency, or they had all ended before a suspension held it up.
  case none
  /// It had one, but its queue does not start operations without dependencies either.
  case queue
  /// A dependency that was removed in time, and has not finished.
  case removed(OperationID)
  /// A dependency that was made when the operation may already have been started (ND-7).
  case late(OperationID)
  /// A dependency that a cancel certainly reached before its finish had shown.
  case cancelled(OperationID)
  /// A dependency that had certainly finished when it was made.
  case finishedBefore(OperationID)
  /// A dependency that has finished.
  case finished(OperationID)
}

extension Obstacle {
  /// The dependency that certainly has finished and was there until then.
  var finishedDependency: OperationID? {
    switch self {
    case .none, .queue, .removed, .late: nil
    case .cancelled(let dependency), .finishedBefore(let dependency), .finished(let dependency):
      dependency
    }
  }
}

extension Stall {
  /// The obstacle of an operation whose begin is owed.
  ///
  /// - Complexity: O(calls on the operation and its dependencies).
  func obstacle(of operation: OperationID) -> Obstacle {
    let links = index.links(of: operation)
    let offer = index[operation].firstOffer ?? index.end
    if !links.isEmpty, let queue = queue(of: operation) {
      if isStuck(queue) { return .queue }
      if wasHeldLast(by: queue, operation, links) { return .none }
    }
    if let link = links.first(where: { !isOver($0.dependency) && $0.isGone(before: ticket) }) {
      return .removed(link.dependency)
    }
    if let link = links.first(where: { $0.makings.contains { !$0.returned(before: offer) } }) {
      return .late(link.dependency)
    }
    if let link = links.first(where: { index[$0.dependency].timelyCancel != nil }) {
      return .cancelled(link.dependency)
    }
    if let link = links.first(where: { index.wasFinished($0) }) {
      return .finishedBefore(link.dependency)
    }
    return links.last.map { .finished($0.dependency) } ?? .none
  }
}

extension Stall {
  /// Whether the suspension of its queue was the last thing that held up an operation in it: all
  /// that it depends on had ended before the queue was suspended, so that no release can have been
  /// lost in between, and the resume came after its add.
  private func wasHeldLast(by queue: QueueID, _ operation: OperationID, _ links: [Link]) -> Bool {
    guard let span = index.suspensions(of: queue).lastEnded(before: ticket),
      let suspend = span.suspend, span.resume != nil,
      let added = index.onlyAdd(of: operation)?.returned, added < span.end
    else { return false }
    return links.allSatisfy { link in
      index[link.dependency].finishTrace.map { $0 < suspend.called } ?? false
    }
  }
}

extension HistoryIndex.OperationRecord {
  /// The first certain cancel that may have changed how the operation finished: a cancel of an
  /// operation that has finished changes nothing that its dependents could wait for.
  var timelyCancel: Call? {
    certainCancels.first { $0.called < finishShown ?? .max }
  }
}

extension HistoryIndex {
  /// Whether a dependency had certainly finished when it was made by a call.
  func wasFinished(_ link: Link) -> Bool {
    guard !link.isDeclared, let making = link.makings.first else { return false }
    return self[link.dependency].finishShown.map { $0 < making.called } ?? false
  }
}
