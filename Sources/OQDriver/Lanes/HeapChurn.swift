/// Takes what was just freed and fills it, so that a subject that still uses it cannot get away
/// with it.
///
/// An allocator hands a freed block to the same thread's next request of that size. The blocks are
/// kept until the program is over: freed at once, they would look as they did before.
// Safety: the blocks belong to this value alone and are only freed.
struct HeapChurn: @unchecked Sendable {
  private static let sizes = stride(from: 16, through: 1024, by: 16)
  private static let perSize = 6
  // No address and no object's header is made of this byte.
  private static let filling: UInt8 = 0xA5

  private let blocks: [UnsafeMutableRawPointer]

  /// Fills freed memory of the calling thread.
  init() {
    var blocks: [UnsafeMutableRawPointer] = []
    blocks.reserveCapacity(HeapChurn.perSize * 64)
    for size in HeapChurn.sizes {
      for _ in 0..<HeapChurn.perSize {
        let block = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
        block.initializeMemory(as: UInt8.self, repeating: HeapChurn.filling, count: size)
        blocks.append(block)
      }
    }
    self.blocks = blocks
  }

  /// Gives the memory back.
  func release() {
    for block in blocks { block.deallocate() }
  }
}
