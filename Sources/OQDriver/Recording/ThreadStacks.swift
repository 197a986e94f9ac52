import OQHistory

/// Which lanes are on which thread, innermost last: what a history says of threads.
///
/// Client code that was entered and has not returned is still on the stack of its thread, so that
/// code entered on the same thread is called by it.
package struct ThreadStacks {
  private var lanes: [UInt64: [Lane]] = [:]
  private var threads: [LaneCode: UInt64] = [:]
  /// The number of the main thread, where there is one.
  package var main: UInt64?

  /// Stacks of threads on which no lane is.
  package init() {}

  /// Notes that a client lane runs on a thread, from now on and as long as the worker lives.
  package mutating func begin(_ lane: Lane, on thread: UInt64) {
    lanes[thread, default: []].append(lane)
  }

  /// Notes the entry of client code.
  ///
  /// - Parameters:
  ///   - callback: the code.
  ///   - thread: the number of the thread.
  /// - Returns: the thread, by the lane that was on it.
  package mutating func enter(_ callback: LaneCode, on thread: UInt64) -> EntryThread {
    let outer = lanes[thread]?.last
    if let lane = callback.lane {
      lanes[thread, default: []].append(lane)
      threads[callback] = thread
    }
    return outer.map { .lane($0) } ?? (thread == main ? .main : .elsewhere)
  }

  /// Notes the return of client code.
  package mutating func leave(_ callback: LaneCode) {
    guard let thread = threads.removeValue(forKey: callback), let lane = callback.lane,
      let position = lanes[thread]?.lastIndex(of: lane)
    else { return }
    lanes[thread]?.remove(at: position)
  }
}
