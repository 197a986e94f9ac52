/// The thread on which client code was entered, told apart as far as rules may compare threads.
///
/// Threads are named by what is certain about them while the code runs, never by numbers: the
/// number of a thread that has ended may be given to a new one, and which of its own threads an
/// implementation takes means nothing (ND-2).
package indirect enum EntryThread: Sendable, Hashable {
  /// The thread of a lane: of a client, or of client code that was entered on it and has not
  /// returned, the innermost one.
  case lane(Lane)
  /// The main thread, on which no lane is.
  case main
  /// Another thread on which no lane is.
  case elsewhere
}
