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

/// The memory that is filled after the drops of one program.
///
/// Every one of the first drops is followed by it, and of many more a share: what a subject does
/// with the thousandth object that it was handed it did with the first ones, and the memory that is
/// kept is bounded.
struct HeapChurns {
  private var kept: [HeapChurn] = []
  private var drops = 0

  /// Most that is kept at a time, and the share of later drops: one in so many.
  private static let most = 64

  /// Follows a drop on the calling thread.
  mutating func follow() {
    defer { drops += 1 }
    if kept.count < HeapChurns.most { return kept.append(HeapChurn()) }
    guard drops.isMultiple(of: HeapChurns.most) else { return }
    let place = drops / HeapChurns.most % HeapChurns.most
    let old = kept[place]
    kept[place] = HeapChurn()
    old.release()
  }

  /// Gives all memory back.
  func release() {
    for churn in kept { churn.release() }
  }
}
