import Glibc
import OQDriver
import OQSystem
import TestSupport
import Testing

@Suite(.limit(minutes: 1)) struct `A mapped log` {
  @Test func `gives tickets in order and returns what was stored`() throws {
    let log = try MappedLog.inProcess(capacity: 4)
    let first = log.reserve()
    let second = log.reserve()
    #expect(first < second)
    #expect(first.position == 0)
    #expect(second.position == 1)
    let record = LogRecord(1, 2, 3, 4, 5, 6, UInt64.max)
    #expect(log.store(record, at: second))
    #expect(log.slots() == [.hole, .recorded(record)])
    log.store(LogRecord(9), at: first)
    #expect(log.slots() == [.recorded(LogRecord(9)), .recorded(record)])
  }

  @Test func `tells a ticket that was never stored from one that was never taken`() throws {
    let log = try MappedLog.inProcess(capacity: 4)
    log.append(LogRecord(1))
    _ = log.reserve()
    #expect(log.count == 2)
    #expect(log.slots() == [.recorded(LogRecord(1)), .hole])
    #expect(log.slots(upTo: 1) == [.recorded(LogRecord(1))])
  }

  @Test func `drops what does not fit and says so`() throws {
    let log = try MappedLog.inProcess(capacity: 2)
    log.append(LogRecord(1))
    log.append(LogRecord(2))
    #expect(!log.overflowed)
    #expect(!log.store(LogRecord(3), at: log.reserve()))
    #expect(log.overflowed)
    #expect(log.count == 2)
    #expect(log.next.position == 3)
    #expect(log.slots() == [.recorded(LogRecord(1)), .recorded(LogRecord(2))])
  }

  @Test func `is empty in the next epoch, and takes up no old record`() throws {
    let log = try MappedLog.inProcess(capacity: 2)
    let old = log.append(LogRecord(1))
    log.append(LogRecord(2))
    log.append(LogRecord(3))
    #expect(log.advanceEpoch() == 0)
    #expect(log.epoch == old.epoch + 1)
    #expect(log.slots() == [])
    #expect(!log.overflowed)
    let new = log.reserve()
    #expect(old < new)
    #expect(log.slots() == [.hole])
    log.store(LogRecord(4), at: new)
    #expect(log.slots() == [.recorded(LogRecord(4))])
  }

  @Test func `stays in its epoch while a ticket is still to be stored`() throws {
    let log = try MappedLog.inProcess(capacity: 4)
    log.append(LogRecord(1))
    let straggler = log.reserve()
    #expect(log.advanceEpoch() == 1)
    #expect(log.epoch == straggler.epoch)
    log.store(LogRecord(2), at: straggler)
    #expect(log.slots() == [.recorded(LogRecord(1)), .recorded(LogRecord(2))])
    #expect(log.advanceEpoch() == 0)
  }

  @Test func `keeps the words of the header across epochs`() throws {
    let log = try MappedLog.inProcess(capacity: 1)
    log.set(.program, to: 7)
    log.set(.phase, to: 8)
    log.beat()
    log.beat()
    #expect(log.advanceEpoch() == 0)
    #expect(log.load(.program) == 7)
    #expect(log.load(.phase) == 8)
    #expect(log.load(.heartbeat) == 2)
    #expect(log.crash == nil)
  }

  @Test func `is seen by whoever attaches to its file`() throws {
    let log = try MappedLog.shared(capacity: 3)
    let other = try MappedLog.attach(copy(of: log))
    log.append(LogRecord(1))
    other.append(LogRecord(2))
    #expect(other.capacity == 3)
    #expect(other.slots() == [.recorded(LogRecord(1)), .recorded(LogRecord(2))])
    #expect(log.slots() == other.slots())
    #expect(log.advanceEpoch() == 0)
    #expect(other.slots() == [])
  }

  @Test func `leaves no name in the file system`() throws {
    let log = try MappedLog.shared(capacity: 1)
    var status = stat()
    #expect(fstat(try #require(log.descriptor), &status) == 0)
    #expect(status.st_nlink == 0)
  }

  @Test func `refuses a file that is no log`() throws {
    for size in [0, 64, 1 << 16] {
      let file = OwnedDescriptor(owning: oq_open_unnamed_file())
      #expect(ftruncate(file.number, off_t(size)) == 0)
      #expect(throws: SystemError("log", code: EINVAL)) { try MappedLog.attach(copy(of: file)) }
    }
  }

  @Test func `refuses a log that was cut short`() throws {
    let log = try MappedLog.shared(capacity: 1000)
    #expect(ftruncate(try #require(log.descriptor), 8192) == 0)
    #expect(throws: SystemError("log", code: EINVAL)) { try MappedLog.attach(copy(of: log)) }
  }

  @Test func `never shows a record under another ticket than its own`() throws {
    let log = try MappedLog.inProcess(capacity: 64)
    let writers = (0..<2).map { _ in
      PlainThread {
        while log.load(.phase) == 0 {
          let ticket = log.reserve()
          log.store(LogRecord(ticket.rawValue, 0, 0, 0, 0, 0, ticket.rawValue), at: ticket)
        }
      }
    }
    var (seen, epochs) = (0, 0)
    while epochs < 50 {
      while log.count < 32 { sched_yield() }
      let epoch = log.epoch
      log.read { position, slot in
        guard case .recorded(let record) = slot else { return }
        let own = LogTicket(epoch: epoch, position: UInt64(position)).rawValue
        if record.word1 != own || record.word7 != own {
          Issue.record("ticket \(own) shows the record of \(record.word1), \(record.word7)")
        }
        seen += 1
      }
      if log.advanceEpoch() == 0 { epochs += 1 }
    }
    log.set(.phase, to: 1)
    for writer in writers { writer.join() }
    #expect(seen >= epochs)
  }

  @Test func `orders the records of many threads without loss`() throws {
    let log = try MappedLog.inProcess(capacity: 8000)
    let threads = (0..<4).map { writer in
      PlainThread { for index in 0..<2000 { log.append(LogRecord(UInt64(writer), UInt64(index))) } }
    }
    for thread in threads { thread.join() }
    var following = [UInt64](repeating: 0, count: 4)
    log.read { position, slot in
      guard case .recorded(let record) = slot else {
        Issue.record("slot \(position) is a hole")
        return
      }
      #expect(record.word2 == following[Int(record.word1)])
      following[Int(record.word1)] += 1
    }
    #expect(following == [2000, 2000, 2000, 2000])
  }
}

private func copy(of log: MappedLog) throws -> OwnedDescriptor {
  try OwnedDescriptor.copy(of: #require(log.descriptor), atLeast: 0)
}

private func copy(of file: borrowing OwnedDescriptor) throws -> OwnedDescriptor {
  try OwnedDescriptor.copy(of: file.number, atLeast: 0)
}
