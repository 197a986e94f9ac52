/// What the first thread of a process does for a subject whose programs may need it at any time.
///
/// On every platform the main queue of the dispatch library and the main run loop belong to the
/// first thread. A subject whose client code may finish or work there, whatever the program says,
/// is served by that thread for as long as the process lives, canaries and calibration included.
package protocol FirstThreadService: Sendable {
  /// Serves on the calling thread, the first of the process; does not return.
  func serve() -> Never

  /// Whether the first thread has begun to serve.
  var isServing: Bool { get }

  /// Sends a call behind everything that waits for the first thread.
  ///
  /// - Parameter done: called on the first thread, once it has done all that was handed to it
  ///   before; never where nobody serves, or where what was handed over does not return.
  func pass(_ done: @escaping @Sendable () -> Void)
}
