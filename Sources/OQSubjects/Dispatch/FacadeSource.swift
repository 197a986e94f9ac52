import Foundation
import OQHistory
import OQMutants
import Synchronization

/// A dispatch source of a program: what it watches, and what its handler was told.
///
/// The handler of the library takes over what the source reports, then runs the client code. A
/// source that watches a descriptor owns its pipe, which is closed when nothing watches it any
/// more; one that writes watches the descriptor of the one that reads, where there is one.
// Safety: the source of the library is called from any thread; everything else is constant or
// guarded.
final class FacadeSource: @unchecked Sendable {
  /// Client code of a source.
  struct Code: Sendable {
    /// The event handler.
    let event: @Sendable () -> Void
    /// The registration handler.
    let registration: @Sendable () -> Void
    /// The cancel handler.
    let cancellation: @Sendable () -> Void
  }

  /// The moment at which a timer is due first.
  let deadline = DispatchTime.now() + FacadeSource.delay

  /// What it watches.
  let kind: Program.Kind

  private let behavior: DispatchBehavior
  private let code: Code
  private let source: any DispatchSourceProtocol
  private let custom: CustomSource?
  private let pipe: PipeEnds?
  private let partner: FacadeSource?
  private let isDisarmed = Atomic<Bool>(false)
  private let isHandling = Atomic<Bool>(false)
  private let signalNumber: Int32
  private let told = Mutex<Int>(0)
  private let events = Atomic<Int>(0)

  /// How far ahead a timer is due.
  private static let delay = DispatchTimeInterval.milliseconds(20)
  /// The pause of a repeating timer.
  private static let period = DispatchTimeInterval.milliseconds(5)
  /// How often a timer fires before it is put off for ever: a program that nobody ends comes to
  /// rest.
  private static let mostFirings = 40

  /// Makes a source; nil where the system gives no pipe, or no signal is free.
  ///
  /// - Parameters:
  ///   - kind: what it watches.
  ///   - queue: the queue of its handlers.
  ///   - partner: a source that reads, whose descriptor one that writes watches.
  ///   - behavior: the decisions of the facade.
  ///   - code: the client code.
  init?(
    _ kind: Program.Kind, on queue: FacadeQueue, beside partner: FacadeSource? = nil,
    _ behavior: DispatchBehavior, _ code: Code
  ) {
    self.kind = kind
    self.partner = partner
    self.behavior = behavior
    self.code = code
    let target =
      behavior.sourceKeepsQueue ? queue.target : DispatchQueue(label: "another queue")
    let pipe: PipeEnds? =
      switch kind {
      case .readSource: PipeEnds()
      case .writeSource: partner?.pipe ?? PipeEnds()
      default: nil
      }
    self.pipe = pipe
    guard let signalNumber = kind == .signalSource ? Signals.next() : 0 else { return nil }
    self.signalNumber = signalNumber
    let custom = CustomSource(kind, gathers: behavior.sourceGathers, on: target)
    self.custom = custom
    switch kind {
    case .addingSource, .combiningSource, .replacingSource:
      guard let custom else { return nil }
      source = custom.source
    case .timer, .repeatingTimer:
      let timer = DispatchSource.makeTimerSource(queue: target)
      let isRepeating = kind == .repeatingTimer || behavior.timer == .again
      timer.schedule(
        deadline: behavior.timer == .early ? .now() : deadline,
        repeating: isRepeating ? FacadeSource.period : .never)
      source = timer
    case .readSource:
      guard let pipe else { return nil }
      source = DispatchSource.makeReadSource(fileDescriptor: pipe.reading, queue: target)
    case .writeSource:
      guard let pipe else { return nil }
      source = DispatchSource.makeWriteSource(
        fileDescriptor: partner == nil ? pipe.writing : pipe.reading, queue: target)
    case .signalSource:
      let another = behavior.signalArrives ? signalNumber : Signals.next()
      guard let watched = another else { return nil }
      source = DispatchSource.makeSignalSource(signal: watched, queue: target)
    default: return nil
    }
    prepare(target)
  }

  deinit {
    source.cancel()
    // The library traps at the end of a source that is suspended.
    if isDisarmed.load(ordering: .sequentiallyConsistent) { source.resume() }
  }

  private func prepare(_ target: DispatchQueue) {
    source.setEventHandler { [weak self] in self?.handle() }
    let code = code
    if behavior.firesAtActivation {
      source.setRegistrationHandler {
        code.registration()
        code.event()
      }
    } else {
      source.setRegistrationHandler { code.registration() }
    }
    // The pipe lives until nothing watches it any more.
    let pipe = pipe
    if behavior.timer == .outlivesCancel, kind == .repeatingTimer {
      source.setCancelHandler {
        code.cancellation()
        target.async { code.event() }
      }
    } else {
      source.setCancelHandler {
        code.cancellation()
        _ = pipe
      }
    }
  }

  /// Takes over what the source reports, and runs the client code.
  private func handle() {
    let value: Int
    switch kind {
    case .addingSource, .combiningSource, .replacingSource: value = Int(custom?.data ?? 0)
    case .readSource: value = pipe?.drain() ?? 0
    default: value = 1
    }
    let earlier = events.add(1, ordering: .relaxed).oldValue
    if behavior.reportsInputOnce, kind == .readSource, earlier > 0 { return }
    if earlier + 1 == FacadeSource.mostFirings, let timer = source as? any DispatchSourceTimer {
      timer.schedule(deadline: .distantFuture)
    }
    told.withLock { told in
      switch kind {
      case .combiningSource: told |= value
      case .replacingSource: told = value
      default: told += value
      }
    }
    isHandling.store(true, ordering: .sequentiallyConsistent)
    code.event()
    if behavior.tellsTwice { code.event() }
    isHandling.store(false, ordering: .sequentiallyConsistent)
    guard kind == .writeSource else { return }
    // What can be written stays so: once is enough.
    source.cancel()
    if !behavior.leavesOthersArmed { partner?.disarm() }
  }

  private func disarm() {
    guard !isDisarmed.exchange(true, ordering: .sequentiallyConsistent) else { return }
    source.suspend()
  }

  /// Begins to watch.
  func activate() { source.activate() }

  /// Cancels the source.
  func cancel() { source.cancel() }

  /// What the handler was told so far.
  var reported: Int { told.withLock(\.self) }

  /// Brings the event about; false for a source whose event clients do not bring about.
  func trigger(_ number: Int) -> Bool {
    switch kind {
    case .addingSource, .combiningSource, .replacingSource:
      let isLost = !behavior.gathersMeanwhile && isHandling.load(ordering: .sequentiallyConsistent)
      if !isLost { custom?.send(UInt(number)) }
    case .readSource: pipe?.write(number)
    // One that nobody watches any more would stay pending.
    case .signalSource: if !source.isCancelled { kill(getpid(), signalNumber) }
    default: return false
    }
    return true
  }
}

/// A source of custom events, in the one form of the three that it has.
private enum CustomSource {
  case adding(any DispatchSourceUserDataAdd)
  case combining(any DispatchSourceUserDataOr)
  case replacing(any DispatchSourceUserDataReplace)

  /// Makes a source; nil for other kinds.
  init?(_ kind: Program.Kind, gathers: Bool, on queue: DispatchQueue) {
    switch kind {
    case .addingSource where gathers:
      self = .adding(DispatchSource.makeUserDataAddSource(queue: queue))
    case .combiningSource: self = .combining(DispatchSource.makeUserDataOrSource(queue: queue))
    case .addingSource, .replacingSource:
      self = .replacing(DispatchSource.makeUserDataReplaceSource(queue: queue))
    default: return nil
    }
  }

  var source: any DispatchSourceProtocol {
    switch self {
    case .adding(let source): source
    case .combining(let source): source
    case .replacing(let source): source
    }
  }

  /// What the source reports inside its handler.
  var data: UInt { source.data }

  func send(_ number: UInt) {
    switch self {
    case .adding(let source): source.add(data: number)
    case .combining(let source): source.or(data: number)
    case .replacing(let source): source.replace(data: number)
    }
  }
}

/// A pair of descriptors that is closed when nobody holds it any more: what is written to one can
/// be read from the other, in both directions.
private final class PipeEnds: Sendable {
  let reading: Int32
  let writing: Int32

  init?() {
    var ends: [Int32] = [0, 0]
    guard socketpair(AF_UNIX, PipeEnds.stream, 0, &ends) == 0 else { return nil }
    (reading, writing) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
  }

  #if canImport(Darwin)
    private static let stream = SOCK_STREAM
  #else
    private static let stream = Int32(SOCK_STREAM.rawValue)
  #endif

  deinit {
    close(reading)
    close(writing)
  }

  /// Writes some bytes.
  func write(_ count: Int) {
    let bytes = [UInt8](repeating: 0, count: count)
    _ = Foundation.write(writing, bytes, count)
  }

  /// Reads what is there.
  func drain() -> Int {
    var bytes = [UInt8](repeating: 0, count: 4096)
    var sum = 0
    while true {
      let count = read(reading, &bytes, bytes.count)
      guard count > 0 else { return sum }
      sum += count
    }
  }
}

/// Signals that programs send to their own process.
private enum Signals {
  #if canImport(Darwin)
    private static let numbers: [Int32] = [SIGUSR1, SIGUSR2]
  #else
    private static let numbers = [Int32](40..<60)
  #endif
  private static let used = Mutex<Int>(0)

  /// A signal that no other source of late has watched, and of which none is pending; nil where all
  /// are.
  ///
  /// Its default action is turned off when it is first used, and never again: the library has its
  /// own arrangements from then on.
  static func next() -> Int32? {
    used.withLock { used in
      for _ in numbers {
        let number = numbers[used % numbers.count]
        if used < numbers.count { signal(number, SIG_IGN) }
        used += 1
        if !isPending(number) { return number }
      }
      return nil
    }
  }

  private static func isPending(_ number: Int32) -> Bool {
    var pending = sigset_t()
    return sigpending(&pending) == 0 && sigismember(&pending, number) == 1
  }
}
