import Glibc
import OQDriver
import OQSystem
import TestSupport
import Testing

/// Death of a writer, in a process of its own that opens this process' log by its path in /proc.
@Suite(.prompt, .limit(minutes: 1)) struct `A log whose writer dies` {
  private let log: MappedLog
  private let place: LogPlace

  init() throws {
    log = try MappedLog.shared(capacity: 64)
    place = LogPlace(process: getpid(), descriptor: try #require(log.descriptor))
  }

  @Test func `keeps its records when the writer is killed`() async throws {
    await #expect(processExitsWith: .signal(SIGKILL)) { [place = place as LogPlace] in
      let log = try place.open()
      try log.recordCrashes()
      log.append(LogRecord(11))
      _ = log.reserve()
      kill(getpid(), SIGKILL)
    }
    #expect(log.slots() == [.recorded(LogRecord(11)), .hole])
    #expect(log.crash == nil)
  }

  @Test func `names signal and thread of a trap`() async throws {
    await #expect(processExitsWith: .signal(trapSignal)) { [place = place as LogPlace] in
      let log = try place.open()
      try log.recordCrashes()
      PlainThread {
        log.append(LogRecord(oq_thread_id()))
        fatalError("the trap of this test")
      }.join()
    }
    try expectCrash(trapSignal)
  }

  @Test func `names signal and thread of an abort`() async throws {
    await #expect(processExitsWith: .signal(SIGABRT)) { [place = place as LogPlace] in
      let log = try place.open()
      try log.recordCrashes()
      log.append(LogRecord(oq_thread_id()))
      abort()
    }
    try expectCrash(SIGABRT)
  }

  @Test func `names signal and thread of a bad access`() async throws {
    await #expect(processExitsWith: .signal(SIGSEGV)) { [place = place as LogPlace] in
      let log = try place.open()
      try log.recordCrashes()
      log.append(LogRecord(oq_thread_id()))
      UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
    }
    try expectCrash(SIGSEGV)
  }

  @Test func `names signal and thread of an overflow of the stack`() async throws {
    await #expect(processExitsWith: .signal(SIGSEGV)) { [place = place as LogPlace] in
      let log = try place.open()
      try log.recordCrashes()
      PlainThread {
        do { try SignalStack.use() } catch { return }
        log.append(LogRecord(oq_thread_id()))
        log.append(LogRecord(UInt64(deepness(of: 1 << 40))))
      }.join()
    }
    try expectCrash(SIGSEGV)
  }

  private func expectCrash(_ signal: Int32) throws {
    let slots = log.slots()
    try #require(slots.count == 1)
    guard case .recorded(let record) = slots[0] else {
      Issue.record("the thread's record is a hole")
      return
    }
    #expect(log.crash == CrashRecord(signal: signal, thread: UInt32(record.word1)))
  }
}

/// Where another process finds a log.
private struct LogPlace: Codable, Sendable {
  let process: Int32
  let descriptor: Int32

  func open() throws -> MappedLog {
    let number = try check("open") { Glibc.open("/proc/\(process)/fd/\(descriptor)", O_RDWR) }
    return try MappedLog.attach(OwnedDescriptor(owning: number))
  }
}

#if arch(arm64)
  private let trapSignal = SIGTRAP
#else
  private let trapSignal = SIGILL
#endif

/// Recursion that the compiler cannot turn into a loop.
@inline(never) private func deepness(of level: Int) -> Int {
  level == 0 ? 0 : deepness(of: level - 1) &+ withUnsafeBytes(of: level) { Int($0[0]) }
}
