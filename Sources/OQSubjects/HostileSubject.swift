import Foundation
import OQAdapters
import OQHistory
import Synchronization

/// The reference queue with a misdeed: what a harness has to survive.
///
/// The misdeed happens in the command `cancel-all`, so that programs choose when.
package struct HostileSubject: Subject {
  /// What it does.
  package enum Misdeed: String, Sendable, CaseIterable {
    /// Writes to an address that is not there, inside the call.
    case segfault
    /// The same on a thread that is no lane.
    case segfaultElsewhere = "segfault-elsewhere"
    /// Traps inside the call.
    case trap
    /// Traps on a thread that is no lane.
    case trapElsewhere = "trap-elsewhere"
    /// Never returns, and never sleeps.
    case spin
    /// Never returns, and sleeps without a bound.
    case block
    /// Runs client code without end.
    case flood
    /// Runs client code without end, with pauses: the log fills slowly.
    case trickle
    /// Leaves a process behind that has left its session.
    case fork
    /// Leaves threads behind that wait for nothing.
    case threads
    /// Ends the process as if all were well.
    case exit
    /// Returns long after everybody could think that nothing will happen any more.
    case late
    /// Runs nothing that is added from then on, in no session.
    case deaf
    /// Runs no barrier that is added from then on, in no session, and keeps a thread that sleeps
    /// with a bound.
    case halfDeaf = "half-deaf"
    /// Stops the process.
    case stop
    /// Writes many lines to both standard streams and exits.
    case loud
    /// Ends the process as soon as a session is made.
    case session
    /// Bears the call in mind, and writes to an address that is not there when another session
    /// suspends a queue: a death that takes two programs.
    case grudge
  }

  /// Name, version, capabilities.
  package let description: SubjectDescription
  private let misdeed: Misdeed
  private let reference = ReferenceSubject()
  private let shared = Shared()

  /// A subject that does one misdeed.
  ///
  /// - Parameter misdeed: what it does.
  package init(_ misdeed: Misdeed) {
    self.misdeed = misdeed
    description = SubjectDescription(
      name: "hostile:\(misdeed.rawValue)", version: "1",
      capabilities: ReferenceSubject.capabilities)
  }

  /// See ``Subject/session(_:)``.
  package func session(_ probe: any Probe) -> any Session {
    if misdeed == .session { quickExit() }
    shared.sessions.add(1, ordering: .relaxed)
    return HostileSession(misdeed, reference.session(probe), probe, shared)
  }
}

/// What the sessions of a subject share.
private final class Shared: Sendable {
  let sessions = Atomic<Int>(0)
  let isDeaf = Atomic<Bool>(false)
  let losesBarriers = Atomic<Bool>(false)
  /// The session that bears a grudge; 0 for none.
  let grudge = Atomic<Int>(0)
}

private final class HostileSession: Session {
  private let misdeed: HostileSubject.Misdeed
  private let session: any Session
  private let probe: any Probe
  private let shared: Shared
  private let own: Int

  init(
    _ misdeed: HostileSubject.Misdeed, _ session: any Session, _ probe: any Probe, _ shared: Shared
  ) {
    self.misdeed = misdeed
    self.session = session
    self.probe = probe
    self.shared = shared
    own = shared.sessions.load(ordering: .relaxed)
  }

  func make(_ queue: QueueID) { session.make(queue) }

  func makeMain(_ queue: QueueID) { session.makeMain(queue) }

  func runMainLoop() { session.runMainLoop() }

  func endMainLoop() { session.endMainLoop() }

  func make(_ operation: OperationID, kind: Program.Kind, blocks: Int) {
    session.make(operation, kind: kind, blocks: blocks)
  }

  func drop(_ handle: Handle) { session.drop(handle) }

  func perform(_ command: Command) -> Outcome {
    if shared.isDeaf.load(ordering: .relaxed), command.verb == .add { return .done }
    if shared.losesBarriers.load(ordering: .relaxed), command.verb == .addBarrier { return .done }
    let grudge = shared.grudge.load(ordering: .relaxed)
    if grudge > 0, grudge != own, command.verb == .suspend { writeNowhere() }
    guard command.verb == .cancelAll else { return session.perform(command) }
    switch misdeed {
    case .segfault: writeNowhere()
    case .segfaultElsewhere: wait { writeNowhere() }
    case .trap: preconditionFailure("a call that must not be made")
    case .trapElsewhere: wait { preconditionFailure("a state that cannot be") }
    case .spin: while true { sched_yield() }
    case .block: wait {}
    case .flood: while true { probe.run(Callback(OperationID(0))) }
    case .trickle:
      while true {
        probe.run(Callback(OperationID(0)))
        usleep(500)
      }
    case .fork: leaveProcess()
    case .threads: for _ in 0..<4 { detach { while true { sched_yield() } } }
    case .exit, .session: quickExit()
    case .late: sleepLong()
    case .loud: shout()
    case .grudge:
      shared.grudge.store(own, ordering: .relaxed)
      return session.perform(command)
    case .deaf: shared.isDeaf.store(true, ordering: .relaxed)
    case .halfDeaf:
      shared.losesBarriers.store(true, ordering: .relaxed)
      detach { while true { sleep(1_000) } }
    case .stop:
      kill(getpid(), SIGSTOP)
      // Another thread may have taken the signal, and this one goes on for a moment.
      wait {}
    }
    return .done
  }

  /// Sleeps until somebody has made another session, which looks for quiescence, and then some
  /// more.
  private func sleepLong() {
    while shared.sessions.load(ordering: .relaxed) == own { usleep(5_000) }
    usleep(300_000)
  }

  /// Runs a closure on a thread of its own and never returns.
  private func wait(_ body: @escaping @Sendable () -> Void) -> Never {
    detach(body)
    let never = DispatchSemaphore(value: 0)
    while true { never.wait() }
  }
}

private func quickExit() -> Never { _exit(0) }

/// Writes more than any pipe holds, and ends the process.
private func shout() -> Never {
  for number in 1...100_000 {
    let line = Array("line \(number)\n".utf8)
    _ = write(number % 2 == 0 ? STDOUT_FILENO : STDERR_FILENO, line, line.count)
  }
  quickExit()
}

private func writeNowhere() {
  UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
}

private func detach(_ body: @escaping @Sendable () -> Void) {
  Thread.detachNewThread(body)
}

/// Starts a process that leaves the session and outlives its parent.
private func leaveProcess() {
  var process: pid_t = 0
  let words = ["/bin/sh", "-c", "setsid sleep 1000 & exit 0"]
  var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
  defer { for argument in arguments { free(argument) } }
  guard posix_spawn(&process, words[0], nil, nil, &arguments, nil) == 0 else { return }
  // A thread that slept meanwhile would be at rest on a machine that starts processes slowly.
  while waitpid(process, nil, WNOHANG) == 0 { sched_yield() }
}
