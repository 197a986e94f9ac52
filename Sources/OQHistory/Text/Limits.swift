/// Bounds on programs and histories: a file beyond them is refused with a message, never run.
package enum Limits {
  /// Most operations that a program may declare.
  package static let operations = 100_000
  /// Most queues that a program may declare.
  package static let queues = 1_000
  /// Most client lanes.
  package static let clients = 64
  /// Most execution blocks of one operation, and the highest number of a completion block.
  package static let blocks = 255
  /// Most underlying queues of a program.
  package static let underlyingQueues = 2
  /// Most that a dispatch source is sent at once.
  package static let sent = 1_000
  /// Highest number of a meeting.
  package static let meetings = 1_000
  /// Most lines of a program.
  package static let lines = 1_000_000
}
