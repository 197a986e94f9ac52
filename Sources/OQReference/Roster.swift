/// A sequence in order of addition whose members can leave from anywhere in constant time.
///
/// A member is named by the position that `append` returned. Positions grow with every addition
/// and are stable while others leave.
package struct Roster<Member: Sendable>: Sendable {
  private var cells: [Member?] = []
  /// The position of `cells[0]`.
  private var base = 0
  /// Index of the first cell in use; equal to `cells.count` when there is none.
  private var head = 0
  /// The number of members.
  package private(set) var count = 0

  /// An empty roster.
  package init() {}

  /// Whether there is no member.
  package var isEmpty: Bool { count == 0 }

  /// The member that was added first among those present.
  package var first: Member? { head < cells.count ? cells[head] : nil }

  /// The member that was added last among those present.
  package var last: Member? { cells.last ?? nil }

  /// The members that were added first.
  ///
  /// - Parameter count: at most how many.
  /// - Returns: in order of addition.
  package func prefix(_ count: Int) -> [Member] {
    Array(cells[head...].lazy.compactMap { $0 }.prefix(count))
  }

  /// All members in order of addition; linear in the span between the first and the last.
  package var members: [Member] { cells[head...].compactMap { $0 } }

  /// Adds a member at the end.
  ///
  /// - Parameter member: what is added.
  /// - Returns: the position by which `remove` finds it.
  package mutating func append(_ member: Member) -> Int {
    cells.append(member)
    count += 1
    return base + cells.count - 1
  }

  /// Takes the member at a position out; none if it has left already.
  ///
  /// Amortised constant time.
  ///
  /// - Parameter position: what `append` returned.
  package mutating func remove(at position: Int) {
    let index = position - base
    guard cells.indices.contains(index), cells[index] != nil else { return }
    cells[index] = nil
    count -= 1
    while let tail = cells.last, tail == nil { cells.removeLast() }
    while head < cells.count, cells[head] == nil { head += 1 }
    head = min(head, cells.count)
    compact()
  }

  /// Gives the cells before `head` back once they are the larger part.
  private mutating func compact() {
    guard head > 32, head > cells.count / 2 else { return }
    cells.removeFirst(head)
    base += head
    head = 0
  }
}
