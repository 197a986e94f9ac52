import OQHistory
import OQSpecification

/// What an adapter says of the implementation under test.
package struct SubjectDescription: Sendable, Hashable {
  /// The name used on the command line and in reports.
  package let name: String
  /// The implementation's version, as it calls itself.
  package let version: String
  /// What the implementation offers beyond the smallest subject, in the order of the cases.
  package let capabilities: [Capability]
  /// Longest time, in seconds, that the implementer allows one step to take; nil says nothing.
  package let stepBound: Double?

  /// Describes an implementation.
  ///
  /// - Parameters:
  ///   - name: the name used on the command line and in reports.
  ///   - version: the implementation's version.
  ///   - capabilities: what it offers; order and repetitions do not matter.
  ///   - stepBound: longest time of one step, in seconds.
  package init(
    name: String, version: String, capabilities: some Sequence<Capability>,
    stepBound: Double? = nil
  ) {
    self.name = name
    self.version = version
    self.capabilities = Set(capabilities).sorted()
    self.stepBound = stepBound
  }

  /// Whether the implementation offers everything in a list.
  ///
  /// - Parameter needs: capabilities that a rule or a verb needs.
  /// - Returns: true if none of them is missing.
  package func offers(_ needs: some Sequence<Capability>) -> Bool {
    needs.allSatisfy(capabilities.contains)
  }
}

/// An implementation under test, as the driver sees it.
package protocol Subject: Sendable {
  /// Name, version, capabilities.
  var description: SubjectDescription { get }

  /// The name by which an executable that is started as a worker makes the subject.
  var workerName: String { get }

  /// The same subject as far as it can be driven while another thread is the first of the process.
  ///
  /// A worker leaves its first thread to main loops; a command that drives a subject in its own
  /// process does not.
  var besideFirstThread: any Subject { get }

  /// What the first thread of the process does for the subject in every program; nil where only
  /// programs with a main queue need that thread.
  var firstThread: (any FirstThreadService)? { get }

  /// A correct subject that goes the same ways, and whose canaries fly where those of this one do
  /// not come back; nil where there is none.
  var standIn: (any Subject)? { get }

  /// Begins a program: everything made in the session dies with it.
  ///
  /// - Parameter probe: what the session calls wherever the implementation calls client code.
  /// - Returns: an empty session.
  func session(_ probe: any Probe) -> any Session
}

extension Subject {
  /// A bundled subject is made by the name that reports show.
  package var workerName: String { description.name }

  /// A subject without a main queue, or with one on any thread, is the same.
  package var besideFirstThread: any Subject { self }

  /// A subject without a main queue, or with one of its own, does not need the first thread.
  package var firstThread: (any FirstThreadService)? { nil }

  /// Most subjects answer for themselves.
  package var standIn: (any Subject)? { nil }
}

/// The objects of one program, and the calls on them.
///
/// Calls come from several lanes at once; a session adds no order between them beyond what its
/// tables of objects need, and keeps no reference to an object that the program has dropped.
package protocol Session: AnyObject, Sendable {
  /// Makes a queue with default properties.
  ///
  /// - Parameter queue: how commands will name it.
  func make(_ queue: QueueID)

  /// Makes a dispatch queue. Asked of subjects with the capability `dispatch`.
  ///
  /// - Parameters:
  ///   - queue: how commands will name it.
  ///   - kind: how many of its tasks run at once.
  func make(_ queue: QueueID, dispatch kind: DispatchKind)

  /// Names the main queue, which nobody makes. Asked of subjects with the capability `mainQueue`.
  ///
  /// - Parameter queue: how commands will name it.
  func makeMain(_ queue: QueueID)

  /// Runs the main loop on the calling thread, which is the main thread of the session, until
  /// ``endMainLoop()`` was called, also before; called once, beside the lanes, if the program has a
  /// main queue.
  func runMainLoop()

  /// Ends the main loop, now and for ever. What it is running is not interrupted.
  func endMainLoop()

  /// Makes an operation of a kind, with default properties.
  ///
  /// Nothing is made for kinds without a handle: their block is given when it is added.
  ///
  /// - Parameters:
  ///   - operation: how commands and callbacks will name it.
  ///   - kind: its class.
  ///   - blocks: number of execution blocks (kind `block`).
  func make(_ operation: OperationID, kind: Program.Kind, blocks: Int)

  /// Makes one call, synchronously, on the calling thread.
  ///
  /// - Parameter command: the call; its handles were made and are not dropped.
  /// - Returns: how it ended; a trap does not return.
  func perform(_ command: Command) -> Outcome

  /// Drops the client's reference to an object.
  ///
  /// - Parameter handle: an object that was made.
  func drop(_ handle: Handle)
}

extension Session {
  /// An implementation without dispatch queues makes a queue like any other.
  package func make(_ queue: QueueID, dispatch kind: DispatchKind) { make(queue) }

  /// An implementation without a main queue makes one like any other.
  package func makeMain(_ queue: QueueID) { make(queue) }

  /// An implementation without a main queue has no main loop.
  package func runMainLoop() {}

  /// An implementation without a main queue has no main loop.
  package func endMainLoop() {}
}

/// What an adapter calls at every point where the implementation calls client code.
package protocol Probe: AnyObject, Sendable {
  /// Client code is entered: records it, holds it, runs the lane's script.
  ///
  /// - Parameter callback: which code, with occurrence 1; the probe counts.
  /// - Returns: what must be given back to ``leave(_:)``, and what a getter must return.
  func enter(_ callback: Callback) -> Entry

  /// Client code is about to return.
  ///
  /// - Parameter entry: the answer of the matching ``enter(_:)``.
  func leave(_ entry: Entry)

  /// Notes a moment of the calling thread. Only a subject that tells moments calls it; nothing is
  /// noted unless said otherwise.
  ///
  /// - Parameter moment: what is about to happen, or just has.
  func note(_ moment: Moment)
}

/// What a subject that looks into itself can tell of the calling thread beside what clients see.
package enum Moment: UInt8, Sendable, CaseIterable {
  /// A call that the thread is making can take effect from here on, unless it could before.
  case callBegins = 1
  /// A call that the thread is making has taken effect, unless it goes on.
  case callEnds
  /// The task of an operation, or one of its blocks, is under way from here on.
  case taskBegins
  /// The task, or the block, that the thread has run was under way up to here.
  case taskEnded
}

/// One entry of client code.
package struct Entry: Sendable {
  /// The callback with its occurrence; nil once the program is over and nothing is recorded.
  package let callback: Callback?

  /// What the thread was doing for the subject when the code was entered, for the probe alone: a
  /// lane and what it did, 0 for nothing.
  package var place: (lane: UInt64, span: UInt64) = (0, 0)

  /// Identifies an entry.
  package init(_ callback: Callback?) { self.callback = callback }
}

extension Probe {
  /// See the requirement.
  package func note(_ moment: Moment) {}

  /// Runs client code that consists of the probe alone: a body, a block, a completion block.
  ///
  /// - Parameter callback: which code, with occurrence 1.
  package func run(_ callback: Callback) { leave(enter(callback)) }
}
