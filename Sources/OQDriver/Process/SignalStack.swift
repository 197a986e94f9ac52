import OQSystem

/// The stack on which signal handlers run, so that a thread that overflowed its own can still
/// record its crash.
package enum SignalStack {
  /// Enough for a handler that calls nothing but system calls, with the largest vector state.
  private static let size = 64 * 1024

  /// Gives the calling thread such a stack, for as long as the process lives: call it once, on
  /// threads that live as long.
  ///
  /// - Throws: `SystemError` when the stack cannot be set.
  package static func use() throws(SystemError) {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 4096)
    try check("sigaltstack") { oq_use_signal_stack(memory, size) }
  }
}
