extension Pins {
  /// The text form: one point a line, as `client1 call 2` or `a begin`, then one hold a line, as
  /// `client1 in 2 pthread_mutex_unlock CALLER 1 until rest`; steps are numbered from 1.
  ///
  /// - Parameter program: the program whose lanes are named.
  /// - Returns: the lines, each ended by a newline.
  /// - Complexity: O(number of points).
  package func text(in program: Program) -> String {
    let words = StepPrinter(program)
    return order.map { words.text($0) + "\n" }.joined()
      + holds.map { words.text($0) + "\n" }.joined()
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
    var holds: [Hold] = []
    var seen: Set<Pin> = []
    var held: Set<SubjectPoint> = []
    for (number, line) in text.textFileLines.enumerated() {
      let words = Words(line, line: number + 1)
      if words.isEmpty { continue }
      let isNew: Bool
      switch try reader.line(words) {
      case .pin(let pin):
        isNew = seen.insert(pin).inserted
        order.append(pin)
      case .hold(let hold):
        isNew = held.insert(hold.point).inserted
        holds.append(hold)
      }
      guard isNew else {
        throw TextError(
          line: words.line, column: 1, message: "expected a point that has not come before")
      }
    }
    self.init(order, holding: holds)
  }
}

extension SubjectPoint {
  /// The text form, as `client1 in 2 pthread_mutex_unlock CALLER 1`.
  ///
  /// - Parameter program: the program whose lanes are named.
  /// - Returns: one line, without a newline.
  package func text(in program: Program) -> String { StepPrinter(program).text(self) }

  /// Reads the text form; nil for anything else.
  ///
  /// - Parameters:
  ///   - text: one line.
  ///   - program: the program whose lanes are named.
  package init?(parsing text: some StringProtocol, for program: Program) {
    var words = Words(Substring(text), line: 1)
    let reader = PinReader(program)
    guard let lane = try? reader.lane(&words),
      let point = try? reader.point(&words, lane), words.isAtEnd
    else { return nil }
    self = point
  }
}

extension StepPrinter {
  fileprivate func text(_ pin: Pins.Pin) -> String { "\(text(pin.lane)) \(pin.moment)" }

  fileprivate func text(_ point: SubjectPoint) -> String {
    let span =
      switch point.span {
      case .call(let step): "in \(step + 1)"
      case .after: "after"
      }
    return
      "\(text(point.lane)) \(span) \(point.function.name) \(point.caller) \(point.occurrence)"
  }

  fileprivate func text(_ hold: Hold) -> String {
    let release =
      switch hold.release {
      case .rest: "rest"
      case .passed(let pin): text(pin)
      }
    return "\(text(hold.point)) until \(release)"
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

  enum Line {
    case pin(Pins.Pin)
    case hold(Hold)
  }

  func line(_ line: Words) throws(TextError) -> Line {
    var words = line
    let lane = try lane(&words)
    let result: Line
    if words.peek() == "in" || words.peek() == "after" {
      let point = try point(&words, lane)
      let until = try words.next("until")
      guard until.text == "until" else { throw words.fault(until, "until") }
      if words.peek() == "rest" {
        _ = try words.next("rest")
        result = .hold(Hold(at: point, until: .rest))
      } else {
        let other = try self.lane(&words)
        result = .hold(Hold(at: point, until: .passed(try pin(&words, other))))
      }
    } else {
      result = .pin(try pin(&words, lane))
    }
    try words.expectEnd()
    return result
  }

  /// A point of the subject, behind its lane.
  func point(_ words: inout Words, _ lane: Lane) throws(TextError) -> SubjectPoint {
    let word = try words.next("in N or after")
    let span: SubjectPoint.Span
    switch word.text {
    case "in": span = .call(try step(&words, lane, isCall: true))
    case "after" where lane.callback != nil: span = .after
    default: throw words.fault(word, "in N, or after (of a callback)")
    }
    let name = try words.next("a function")
    guard let function = PointFunction.allCases.first(where: { $0.name == name.text }) else {
      throw words.fault(name, "a function whose return is a point, such as pthread_mutex_unlock")
    }
    let caller = try words.next("the code that calls it")
    let count = try words.next("how many such calls have come, from 1")
    guard let occurrence = Naming.number(count.text), occurrence >= 1 else {
      throw words.fault(count, "how many such calls have come, from 1")
    }
    return SubjectPoint(
      lane, span, function, caller: String(caller.text), occurrence: occurrence)
  }

  private func pin(_ words: inout Words, _ lane: Lane) throws(TextError) -> Pins.Pin {
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
    return Pins.Pin(lane, moment)
  }

  func lane(_ words: inout Words) throws(TextError) -> Lane {
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
