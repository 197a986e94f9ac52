import OQSystem

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A file descriptor with exactly one owner, closed when the owner goes away.
package struct OwnedDescriptor: ~Copyable, Sendable {
  /// The descriptor's number: valid as long as this value lives.
  package let number: Int32

  /// Takes over an open descriptor.
  ///
  /// - Parameter number: An open descriptor that nothing else closes.
  package init(owning number: Int32) {
    self.number = number
  }

  deinit {
    _ = close(number)
  }

  /// Gives the descriptor up without closing it.
  ///
  /// - Returns: The number, which the caller owns from here on.
  package consuming func release() -> Int32 {
    let number = number
    discard self
    return number
  }

  /// Copies the descriptor to a free number that is closed on exec.
  ///
  /// - Parameters:
  ///   - number: An open descriptor.
  ///   - lowest: The copy's number is at least this.
  /// - Returns: The copy.
  /// - Throws: `SystemError` when the process has no free descriptor.
  package static func copy(
    of number: Int32, atLeast lowest: Int32
  ) throws(SystemError) -> OwnedDescriptor {
    OwnedDescriptor(owning: try check("fcntl") { fcntl(number, F_DUPFD_CLOEXEC, lowest) })
  }

  /// Reads what is available, waiting for at least one byte.
  ///
  /// - Parameter limit: The largest number of bytes to return.
  /// - Returns: The bytes; empty at the end of the file.
  /// - Throws: `SystemError`, also `EAGAIN` where the descriptor does not block.
  package func read(atMost limit: Int) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: limit)
    let count = try check("read") {
      bytes.withUnsafeMutableBytes { systemRead(number, $0.baseAddress, $0.count) }
    }
    bytes.removeLast(limit - count)
    return bytes
  }

  /// Waits until there is something to read, or the end of the file.
  ///
  /// - Parameter milliseconds: How long to wait at most; negative for without bound.
  /// - Returns: Whether reading returns at once.
  package func isReadable(within milliseconds: Int32) -> Bool {
    var wait = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    return poll(&wait, 1, milliseconds) > 0
  }

  /// Writes all bytes.
  ///
  /// - Parameter bytes: What to write, in as many calls as the descriptor needs.
  /// - Throws: `SystemError`; `EPIPE` when nobody can read them (`SIGPIPE` must be ignored).
  package func write(_ bytes: [UInt8]) throws(SystemError) {
    var start = 0
    while start < bytes.count {
      start += try check("write") {
        bytes.withUnsafeBytes { buffer in
          let rest = UnsafeRawBufferPointer(rebasing: buffer[start...])
          return systemWrite(number, rest.baseAddress, rest.count)
        }
      }
    }
  }
}

/// Both ends of a pipe, closed on exec.
package struct Pipe: ~Copyable, Sendable {
  /// The end to read from: at its end when every copy of `writer` is closed.
  package let reader: OwnedDescriptor

  /// The end to write to.
  package let writer: OwnedDescriptor

  /// Makes a pipe.
  ///
  /// - Throws: `SystemError` when the process has no free descriptors.
  package init() throws(SystemError) {
    var ends: (Int32, Int32) = (-1, -1)
    try withUnsafeMutableBytes(of: &ends) { (buffer) throws(SystemError) in
      let numbers = buffer.assumingMemoryBound(to: Int32.self)
      try check("pipe") { oq_open_pipe(numbers.baseAddress) }
    }
    reader = OwnedDescriptor(owning: ends.0)
    writer = OwnedDescriptor(owning: ends.1)
  }

  /// Closes the end to write to, so that the reader meets the end of the file when all copies
  /// that were passed on are closed.
  ///
  /// - Returns: The end to read from.
  package consuming func closingWriter() -> OwnedDescriptor {
    reader
  }

  /// Closes the end to read from.
  ///
  /// - Returns: The end to write to.
  package consuming func closingReader() -> OwnedDescriptor {
    writer
  }
}

/// The system's `read`, under a name that members of the same name do not hide.
private func systemRead(_ number: Int32, _ start: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(number, start, count)
}

/// The system's `write`, under a name that members of the same name do not hide.
private func systemWrite(_ number: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
  write(number, start, count)
}
