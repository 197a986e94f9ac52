import OQHistory
import OQSpecification

/// A program while it is being written.
///
/// Steps go to the current lane, client 1 at first. The helpers take care of what every program
/// needs: names, what the vocabulary offers, handles that were dropped.
package struct Draft {
  /// Where the choices come from.
  package var choices: ChoiceSource
  /// What may occur.
  package let vocabulary: Vocabulary
  /// Which decorations the program has.
  package var style = Style()
  /// How the program is run.
  package var settings = Program.Settings()
  /// The lane that receives steps.
  package private(set) var lane = Lane.client(1)

  package private(set) var queues: [Program.Queue] = []
  package private(set) var operations: [Program.Operation] = []
  package private(set) var scripts: [Program.Script] = []
  private var dropped: [Handle] = []
  /// Whether a free program may have hundreds of steps.
  package var mayBeLong = false
  /// What a composed program reaches.
  package var reached: Reached?

  package init(choices: ChoiceSource, vocabulary: Vocabulary) {
    self.choices = choices
    self.vocabulary = vocabulary
  }

  /// The finished program.
  package var program: Program {
    Program(queues: queues, operations: operations, scripts: scripts, settings: settings)
  }

  // MARK: Choices

  package mutating func draw(_ bound: Int) -> Int { choices.draw(bound) }
  package mutating func chance(_ n: Int) -> Bool { choices.chance(n) }
  package mutating func pick<Value>(_ values: [Value]) -> Value { choices.pick(values) }
  package mutating func number(_ range: ClosedRange<Int>) -> Int { choices.number(range) }
  package mutating func shuffled<Value>(_ values: [Value]) -> [Value] { choices.shuffled(values) }

  package func has(_ verb: Verb) -> Bool { vocabulary.contains(verb) }
  package func has(_ kind: Program.Kind) -> Bool { vocabulary.contains(kind) }
  package func has(_ feature: Feature) -> Bool { vocabulary.contains(feature) }

  // MARK: Declarations

  /// Declares a queue.
  package mutating func queue(limit: Int? = nil, suspended: Bool = false) -> QueueID {
    let names = ["q", "r"]
    let count = queues.count
    queues.append(
      Program.Queue(
        count < names.count ? names[count] : "q\(count + 1)", limit: limit, suspended: suspended))
    return QueueID(count)
  }

  /// Declares a dispatch queue.
  package mutating func queue(_ kind: DispatchKind) -> QueueID {
    let names = ["q", "r"]
    let count = queues.count
    queues.append(
      Program.Queue(count < names.count ? names[count] : "q\(count + 1)", dispatch: kind))
    return QueueID(count)
  }

  /// Declares the main queue.
  package mutating func mainQueue() -> QueueID {
    queues.append(
      Program.Queue(
        operations.contains { $0.name == Draft.mainName } ? Draft.otherName : Draft.mainName,
        isMain: true))
    return QueueID(queues.count - 1)
  }

  /// Declares an operation of a kind.
  package mutating func operation(
    kind: Program.Kind = .task, blocks: Int = 1, after dependencies: [OperationID] = [],
    priority: Priority? = nil, completion: Bool = false
  ) -> OperationID {
    let count = operations.count
    var name = Draft.name(count)
    if name == Draft.mainName, queues.contains(where: \.isMain) { name = Draft.otherName }
    operations.append(
      Program.Operation(
        name, kind: kind, blocks: blocks, dependencies: dependencies, priority: priority,
        completion: completion))
    return OperationID(count)
  }

  /// Declares an operation with a body and a handle: a task, or at times a block operation.
  package mutating func work(
    after dependencies: [OperationID] = [], priority: Priority? = nil, completion: Bool = false
  ) -> OperationID {
    let start = choices.position
    defer { choices.end(.operation, from: start) }
    var kind = Program.Kind.task
    var blocks = 1
    if style.contains(.kinds), has(.block), chance(2) {
      kind = .block
      blocks = number(1...3)
    }
    let completion =
      completion || (style.contains(.completions) && has(.setCompletion) && chance(3))
    return operation(
      kind: kind, blocks: blocks, after: dependencies, priority: priority, completion: completion)
  }

  /// The name of the main queue, which is that of the thirteenth operation, too.
  private static let mainName = "m"
  /// The name of the one of them that comes later; numbers of other names begin with 2.
  private static let otherName = "m1"

  /// The name of an operation: letters without those of queues that are not the main one, then
  /// letters with a number from 2 on.
  package static func name(_ index: Int) -> String {
    let letters = Array("abcdefghijklmnopstuvwxyz")
    let letter = letters[index % letters.count]
    let round = index / letters.count
    return round == 0 ? String(letter) : "\(letter)\(round + 1)"
  }

  // MARK: Lanes

  /// Writes steps into another lane.
  package mutating func on(_ other: Lane, _ write: (inout Draft) -> Void) {
    let before = lane
    lane = other
    write(&self)
    lane = before
  }

  /// Writes steps into a client's lane.
  package mutating func client(_ number: Int, _ write: (inout Draft) -> Void) {
    on(.client(number), write)
  }

  /// Writes steps into a callback: the body, a block, a completion block.
  package mutating func inside(
    _ operation: OperationID, _ point: Point = .body, index: Int = 1,
    _ write: (inout Draft) -> Void
  ) {
    on(.callback(Callback(operation, point, index: index)), write)
  }

  /// Appends a step to the current lane.
  package mutating func step(_ step: Step) {
    if let index = scripts.firstIndex(where: { $0.lane == lane }) {
      scripts[index].steps.append(step)
    } else {
      scripts.append(Program.Script(lane, [step]))
    }
    if style.contains(.reads), lane == .client(1) { addRead(onceIn: 4) }
  }

  /// Appends a step to a script that exists.
  package mutating func append(_ step: Step, at index: Int) { scripts[index].steps.append(step) }

  /// Gives a script that exists other steps.
  package mutating func replaceSteps(at index: Int, with steps: [Step]) {
    scripts[index].steps = steps
  }

  /// Whether a lane has steps.
  package func hasScript(_ lane: Lane) -> Bool { scripts.contains { $0.lane == lane } }

  /// Number of the next unused client lane.
  package var nextClient: Int {
    1
      + scripts.reduce(1) { most, script in
        if case .client(let number) = script.lane { max(most, number) } else { most }
      }
  }

  // MARK: Steps

  package mutating func command(
    _ verb: Verb, _ queue: QueueID, _ argument: Command.Argument = .none
  ) {
    step(.command(Command(verb, queue, argument)))
  }

  package mutating func command(
    _ verb: Verb, _ operation: OperationID, _ argument: Command.Argument = .none
  ) {
    step(.command(Command(verb, operation, argument)))
  }

  package mutating func add(_ queue: QueueID, _ operation: OperationID) {
    let verb: Verb = operations[operation.index].kind == .closure ? .addBlock : .add
    command(verb, queue, .operation(operation))
  }

  /// Adds an operation from inside client code: alone, or at times in a group of its own.
  package mutating func addInside(_ queue: QueueID, _ operation: OperationID) {
    if has(.addGroup), chance(4) {
      command(.addGroup, queue, .operations([operation]))
    } else {
      add(queue, operation)
    }
  }

  package mutating func addAll(_ queue: QueueID, _ operations: [OperationID]) {
    if operations.count > 1, has(.addGroup), chance(4) {
      command(.addGroup, queue, .operations(operations))
    } else {
      for operation in operations { add(queue, operation) }
    }
  }

  package mutating func depend(_ operation: OperationID, _ dependency: OperationID) {
    command(.addDependency, operation, .operation(dependency))
  }

  package mutating func undepend(_ operation: OperationID, _ dependency: OperationID) {
    command(.removeDependency, operation, .operation(dependency))
  }

  package mutating func cancel(_ operation: OperationID) { command(.cancel, operation) }
  package mutating func start(_ operation: OperationID) { command(.start, operation) }
  package mutating func resume(_ queue: QueueID) { command(.resume, queue) }
  package mutating func suspend(_ queue: QueueID) { command(.suspend, queue) }

  package mutating func setLimit(_ queue: QueueID, _ limit: Int) {
    command(.setLimit, queue, .integer(limit))
  }

  /// The body stays inside until it is opened.
  package mutating func hold(_ operation: OperationID) { inside(operation) { $0.step(.hold) } }

  package mutating func began(_ operation: OperationID, _ point: Point = .body, index: Int = 1) {
    step(.until(.began(Callback(operation, point, index: index))))
  }

  package mutating func ended(_ operation: OperationID, _ point: Point = .body, index: Int = 1) {
    step(.until(.ended(Callback(operation, point, index: index))))
  }

  package mutating func open(_ operation: OperationID, _ point: Point = .body, index: Int = 1) {
    step(.open(Callback(operation, point, index: index)))
  }

  package mutating func until(_ verb: Verb, _ operation: OperationID, _ value: Bool = true) {
    step(.until(.reads(Command(verb, operation), .boolean(value))))
  }

  package mutating func meet(_ number: Int) { step(.meet(number)) }

  package mutating func drop(_ operation: OperationID) {
    step(.drop(.operation(operation)))
    dropped.append(.operation(operation))
  }

  package mutating func drop(_ queue: QueueID) {
    step(.drop(.queue(queue)))
    dropped.append(.queue(queue))
  }

  /// Whether commands can still name an operation.
  package func hasHandle(_ operation: OperationID) -> Bool {
    operations[operation.index].kind.hasHandle && !dropped.contains(.operation(operation))
  }

  package func hasHandle(_ queue: QueueID) -> Bool { !dropped.contains(.queue(queue)) }

  /// Reads accessors of an operation, in order.
  package mutating func read(_ operation: OperationID, _ verbs: Verb...) {
    for verb in verbs where has(verb) { command(verb, operation) }
  }

  /// Waits until an operation that must finish has finished, in one of the ways there are.
  package mutating func finished(_ operation: OperationID) {
    if has(.wait), chance(4) {
      command(.wait, operation)
    } else {
      until(.isFinished, operation)
    }
  }

  /// Waits until several operations of a queue have finished; everything in it must finish.
  package mutating func allFinished(_ operations: [OperationID], in queue: QueueID) {
    if operations.count > 1, has(.waitAll), hasHandle(queue), chance(2) {
      command(.waitAll, queue)
    } else {
      for operation in operations { finished(operation) }
    }
  }

  /// Pushes independent work through a queue and waits for its end.
  ///
  /// A broken queue that was going to misbehave has then had its scheduling passes. The queue must
  /// be running and have a free slot.
  package mutating func pushThrough(_ queue: QueueID, passes: Int? = nil) {
    let passes = passes ?? number(1...2)
    for _ in 0..<passes {
      let useBlock = has(.closure) && has(.addBlock) && !chance(4)
      let sentinel = operation(kind: useBlock ? .closure : .task)
      add(queue, sentinel)
      ended(sentinel)
    }
  }
}
