import OQHistory

/// A program as a line of numbers and a line of names, for the way from a supervisor to a worker.
///
/// The text form would take the worker longer to parse than most programs take to run. Numbers are
/// decimal and separated by blanks; a list is preceded by its length, something that may be missing
/// by 0 or 1, an alternative by the number of its case.
enum ProgramCode {
  /// The two lines, without a line feed at the end.
  ///
  /// - Returns: what ``program(_:_:)`` reads.
  /// - Complexity: O(size of the program).
  static func lines(of program: Program) -> String {
    var encoder = Encoder()
    encoder.add(program)
    let names = program.queues.map(\.name) + program.operations.map(\.name)
    return encoder.text + "\n" + names.joined(separator: " ")
  }

  /// Reads the lines; nil for anything else.
  ///
  /// - Parameters:
  ///   - numbers: the first line.
  ///   - names: the second line.
  /// - Returns: the program that ``lines(of:)`` was given.
  /// - Complexity: O(length).
  static func program(_ numbers: Substring, _ names: Substring) -> Program? {
    var decoder = Decoder(numbers, names.split(separator: " "))
    guard let program = try? decoder.program(), decoder.isAtEnd else { return nil }
    return program
  }

  // MARK: Writing

  private struct Encoder {
    private(set) var text = ""

    private mutating func add(_ number: some BinaryInteger) {
      if !text.isEmpty { text += " " }
      text += String(number)
    }

    private mutating func add(_ flag: Bool) { add(flag ? 1 : 0) }

    private mutating func add<Value: CaseIterable & Equatable>(_ value: Value) {
      add(Value.allCases.enumerated().first { $0.element == value }?.offset ?? 0)
    }

    private mutating func add<Element>(
      _ list: [Element], _ each: (inout Encoder, Element) -> Void
    ) {
      add(list.count)
      for element in list { each(&self, element) }
    }

    private mutating func add<Value>(_ value: Value?, _ some: (inout Encoder, Value) -> Void) {
      add(value == nil ? 0 : 1)
      if let value { some(&self, value) }
    }

    mutating func add(_ program: Program) {
      add(program.settings.jitter) { $0.add($1) }
      add(program.settings.oneCore)
      add(program.settings.recording)
      add(program.settings.longWork)
      add(program.settings.lingering)
      add(program.queues) { $0.add($1) }
      add(program.operations) { $0.add($1) }
      add(program.scripts) { $0.add($1) }
    }

    private mutating func add(_ queue: Program.Queue) {
      add(queue.isMain)
      add(queue.dispatch) { $0.add($1) }
      add(queue.limit) { $0.add($1) }
      add(queue.suspended)
    }

    private mutating func add(_ operation: Program.Operation) {
      add(operation.kind)
      add(operation.blocks)
      add(operation.dependencies) { $0.add($1.index) }
      add(operation.priority) { $0.add($1) }
      add(operation.completion)
    }

    private mutating func add(_ script: Program.Script) {
      switch script.lane {
      case .setup: add(0)
      case .client(let number):
        add(1)
        add(number)
      case .callback(let callback):
        add(2)
        add(callback)
      }
      add(script.steps) { $0.add($1) }
    }

    private mutating func add(_ callback: Callback) {
      add(callback.operation.index)
      add(callback.point)
      add(callback.index)
      add(callback.occurrence)
    }

    private mutating func add(_ step: Step) {
      switch step {
      case .command(let command):
        add(0)
        add(command)
      case .hold: add(1)
      case .open(let callback):
        add(2)
        add(callback)
      case .until(.began(let callback)):
        add(3)
        add(callback)
      case .until(.ended(let callback)):
        add(4)
        add(callback)
      case .until(.reads(let command, let value)):
        add(5)
        add(command)
        add(value)
      case .meet(let number):
        add(6)
        add(number)
      case .drop(let handle):
        add(7)
        add(handle)
      }
    }

    private mutating func add(_ handle: Handle) {
      switch handle {
      case .operation(let operation):
        add(0)
        add(operation.index)
      case .queue(let queue):
        add(1)
        add(queue.index)
      }
    }

    private mutating func add(_ command: Command) {
      add(command.verb.rawValue)
      add(command.target)
      switch command.argument {
      case .none: add(0)
      case .operation(let operation):
        add(1)
        add(operation.index)
      case .operations(let operations):
        add(2)
        add(operations) { $0.add($1.index) }
      case .integer(let value):
        add(3)
        add(value)
      case .priority(let priority):
        add(4)
        add(priority)
      case .boolean(let value):
        add(5)
        add(value)
      case .observer(let property, let operation):
        add(6)
        add(property)
        add(operation.index)
      }
    }

    private mutating func add(_ value: Outcome.Value) {
      switch value {
      case .none: add(0)
      case .boolean(let value):
        add(1)
        add(value)
      case .integer(let value):
        add(2)
        add(value)
      case .operations(let operations):
        add(3)
        add(operations) { $0.add($1.index) }
      case .priority(let priority):
        add(4)
        add(priority)
      }
    }
  }

  // MARK: Reading

  private struct Malformed: Error {}

  private struct Decoder {
    private var rest: Substring.UTF8View
    private var names: ArraySlice<Substring>

    init(_ numbers: Substring, _ names: [Substring]) {
      rest = numbers.utf8
      self.names = names[...]
    }

    var isAtEnd: Bool { rest.isEmpty && names.isEmpty }

    private mutating func integer<Value: FixedWidthInteger>() throws(Malformed) -> Value {
      let isNegative = rest.first == UInt8(ascii: "-")
      if isNegative { rest.removeFirst() }
      var value: Value = 0
      var digits = 0
      while let byte = rest.popFirst(), byte != UInt8(ascii: " ") {
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { throw Malformed() }
        let digit = Value(byte - UInt8(ascii: "0"))
        let (tens, isTooLarge) = value.multipliedReportingOverflow(by: 10)
        let (sum, overflows) =
          isNegative
          ? tens.subtractingReportingOverflow(digit) : tens.addingReportingOverflow(digit)
        guard !isTooLarge, !overflows else { throw Malformed() }
        value = sum
        digits += 1
      }
      guard digits > 0 else { throw Malformed() }
      return value
    }

    private mutating func natural(from lowest: Int = 0) throws(Malformed) -> Int {
      let value: Int = try integer()
      guard value >= lowest else { throw Malformed() }
      return value
    }

    private mutating func flag() throws(Malformed) -> Bool { try natural() != 0 }

    private mutating func oneOf<Value: CaseIterable>() throws(Malformed) -> Value
    where Value.AllCases == [Value] {
      let position = try natural()
      guard Value.allCases.indices.contains(position) else { throw Malformed() }
      return Value.allCases[position]
    }

    private mutating func list<Element>(
      _ each: (inout Decoder) throws(Malformed) -> Element
    ) throws(Malformed) -> [Element] {
      let count = try natural()
      guard count <= rest.count else { throw Malformed() }
      var list: [Element] = []
      list.reserveCapacity(count)
      for _ in 0..<count { list.append(try each(&self)) }
      return list
    }

    private mutating func optional<Value>(
      _ some: (inout Decoder) throws(Malformed) -> Value
    ) throws(Malformed) -> Value? {
      try flag() ? try some(&self) : nil
    }

    private mutating func name() throws(Malformed) -> String {
      guard let name = names.popFirst() else { throw Malformed() }
      return String(name)
    }

    private mutating func operation() throws(Malformed) -> OperationID {
      OperationID(try natural())
    }

    mutating func program() throws(Malformed) -> Program {
      var settings = Program.Settings()
      settings.jitter = try optional { decoder throws(Malformed) in try decoder.integer() }
      settings.oneCore = try flag()
      settings.recording = try oneOf()
      settings.longWork = try flag()
      settings.lingering = try flag()
      let queues = try list { decoder throws(Malformed) in try decoder.queue() }
      let operations = try list { decoder throws(Malformed) in try decoder.declaration() }
      let scripts = try list { decoder throws(Malformed) in try decoder.script() }
      return Program(
        queues: queues, operations: operations, scripts: scripts, settings: settings)
    }

    private mutating func queue() throws(Malformed) -> Program.Queue {
      let isMain = try flag()
      let kind: DispatchKind? = try optional { decoder throws(Malformed) in try decoder.oneOf() }
      let limit = try optional { decoder throws(Malformed) in
        let limit: Int = try decoder.integer()
        return limit
      }
      let isSuspended = try flag()
      guard let kind else {
        return Program.Queue(try name(), limit: limit, suspended: isSuspended, isMain: isMain)
      }
      var queue = Program.Queue(try name(), dispatch: kind)
      queue.limit = limit
      queue.suspended = isSuspended
      return queue
    }

    private mutating func declaration() throws(Malformed) -> Program.Operation {
      let kind: Program.Kind = try oneOf()
      let blocks = try natural()
      let dependencies = try list { decoder throws(Malformed) in try decoder.operation() }
      let priority: Priority? = try optional { decoder throws(Malformed) in try decoder.oneOf() }
      return Program.Operation(
        try name(), kind: kind, blocks: blocks, dependencies: dependencies, priority: priority,
        completion: try flag())
    }

    private mutating func script() throws(Malformed) -> Program.Script {
      let lane: Lane =
        switch try natural() {
        case 0: .setup
        case 1: .client(try natural())
        case 2: .callback(try callback())
        default: throw Malformed()
        }
      return Program.Script(lane, try list { decoder throws(Malformed) in try decoder.step() })
    }

    private mutating func callback() throws(Malformed) -> Callback {
      let operation = try operation()
      let point: Point = try oneOf()
      return Callback(
        operation, point, index: try natural(from: 1), occurrence: try natural(from: 1))
    }

    private mutating func step() throws(Malformed) -> Step {
      switch try natural() {
      case 0: .command(try command())
      case 1: .hold
      case 2: .open(try callback())
      case 3: .until(.began(try callback()))
      case 4: .until(.ended(try callback()))
      case 5: .until(.reads(try command(), try value()))
      case 6: .meet(try natural())
      case 7: .drop(try handle())
      default: throw Malformed()
      }
    }

    private mutating func handle() throws(Malformed) -> Handle {
      switch try natural() {
      case 0: .operation(try operation())
      case 1: .queue(QueueID(try natural()))
      default: throw Malformed()
      }
    }

    private mutating func command() throws(Malformed) -> Command {
      guard let verb = Verb(rawValue: try integer()) else { throw Malformed() }
      let target = try handle()
      let argument: Command.Argument =
        switch try natural() {
        case 0: .none
        case 1: .operation(try operation())
        case 2:
          .operations(try list { decoder throws(Malformed) in try decoder.operation() })
        case 3: .integer(try integer())
        case 4: .priority(try oneOf())
        case 5: .boolean(try flag())
        case 6: .observer(try oneOf(), try operation())
        default: throw Malformed()
        }
      return Command(verb, target, argument)
    }

    private mutating func value() throws(Malformed) -> Outcome.Value {
      switch try natural() {
      case 0: .none
      case 1: .boolean(try flag())
      case 2: .integer(try integer())
      case 3: .operations(try list { decoder throws(Malformed) in try decoder.operation() })
      case 4: .priority(try oneOf())
      default: throw Malformed()
      }
    }
  }
}
