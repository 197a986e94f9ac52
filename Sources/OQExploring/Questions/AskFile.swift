import OQHistory
import OQSpecification

/// A program with questions about its runs (`.oqask`).
package struct AskFile: Sendable {
  /// The question in plain words.
  package let title: String
  /// Why the answer matters.
  package let why: String
  /// The rules, freedoms and contested points that it is about, such as `C-5`.
  package let about: [String]
  /// The program.
  package let program: Program
  /// The program as the explorer plays it.
  package let stage: Stage
  /// What the explorer looks out for.
  package let lookout: Lookout
  /// The questions, at least one, in the order of the file.
  package let questions: [Question]

  /// The facts that questions name, each once, in their order; those of counts are left out.
  package var facts: [Term] {
    var facts: [Term] = []
    for question in questions {
      if case .count = question.kind { continue }
      for term in question.terms where !facts.contains(where: { $0.fact == term.fact }) {
        facts.append(term)
      }
    }
    return facts
  }

  /// Reads the text form.
  ///
  /// - Parameter text: a program with `oqask 1` as its first line, and lines of questions.
  /// - Throws: the first fault, with its line and column.
  /// - Complexity: O(size of the text).
  package init(parsing text: some StringProtocol) throws(TextError) {
    var sheet = QuestionSheet()
    program = try Program(parsing: try sheet.take(text))
    if let fault = Stage.fault(program) {
      throw TextError(line: 1, column: 1, message: "the model does not represent \(fault)")
    }
    stage = Stage(program)
    guard let title = sheet.title else {
      throw TextError(line: 1, column: 1, message: "expected a line 'title' with the question")
    }
    guard let why = sheet.why else {
      throw TextError(line: 1, column: 1, message: "expected a line 'why' with a sentence")
    }
    self.title = title
    self.why = why
    about = sheet.about
    var reader = QuestionReader(stage)
    var questions: [Question] = []
    for line in sheet.questions { questions.append(try reader.question(line)) }
    guard !questions.isEmpty else {
      throw TextError(
        line: 1, column: 1,
        message: "expected a question: 'allowed:', 'forbidden:', 'always:' or 'count N:'")
    }
    self.questions = questions
    var lookout = reader.lookout
    // What every run comes to is seen by these; they tell no states apart, as a lane that has
    // ended is another state.
    for entrances in stage.entrances {
      for entrance in entrances where entrance.callback.point != .isReady {
        guard lookout.count + 1 < Lookout.most else { break }
        _ = lookout.place(of: .end(entrance.callback))
      }
    }
    self.lookout = lookout
  }
}

/// Takes the lines that are no program out of a file.
private struct QuestionSheet {
  /// A line with a question.
  struct Line {
    let number: Int
    let head: Substring
    let body: Substring
    let column: Int
  }

  var title: String?
  var why: String?
  var about: [String] = []
  var questions: [Line] = []

  /// Gives the program, with as many lines as the file has.
  mutating func take(_ text: some StringProtocol) throws(TextError) -> String {
    var lines: [Substring] = []
    var hasHeader = false
    for (place, line) in text.textFileLines.enumerated() {
      let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
      guard let first = words.first, !first.hasPrefix("#") else {
        lines.append("")
        continue
      }
      if !hasHeader {
        guard words == ["oqask", "1"] else {
          throw TextError(
            line: place + 1, column: 1, message: "expected 'oqask 1' as the first line")
        }
        hasHeader = true
        lines.append("oqprogram 1")
        continue
      }
      lines.append(try take(line, words, place + 1) ? "" : line)
    }
    guard hasHeader else {
      throw TextError(line: 1, column: 1, message: "expected 'oqask 1' as the first line")
    }
    return lines.joined(separator: "\n")
  }

  private mutating func take(
    _ line: Substring, _ words: [Substring], _ number: Int
  ) throws(TextError) -> Bool {
    let rest = words.dropFirst().joined(separator: " ")
    switch words[0] {
    case "title":
      guard title == nil, !rest.isEmpty else {
        throw TextError(line: number, column: 1, message: "expected one 'title' with words")
      }
      title = rest
      return true
    case "why":
      guard why == nil, !rest.isEmpty else {
        throw TextError(line: number, column: 1, message: "expected one 'why' with words")
      }
      why = rest
      return true
    case "about":
      about += words.dropFirst().map(String.init)
      return true
    default: break
    }
    let word = words[0].prefix { $0 != ":" }
    guard ["allowed", "forbidden", "always", "count"].contains(word) else { return false }
    // A command of the program has the same name, and no colon.
    if word == "count", !line.contains(":") { return false }
    guard let colon = line.firstIndex(of: ":") else {
      throw TextError(
        line: number, column: line.count + 1, message: "expected ':' and what is asked")
    }
    let body = line[line.index(after: colon)...]
    questions.append(
      Line(
        number: number, head: line[..<colon], body: body,
        column: line.distance(from: line.startIndex, to: colon) + 2))
    return true
  }
}

/// Reads questions in the words of a program.
private struct QuestionReader {
  private let stage: Stage
  private let words: StepReader
  var lookout = Lookout()

  init(_ stage: Stage) {
    self.stage = stage
    words = StepReader(stage.program)
  }

  mutating func question(_ line: QuestionSheet.Line) throws(TextError) -> Question {
    var head = line.head.split(separator: " ")[...]
    let word = head.popFirst() ?? ""
    let fault = { (message: String) in
      TextError(line: line.number, column: line.column, message: message)
    }
    var kind: Question.Kind
    switch word {
    case "allowed": kind = .allowed
    case "forbidden": kind = .forbidden
    case "always": kind = .always
    default:
      guard let number = head.popFirst().flatMap({ Int($0) }), number >= 1 else {
        throw fault("expected 'count' with a number of at least 1")
      }
      kind = .count(number)
    }
    var profiles: [Profile] = []
    for name in head.joined(separator: ",").split(separator: ",") {
      guard let profile = Profile(rawValue: String(name)) else {
        throw fault("expected core, guide or reference before the colon, found '\(name)'")
      }
      profiles.append(profile)
    }
    if profiles.isEmpty { profiles = Profile.allCases }
    let text = line.body.split(separator: " ").joined(separator: " ")
    var terms: [Term] = []
    if case .count = kind {
      for part in text.split(separator: ",") { terms.append(try event(part.trimmed, line)) }
      countOrders(terms)
    } else {
      for part in text.split(separating: " and ") { terms.append(try term(part, line)) }
    }
    guard !terms.isEmpty else { throw fault("expected what is asked after the colon") }
    guard lookout.count <= Lookout.most else {
      throw fault("expected at most \(Lookout.most) events and orders in all questions")
    }
    return Question(kind: kind, profiles: profiles, terms: terms, text: text, line: line.number)
  }

  /// The order of any two events of a count matters.
  private mutating func countOrders(_ terms: [Term]) {
    let places = terms.flatMap { $0.parts.map(\.place) }
    for first in places {
      for second in places where first != second {
        _ = lookout.place(ofOrder: first, second)
      }
    }
  }

  private mutating func term(
    _ text: String, _ line: QuestionSheet.Line
  ) throws(TextError) -> Term {
    let isNegated = text.hasPrefix("not ")
    let body = isNegated ? String(text.dropFirst(4)) : text
    if body == "a client waits in vain" {
      return Term(fact: .stalls, isNegated: isNegated, text: body, parts: [])
    }
    var sides = body.split(separating: " before ")
    let isAfter = sides.count == 1
    if isAfter { sides = body.split(separating: " after ").reversed() }
    guard sides.count == 2 else {
      let event = try event(body, line)
      return Term(fact: event.fact, isNegated: isNegated, text: body, parts: event.parts)
    }
    let first = try event(sides[0], line)
    let second = try event(sides[1], line)
    guard case .event(let one) = first.fact, case .event(let other) = second.fact, one != other
    else {
      throw TextError(
        line: line.number, column: line.column, message: "expected two different events")
    }
    let order = lookout.place(ofOrder: one, other)
    return Term(
      fact: isAfter ? .sequence(order, other) : .order(order), isNegated: isNegated, text: body,
      parts: [Term.Part(place: one, text: sides[0]), Term.Part(place: other, text: sides[1])])
  }

  private mutating func event(
    _ text: String, _ line: QuestionSheet.Line
  ) throws(TextError) -> Term {
    guard let (sight, before) = sight(text) else {
      throw TextError(
        line: line.number, column: line.column,
        message: """
          expected an event of the program ('begin x', 'end x.completion', 'call add q x', \
          'return cancel x', 'is-finished x gives true', 'start x is rejected'), found '\(text)'
          """)
    }
    let place = lookout.place(of: sight)
    var parts = [Term.Part(place: place, text: text)]
    // Whether a call comes back is presupposed by what it comes back with.
    if let before {
      parts = [Term.Part(place: lookout.place(of: before.sight), text: before.text)]
    }
    return Term(fact: .event(place), isNegated: false, text: text, parts: parts)
  }

  private func sight(
    _ text: String
  ) -> (sight: Lookout.Sight, before: (sight: Lookout.Sight, text: String)?)? {
    let split = text.split(separator: " ", maxSplits: 1).map(String.init)
    guard split.count == 2 else { return nil }
    switch split[0] {
    case "begin": return words.callback(split[1]).flatMap(known).map { (.begin($0), nil) }
    case "end": return words.callback(split[1]).flatMap(known).map { (.end($0), nil) }
    case "call": return call(split[1]).map { (.call($0), nil) }
    case "return": return call(split[1]).map { (.returned($0), nil) }
    default: break
    }
    if text.hasSuffix(" is rejected") {
      let command = String(text.dropLast(12))
      return call(command).map { (.rejected($0), (.returned($0), "return \(command)")) }
    }
    let sides = text.split(separating: " gives ")
    guard sides.count == 2, let number = call(sides[0]),
      let value = words.value(sides[1], of: stage.commands[number].verb)
    else { return nil }
    return (
      .answered(number, .returned(value)), (.returned(number), "return \(sides[0])")
    )
  }

  private func known(_ callback: Callback) -> Callback? {
    let isKnown = stage.entrances[callback.operation.index].contains { entrance in
      entrance.callback == callback.first && callback.occurrence <= entrance.parts.count
    }
    return isKnown ? callback : nil
  }

  /// The number of a call by its words; `#2` behind them means the second one of the program.
  private func call(_ text: String) -> Int? {
    let pieces = text.split(separating: " #")
    guard let command = words.command(pieces[0]) else { return nil }
    let numbers = stage.commands.indices.filter { stage.commands[$0] == command }
    let place = pieces.count == 2 ? Int(pieces[1]) : 1
    guard pieces.count <= 2, let place, numbers.indices.contains(place - 1) else { return nil }
    return numbers[place - 1]
  }
}

extension StringProtocol {
  fileprivate var trimmed: String { split(separator: " ").joined(separator: " ") }

  /// The pieces between a word that may occur several times.
  fileprivate func split(separating word: String) -> [String] {
    var pieces: [String] = [""]
    var rest = self[...]
    while !rest.isEmpty {
      if rest.hasPrefix(word) {
        pieces.append("")
        rest = rest.dropFirst(word.count)
      } else {
        pieces[pieces.count - 1].append(rest.removeFirst())
      }
    }
    return pieces
  }
}
