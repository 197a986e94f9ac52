import OQAdapters
import OQHistory
import OQSystem

/// Writes the events of a run into a log; one ticket, one record, no allocation on the hot path.
///
/// It writes for one epoch. A thread of the subject that enters client code while the program ends
/// may come to its record only when the next program has begun: what it writes then says that
/// something came late, and nothing of its program.
package struct Recorder: Sendable {
  private let log: MappedLog
  private let epoch: UInt64

  /// A recorder for the current epoch.
  ///
  /// - Parameter log: where it writes.
  package init(log: MappedLog) {
    self.log = log
    epoch = log.epoch
  }

  /// A ticket is a fence, and fences hide data races of the subject: ThreadSanitizer is told to
  /// look past it.
  @inline(__always)
  private func append(_ record: LogRecord) {
    oq_begin_unordered()
    defer { oq_end_unordered() }
    let ticket = log.reserve()
    let isLate = ticket.epoch != epoch
    log.store(
      isLate ? LogRecord(.late, lane: LaneCode(rawValue: 0), thread: 0) : record, at: ticket)
  }

  /// Records that a lane is about to make the call of one of its steps.
  @inline(__always)
  package func call(_ lane: LaneCode, step: Int, thread: UInt64) {
    append(LogRecord(.call, step: step, lane: lane, thread: thread))
  }

  /// Records that the lane's open call came back.
  package func returned(_ lane: LaneCode, step: Int, thread: UInt64, _ outcome: Outcome) {
    append(LogRecord(.returned, step: step, lane: lane, thread: thread), outcome, lane)
  }

  /// Records that the lane made the call of one of its steps at some time since its last record.
  package func made(_ lane: LaneCode, step: Int, thread: UInt64, _ outcome: Outcome) {
    append(LogRecord(.made, step: step, lane: lane, thread: thread), outcome, lane)
  }

  private func append(_ record: LogRecord, _ outcome: Outcome, _ lane: LaneCode) {
    var record = record
    switch outcome {
    case .returned(.none): record.set(.done)
    case .returned(.boolean(let value)): record.set(.boolean, value ? 1 : 0)
    case .returned(.integer(let value)): record.set(.integer, value)
    case .returned(.priority(let value)): record.set(.priority, value.rawValue)
    case .rejected(.trapped): record.set(.trapped)
    case .rejected(let rejection):
      record.set(.raised, Outcome.Rejection.allCases.firstIndex(of: rejection) ?? 0)
    case .unsupported: record.set(.unsupported)
    case .returned(.operations(let operations)):
      var rest = operations[...]
      while rest.count > LogRecord.lastPart {
        append(LogRecord(more: rest.prefix(LogRecord.otherParts), lane: lane))
        rest = rest.dropFirst(LogRecord.otherParts)
      }
      record.setList(rest, of: operations.count)
    }
    append(record)
  }

  /// Records the entry of client code.
  ///
  /// - Parameters:
  ///   - callback: the code.
  ///   - thread: the thread that entered it.
  ///   - isTold: whether the history may say on which thread.
  @inline(__always)
  package func enter(_ callback: LaneCode, thread: UInt64, isTold: Bool = false) {
    var record = LogRecord(.enter, lane: callback, thread: thread)
    record.word4 = isTold ? 1 : 0
    append(record)
  }

  /// Records the return of client code.
  @inline(__always)
  package func leave(_ callback: LaneCode, thread: UInt64) {
    append(LogRecord(.leave, lane: callback, thread: thread))
  }

  /// Records a moment of which the subject tells.
  package func moment(_ moment: Moment, thread: UInt64) {
    append(
      LogRecord(.moment, step: Int(moment.rawValue), lane: LaneCode(rawValue: 0), thread: thread))
  }

  /// Records that the harness completed a step.
  func step(_ lane: LaneCode, step: Int, thread: UInt64) {
    append(LogRecord(.step, step: step, lane: lane, thread: thread))
  }

  /// Records on which thread a lane runs, for the blame of a crash; no event of the history.
  package func thread(_ lane: LaneCode, thread: UInt64) {
    append(LogRecord(.thread, lane: lane, thread: thread))
  }

  /// Records that nothing moves any more.
  package func quiescent(_ evidence: Quiescence) {
    var record = LogRecord(.quiescent, lane: LaneCode(rawValue: 0), thread: 0)
    record.word4 = UInt64(evidence.threads)
    record.word5 = UInt64(evidence.canaries)
    record.word6 = evidence.isSealed ? 1 : 0
    append(record)
  }

  /// Records that the program never went on by itself: what was recorded from a position on came of
  /// a canary.
  ///
  /// - Parameter position: where the log stood before the canary.
  func woken(from position: UInt64) {
    var record = LogRecord(.stalled, lane: LaneCode(rawValue: 0), thread: 0)
    record.word4 = position
    record.word5 = 1
    append(record)
  }

  /// Records the end of every lane, or the confirmation of a quiescence.
  package func end(_ kind: RecordKind) {
    append(LogRecord(kind, lane: LaneCode(rawValue: 0), thread: 0))
  }
}
