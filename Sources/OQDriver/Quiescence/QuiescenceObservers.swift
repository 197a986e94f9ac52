import OQAdapters

/// Ways to establish quiescence.
package enum QuiescenceObservers {
  /// By the threads of this process, and by canaries in fresh sessions of a subject.
  ///
  /// - Parameter subject: what the canaries are made of.
  /// - Returns: an observer for a driver in this process.
  package static func process(_ subject: any Subject) -> any QuiescenceObserver {
    ProcessObserver(subject: subject)
  }
}
