/// The names of a program's queues and operations, in both directions.
struct Naming {
  private(set) var queueNames: [String] = []
  private(set) var operationNames: [String] = []
  // Looked up only, never iterated: the order of a dictionary must not leak into any output.
  private var handles: [String: Handle] = [:]

  init() {}

  init(_ program: Program) {
    for queue in program.queues { declare(queue: queue.name) }
    for operation in program.operations { declare(operation: operation.name) }
  }

  mutating func declare(queue name: String) {
    handles[name] = .queue(QueueID(queueNames.count))
    queueNames.append(name)
  }

  mutating func declare(operation name: String) {
    handles[name] = .operation(OperationID(operationNames.count))
    operationNames.append(name)
  }

  func handle(_ name: some StringProtocol) -> Handle? { handles[String(name)] }

  func operation(_ name: some StringProtocol) -> OperationID? {
    if case .operation(let operation) = handle(name) { operation } else { nil }
  }

  func queue(_ name: some StringProtocol) -> QueueID? {
    if case .queue(let queue) = handle(name) { queue } else { nil }
  }

  func name(_ operation: OperationID) -> String { operationNames[operation.index] }

  /// Whether a word can name a queue or an operation: `[a-z][a-z0-9_]*`, none of the lane words.
  static func isName(_ word: some StringProtocol) -> Bool {
    guard let first = word.unicodeScalars.first, ("a"..."z").contains(first) else { return false }
    let rest = word.unicodeScalars.allSatisfy {
      ("a"..."z").contains($0) || ("0"..."9").contains($0) || $0 == "_"
    }
    return rest && word != "setup" && clientNumber(word) == nil
  }

  /// The number of a client lane's word, such as `client2`.
  static func clientNumber(_ word: some StringProtocol) -> Int? {
    guard word.hasPrefix("client") else { return nil }
    guard let number = number(word.dropFirst(6)), number >= 1 else { return nil }
    return number
  }

  /// A number in canonical form: digits without sign, without leading zeros.
  static func number(_ word: some StringProtocol) -> Int? {
    guard !word.isEmpty, word.unicodeScalars.allSatisfy({ ("0"..."9").contains($0) }),
      word == "0" || !word.hasPrefix("0")
    else { return nil }
    return Int(word)
  }
}
