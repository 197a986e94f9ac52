import Foundation
import OQAdapters
import OQHistory
import OQMutants
import OQSpecification
import Synchronization

/// The dispatch library as a subject: queues, groups, semaphores, barriers, sources.
package struct DispatchSubject: Subject {
  /// Name, version, capabilities.
  package let description: SubjectDescription
  private let behavior: DispatchBehavior

  /// What the library offers on Linux: no sources of processes, and no Mach ports.
  package static let capabilities: [Capability] = [
    .dispatch, .threadIdentity, .currentQueue, .sources, .timerSource, .signalSource,
    .descriptorSource, .customSource, .mainQueue,
  ]

  /// The library of the running toolchain or system behind a facade.
  ///
  /// - Parameters:
  ///   - name: the name used on the command line and in reports.
  ///   - behavior: the decisions of the facade.
  package init(name: String = "dispatch", behavior: DispatchBehavior = .standard) {
    self.init(name, behavior, DispatchSubject.capabilities)
  }

  private init(_ name: String, _ behavior: DispatchBehavior, _ capabilities: [Capability]) {
    // Where its pool of threads is exhausted, the library adds one a second; nothing else delays
    // it.
    description = SubjectDescription(
      name: name, version: FoundationSubject().description.version,
      capabilities: capabilities, stepBound: 5)
    self.behavior = behavior
  }

  /// Without the main queue, which the first thread alone runs.
  package var besideFirstThread: any Subject {
    DispatchSubject(
      description.name, behavior, DispatchSubject.capabilities.filter { $0 != .mainQueue })
  }

  /// See ``Subject/session(_:)``.
  package func session(_ probe: any Probe) -> any Session { DispatchSession(probe, behavior) }
}

/// The objects of one program about the dispatch library.
private final class DispatchSession: Session {
  /// What is no queue.
  private enum Object: Sendable {
    case group(FacadeGroup)
    case semaphore(FacadeSemaphore)
    case once(FacadeOnce)
    /// A source that is not made before it is activated.
    case plan(Program.Kind)
    case source(FacadeSource)
  }

  private let probe: any Probe
  private let behavior: DispatchBehavior
  private let queues = ObjectTable<FacadeQueue>()
  private let objects = ObjectTable<Object>()
  private let deadlines = Mutex<[OperationID: DispatchTime]>([:])
  // The task with a deadline that was submitted last.
  private let latest = Mutex<OperationID?>(nil)
  private let kept = Mutex<[@Sendable () -> Void]>([])
  // The source that reads from a descriptor, which one that writes shares with it.
  private let reader = Mutex<FacadeSource?>(nil)
  // Nil without a main queue.
  private let mainLoop = Mutex<MainLoop?>(nil)

  /// How far ahead the deadline of a task lies.
  private static let delay = DispatchTimeInterval.milliseconds(20)

  init(_ probe: any Probe, _ behavior: DispatchBehavior) {
    self.probe = probe
    self.behavior = behavior
  }

  /// Queues of operations are not offered.
  func make(_ queue: QueueID) { queues.append(nil, at: queue.index) }

  func make(_ queue: QueueID, dispatch kind: DispatchKind) {
    queues.append(FacadeQueue(queue, kind, behavior), at: queue.index)
  }

  func makeMain(_ queue: QueueID) {
    mainLoop.withLock { $0 = $0 ?? MainLoop() }
    queues.append(FacadeQueue(main: queue, behavior), at: queue.index)
  }

  func runMainLoop() { mainLoop.withLock(\.self)?.run() }

  func endMainLoop() { mainLoop.withLock(\.self)?.end() }

  func make(_ operation: OperationID, kind: Program.Kind, blocks: Int) {
    let probe = probe
    let object: Object? =
      switch kind {
      case .group: .group(FacadeGroup(behavior))
      case .semaphore: .semaphore(FacadeSemaphore(behavior))
      case .once: .once(FacadeOnce(behavior) { probe.run(Callback(operation)) })
      default: kind.isSource ? .plan(kind) : nil
      }
    objects.append(object, at: operation.index)
  }

  func drop(_ handle: Handle) {
    switch handle {
    case .operation(let operation): objects.drop(operation.index)
    case .queue(let queue): queues.drop(queue.index)
    }
  }

  func perform(_ command: Command) -> Outcome {
    if behavior.async == .keeps { releaseKept() }
    switch command.target {
    case .queue(let queue):
      guard let object = queues[queue.index] else { return .unsupported }
      return perform(command, on: object)
    case .operation(let operation):
      if command.verb == .isDue { return isDue(operation) }
      switch objects[operation.index] {
      case .group(let group): return perform(command, on: group)
      case .semaphore(let semaphore): return perform(command, on: semaphore)
      case .once(let once): return command.verb == .once && once.run() ? .done : .unsupported
      case .source(let source): return perform(command, on: source)
      case .plan: return performBeforeActivation(command)
      case nil: return .unsupported
      }
    }
  }

  private func perform(_ command: Command, on queue: FacadeQueue) -> Outcome {
    switch command.verb {
    case .isCurrent: return .returned(.boolean(queue.isCurrent))
    case .isMain: return .returned(.boolean(queue.isMain))
    case .countUp: queue.countUp(on: threadNumber)
    case .counted: return .returned(.integer(queue.counted))
    case .activate: return activate(command, on: queue)
    default:
      guard let code = command.operands.last else { return .unsupported }
      let probe = probe
      return submit(command, to: queue) { probe.run(Callback(code)) }
    }
    return .done
  }

  private func submit(
    _ command: Command, to queue: FacadeQueue, _ task: @escaping @Sendable () -> Void
  ) -> Outcome {
    switch command.verb {
    case .async: async(queue, task)
    case .sync: if behavior.syncWaits { queue.sync(task) } else { queue.async(task) }
    case .asyncBarrier: queue.barrier(task)
    case .asyncGroup, .groupNotify:
      guard case .group(let group)? = command.operands.first.flatMap({ objects[$0.index] }) else {
        return .unsupported
      }
      if command.verb == .asyncGroup {
        group.async(on: queue, task)
      } else {
        group.notify(queue.target, task)
      }
    case .asyncAfter:
      guard let code = command.operands.last else { return .unsupported }
      let deadline = DispatchTime.now() + DispatchSession.delay
      deadlines.withLock { $0[code] = deadline }
      queue.target.asyncAfter(deadline: behavior.awaitsDeadline ? deadline : .now()) {
        [self] in
        if behavior.keepsEveryDeadline || latest.withLock({ $0 == code }) { task() }
      }
      latest.withLock { $0 = code }
    default: return .unsupported
    }
    return .done
  }

  private func async(_ queue: FacadeQueue, _ task: @escaping @Sendable () -> Void) {
    switch behavior.async {
    case .returns: return queue.async(task)
    case .keeps where queue.isFirst: return queue.async(task)
    case .keeps: return kept.withLock { $0.append({ queue.async(task) }) }
    case .waitsInTasks where !queue.isCurrent: return queue.async(task)
    case .waits, .waitsInTasks: break
    }
    let end = DispatchSemaphore(value: 0)
    queue.async {
      task()
      end.signal()
    }
    end.wait()
  }

  /// Submits what was left to the next call.
  private func releaseKept() {
    let kept = kept.withLock { kept in
      defer { kept = [] }
      return kept
    }
    for submit in kept { submit() }
  }

  private func activate(_ command: Command, on queue: FacadeQueue) -> Outcome {
    guard let code = command.operands.last else { return .unsupported }
    let kind: Program.Kind
    switch objects[code.index] {
    case .plan(let planned): kind = planned
    case .source(let source): kind = source.kind
    default: return .unsupported
    }
    let probe = probe
    let run: @Sendable (Point) -> @Sendable () -> Void = { point in
      { probe.run(Callback(code, point)) }
    }
    let handlers = FacadeSource.Code(
      event: run(.body), registration: run(.registration), cancellation: run(.cancellation))
    let partner = kind == .writeSource ? reader.withLock(\.self) : nil
    guard let source = FacadeSource(kind, on: queue, beside: partner, behavior, handlers) else {
      return .unsupported
    }
    if kind == .readSource { reader.withLock { $0 = source } }
    objects.append(.source(source), at: code.index)
    source.activate()
    return .done
  }

  /// Nothing is watched, so nothing comes of an event.
  private func performBeforeActivation(_ command: Command) -> Outcome {
    switch command.verb {
    case .trigger, .cancelSource: .done
    case .reported: .returned(.integer(0))
    default: .unsupported
    }
  }

  private func perform(_ command: Command, on source: FacadeSource) -> Outcome {
    switch command.verb {
    case .trigger: return source.trigger(command.integer ?? 0) ? .done : .unsupported
    case .reported: return .returned(.integer(source.reported))
    case .cancelSource: source.cancel()
    default: return .unsupported
    }
    return .done
  }

  private func isDue(_ operation: OperationID) -> Outcome {
    let deadline: DispatchTime
    if case .source(let source)? = objects[operation.index] {
      deadline = source.deadline
    } else if let noted = deadlines.withLock({ $0[operation] }) {
      deadline = noted
    } else {
      return .returned(.boolean(true))
    }
    return .returned(.boolean(DispatchTime.now() + .milliseconds(1) >= deadline))
  }

  private func perform(_ command: Command, on group: FacadeGroup) -> Outcome {
    switch command.verb {
    case .groupEnter: group.enter()
    case .groupLeave: group.leave()
    case .groupWait: group.wait()
    default: return .unsupported
    }
    return .done
  }

  private func perform(_ command: Command, on semaphore: FacadeSemaphore) -> Outcome {
    switch command.verb {
    case .signal: semaphore.signal()
    case .waitSignal: semaphore.wait()
    default: return .unsupported
    }
    return .done
  }

  /// A number of the calling thread while it lives.
  private var threadNumber: UInt64 { UInt64(UInt(bitPattern: ObjectIdentifier(Thread.current))) }
}
