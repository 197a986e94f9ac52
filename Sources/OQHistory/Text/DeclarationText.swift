/// Declarations (`queue`, `op`) in text: the head of both programs and histories.
enum DeclarationText {
  /// The lines of the declarations, queues first.
  static func print(_ program: Program) -> [String] {
    let naming = Naming(program)
    let queues = program.queues.map { queue in
      var line = "queue \(queue.name)"
      if queue.isMain { return "\(line) main" }
      if let kind = queue.dispatch { return "\(line) \(kind.rawValue)" }
      if let limit = queue.limit { line += " limit=\(limit)" }
      if queue.suspended { line += " suspended" }
      return line
    }
    let operations = program.operations.map { operation in
      var line = "op \(operation.name)"
      if operation.kind != .task { line += " kind=\(operation.kind.rawValue)" }
      if operation.blocks != 1 { line += " blocks=\(operation.blocks)" }
      if !operation.dependencies.isEmpty {
        line += " deps=" + operation.dependencies.map(naming.name).joined(separator: ",")
      }
      if let priority = operation.priority { line += " priority=\(priority.name)" }
      if operation.completion { line += " completion" }
      return line
    }
    return queues + operations
  }

  /// Declares the name of a `queue` or `op` line; dependencies may name operations declared later.
  static func declareName(_ line: Words, in naming: inout Naming) throws(TextError) {
    var words = line
    guard let head = words.peek(), head == "queue" || head == "op" else { return }
    _ = try words.next("a declaration")
    let word = try words.next("a name")
    guard Naming.isName(word.text) else {
      throw words.fault(word, "a name: lower-case letters, digits and _, not a lane's word")
    }
    guard naming.handle(word.text) == nil else {
      throw words.fault(word, "a name that is not declared yet")
    }
    let declared = head == "queue" ? naming.queueNames.count : naming.operationNames.count
    let most = head == "queue" ? Limits.queues : Limits.operations
    guard declared < most else { throw words.fault(word, "at most \(most) declarations") }
    if head == "queue" {
      naming.declare(queue: String(word.text))
    } else {
      naming.declare(operation: String(word.text))
    }
  }

  /// A `queue` line after its first word; with `hasMain`, the main queue is declared already.
  static func queue(
    _ words: inout Words, _ naming: Naming, hasMain: Bool
  ) throws(TextError) -> Program.Queue {
    let name = try words.next("a name")
    var queue = Program.Queue(String(name.text))
    if words.peek() == "main" {
      let word = try words.next("main")
      guard !hasMain else { throw words.fault(word, "one main queue at most") }
      try words.expectEnd()
      return Program.Queue(queue.name, isMain: true)
    }
    if let word = words.peek(), let kind = DispatchKind(rawValue: String(word)) {
      _ = try words.next("the kind of a dispatch queue")
      try words.expectEnd()
      return Program.Queue(queue.name, dispatch: kind)
    }
    while !words.isAtEnd {
      let word = try words.next("limit=N or suspended")
      switch Option(word.text) {
      case Option("suspended") where !queue.suspended: queue.suspended = true
      case let option where option.name == "limit" && queue.limit == nil:
        guard let value = option.value, let limit = Naming.number(value), limit >= 1 else {
          throw words.fault(word, "limit=N with N at least 1")
        }
        queue.limit = limit
      default: throw words.fault(word, "limit=N or suspended, each at most once")
      }
    }
    return queue
  }

  /// An `op` line after its first word.
  static func operation(
    _ words: inout Words, _ naming: Naming
  ) throws(TextError) -> Program.Operation {
    let name = try words.next("a name")
    var operation = Program.Operation(String(name.text))
    var seen: [Substring] = []
    let known = "kind=, blocks=, deps=, priority= or completion"
    while !words.isAtEnd {
      let word = try words.next(known)
      let option = Option(word.text)
      guard !seen.contains(option.name) else {
        throw words.fault(word, "\(known), each at most once")
      }
      seen.append(option.name)
      try apply(option, word, words, naming, &operation)
    }
    guard operation.blocks == 1 || operation.kind == .block else {
      throw words.fault(name, "kind=block where blocks= is given, for")
    }
    guard
      operation.kind.hasHandle
        || (operation.dependencies.isEmpty && operation.priority == nil && !operation.completion)
    else {
      throw words.fault(name, "no further properties of a bare block, for")
    }
    guard
      !operation.kind.isDispatch
        || (operation.dependencies.isEmpty && operation.priority == nil && !operation.completion)
    else {
      throw words.fault(name, "no further properties of what is no operation, for")
    }
    return operation
  }

  private static func apply(
    _ option: Option, _ word: Words.Word, _ words: Words, _ naming: Naming,
    _ operation: inout Program.Operation
  ) throws(TextError) {
    switch (option.name, option.value) {
    case ("kind", .some(let value)):
      guard let kind = Program.Kind(rawValue: String(value)), kind != .task else {
        let kinds = Program.Kind.allCases.filter { $0 != .task }.map(\.rawValue)
        throw words.fault(word, "kind= with one of \(kinds.joined(separator: ", "))")
      }
      operation.kind = kind
    case ("blocks", .some(let value)):
      guard let count = Naming.number(value), count <= Limits.blocks, count != 1 else {
        throw words.fault(word, "blocks=N with N up to \(Limits.blocks), and not 1")
      }
      operation.blocks = count
    case ("deps", .some(let value)):
      for name in value.split(separator: ",", omittingEmptySubsequences: false) {
        guard let dependency = naming.operation(name),
          !operation.dependencies.contains(dependency)
        else { throw words.fault(word, "deps= with different declared operations") }
        operation.dependencies.append(dependency)
      }
    case ("priority", .some(let value)):
      guard let priority = Priority(name: value) else {
        let names = Priority.allCases.map(\.name).joined(separator: ", ")
        throw words.fault(word, "priority= with one of \(names)")
      }
      operation.priority = priority
    case ("completion", .none): operation.completion = true
    default: throw words.fault(word, "kind=, blocks=, deps=, priority= or completion")
    }
  }

  /// `name=value`, or a bare `name`.
  struct Option: Equatable {
    let name: Substring
    let value: Substring?

    init(_ text: Substring) {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      name = parts[0]
      value = parts.count == 2 ? parts[1] : nil
    }
  }
}
