import OQSystem
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A log of fixed-size records in mapped memory, which any thread appends to and which survives
/// the death of the process that writes it.
///
/// Memory holds a header page, then `capacity` records of 64 bytes. Word 0 of a record is its
/// ticket and is stored last; it says that the other seven words are complete. Tickets contain
/// the epoch, so records of an earlier epoch count as nothing and `advanceEpoch()` clears
/// nothing.
///
/// The log has a bound. Tickets beyond it are taken, so the order stays total and `overflowed`
/// becomes true, but their records are dropped: nothing is ever overwritten.
package final class MappedLog: Sendable {
  /// The number of records that fit.
  package let capacity: Int

  /// The descriptor of the file behind the memory, closed on exec; `nil` for a log in process.
  package var descriptor: Int32? { file.number < 0 ? nil : file.number }

  private let base: LogMemory
  private let file: FileReference

  /// Makes a log in a file without a name, to be passed on to another process by its descriptor.
  ///
  /// The file exists only as long as a process holds a descriptor or a mapping of it.
  ///
  /// - Parameter capacity: The number of records, from 1 to 2³⁰. Memory is taken when used.
  /// - Returns: The log, in epoch 1 and empty.
  /// - Throws: `SystemError` when file or mapping cannot be made.
  package static func shared(capacity: Int) throws(SystemError) -> MappedLog {
    let file = OwnedDescriptor(owning: try check("memfd_create") { oq_open_unnamed_file() })
    let size = LogLayout.size(capacity: capacity)
    try check("ftruncate") { ftruncate(file.number, off_t(size)) }
    let base = try LogMemory(size: size, file: file.number)
    base.format(capacity: capacity)
    return MappedLog(base: base, capacity: capacity, file: file)
  }

  /// Makes a log for this process alone, with the same interface and no file.
  ///
  /// - Parameter capacity: The number of records, from 1 to 2³⁰. Memory is taken when used.
  /// - Returns: The log, in epoch 1 and empty.
  /// - Throws: `SystemError` when the mapping cannot be made.
  package static func inProcess(capacity: Int) throws(SystemError) -> MappedLog {
    let base = try LogMemory(size: LogLayout.size(capacity: capacity), file: nil)
    base.format(capacity: capacity)
    return MappedLog(base: base, capacity: capacity, file: nil)
  }

  /// Opens a log that another process made.
  ///
  /// - Parameter file: A descriptor of the log's file; the log keeps it.
  /// - Returns: The log, as it is.
  /// - Throws: `SystemError`; with the call `log` and `EINVAL` for a file that is no log of this
  ///   version, or is shorter than it says.
  package static func attach(_ file: consuming OwnedDescriptor) throws(SystemError) -> MappedLog {
    let size = Int(try check("lseek") { lseek(file.number, 0, SEEK_END) })
    guard size >= LogLayout.headerSize else { throw SystemError("log", code: EINVAL) }
    let base = try LogMemory(size: size, file: file.number)
    let capacity = base.word(.capacity).pointee.load(ordering: .relaxed)
    guard base.word(.magic).pointee.load(ordering: .acquiring) == LogLayout.magic,
      base.word(.version).pointee.load(ordering: .relaxed) == LogLayout.version,
      capacity > 0, capacity <= (size - LogLayout.headerSize) / LogLayout.recordSize
    else { throw SystemError("log", code: EINVAL) }
    return MappedLog(base: base, capacity: Int(capacity), file: file)
  }

  private init(base: consuming LogMemory, capacity: Int, file: consuming OwnedDescriptor?) {
    self.base = base
    self.capacity = capacity
    self.file = FileReference(file)
  }

  // MARK: Writing

  /// Takes the next ticket: one sequentially consistent step, the event's place in the order.
  ///
  /// - Returns: The ticket. Every ticket taken should be stored; until then it is a hole.
  @inline(__always)
  package func reserve() -> LogTicket {
    LogTicket(
      rawValue: base.word(.next).pointee.wrappingAdd(1, ordering: .sequentiallyConsistent).oldValue)
  }

  /// Stores the record of a ticket.
  ///
  /// - Parameters:
  ///   - record: The seven words beside the ticket.
  ///   - ticket: A ticket of the current epoch for which nothing was stored.
  /// - Returns: False if the ticket is beyond the bound; the record is then dropped.
  @inline(__always)
  @discardableResult
  package func store(_ record: LogRecord, at ticket: LogTicket) -> Bool {
    let position = ticket.position
    guard position < UInt64(capacity) else { return false }
    base.content(Int(position)).pointee = record
    base.stamp(Int(position)).pointee.store(ticket.rawValue, ordering: .releasing)
    return true
  }

  /// Takes a ticket and stores a record under it.
  ///
  /// - Parameter record: The seven words beside the ticket.
  /// - Returns: The ticket.
  @inline(__always)
  @discardableResult
  package func append(_ record: LogRecord) -> LogTicket {
    let ticket = reserve()
    store(record, at: ticket)
    return ticket
  }

  // MARK: Reading

  /// The ticket that `reserve()` would return: its position is the number of tickets taken in
  /// this epoch, whether or not they are stored or fit.
  package var next: LogTicket {
    LogTicket(rawValue: base.word(.next).pointee.load(ordering: .sequentiallyConsistent))
  }

  /// The current epoch, from 1.
  package var epoch: UInt64 { next.epoch }

  /// The number of slots that were taken in this epoch, at most `capacity`.
  package var count: Int { used(next) }

  /// Whether more tickets were taken in this epoch than fit.
  package var overflowed: Bool { next.position > UInt64(capacity) }

  /// Reads one slot.
  ///
  /// - Parameter position: Below `count`.
  /// - Returns: The record; a hole if it is not stored, or not yet.
  package func slot(_ position: Int) -> LogSlot {
    slot(position, in: next)
  }

  /// Visits the slots of this epoch in the order of their tickets.
  ///
  /// O(slots).
  ///
  /// - Parameters:
  ///   - start: The position of the first slot.
  ///   - limit: A position that is not visited any more; `nil` for all that were taken.
  ///   - body: Called with each position and slot.
  package func read(
    from start: Int = 0, upTo limit: Int? = nil, _ body: (Int, LogSlot) throws -> Void
  ) rethrows {
    let seen = next
    let end = min(limit ?? Int.max, used(seen))
    guard start < end else { return }
    for position in start..<end {
      try body(position, slot(position, in: seen))
    }
  }

  /// The slots of this epoch in the order of their tickets.
  ///
  /// O(slots).
  ///
  /// - Parameter limit: The largest number of slots; `nil` for all that were taken.
  /// - Returns: One element per ticket, from position 0.
  package func slots(upTo limit: Int? = nil) -> [LogSlot] {
    var slots: [LogSlot] = []
    slots.reserveCapacity(min(limit ?? Int.max, count))
    read(upTo: limit) { _, slot in slots.append(slot) }
    return slots
  }

  /// Whether every ticket that was taken in this epoch, and fits, is stored.
  ///
  /// O(slots), without copying them.
  package var isWhole: Bool {
    let seen = next
    return (0..<used(seen)).allSatisfy { position in
      base.stamp(position).pointee.load(ordering: .acquiring)
        == seen.atPosition(UInt64(position)).rawValue
    }
  }

  /// A slot of the epoch in which `next` was read.
  @inline(__always)
  private func slot(_ position: Int, in next: LogTicket) -> LogSlot {
    precondition(position >= 0 && position < capacity, "slot \(position) is not in the log")
    let expected = next.atPosition(UInt64(position)).rawValue
    guard base.stamp(position).pointee.load(ordering: .acquiring) == expected else { return .hole }
    return .recorded(base.content(position).pointee)
  }

  private func used(_ next: LogTicket) -> Int {
    Int(min(next.position, UInt64(capacity)))
  }

  // MARK: Epochs

  /// Starts the next epoch, in which the log is empty, unless a ticket is still to be stored.
  ///
  /// A thread between `reserve()` and `store` would write into the next epoch's records. So the
  /// epoch advances only when every ticket that fits is stored, and in the same atomic step in
  /// which that was found. O(records of this epoch), without writing to them.
  ///
  /// - Returns: The number of holes: 0 if the epoch advanced.
  package func advanceEpoch() -> Int {
    while true {
      let seen = next
      let holes = (0..<used(seen)).count { slot($0, in: seen) == .hole }
      if holes > 0 { return holes }
      let following = LogTicket(epoch: seen.epoch + 1, position: 0)
      let (exchanged, _) = base.word(.next).pointee.compareExchange(
        expected: seen.rawValue, desired: following.rawValue,
        ordering: .sequentiallyConsistent)
      if exchanged { return 0 }
    }
  }

  // MARK: Header words

  /// A word that the processes tell each other, with no meaning to the log.
  package enum Word: Sendable {
    /// The index of the program that is running.
    case program

    /// What the writer is doing.
    case phase

    /// A count that grows while the writer lives.
    case heartbeat
  }

  /// Reads a header word.
  ///
  /// - Parameter word: Which one.
  /// - Returns: Its value, 0 at first.
  package func load(_ word: Word) -> UInt64 {
    base.word(word.field).pointee.load(ordering: .acquiring)
  }

  /// Writes a header word.
  ///
  /// - Parameters:
  ///   - word: Which one.
  ///   - value: Its value.
  package func set(_ word: Word, to value: UInt64) {
    base.word(word.field).pointee.store(value, ordering: .releasing)
  }

  /// Adds one to the heartbeat.
  package func beat() {
    base.word(.heartbeat).pointee.wrappingAdd(1, ordering: .relaxed)
  }

  /// The first crash of a process that called `recordCrashes()` on this log; `nil` if none.
  package var crash: CrashRecord? {
    CrashRecord(word: base.word(.crash).pointee.load(ordering: .acquiring))
  }

  /// Lets a crash of this process leave its signal and thread in the log before it takes its
  /// default course.
  ///
  /// The log then stays mapped as long as the process lives. On threads that may overflow their
  /// stack, call `SignalStack.use()` too.
  ///
  /// - Throws: `SystemError` when the handlers cannot be installed.
  package func recordCrashes() throws(SystemError) {
    _ = Unmanaged.passRetained(self)
    let cell = UnsafeMutableRawPointer(base.word(.crash)).assumingMemoryBound(to: UInt64.self)
    try check("sigaction") { oq_record_crashes(cell) }
  }
}

extension MappedLog.Word {
  fileprivate var field: LogLayout.Field {
    switch self {
    case .program: .program
    case .phase: .phase
    case .heartbeat: .heartbeat
    }
  }
}

/// Keeps the file open as long as its log lives.
private struct FileReference: ~Copyable, Sendable {
  let number: Int32

  init(_ file: consuming OwnedDescriptor?) {
    number = file.take()?.release() ?? -1
  }

  deinit {
    if number >= 0 { _ = close(number) }
  }
}
