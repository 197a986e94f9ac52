import OQHistory
import Synchronization

/// What a lane did since its last record, where the recorder keeps bodies only.
///
/// A record takes a ticket from a counter that all threads share, which orders the threads and may
/// hide a race. A lane therefore notes the outcomes of its calls in memory of its own and writes
/// them to the log when it is about to wait, enter, leave or end, where it meets other threads
/// anyway. What is written so tells no more than that the calls were made between two records of
/// the lane.
// Safety: one lane notes; an entry is complete before it is counted, with release and acquire, and
// is not written again. Reading happens under the lock.
package final class Journal: @unchecked Sendable {
  private let lane: LaneCode
  private let thread: UInt64
  private let recorder: Recorder
  private let capacity: Int
  private let entries: UnsafeMutablePointer<(step: Int, outcome: Outcome)>
  private let noted = Atomic<Int>(0)
  private let written = Mutex<Int>(0)

  /// A journal without entries.
  ///
  /// - Parameters:
  ///   - lane: the lane that notes.
  ///   - thread: its thread.
  ///   - steps: steps of its script, of which each is noted once at most.
  ///   - recorder: where entries are written to.
  package init(_ lane: LaneCode, thread: UInt64, steps: Int, recorder: Recorder) {
    self.lane = lane
    self.thread = thread
    self.recorder = recorder
    capacity = steps
    entries = .allocate(capacity: max(1, steps))
  }

  deinit {
    entries.deinitialize(count: noted.load(ordering: .acquiring))
    entries.deallocate()
  }

  /// Notes how the call of a step ended; called by the lane only.
  package func note(step: Int, _ outcome: Outcome) {
    let count = noted.load(ordering: .relaxed)
    precondition(count < capacity, "a lane makes the call of a step once")
    (entries + count).initialize(to: (step, outcome))
    noted.store(count + 1, ordering: .releasing)
  }

  /// Writes what is noted and not written yet; callable from any thread.
  package func write() {
    written.withLock { written in
      let count = noted.load(ordering: .acquiring)
      while written < count {
        let entry = entries[written]
        recorder.made(lane, step: entry.step, thread: thread, entry.outcome)
        written += 1
      }
    }
  }

  /// Whether everything that is noted is written.
  package var isWritten: Bool {
    written.withLock { $0 == noted.load(ordering: .acquiring) }
  }
}
