extension Program: CustomStringConvertible {
  /// The canonical text form (`.oqprogram`), ending in a newline.
  ///
  /// - Complexity: O(size of the program).
  package var text: String { "\(header)\n" + body }

  /// The canonical text form.
  package var description: String { text }

  /// Number of steps: lines of the canonical text except the version line and the lane headers.
  ///
  /// - Complexity: O(number of declarations and scripts).
  package var steps: Int {
    queues.count + operations.count + scripts.reduce(0) { $0 + $1.steps.count }
  }

  private var header: String {
    var line = "oqprogram 1"
    if let jitter = settings.jitter { line += " jitter=\(jitter)" }
    if settings.oneCore { line += " one-core" }
    if settings.recording != .full { line += " record=\(settings.recording.rawValue)" }
    if settings.longWork { line += " long-work" }
    if settings.lingering { line += " lingering" }
    return line
  }

  /// The text without its version line.
  private var body: String {
    let printer = StepPrinter(self)
    var lines = DeclarationText.print(self)
    for script in scripts {
      switch script.lane {
      case .setup: continue
      case .client(let number): lines.append("client \(number)")
      case .callback(let callback):
        if script.steps.count == 1 {
          lines.append("in \(printer.text(callback)): \(printer.text(script.steps[0]))")
          continue
        }
        lines.append("in \(printer.text(callback))")
      }
      lines += script.steps.map { "  " + printer.text($0) }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// Reads the text form.
  ///
  /// - Parameter text: a program; comments, blank lines and any indentation are allowed.
  /// - Throws: the first fault, with its line and column.
  /// - Complexity: O(size of the text).
  package init(parsing text: some StringProtocol) throws(TextError) {
    let lines = try TextLines(text, magic: "oqprogram")
    var naming = Naming()
    for line in lines.body { try DeclarationText.declareName(line, in: &naming) }
    var reader = ProgramReader(naming: naming, settings: try ProgramReader.settings(lines.header))
    for line in lines.body { try reader.read(line) }
    self = try reader.finish()
  }
}

/// The lines of a text file after its version line, blank ones and comments left out.
struct TextLines {
  let header: Words
  let body: [Words]

  init(_ text: some StringProtocol, magic: String) throws(TextError) {
    var lines: [Words] = []
    var number = 0
    for line in text.textFileLines {
      number += 1
      guard number <= Limits.lines else {
        throw TextError(
          line: number, column: 1, message: "expected at most \(Limits.lines) lines")
      }
      let words = Words(line, line: number)
      if !words.isEmpty { lines.append(words) }
    }
    guard var header = lines.first, header.first == magic[...] else {
      throw TextError(
        line: lines.first?.line ?? 1, column: lines.first?.column ?? 1,
        message: "expected '\(magic) 1' as the first line")
    }
    _ = try header.next(magic)
    let version = try header.next("the version, 1")
    guard version.text == "1" else { throw header.fault(version, "the version, 1") }
    self.header = header
    self.body = Array(lines.dropFirst())
  }
}

/// Reads the lines of a program, keeping the lane that steps belong to.
struct ProgramReader {
  private let naming: Naming
  private let settings: Program.Settings
  private var queues: [Program.Queue] = []
  private var operations: [Program.Operation] = []
  private var scripts: [Program.Script] = []
  // Faults of a step depend on declarations that may come later: they are looked for at the end.
  private var origins: [[(line: Int, column: Int)]] = []
  private var headers: [(line: Int, column: Int)] = []
  private var lanes: Set<Lane> = []
  private var cyclic: [Int] = []

  init(naming: Naming, settings: Program.Settings) {
    self.naming = naming
    self.settings = settings
  }

  /// Settings after the version.
  static func settings(_ header: Words) throws(TextError) -> Program.Settings {
    var words = header
    var settings = Program.Settings()
    while !words.isAtEnd {
      let word = try words.next("a setting")
      let option = DeclarationText.Option(word.text)
      switch (option.name, option.value) {
      case ("jitter", .some(let value)):
        guard Naming.number(value) != nil || UInt64(value) != nil, let seed = UInt64(value) else {
          throw words.fault(word, "jitter=N")
        }
        settings.jitter = seed
      case ("one-core", .none): settings.oneCore = true
      case ("record", .some("bodies")): settings.recording = .bodies
      case ("long-work", .none): settings.longWork = true
      case ("lingering", .none): settings.lingering = true
      default:
        throw words.fault(word, "jitter=N, one-core, record=bodies, long-work or lingering")
      }
    }
    return settings
  }

  mutating func read(_ line: Words) throws(TextError) {
    var words = line
    let parser = StepParser(naming: naming)
    switch words.first {
    case "queue":
      _ = try words.next("queue")
      queues.append(
        try DeclarationText.queue(&words, naming, hasMain: queues.contains(where: \.isMain)))
    case "op":
      _ = try words.next("op")
      operations.append(try DeclarationText.operation(&words, naming))
      cyclic.append(line.line)
    case "client":
      _ = try words.next("client")
      let column = words.column
      let number = try parser.number(&words, "the number of a client", in: 1...Limits.clients)
      try begin(.client(number), line.line, column)
      try words.expectEnd()
    case "in":
      _ = try words.next("in")
      try readCallback(&words, parser)
    default:
      try readStep(&words, parser)
    }
  }

  private mutating func readCallback(
    _ words: inout Words, _ parser: StepParser
  ) throws(TextError) {
    let word = try words.next("the name of a callback")
    let isInline = word.text.hasSuffix(":")
    let name = isInline ? word.text.dropLast() : word.text
    guard let callback = parser.callback(name), callback.occurrence == 1 else {
      throw words.fault(word, "a callback such as x, x.2, x.completion or x.is-ready")
    }
    try begin(.callback(callback), words.line, word.column)
    if isInline { try readStep(&words, parser) } else { try words.expectEnd() }
  }

  private mutating func begin(_ lane: Lane, _ line: Int, _ column: Int) throws(TextError) {
    guard lanes.insert(lane).inserted else {
      throw TextError(line: line, column: column, message: "expected a lane without steps so far")
    }
    scripts.append(Program.Script(lane, []))
    origins.append([])
    headers.append((line, column))
  }

  private mutating func readStep(
    _ words: inout Words, _ parser: StepParser
  ) throws(TextError) {
    let column = words.column
    guard !scripts.isEmpty else {
      let word = try words.next("a line")
      throw words.fault(word, "'queue', 'op', 'in' or 'client' before the first step")
    }
    let step = try parser.step(&words)
    try words.expectEnd()
    scripts[scripts.count - 1].steps.append(step)
    origins[origins.count - 1].append((words.line, column))
  }

  func finish() throws(TextError) -> Program {
    let program = Program(
      queues: queues, operations: operations, scripts: scripts, settings: settings)
    if let operation = program.declaredCycle {
      throw TextError(
        line: cyclic[operation.index], column: 1,
        message: "expected declared dependencies without a cycle (make a cycle with 'depend')")
    }
    for (index, script) in scripts.enumerated() {
      if case .callback(let callback) = script.lane, let fault = program.fault(callback) {
        throw TextError(line: headers[index].line, column: headers[index].column, message: fault)
      }
      for (step, origin) in zip(script.steps, origins[index]) {
        if let fault = program.fault(step, in: script.lane) {
          throw TextError(line: origin.line, column: origin.column, message: fault)
        }
      }
    }
    return program
  }
}
