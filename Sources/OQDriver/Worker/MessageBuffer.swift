/// Messages of a byte stream: four bytes of length, the lowest first, then as many bytes of text.
package struct MessageBuffer: Sendable {
  /// The longest message that is accepted; a longer one is no message of ours.
  package static let limit = 1 << 28

  private var bytes: [UInt8] = []
  private var start = 0

  /// A buffer that has received nothing.
  package init() {}

  /// The bytes that send a text.
  ///
  /// - Parameter text: at most ``limit`` bytes in UTF-8.
  /// - Returns: its length and its bytes.
  package static func frame(_ text: String) -> [UInt8] {
    let content = text.utf8
    precondition(content.count <= limit, "a message of \(content.count) bytes")
    var framed: [UInt8] = []
    framed.reserveCapacity(content.count + 4)
    withUnsafeBytes(of: UInt32(content.count).littleEndian) { framed += $0 }
    framed += content
    return framed
  }

  /// Takes in the next bytes, split anywhere.
  ///
  /// - Parameter more: the bytes.
  package mutating func receive(_ more: [UInt8]) { bytes += more }

  /// What the next message is.
  package enum Next: Equatable, Sendable {
    /// It is not complete yet.
    case none
    /// Its text.
    case message(String)
    /// The bytes are no message: nothing that follows can be understood.
    case malformed
  }

  /// Takes out the next message, if it is complete.
  ///
  /// - Returns: the message, or why there is none.
  package mutating func next() -> Next {
    guard bytes.count - start >= 4 else { return .none }
    var length = 0
    for offset in (0..<4).reversed() { length = length << 8 | Int(bytes[start + offset]) }
    guard length <= MessageBuffer.limit else { return .malformed }
    guard bytes.count - start - 4 >= length else { return .none }
    let content = bytes[start + 4..<start + 4 + length]
    start += 4 + length
    let text = String(validating: content, as: UTF8.self)
    if start == bytes.count {
      bytes.removeAll(keepingCapacity: true)
      start = 0
    }
    return text.map { .message($0) } ?? .malformed
  }
}
