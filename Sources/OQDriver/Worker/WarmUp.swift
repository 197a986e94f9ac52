import OQAdapters
import OQHistory
import OQSystem
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Does once, in a zygote, what every worker would otherwise do for the first time: caches of the
/// run-time system are filled, pages are touched.
///
/// A program runs, on a subject that does nothing but call client code, with points that are
/// counted and a hold that nobody reaches; and a session of the real subject begins and ends,
/// without any object. That happens on a thread that is gone before anything is forked, so that
/// nothing of it is left to the first one.
package enum WarmUp {
  /// Runs to its end.
  ///
  /// - Parameter subject: makes the real subject; nil where there is none.
  /// - Returns: whether workers with the subject can be forked; false where it is served by the
  ///   first thread of a process that was started.
  static func run(_ subject: @escaping @Sendable () -> (any Subject)?) -> Bool {
    let result = Rehearsal(subject)
    let rehearsal = Unmanaged.passRetained(result)
    #if canImport(Darwin)
      var thread: pthread_t?
      guard pthread_create(&thread, nil, rehearse, rehearsal.toOpaque()) == 0, let thread else {
        return false
      }
    #else
      var thread = pthread_t()
      guard pthread_create(&thread, nil, rehearse, rehearsal.toOpaque()) == 0 else { return false }
    #endif
    pthread_join(thread, nil)
    return !result.needsStart.load(ordering: .relaxed)
  }

  /// Everything that most programs have.
  package static let program = """
    oqprogram 1
    queue q limit=1 suspended
    op a
    op b kind=block blocks=2
    op c deps=a completion priority=high
    op d
    in d: hold
    client 1
      add q a
      resume q
      until begin a
      add-group q b,c
      until end c.completion
      open d
      add q d
      is-finished a
      operations q
      drop a
      until is-finished b true
      wait-all q
    """

  /// What the thread has to do.
  fileprivate final class Rehearsal: Sendable {
    private let subject: @Sendable () -> (any Subject)?
    /// Whether workers must be started.
    let needsStart = Atomic(false)

    init(_ subject: @escaping @Sendable () -> (any Subject)?) { self.subject = subject }

    func run() {
      PointKeeper.prepare()
      guard let run = WarmUp.runProgram(), let log = try? MappedLog.inProcess(capacity: 1),
        let subject = subject()
      else { return }
      // What serves it must be the first thread of a process that was started.
      guard subject.firstThread == nil else { return needsStart.store(true, ordering: .relaxed) }
      // Its calls are points of the rehearsed program, as those of the real ones will be.
      _ = PointKeeper.enter(LaneCode(.client(1)), .call(0), run: run.pointRun)
      _ = subject.session(ProgramRun(run.program, log: log))
      _ = PointKeeper.leave()
      _ = run.points?.end().lines(in: run.program)
    }
  }

  /// A point in the last call of the program, which its subject does not have.
  private static func hold(in program: Program) -> Hold {
    Hold(
      at: SubjectPoint(
        .client(1), .call(program.clients[0].steps.count - 1), .mutexLock, caller: "nobody"))
  }

  /// Runs the program.
  ///
  /// - Returns: the run, whose points are still counted; nil for a fault of the suite.
  private static func runProgram() -> ProgramRun? {
    guard let written = try? Program(parsing: WarmUp.program),
      case .run(let program, _, _)? = WorkerRequest(WorkerRequest.run(written).description),
      let log = try? MappedLog.inProcess(capacity: 1000)
    else { return nil }
    let order = [Pins.Pin(.client(1), .call(0))]
    let run = ProgramRun(
      program, log: log, following: Pins(order, holding: [hold(in: program)]), points: .counted)
    guard run.prepare(RehearsedSubject(), thread: 0) else { return nil }
    for client in program.clients { run.runClient(client, thread: 0) }
    run.board.wait(microseconds: 0) { run.board.runningLanes == 0 }
    _ = run.board.areAllPausedOrInside
    run.board.close()
    _ = run.takeSession()
    _ = log.isWhole && log.advanceEpoch() == 0 && StandardStreams.areFull
    let ending = WorkerReply.Ending(.completed, isReusable: true, adapterLied: false)
    _ = MessageBuffer.frame(WorkerReply.ended(ending).description)
    let own = HarnessThreads.all.union([Int32(truncatingIfNeeded: oq_thread_id())])
    _ = ThreadCensus.take(alarms: true)?.hasTimedWaits(excluding: own)
    _ = ThreadCensus.take(alarms: true, excluding: own)
    Canary.prepare(CanaryRoute.plain + CanaryRoute.awaited(in: program) { _ in false })
    return run
  }
}

#if canImport(Darwin)
  private func rehearse(_ context: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<WarmUp.Rehearsal>.fromOpaque(context).takeRetainedValue().run()
    return nil
  }
#else
  private func rehearse(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let context {
      Unmanaged<WarmUp.Rehearsal>.fromOpaque(context).takeRetainedValue().run()
    }
    return nil
  }
#endif

/// A subject without threads: what is added is called on the spot.
private struct RehearsedSubject: Subject {
  let description = SubjectDescription(name: "rehearsal", version: "1", capabilities: [])

  func session(_ probe: any Probe) -> any Session { RehearsedSession(probe) }
}

private final class RehearsedSession: Session {
  private let probe: any Probe

  init(_ probe: any Probe) { self.probe = probe }

  func make(_ queue: QueueID) {}
  func makeMain(_ queue: QueueID) {}
  func runMainLoop() {}
  func endMainLoop() {}
  func make(_ operation: OperationID, kind: Program.Kind, blocks: Int) {}
  func drop(_ handle: Handle) {}

  func perform(_ command: Command) -> Outcome {
    switch command.verb {
    case .add, .addGroup:
      for operation in command.operands {
        probe.run(Callback(operation))
        probe.run(Callback(operation, .completion))
      }
      return .done
    case .isFinished: return .returned(.boolean(true))
    case .operations: return .returned(.operations(command.operands))
    default: return .done
    }
  }
}
