import OQHistory

extension Program {
  /// The program with its objects in a fixed order and with new names: the same for programs that
  /// differ only in names and in the order of declarations.
  ///
  /// With more than four operations or queues the order is that in which steps name them.
  func renamed() -> Program {
    let operationOrders = Program.orders(of: namedOperations, count: operations.count)
    let queueOrders = Program.orders(of: namedQueues, count: queues.count)
    var best: (program: Program, text: String)?
    for order in operationOrders {
      for queueOrder in queueOrders {
        let candidate = ordered(operations: order, queues: queueOrder)
        let text = candidate.text
        if best.map({ text < $0.text }) ?? true { best = (candidate, text) }
      }
    }
    return best?.program ?? self
  }

  /// The operations in the order in which steps name them, each before those that it depends on
  /// and that nobody has named: the same when it is asked for again of the program in this order.
  private var namedOperations: [Int] {
    var order: [Int] = []
    var seen: Set<Int> = []
    var followed = 0
    func name(_ index: Int) { if seen.insert(index).inserted { order.append(index) } }
    func follow() {
      while followed < order.count {
        for dependency in operations[order[followed]].dependencies { name(dependency.index) }
        followed += 1
      }
    }
    for step in allSteps { for operation in step.operations { name(operation.index) } }
    follow()
    for index in operations.indices {
      name(index)
      follow()
    }
    return order
  }

  private var namedQueues: [Int] {
    allSteps.compactMap { $0.call?.queue?.index } + queues.indices
  }

  /// All orders of a few things, else the one in which they are named.
  private static func orders(of named: [Int], count: Int) -> [[Int]] {
    var seen: Set<Int> = []
    let first = named.filter { seen.insert($0).inserted }
    guard (2...4).contains(count) else { return [first] }
    var all: [[Int]] = [[]]
    for _ in 0..<count {
      all = all.flatMap { order in
        first.filter { !order.contains($0) }.map { order + [$0] }
      }
    }
    return all
  }

  /// The program with its objects in some order, named by their places.
  private func ordered(operations order: [Int], queues queueOrder: [Int]) -> Program {
    let places = places(order)
    var result = renumbered(operations: places, queues: self.places(queueOrder))
    // References have their new numbers; the declarations follow.
    let declared = result.operations
    for (index, place) in places.enumerated() { result.operations[place] = declared[index] }
    result.queues = queueOrder.map { queues[$0] }
    for place in result.operations.indices {
      result.operations[place].name = Program.name(place, from: "a", most: 16)
      result.operations[place].dependencies.sort { $0.index < $1.index }
    }
    for place in result.queues.indices {
      result.queues[place].name = Program.name(place, from: "q", most: 10)
    }
    return Program(
      queues: result.queues, operations: result.operations, scripts: result.scripts,
      settings: result.settings)
  }

  /// Where each thing stands in an order.
  private func places(_ order: [Int]) -> [Int] {
    var places = Array(repeating: 0, count: order.count)
    for (place, index) in order.enumerated() { places[index] = place }
    return places
  }

  /// `a`, `b`, …, then `a16`, `a17`, ….
  private static func name(_ place: Int, from first: Character, most: Int) -> String {
    guard place < most, let code = first.asciiValue else { return "\(first)\(place)" }
    return String(Character(UnicodeScalar(code + UInt8(place))))
  }
}
