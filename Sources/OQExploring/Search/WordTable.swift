import OQSystem

/// Rows of a fixed number of words, each once, numbered in the order of insertion.
///
/// Rows lie one after the other and are found by open addressing. A slot holds half of the hash
/// beside the number of a row, so that other rows are seldom looked at. Equal hashes are compared
/// in full, so the table is exact, and nothing in it depends on how a process seeds its hashes.
final class WordTable {
  /// What changes; it is reached by a pointer, since nobody else can change it meanwhile.
  private struct Head {
    var count = 0
    var words: UnsafeMutablePointer<UInt64>
    var capacity = 64
    /// The upper half of a hash, and the number of a row plus 1, or 0 where the slot is free; a
    /// power of two, at most half full.
    var slots: UnsafeMutablePointer<UInt64>
    var mask = 255
  }

  let width: Int
  private let head: UnsafeMutablePointer<Head>

  init(width: Int) {
    precondition(width >= 1, "a row has at least one word")
    self.width = width
    head = .allocate(capacity: 1)
    head.initialize(
      to: Head(words: WordTable.memory(64 * width), slots: WordTable.memory(256)))
    head.pointee.slots.initialize(repeating: 0, count: 256)
  }

  deinit {
    head.pointee.words.deallocate()
    head.pointee.slots.deallocate()
    head.deallocate()
  }

  /// Memory that begins where the processor fetches, so that short rows are fetched at once.
  private static func memory(_ words: Int) -> UnsafeMutablePointer<UInt64> {
    UnsafeMutableRawPointer.allocate(byteCount: words * 8, alignment: 64)
      .bindMemory(to: UInt64.self, capacity: words)
  }

  /// Number of rows.
  var count: Int { head.pointee.count }

  /// The words of a row.
  func row(_ number: Int) -> UnsafePointer<UInt64> {
    UnsafePointer(head.pointee.words + number &* width)
  }

  /// Finds a row, or adds it.
  ///
  /// - Parameter row: as many words as a row has.
  /// - Returns: the number of the row, and whether it was added.
  func insert(_ row: UnsafePointer<UInt64>) -> (number: Int, isNew: Bool) {
    insert(row, hash: WordTable.hash(row, width))
  }

  /// Finds a row of which the hash is known, or adds it.
  func insert(_ row: UnsafePointer<UInt64>, hash: UInt64) -> (number: Int, isNew: Bool) {
    let (slots, words, mask) = (head.pointee.slots, head.pointee.words, head.pointee.mask)
    let tag = hash & WordTable.upper
    var slot = Int(truncatingIfNeeded: hash) & mask
    while true {
      let found = slots[slot]
      if found == 0 { break }
      if found & WordTable.upper == tag {
        let number = Int(truncatingIfNeeded: found & WordTable.lower) &- 1
        if isEqual(words + number &* width, row) { return (number, false) }
      }
      slot = (slot &+ 1) & mask
    }
    return (add(row, tag, slot), true)
  }

  private func add(_ row: UnsafePointer<UInt64>, _ tag: UInt64, _ slot: Int) -> Int {
    let count = head.pointee.count
    precondition(count < Int(UInt32.max) - 1, "rows are numbered with 32 bits")
    if count == head.pointee.capacity { growRows() }
    let target = head.pointee.words + count &* width
    for word in 0..<width { target[word] = row[word] }
    head.pointee.count = count + 1
    head.pointee.slots[slot] = tag | UInt64(count + 1)
    if (count + 1) * 2 > head.pointee.mask { growSlots() }
    return count
  }

  /// The number of a row; nil where it was not added.
  func find(_ row: UnsafePointer<UInt64>) -> Int? {
    let (slots, words, mask) = (head.pointee.slots, head.pointee.words, head.pointee.mask)
    let hash = WordTable.hash(row, width)
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0 {
      let number = Int(truncatingIfNeeded: slots[slot] & WordTable.lower) &- 1
      if slots[slot] & WordTable.upper == hash & WordTable.upper,
        isEqual(words + number &* width, row)
      {
        return number
      }
      slot = (slot &+ 1) & mask
    }
    return nil
  }

  /// Lets the first slot of a hash be fetched.
  func expect(_ hash: UInt64) {
    oq_prefetch(head.pointee.slots + Int(truncatingIfNeeded: hash) & head.pointee.mask)
  }

  /// Lets the row that the first slot of a hash holds be fetched.
  func expectRow(_ hash: UInt64) {
    let found = head.pointee.slots[Int(truncatingIfNeeded: hash) & head.pointee.mask]
    guard found & WordTable.upper == hash & WordTable.upper, found != 0 else { return }
    oq_prefetch(
      head.pointee.words + (Int(truncatingIfNeeded: found & WordTable.lower) &- 1) &* width)
  }

  private static let upper: UInt64 = 0xFFFF_FFFF_0000_0000
  private static let lower: UInt64 = 0xFFFF_FFFF

  private func isEqual(_ one: UnsafePointer<UInt64>, _ other: UnsafePointer<UInt64>) -> Bool {
    var place = 0
    while place < width {
      if one[place] != other[place] { return false }
      place &+= 1
    }
    return true
  }

  /// Two words at a time, by the two halves of a product.
  ///
  /// Source: Wang Yi, "wyhash"; a weak hash costs time only.
  static func hash(_ row: UnsafePointer<UInt64>, _ width: Int) -> UInt64 {
    var hash: UInt64 = 0x9E37_79B9_7F4A_7C15
    var place = 0
    while place < width {
      let second = place &+ 1 < width ? row[place &+ 1] : 0
      let product = (row[place] ^ hash).multipliedFullWidth(by: second ^ 0xD6E8_FEB8_6659_FD93)
      hash = product.high ^ product.low ^ UInt64(truncatingIfNeeded: place)
      place &+= 2
    }
    return hash ^ hash >> 32
  }

  private func growRows() {
    let (count, capacity) = (head.pointee.count, head.pointee.capacity)
    let grown = WordTable.memory(capacity * 2 * width)
    grown.initialize(from: head.pointee.words, count: count * width)
    head.pointee.words.deallocate()
    head.pointee.words = grown
    head.pointee.capacity = capacity * 2
  }

  private func growSlots() {
    head.pointee.slots.deallocate()
    let mask = (head.pointee.mask + 1) * 4 - 1
    let slots = WordTable.memory(mask + 1)
    slots.initialize(repeating: 0, count: mask + 1)
    for number in 0..<count {
      let hash = WordTable.hash(row(number), width)
      var slot = Int(truncatingIfNeeded: hash) & mask
      while slots[slot] != 0 { slot = (slot + 1) & mask }
      slots[slot] = hash & WordTable.upper | UInt64(number + 1)
    }
    head.pointee.slots = slots
    head.pointee.mask = mask
  }
}
