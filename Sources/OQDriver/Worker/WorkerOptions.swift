/// How workers are started, and how patient they are.
package struct WorkerOptions: Sendable {
  /// The name by which the executable makes the subject.
  package var subject: String

  /// An executable that calls ``ReservedArguments/dispatch(_:subject:)`` first.
  package var executable: String

  /// Events that one program may record.
  package var capacity: Int

  /// How long the driver in the worker waits before it looks, and how often.
  package var patience = Driver.Patience()

  /// Microseconds for which canaries are waited for; a program whose canaries take longer is
  /// undecided.
  package var canary = 15_000_000

  /// Milliseconds without any event, and without an answer, before a supervisor gives a worker up.
  ///
  /// Longer than the driver's own patience, so that it counts only where the driver is stuck.
  package var silence = 60_000

  /// The zygotes of such workers, shared by all copies of this value and by whoever gave them.
  package let nursery: Nursery

  /// Describes workers.
  ///
  /// - Parameters:
  ///   - subject: the name by which the executable makes the subject.
  ///   - executable: an executable that dispatches reserved arguments.
  ///   - capacity: events that one program may record.
  ///   - nursery: the zygotes, which others may share.
  package init(
    subject: String, executable: String = ReservedArguments.ownExecutable,
    capacity: Int = 1 << 20, nursery: Nursery = Nursery()
  ) {
    self.subject = subject
    self.executable = executable
    self.capacity = capacity
    self.nursery = nursery
  }

  /// The arguments of a worker after the reserved one.
  var arguments: [String] {
    [subject, String(patience.look), String(patience.looks), String(canary)]
  }
}
