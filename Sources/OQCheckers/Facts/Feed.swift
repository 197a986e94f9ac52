import OQHistory
import OQSpecification

/// One call of an observer, with what it read.
struct Notification: Sendable {
  /// From its entry to its return.
  let interval: Interval
  /// Reads of what it observes that it made and that came back, by call ticket.
  let reads: [Call]

  /// Ticket of its entry.
  var begin: Ticket { interval.begin }

  /// The last value of a boolean accessor that it read; nil where it did not read it.
  func value(_ accessor: Verb) -> Bool? {
    reads.last { $0.command.verb == accessor && $0.outcome?.boolean != nil }?.outcome?.boolean
  }
}

/// What one observer of one property of one object was told.
///
/// An observer is called after a change. So its entry is recorded after the change, and what it
/// reads was true after the change too; how long after is free (ND-16). A change that is announced
/// on the thread that goes on with the operation is announced before whatever that thread records
/// next.
struct Feed: Sendable {
  /// The operation that stands for the observer.
  let observer: OperationID
  /// What is observed.
  let property: Property
  /// The call that attached it, the only one for this observer.
  let attached: Call
  /// Its calls, by begin.
  let notifications: [Notification]

  /// Its calls that began after a ticket.
  func notifications(after ticket: Ticket) -> [Notification] {
    notifications.filter { $0.begin > ticket }
  }
}

extension HistoryIndex {
  /// Whether the harness keeps some observer inside its call, which then may hold up whatever
  /// changed the property.
  ///
  /// One that is inside a call of its own is kept there by the implementation.
  ///
  /// - Complexity: O(notifications + calls).
  var hasHeldObserver: Bool {
    let held = operations.flatMap(\.notifications).filter { $0.end == nil }
    guard !held.isEmpty else { return false }
    let calling = Set(calls.filter { $0.returned == nil }.map(\.lane))
    return held.contains { !calling.contains(.callback($0.callback)) }
  }

  /// The feeds of observers of a property that were attached once and accepted, with the object
  /// that each observes.
  ///
  /// - Parameter properties: what is observed.
  /// - Returns: the feeds, by the position of the observer.
  /// - Complexity: O(calls + notifications).
  func feeds(of properties: Property...) -> [Feed] {
    var attachments: [OperationID: [Call]] = [:]
    var reads: [Callback: [Call]] = [:]
    for call in calls {
      if call.command.verb.isObservation, let observer = call.command.operands.first {
        attachments[observer, default: []].append(call)
      } else if let callback = call.lane.callback, callback.point == .observer, call.succeeded,
        call.command.verb.isRead
      {
        reads[callback, default: []].append(call)
      }
    }
    return operations.compactMap { record in
      guard record.declaration.kind == .observer, let calls = attachments[record.id],
        calls.count == 1, let attached = calls.first, attached.succeeded,
        let property = attached.command.property, properties.contains(property)
      else { return nil }
      let notifications = record.notifications.map {
        Notification(
          interval: $0,
          reads: reads[$0.callback, default: []].filter {
            $0.command.target == attached.command.target
          })
      }
      return Feed(
        observer: record.id, property: property, attached: attached,
        notifications: notifications)
    }
  }
}

extension Stall {
  /// Whether a notification of something that has happened certainly has come: enough of the
  /// subject is free to deliver it.
  ///
  /// A completion block that is held may have the thread, or the lock, that it needs.
  var mayDeliver: Bool { !isFrozen && !isCrowded && !holdsCompletion }
}
