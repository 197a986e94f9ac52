/// Rows of a fixed number of words, each once, numbered in the order of insertion.
///
/// Rows lie one after the other and are found by open addressing. A slot holds half of the hash
/// beside the number of a row, so that other rows are seldom looked at. Equal hashes are compared
/// in full, so the table is exact, and nothing in it depends on how a process seeds its hashes.
final class WordTable {
  let width: Int
  private(set) var count = 0
  private(set) var words: UnsafeMutablePointer<UInt64>
  private var capacity = 64
  /// The upper half of a hash, and the number of a row plus 1, or 0 where the slot is free; a power
  /// of two, at most half full.
  private var slots: UnsafeMutablePointer<UInt64>
  private var mask = 255

  init(width: Int) {
    precondition(width >= 1, "a row has at least one word")
    self.width = width
    words = .allocate(capacity: capacity * width)
    slots = .allocate(capacity: mask + 1)
    slots.initialize(repeating: 0, count: mask + 1)
  }

  deinit {
    words.deallocate()
    slots.deallocate()
  }

  /// The words of a row.
  func row(_ number: Int) -> UnsafePointer<UInt64> { UnsafePointer(words + number * width) }

  /// Finds a row, or adds it.
  ///
  /// - Parameter row: as many words as a row has.
  /// - Returns: the number of the row, and whether it was added.
  func insert(_ row: UnsafePointer<UInt64>) -> (number: Int, isNew: Bool) {
    insert(row, hash: hash(row))
  }

  /// Finds a row of which the hash is known, or adds it.
  func insert(_ row: UnsafePointer<UInt64>, hash: UInt64) -> (number: Int, isNew: Bool) {
    let tag = hash & WordTable.upper
    var slot = Int(truncatingIfNeeded: hash) & mask
    while true {
      let found = slots[slot]
      if found == 0 { break }
      if found & WordTable.upper == tag {
        let number = Int(truncatingIfNeeded: found & WordTable.lower) - 1
        if isEqual(words + number &* width, row) { return (number, false) }
      }
      slot = (slot &+ 1) & mask
    }
    precondition(count < Int(UInt32.max) - 1, "rows are numbered with 32 bits")
    if count == capacity { growRows() }
    (words + count * width).initialize(from: row, count: width)
    count += 1
    slots[slot] = tag | UInt64(count)
    if count * 2 > mask { growSlots() }
    return (count - 1, true)
  }

  /// The number of a row; nil where it was not added.
  func find(_ row: UnsafePointer<UInt64>) -> Int? {
    let hash = hash(row)
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0 {
      let number = Int(truncatingIfNeeded: slots[slot] & WordTable.lower) - 1
      if isEqual(words + number * width, row) { return number }
      slot = (slot + 1) & mask
    }
    return nil
  }

  /// The first slot of a hash: to look at it early lets the memory be fetched meanwhile.
  func glance(_ hash: UInt64) -> UInt64 { slots[Int(truncatingIfNeeded: hash) & mask] }

  /// The first word of the row that the first slot of a hash holds, or 0.
  func glanceAtRow(_ hash: UInt64) -> UInt64 {
    let found = slots[Int(truncatingIfNeeded: hash) & mask]
    guard found & WordTable.upper == hash & WordTable.upper, found != 0 else { return 0 }
    return words[(Int(truncatingIfNeeded: found & WordTable.lower) &- 1) &* width]
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
  func hash(_ row: UnsafePointer<UInt64>) -> UInt64 {
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
    let grown = UnsafeMutablePointer<UInt64>.allocate(capacity: capacity * 2 * width)
    grown.initialize(from: words, count: count * width)
    words.deallocate()
    words = grown
    capacity *= 2
  }

  private func growSlots() {
    slots.deallocate()
    mask = (mask + 1) * 4 - 1
    slots = .allocate(capacity: mask + 1)
    slots.initialize(repeating: 0, count: mask + 1)
    for number in 0..<count {
      let hash = hash(words + number * width)
      var slot = Int(truncatingIfNeeded: hash) & mask
      while slots[slot] != 0 { slot = (slot + 1) & mask }
      slots[slot] = hash & WordTable.upper | UInt64(number + 1)
    }
  }
}
