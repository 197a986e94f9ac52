import OQHistory

/// The orders in which some of a few operations can begin, each operation at most once.
///
/// A set of them is a set of bits. What can still begin from a scene on is such a set: that of the
/// scenes that follow it, with the operation that begins on the way in front. So scenes need not be
/// told apart by what began before them.
struct BeginOrders {
  /// Each order, beginning with that in which nothing begins.
  let orders: [[Int]]
  /// By operation and order: the order with the operation in front, or -1 where it has it already.
  private let preceded: [[Int]]

  /// The orders of a number of operations, at most ``GraphFamily/most``.
  init(operations: Int) {
    var orders: [[Int]] = [[]]
    var next = 0
    while next < orders.count {
      let order = orders[next]
      next += 1
      for operation in 0..<operations where !order.contains(operation) {
        orders.append(order + [operation])
      }
    }
    precondition(orders.count <= UInt128.bitWidth, "orders of few operations")
    self.orders = orders
    preceded = (0..<operations).map { operation in
      orders.map { orders.firstIndex(of: [operation] + $0) ?? -1 }
    }
  }

  /// A set with an operation in front of each order.
  func preceding(_ set: UInt128, _ operation: Int) -> UInt128 {
    var result: UInt128 = 0
    var left = set
    while left != 0 {
      let order = preceded[operation][left.trailingZeroBitCount]
      if order >= 0 { result |= 1 << UInt128(order) }
      left &= left - 1
    }
    return result
  }

  /// The orders in which operations can begin from each scene on.
  ///
  /// - Parameter list: all steps; what is sighted has the place of the operation that begins.
  /// - Returns: the set of each scene.
  /// - Complexity: O(steps), and as often again as ways of different lengths need.
  func all(_ list: StepList) -> [UInt128] {
    var sets = [UInt128](repeating: 0, count: list.ends.count)
    for scene in list.rests { sets[scene] = 1 }
    var isStable = false
    while !isStable {
      isStable = true
      for scene in sets.indices.reversed() {
        var set = sets[scene]
        for place in (scene == 0 ? 0 : list.ends[scene - 1])..<list.ends[scene] {
          let rest = sets[Int(list.targets[place])]
          let sight = Int(list.sights[place])
          set |= sight == 0 ? rest : preceding(rest, sight - 1)
        }
        if set != sets[scene] {
          sets[scene] = set
          isStable = false
        }
      }
    }
    return sets
  }
}
