/// Lines of a byte stream, split anywhere on their way.
package struct LineBuffer: Sendable {
  /// Longest line in bytes: nothing that the protocol says comes near it.
  package static let limit = 1 << 20

  /// What comes next.
  package enum Next: Hashable, Sendable {
    /// No line is complete yet.
    case none
    /// A line without its end.
    case line(String)
    /// A line is longer than ``LineBuffer/limit``; its beginning.
    case tooLong(String)
    /// A line is no UTF-8; what it looks like with the wrong bytes replaced.
    case notText(String)
  }

  private var bytes: [UInt8] = []
  private var start = 0
  private var scanned = 0

  /// A buffer that has received nothing.
  package init() {}

  /// Whether a line has begun and not ended.
  package var isInLine: Bool { start < bytes.count }

  /// Takes in the next bytes.
  ///
  /// - Parameter more: the bytes.
  package mutating func receive(_ more: some Sequence<UInt8>) { bytes += more }

  /// Takes out the next line, if it is complete; empty lines are left out.
  ///
  /// A carriage return before the line feed belongs to the end of the line.
  ///
  /// - Returns: the line, or why there is none.
  /// - Complexity: O(length), over all calls.
  package mutating func next() -> Next {
    while let end = bytes[scanned...].firstIndex(of: 0x0A) {
      var line = bytes[start..<end]
      start = end + 1
      scanned = start
      defer { compact() }
      if line.last == 0x0D { line.removeLast() }
      if line.isEmpty { continue }
      guard line.count <= LineBuffer.limit else { return .tooLong(excerpt(line)) }
      guard let text = String(validating: line, as: UTF8.self) else {
        return .notText(excerpt(line))
      }
      return .line(text)
    }
    scanned = bytes.count
    if bytes.count - start > LineBuffer.limit { return .tooLong(excerpt(bytes[start...])) }
    return .none
  }

  private func excerpt(_ line: ArraySlice<UInt8>) -> String {
    String(decoding: line.prefix(60), as: UTF8.self)
  }

  /// Lets go of what was taken out, once it is most of what is kept.
  private mutating func compact() {
    guard start > 1 << 14, start * 2 > bytes.count else { return }
    bytes.removeFirst(start)
    scanned -= start
    start = 0
  }
}
