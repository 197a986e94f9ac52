import Foundation
import OQCommandLine
import OQCommands
import OQDriver
import OQModel
import OQReport
import OQRunner
import Synchronization

/// What parts of a measurement give, to be joined.
protocol PartialCount: Sendable {
  /// Nothing counted.
  init()
  /// Histories looked at.
  var histories: Int { get }
  /// What should not exist.
  var faults: Int { get }
  /// Adds what another part gave.
  mutating func merge(_ other: Self)
}

extension Comparison: PartialCount {
  var histories: Int { compared }
  var faults: Int { findings.count }
}

extension AlarmCount: PartialCount {
  var histories: Int { judged }
  var faults: Int { alarms.values.reduce(0, +) }
}

extension RejectionPower: PartialCount {
  var faults: Int { falseAlarms.count + total.rejected - total.reduced }
}

/// Parts of a measurement, done by several threads until all are done or a signal ends it, joined
/// in their order.
final class Parts<Count: PartialCount>: Sendable {
  private struct State {
    var done: [Int: Count] = [:]
    var histories = 0
    var faults = 0
  }

  private let jobs: Int
  private let console: Console
  private let status: StatusLine
  private let stops = try? StopRequests.watch()
  private let begun = ContinuousClock.now
  private let state: Mutex<State>
  private let count = Atomic<Int>(0)

  init(jobs: Int, console: Console) {
    self.jobs = jobs
    self.console = console
    status = StatusLine(console)
    state = Mutex(State())
  }

  /// Does the parts, in no particular order.
  func run(_ parts: Int, _ count: @Sendable (Int) -> Count) {
    self.count.store(parts, ordering: .relaxed)
    let next = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: jobs) { _ in
      while (stops?.current ?? StopRequest.none) == .none {
        let part = next.add(1, ordering: .relaxed).oldValue
        guard part < parts else { return }
        note(count(part), part, of: parts)
      }
    }
    status.clear()
    console.warn(line(state.withLock(\.self), of: parts))
  }

  /// Whether every part was done.
  var isComplete: Bool {
    state.withLock { $0.done.count } == count.load(ordering: .relaxed)
  }

  /// All parts together.
  var sum: Count {
    state.withLock { state in
      state.done.sorted { $0.key < $1.key }.reduce(into: Count()) { $0.merge($1.value) }
    }
  }

  private func note(_ counted: Count, _ part: Int, of parts: Int) {
    state.withLock { state in
      state.done[part] = counted
      state.histories += counted.histories
      state.faults += counted.faults
      status.show { line(state, of: parts) }
    }
  }

  private func line(_ state: State, of parts: Int) -> String {
    let seconds = (ContinuousClock.now - begun) / .seconds(1)
    let rate = Int(Double(state.histories) / max(seconds, 1e-3))
    return "\(state.done.count * 100 / max(parts, 1))%, \(state.histories) histories, \(rate)/s, "
      + "\(state.faults) findings"
  }
}
