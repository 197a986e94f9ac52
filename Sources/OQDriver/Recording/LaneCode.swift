import OQHistory

/// A lane as one word of a log record.
///
/// Tag in bits 60–63: 1 setup, 2 client, 3 callback. A callback holds its operation in bits 32–59,
/// its point in 28–31, its index in 16–27 and its occurrence in 0–15; occurrences beyond the last
/// share one number, because a body that runs 65,535 times has been found out long before.
package struct LaneCode: Hashable, Sendable {
  let rawValue: UInt64

  init(rawValue: UInt64) { self.rawValue = rawValue }

  package init(_ lane: Lane) {
    switch lane {
    case .setup: rawValue = 1 << 60
    case .client(let number): rawValue = 2 << 60 | UInt64(number)
    case .callback(let callback): rawValue = LaneCode(callback).rawValue
    }
  }

  package init(_ callback: Callback) {
    let occurrence = UInt64(min(callback.occurrence, 0xFFFF))
    rawValue =
      3 << 60 | UInt64(callback.operation.index) << 32 | UInt64(callback.point.rawValue) << 28
      | UInt64(callback.index & 0xFFF) << 16 | occurrence
  }

  /// The main thread, which is no lane: its number is recorded like that of one.
  static let mainThread = LaneCode(rawValue: 4 << 60)

  /// The lane; nil for words that no lane has, such as those a broken process may have written.
  var lane: Lane? {
    switch rawValue >> 60 {
    case 1: return .setup
    case 2: return .client(Int(rawValue & 0xFFFF))
    case 3:
      let index = Int(rawValue >> 16 & 0xFFF)
      let occurrence = Int(rawValue & 0xFFFF)
      guard let point = Point(rawValue: UInt8(rawValue >> 28 & 0xF)), index >= 1, occurrence >= 1
      else { return nil }
      let operation = OperationID(Int(rawValue >> 32 & 0xFFF_FFFF))
      return .callback(Callback(operation, point, index: index, occurrence: occurrence))
    default: return nil
    }
  }
}
