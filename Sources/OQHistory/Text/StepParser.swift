/// Parses commands, steps, callbacks and values; shared by programs and histories.
struct StepParser {
  let naming: Naming

  /// A step of a lane.
  func step(_ words: inout Words) throws(TextError) -> Step {
    let word = try words.next("a command or a step")
    switch word.text {
    case "hold": return .hold
    case "open": return .open(try callback(&words, allowsRepetition: false))
    case "until": return .until(try condition(&words))
    case "meet":
      return .meet(try number(&words, "the number of a meeting", in: 1...Limits.meetings))
    case "drop":
      let name = try words.next("the name of an operation or queue")
      guard let handle = naming.handle(name.text) else {
        throw words.fault(name, "the name of a declared operation or queue")
      }
      return .drop(handle)
    default: return .command(try command(word, &words))
    }
  }

  /// A command whose verb has been read already.
  func command(_ word: Words.Word, _ words: inout Words) throws(TextError) -> Command {
    guard let verb = Verb(name: word.text) else { throw words.fault(word, "a command or a step") }
    let target = try handle(&words, verb.entry.family)
    let argument: Command.Argument =
      switch verb.entry.parameter {
      case .none: .none
      case .operation: .operation(try operation(&words))
      case .operations: .operations(try operations(&words))
      case .integer: .integer(try integer(&words))
      case .priority: .priority(try priority(&words))
      case .boolean: .boolean(try boolean(&words))
      case .observer: try observer(&words, verb.entry.family)
      }
    return Command(verb, target, argument)
  }

  /// A property of a family, and the observer.
  private func observer(
    _ words: inout Words, _ family: VerbTable.Family
  ) throws(TextError) -> Command.Argument {
    let known = Property.allCases.filter { $0.family == family }
    let expected = "one of \(known.map(\.rawValue).joined(separator: ", "))"
    let word = try words.next(expected)
    guard let property = Property(rawValue: String(word.text)), property.family == family else {
      throw words.fault(word, expected)
    }
    return .observer(property, try operation(&words))
  }

  /// What an `until` step waits for.
  private func condition(_ words: inout Words) throws(TextError) -> Condition {
    let word = try words.next("'begin', 'end' or an accessor")
    switch word.text {
    case "begin": return .began(try callback(&words, allowsRepetition: false))
    case "end": return .ended(try callback(&words, allowsRepetition: false))
    default:
      guard let verb = Verb(name: word.text), verb.isRead else {
        throw words.fault(word, "'begin', 'end' or an accessor")
      }
      let command = try command(word, &words)
      if verb.entry.result == .boolean, words.isAtEnd { return .reads(command, .boolean(true)) }
      return .reads(command, try value(&words, verb.entry.result))
    }
  }

  /// A returned value of a kind.
  func value(
    _ words: inout Words, _ kind: VerbTable.Result
  ) throws(TextError) -> Outcome.Value {
    switch kind {
    case .none: .none
    case .boolean: .boolean(try boolean(&words))
    case .integer: .integer(try integer(&words))
    case .operations: .operations(try operations(&words))
    case .priority: .priority(try priority(&words))
    }
  }

  /// The text of a callback, such as `x.completion.2#3`.
  func callback(_ words: inout Words, allowsRepetition: Bool) throws(TextError) -> Callback {
    let word = try words.next("the name of a callback")
    guard let callback = callback(word.text), allowsRepetition || callback.occurrence == 1 else {
      throw words.fault(word, "a callback such as x, x.2, x.completion or x.is-ready")
    }
    return callback
  }

  /// The callback that a word names, if it names one.
  func callback(_ word: Substring) -> Callback? {
    let occurrences = word.split(separator: "#", omittingEmptySubsequences: false)
    guard occurrences.count <= 2 else { return nil }
    var occurrence = 1
    if occurrences.count == 2 {
      guard let number = Naming.number(occurrences[1]), number >= 2 else { return nil }
      occurrence = number
    }
    var parts = occurrences[0].split(separator: ".", omittingEmptySubsequences: false)[...]
    guard let name = parts.popFirst(), let operation = naming.operation(name) else { return nil }
    var point = Point.body
    if let second = parts.first,
      let named = Point.allCases.first(where: { $0 != .body && $0.name == second })
    {
      point = named
      parts = parts.dropFirst()
    }
    var index = 1
    if let last = parts.popFirst() {
      guard let number = Naming.number(last), number >= 2 else { return nil }
      index = number
    }
    guard parts.isEmpty else { return nil }
    return Callback(operation, point, index: index, occurrence: occurrence)
  }

  private func handle(
    _ words: inout Words, _ family: VerbTable.Family
  ) throws(TextError) -> Handle {
    switch family {
    case .queue:
      let word = try words.next("the name of a queue")
      guard let queue = naming.queue(word.text) else {
        throw words.fault(word, "the name of a declared queue")
      }
      return .queue(queue)
    case .operation: return .operation(try operation(&words))
    }
  }

  private func operation(_ words: inout Words) throws(TextError) -> OperationID {
    let word = try words.next("the name of an operation")
    guard let operation = naming.operation(word.text) else {
      throw words.fault(word, "the name of a declared operation")
    }
    return operation
  }

  /// `a,b,c`, or `-` for none.
  func operations(_ words: inout Words) throws(TextError) -> [OperationID] {
    let word = try words.next("names of operations, separated by commas")
    if word.text == "-" { return [] }
    var result: [OperationID] = []
    for name in word.text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let operation = naming.operation(name) else {
        throw words.fault(word, "names of declared operations, separated by commas")
      }
      result.append(operation)
    }
    return result
  }

  func number(
    _ words: inout Words, _ expected: String, in range: ClosedRange<Int>
  ) throws(TextError) -> Int {
    let word = try words.next(expected)
    guard let number = Naming.number(word.text), range.contains(number) else {
      throw words.fault(word, "\(expected) from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  private func integer(_ words: inout Words) throws(TextError) -> Int {
    let word = try words.next("an integer")
    let digits = word.text.hasPrefix("-") ? word.text.dropFirst() : word.text
    guard Naming.number(digits) != nil, word.text != "-0", let value = Int(word.text) else {
      throw words.fault(word, "an integer")
    }
    return value
  }

  func priority(_ words: inout Words) throws(TextError) -> Priority {
    let word = try words.next("a priority")
    guard let priority = Priority(name: word.text) else {
      throw words.fault(word, "one of \(Priority.allCases.map(\.name).joined(separator: ", "))")
    }
    return priority
  }

  private func boolean(_ words: inout Words) throws(TextError) -> Bool {
    let word = try words.next("true or false")
    switch word.text {
    case "true": return true
    case "false": return false
    default: throw words.fault(word, "true or false")
    }
  }
}
