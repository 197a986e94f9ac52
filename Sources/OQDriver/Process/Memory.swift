import OQSystem

/// The memory of the process.
package enum Memory {
  /// Returns what was freed to the system.
  ///
  /// An allocator keeps what a few large values took for the next ones, on each thread anew, so
  /// that a long campaign would seem to grow with each large program.
  ///
  /// - Complexity: O(memory in use): a few milliseconds.
  package static func giveBack() { oq_return_memory() }
}
