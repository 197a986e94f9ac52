import OQWire
import Testing

@Suite struct LineBufferTests {
  @Test func `lines come out however they were split`() {
    let bytes = Array("one\n\r\n\ntwo\r\nä\nrest".utf8)
    for size in 1...bytes.count {
      var buffer = LineBuffer()
      var lines: [LineBuffer.Next] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        buffer.receive(bytes[start..<min(bytes.count, start + size)])
        while case let next = buffer.next(), next != .none { lines.append(next) }
      }
      #expect(lines == [.line("one"), .line("two"), .line("ä")])
      #expect(buffer.isInLine)
    }
  }

  @Test func `what is no text is told apart`() {
    var buffer = LineBuffer()
    buffer.receive([0x61, 0xFF, 0x0A, 0x62, 0x0A])
    #expect(buffer.next() == .notText("a\u{FFFD}"))
    #expect(buffer.next() == .line("b"))
  }

  @Test func `a giant line is refused before it ends`() {
    var buffer = LineBuffer()
    buffer.receive(Array(repeating: 0x78, count: LineBuffer.limit))
    #expect(buffer.next() == .none)
    buffer.receive([0x78])
    #expect(buffer.next() == .tooLong(String(repeating: "x", count: 60)))
  }

  @Test func `many lines are taken in linear time and space`() {
    var buffer = LineBuffer()
    var count = 0
    for _ in 0..<2_000 {
      buffer.receive(Array(repeating: Array("0123456789\n".utf8), count: 50).joined())
      while case .line = buffer.next() { count += 1 }
    }
    #expect(count == 100_000)
    #expect(!buffer.isInLine)
  }
}
