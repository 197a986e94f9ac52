extension Pins {
  /// The text form: one point a line, as `client1 call 2` or `a begin`; steps are numbered from 1.
  ///
  /// - Parameter program: the program whose lanes are named.
  /// - Returns: the lines, each ended by a newline.
  /// - Complexity: O(number of points).
  package func text(in program: Program) -> String {
    let words = StepPrinter(program)
    return order.map { "\(words.text($0.lane)) \($0.moment)\n" }.joined()
  }

  /// Reads the text form.
  ///
  /// - Parameters:
  ///   - text: one point a line; comments and blank lines are allowed.
  ///   - program: the program whose lanes are named.
  /// - Throws: the first fault, with its line and column.
  /// - Complexity: O(size of the text and of the program).
  package init(parsing text: some StringProtocol, for program: Program) throws(TextError) {
    let reader = PinReader(program)
    var order: [Pin] = []
    var seen: Set<Pin> = []
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let words = Words(Substring(line), line: number + 1)
      if words.isEmpty { continue }
      let pin = try reader.pin(words)
      guard seen.insert(pin).inserted else {
        throw TextError(
          line: words.line, column: 1, message: "expected a point that has not come before")
      }
      order.append(pin)
    }
    self.init(order)
  }
}

extension Pins.Moment: CustomStringConvertible {
  /// `begin`, `end`, or a word and the number of the step from 1.
  package var description: String {
    switch self {
    case .begin: "begin"
    case .end: "end"
    case .call(let step): "call \(step + 1)"
    case .returned(let step): "return \(step + 1)"
    case .step(let step): "step \(step + 1)"
    }
  }
}

/// Reads the points of a program's lanes.
private struct PinReader {
  private let program: Program
  private let parser: StepParser
  // Looked up only, never iterated.
  private var steps: [Lane: [Step]] = [:]

  init(_ program: Program) {
    self.program = program
    parser = StepParser(naming: Naming(program))
    for script in program.scripts { steps[script.lane] = script.steps }
  }

  func pin(_ line: Words) throws(TextError) -> Pins.Pin {
    var words = line
    let lane = try lane(&words)
    let word = try words.next("begin, end, call N, return N or step N")
    let moment: Pins.Moment
    switch word.text {
    case "begin" where lane.callback != nil: moment = .begin
    case "end": moment = .end
    case "call": moment = .call(try step(&words, lane, isCall: true))
    case "return": moment = .returned(try step(&words, lane, isCall: true))
    case "step": moment = .step(try step(&words, lane, isCall: false))
    default: throw words.fault(word, "begin (of a callback), end, call N, return N or step N")
    }
    try words.expectEnd()
    return Pins.Pin(lane, moment)
  }

  private func lane(_ words: inout Words) throws(TextError) -> Lane {
    let word = try words.next("a lane")
    if let number = Naming.clientNumber(word.text), steps[.client(number)] != nil {
      return .client(number)
    }
    guard let callback = parser.callback(word.text), program.fault(callback) == nil else {
      throw words.fault(word, "a client or a callback of the program")
    }
    return .callback(callback)
  }

  private func step(
    _ words: inout Words, _ lane: Lane, isCall: Bool
  ) throws(TextError) -> Int {
    let word = try words.next("the number of a step")
    let own = steps[lane] ?? []
    guard let number = Naming.number(word.text), number >= 1, number <= own.count,
      (own[number - 1].command != nil) == isCall
    else {
      throw words.fault(
        word, "the number of a \(isCall ? "command" : "harness step") of this lane, from 1")
    }
    return number - 1
  }
}
