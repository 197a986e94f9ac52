/// States of one program with the same open calls, without repetition, in the order of insertion.
///
/// The states lie one after the other as words (``StateCode``), found by open addressing: adding a
/// state that is there already allocates nothing, and nothing depends on how a process seeds its
/// hashes.
package struct StateSet {
  private let code: StateCode
  private var calls = 0
  private var width = 0
  private var words: [UInt64] = []
  /// The words of the state that is being added.
  private var key: [UInt64] = []
  /// By position of insertion.
  private var hashes: [UInt64] = []
  /// Position of a state plus 1, or 0 where the slot is free; a power of two, at most half full.
  private var slots = [UInt32](repeating: 0, count: 64)

  /// No state.
  ///
  /// - Parameter code: how the states of the program are written.
  package init(_ code: StateCode) { self.code = code }

  /// Number of states.
  package var count: Int { hashes.count }

  /// Position of the state that was added last, or that was found when it was to be added again.
  package private(set) var last = 0

  /// Whether there is no state.
  package var isEmpty: Bool { hashes.isEmpty }

  /// Takes every state out and keeps the memory.
  package mutating func removeAll() {
    words.removeAll(keepingCapacity: true)
    hashes.removeAll(keepingCapacity: true)
    for slot in slots.indices { slots[slot] = 0 }
  }

  /// Adds a state, unless it is there.
  ///
  /// - Parameter state: a state with as many open calls as the others have.
  /// - Returns: whether it was not there.
  /// - Complexity: O(operations + calls) on average.
  @discardableResult
  package mutating func insert(_ state: State) -> Bool {
    if isEmpty { adopt(state.calls.count) }
    precondition(state.calls.count == calls, "states of one set have the same open calls")
    key.withUnsafeMutableBufferPointer { code.encode(state, into: $0) }
    return insertKey()
  }

  /// Adds a state that differs from a member in one operation and its queue only, unless it is
  /// there.
  ///
  /// - Parameters:
  ///   - state: the state.
  ///   - position: place of the member in the order of insertion.
  ///   - index: position of the operation.
  /// - Returns: whether it was not there.
  /// - Complexity: O(operations + calls) on average, with less to write than ``insert(_:)``.
  @discardableResult
  package mutating func insert(
    _ state: State, like position: Int, exceptOperation index: Int
  ) -> Bool {
    let start = position * width
    for place in 0..<width { key[place] = words[start + place] }
    key.withUnsafeMutableBufferPointer { code.encode(operation: index, of: state, into: $0) }
    return insertKey()
  }

  private mutating func insertKey() -> Bool {
    let hash = StateSet.hash(key)
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0 {
      let position = Int(slots[slot]) - 1
      if hashes[position] == hash, isKey(at: position) {
        last = position
        return false
      }
      slot = (slot + 1) & mask
    }
    last = count
    words.append(contentsOf: key)
    hashes.append(hash)
    slots[slot] = UInt32(count)
    if count * 2 > slots.count { grow() }
    return true
  }

  /// Reads a state.
  ///
  /// - Parameters:
  ///   - position: its place in the order of insertion.
  ///   - state: any state of the program, which is replaced.
  /// - Complexity: O(operations + calls).
  package func load(_ position: Int, into state: inout State) {
    words.withUnsafeBufferPointer {
      code.decode($0, at: position * width, calls: calls, into: &state)
    }
  }

  private mutating func adopt(_ calls: Int) {
    self.calls = calls
    width = code.width(calls: calls)
    if key.count != width { key = [UInt64](repeating: 0, count: width) }
  }

  private func isKey(at position: Int) -> Bool {
    let start = position * width
    for place in 0..<width where words[start + place] != key[place] { return false }
    return true
  }

  private mutating func grow() {
    slots = [UInt32](repeating: 0, count: slots.count * 4)
    let mask = slots.count - 1
    for (position, hash) in hashes.enumerated() {
      var slot = Int(truncatingIfNeeded: hash) & mask
      while slots[slot] != 0 { slot = (slot + 1) & mask }
      slots[slot] = UInt32(position + 1)
    }
  }

  /// Two words at a time, by the two halves of a product.
  ///
  /// Source: Wang Yi, "wyhash"; a weak hash costs time only, as equal hashes are compared in full.
  private static func hash(_ words: [UInt64]) -> UInt64 {
    var hash: UInt64 = 0x9E37_79B9_7F4A_7C15
    var place = 0
    while place < words.count {
      let second = place + 1 < words.count ? words[place + 1] : 0
      let product = (words[place] ^ hash).multipliedFullWidth(by: second ^ 0xD6E8_FEB8_6659_FD93)
      hash = product.high ^ product.low ^ UInt64(truncatingIfNeeded: place)
      place += 2
    }
    return hash
  }
}
