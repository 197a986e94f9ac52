import OQAdapters
import OQHistory

/// The records of a log in the order in which things were done, as far as the subject has told
/// moments of them.
///
/// What is recorded of a call encloses it: its record is written before it is made, its return when
/// it has come back. A subject that tells moments says when it can have taken effect, and the
/// records move there. What is recorded of a task lies inside of it, between its first and its last
/// statement; its records move to where the subject began to run it and where it had. So whatever
/// can be proved with the records where they were can be proved with the records moved, and
/// besides what only somebody could prove who saw every call and every task from within.
///
/// A call in which the subject tells no moment stays where it is, and so do calls that are not
/// recorded. Moments are matched by thread: within one call of a thread, the first moment at which
/// it can take effect and the last; around one entry of a task, the moments next to it.
struct ExactOrder {
  /// A call of a thread that has not returned.
  private struct OpenCall {
    let record: Int
    /// Where it can first have taken effect.
    var first: Int?
    /// Where it can last have taken effect.
    var last: Int?
  }

  private struct ThreadState {
    var calls: [OpenCall] = []
    /// Where the task was begun whose entry comes next.
    var task: Int?
    /// The return from client code that the end of its task follows.
    var leave: Int?
  }

  private let records: [LogRecord]
  private var threads: [UInt64: ThreadState] = [:]
  /// Where a record goes that moves: into the place of a moment.
  private var places: [Int: Int] = [:]
  /// The parts of a list that precede its record.
  private var parts: [LaneCode: [Int]] = [:]

  /// Puts records where what they speak of was done, and leaves the moments out.
  ///
  /// - Parameter records: records without a hole, in the order of their tickets.
  /// - Returns: the same records without the moments.
  /// - Complexity: O(records).
  static func arranged(_ records: [LogRecord]) -> [LogRecord] {
    var order = ExactOrder(records: records)
    // What is recorded after the end belongs to no history, wherever it was done.
    let end = records.firstIndex { $0.kind == .ended || $0.kind == .stalled } ?? records.endIndex
    for position in records[..<end].indices { order.read(position) }
    for call in order.threads.values.flatMap(\.calls) { order.move(call.record, to: call.first) }
    return order.result
  }

  private init(records: [LogRecord]) { self.records = records }

  private var result: [LogRecord] {
    var arrivals = [[Int]](repeating: [], count: records.count)
    for (record, place) in places { arrivals[place].append(record) }
    return records.indices.flatMap { position -> [LogRecord] in
      if records[position].kind == .moment {
        return arrivals[position].sorted().map { records[$0] }
      }
      return places[position] == nil ? [records[position]] : []
    }
  }

  private mutating func read(_ position: Int) {
    let record = records[position]
    var state = threads[record.thread] ?? ThreadState()
    let task = state.task
    // A moment belongs to the entry and the return next to it: not every block has moments.
    if record.kind != .moment { (state.task, state.leave) = (nil, nil) }
    switch record.kind {
    case .moment: note(record.moment, position, &state)
    case .call: state.calls.append(OpenCall(record: position))
    case .returned:
      guard let call = state.calls.popLast() else { break }
      move(call.record, to: call.first)
      for part in parts.removeValue(forKey: record.lane) ?? [] { move(part, to: call.last) }
      move(position, to: call.last)
    case .made: parts[record.lane] = nil
    case .enter:
      if let point = point(of: record), [.body, .start].contains(point) {
        move(position, to: task)
      }
    // A start returns before the task that it has begun is over.
    case .leave: if point(of: record) == .body { state.leave = position }
    case .more:
      // Its third word is no thread.
      return parts[record.lane, default: []].append(position)
    default: return
    }
    threads[record.thread] = state
  }

  private mutating func note(_ moment: Moment?, _ position: Int, _ state: inout ThreadState) {
    let call = state.calls.indices.last
    switch moment {
    case .callBegins:
      if let call, state.calls[call].first == nil { state.calls[call].first = position }
    case .callEnds: if let call { state.calls[call].last = position }
    case .taskBegins: state.task = position
    case .taskEnded:
      if let leave = state.leave { move(leave, to: position) }
      state.leave = nil
    case nil: break
    }
  }

  private mutating func move(_ record: Int, to place: Int?) { places[record] = place }

  private func point(of record: LogRecord) -> Point? {
    guard case .callback(let callback) = record.lane.lane else { return nil }
    return callback.point
  }
}
