import OQAdapters
import OQHistory

/// What a log record says, before the program gives its steps their meaning.
///
/// Word 1 holds the kind in its low byte and the step's position above it; word 2 the lane; word 3
/// the thread. An entry of client code has 1 in word 4 where the history may say on which thread it
/// was made. A record of kind `late` belongs to an earlier program and is no event. A `moment` is
/// no event either; its number stands in place of the step. A return, and a call that is told of
/// afterwards (`made`), has its outcome's tag in word 4 and its value in word 5; a list of
/// operations has its length in word 5 and up to four elements in words 6 and 7, 32 bits each.
/// Longer lists are preceded by records of kind `more`, ten elements each in words 3 to 7. A
/// `stalled` with 1 in word 5 takes back what stands from the position in word 4 on: it came of a
/// canary.
package enum RecordKind: UInt8 {
  case call = 1
  case returned, enter, leave, step, quiescent, stalled, ended, thread, more, made, late,
    moment
}

/// The tag of an outcome in a record.
enum OutcomeCode: UInt64 {
  case done = 1
  case boolean, integer, operations, priority, raised, trapped, unsupported
}

extension LogRecord {
  init(_ kind: RecordKind, step: Int = 0, lane: LaneCode, thread: UInt64) {
    self.init(UInt64(kind.rawValue) | UInt64(step) << 8, lane.rawValue, thread)
  }

  /// Where a log stood before canaries set something going; nil for any other record.
  var wokenFrom: Int? { kind == .stalled && word5 == 1 ? Int(word4) : nil }
  var kind: RecordKind? { RecordKind(rawValue: UInt8(truncatingIfNeeded: word1)) }
  var step: Int { Int(word1 >> 8) }
  var lane: LaneCode { LaneCode(rawValue: word2) }
  var thread: UInt64 { word3 }
  var moment: Moment? { kind == .moment ? Moment(rawValue: UInt8(truncatingIfNeeded: step)) : nil }

  /// Puts an outcome that is no list into words 4 and 5.
  mutating func set(_ code: OutcomeCode, _ value: Int = 0) {
    word4 = code.rawValue
    word5 = UInt64(bitPattern: Int64(value))
  }

  /// Puts the end of a list into words 6 and 7 and its length into word 5.
  mutating func setList(_ last: ArraySlice<OperationID>, of count: Int) {
    set(.operations, count)
    (word6, word7) = (LogRecord.pair(last, 0), LogRecord.pair(last, 1))
  }

  /// Two elements of a list as a word; 0 for those that the list does not have.
  private static func pair(_ list: ArraySlice<OperationID>, _ number: Int) -> UInt64 {
    let position = list.startIndex + 2 * number
    func element(_ position: Int) -> UInt64 {
      position < list.endIndex ? UInt64(UInt32(list[position].index)) : 0
    }
    return element(position) | element(position + 1) << 32
  }

  /// A part of a list that comes before its return.
  init(more part: ArraySlice<OperationID>, lane: LaneCode) {
    func pair(_ number: Int) -> UInt64 { LogRecord.pair(part, number) }
    self.init(
      UInt64(RecordKind.more.rawValue), lane.rawValue, pair(0), pair(1), pair(2), pair(3), pair(4))
  }

  /// Elements of a `more` record, or of the last part of a list.
  func elements(_ count: Int, isLast: Bool) -> [OperationID] {
    let words = isLast ? [word6, word7] : [word3, word4, word5, word6, word7]
    return (0..<min(count, words.count * 2)).map {
      OperationID(Int(UInt32(truncatingIfNeeded: words[$0 / 2] >> ($0 % 2 * 32))))
    }
  }

  static let lastPart = 4
  static let otherParts = 10
}
