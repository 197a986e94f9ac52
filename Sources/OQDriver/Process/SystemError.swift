#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A system call that failed, and why.
package struct SystemError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The call, by the name of its manual page (`mmap`, `posix_spawn`).
  package let call: String

  /// The error number, as in `errno`.
  package let code: Int32

  /// Names a failed call.
  ///
  /// - Parameters:
  ///   - call: The call, by the name of its manual page.
  ///   - code: The error number. The default is the calling thread's `errno`.
  package init(_ call: String, code: Int32 = errno) {
    self.call = call
    self.code = code
  }

  /// The call and the system's text for the error, for a terminal.
  package var description: String {
    // strerror may share a buffer between threads; strerror_r fills one of ours.
    let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      guard let start = buffer.baseAddress, strerror_r(code, start, buffer.count) == 0 else {
        return "error \(code)"
      }
      return String(cString: start)
    }
    return "\(call): \(text)"
  }
}

/// The result of a system call that reports failure as -1.
///
/// - Parameters:
///   - name: The call, by the name of its manual page.
///   - body: The call. It is repeated while it fails with `EINTR`.
/// - Returns: What the call returned.
/// - Throws: `SystemError` when the call returned -1 for another reason.
@discardableResult
package func check<Value: FixedWidthInteger>(
  _ name: String, _ body: () -> Value
) throws(SystemError) -> Value {
  while true {
    let value = body()
    if value != -1 { return value }
    if errno != EINTR { throw SystemError(name) }
  }
}
