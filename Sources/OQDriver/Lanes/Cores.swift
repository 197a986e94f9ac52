/// Pins the process to one core for one program, so that its threads take turns.
struct PinnedToOneCore {
  private let before: CoreSet

  /// Pins every thread of the process; nil where the system does not let it.
  init?() {
    guard let before = try? CoreSet.current(),
      (try? before.first.applyToProcess()) != nil
    else { return nil }
    self.before = before
  }

  /// Lets the process run where it ran before.
  ///
  /// A process that cannot be unpinned goes on, only slower.
  func release() { try? before.applyToProcess() }
}
