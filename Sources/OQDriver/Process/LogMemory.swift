import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Where things lie in the memory of a log.
///
/// Two processes share it, so a change needs another `version`.
enum LogLayout {
  /// "OQLOG" in the upper bytes.
  static let magic: UInt64 = 0x4f51_4c4f_4700_0000
  static let version: UInt64 = 1
  static let headerSize = 4096
  static let recordSize = 64

  /// Header words by their offset in bytes.
  ///
  /// Words written by several threads, or often, have a
  /// cache line (of up to 128 bytes) of their own.
  enum Field: Int {
    case magic = 0
    case version = 8
    case capacity = 16
    case next = 128
    case program = 256
    case phase = 264
    case crash = 272
    case heartbeat = 384
  }

  static func size(capacity: Int) -> Int {
    precondition(capacity > 0 && capacity <= 1 << 30, "capacity \(capacity) is not in 1 ... 2^30")
    return headerSize + capacity * recordSize
  }
}

/// The mapped memory of a log: typed access to its words, unmapped at the end.
///
/// Callers keep positions below the capacity the memory was sized for.
struct LogMemory: ~Copyable, @unchecked Sendable {
  // Safety: the words that threads share are reached as atomics. A record's other words are
  // written by the one thread that holds its ticket, and read only after an acquiring load of
  // the ticket word that this thread stored with release.
  private let start: UnsafeMutableRawPointer
  private let size: Int

  /// Maps `size` bytes of a file, shared, or of fresh memory.
  init(size: Int, file: Int32?) throws(SystemError) {
    #if os(Linux)
      let anonymous = MAP_ANONYMOUS | MAP_NORESERVE
    #else
      let anonymous = MAP_ANON
    #endif
    let flags = file == nil ? MAP_PRIVATE | anonymous : MAP_SHARED
    let memory = mmap(nil, size, PROT_READ | PROT_WRITE, flags, file ?? -1, 0)
    guard let memory, memory != MAP_FAILED else { throw SystemError("mmap") }
    start = memory
    self.size = size
  }

  deinit {
    munmap(start, size)
  }

  /// Writes the header of an empty log; the magic number comes last.
  func format(capacity: Int) {
    word(.version).pointee.store(LogLayout.version, ordering: .relaxed)
    word(.capacity).pointee.store(UInt64(capacity), ordering: .relaxed)
    word(.next).pointee.store(LogTicket(epoch: 1, position: 0).rawValue, ordering: .relaxed)
    word(.magic).pointee.store(LogLayout.magic, ordering: .releasing)
  }

  /// A header word.
  @inline(__always)
  func word(_ field: LogLayout.Field) -> UnsafeMutablePointer<Atomic<UInt64>> {
    start.advanced(by: field.rawValue).assumingMemoryBound(to: Atomic<UInt64>.self)
  }

  /// The ticket word of the record at a position.
  @inline(__always)
  func stamp(_ position: Int) -> UnsafeMutablePointer<Atomic<UInt64>> {
    record(position).assumingMemoryBound(to: Atomic<UInt64>.self)
  }

  /// The words of a record beside its ticket.
  @inline(__always)
  func content(_ position: Int) -> UnsafeMutablePointer<LogRecord> {
    (record(position) + MemoryLayout<UInt64>.size).assumingMemoryBound(to: LogRecord.self)
  }

  @inline(__always)
  private func record(_ position: Int) -> UnsafeMutableRawPointer {
    start + (LogLayout.headerSize + position * LogLayout.recordSize)
  }
}
