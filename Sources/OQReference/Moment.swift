/// A moment of the calling thread in a world, of which a witness is told.
///
/// A client knows when it made a call and when the call had returned, and where the first and the
/// last statement of its code are. A witness knows when a call can have taken effect, and from when
/// to when a task was under way.
package enum Moment: Sendable {
  /// The lock of the world was taken: what was done before it was done to nothing.
  case locked
  /// The lock is about to be given up: whatever was to be done under it is done.
  case unlocking
  /// The task of an operation, or one of its blocks, is about to be called.
  case taskBegins
  /// The call of the task has returned, and nothing has followed from that.
  case taskEnded
}
