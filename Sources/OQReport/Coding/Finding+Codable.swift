import OQHistory
import OQJudging
import OQPrograms

extension Finding: Codable {
  /// Most steps of a program, and most events of a history, that a report carries itself.
  ///
  /// A program that is made smaller has a few dozen steps. What is longer than this is left to the
  /// failure file, so that no finding adds much more than 100 KB to a report.
  package static let mostLines = 2_000

  private enum Key: String, CodingKey {
    case rule, kind, message, events, repro, seed, index, steps, reproduced, attempts, program
    case history, earlier, output, pins, window, choices, cause
  }

  /// Reads a finding.
  ///
  /// - Parameter decoder: holds an object of the list `findings` of a report.
  /// - Throws: `DecodingError` when a key is missing or holds something else, or a text form has a
  ///   fault.
  /// - Complexity: O(size of the text forms).
  package init(from decoder: any Decoder) throws {
    let form = try decoder.container(keyedBy: Key.self)
    let text = try form.decode(String.self, forKey: .rule)
    guard let blame = Blame(text) else {
      throw form.fault(.rule, "expected a rule id, unexplained or crash, found '\(text)'")
    }
    let program = try form.nullable(String.self, .program).map {
      try form.parsed($0, .program, Finding.program)
    }
    let history = try form.nullable(String.self, .history).map {
      try form.parsed($0, .history) { text throws(TextError) in try History(parsing: text) }
    }
    self.init(
      blame, kind: try form.word(Kind.self, .kind),
      Counterexample(
        try form.decode(String.self, forKey: .message),
        events: try form.decode([Ticket].self, forKey: .events)),
      program: program ?? Program(), history: history ?? History(of: Program(), events: []),
      seed: try form.hexadecimal(.seed), index: try form.decode(UInt64.self, forKey: .index))
    let steps = try form.count(.steps)
    omittedSteps = program == nil ? steps : nil
    isHistoryOmitted = history == nil
    reproduced = try form.count(.reproduced)
    attempts = try form.count(.attempts)
    earlier =
      try form.decodeIfPresent([String].self, forKey: .earlier)?.map {
        try form.parsed($0, .earlier, Finding.program)
      } ?? []
    output = try form.decodeIfPresent(String.self, forKey: .output) ?? ""
    pins = try form.decodeIfPresent(String.self, forKey: .pins).map {
      try form.parsed($0, .pins) { text throws(TextError) in
        try Pins(parsing: text, for: self.program)
      }
    }
    window = try form.decodeIfPresent(HeldWindow.self, forKey: .window)
    choices = try form.decodeIfPresent(String.self, forKey: .choices).map {
      guard let choices = ChoiceSequence(text: $0) else {
        throw form.fault(.choices, "expected hexadecimal numbers of at most 32 bits")
      }
      return choices
    }
    file = try form.nullable(String.self, .repro)
    if let file, file.contains("/") || file.hasPrefix(".") {
      throw form.fault(.repro, "expected the name of a file in the folder of findings")
    }
    cause = try form.decodeIfPresent(String.self, forKey: .cause)
  }

  private static func program(_ text: String) throws(TextError) -> Program {
    try Program(parsing: text)
  }

  /// Writes a finding; what is longer than ``mostLines`` is left out.
  ///
  /// - Parameter encoder: receives an object of the list `findings` of a report.
  /// - Throws: what the encoder throws.
  package func encode(to encoder: any Encoder) throws {
    var form = encoder.container(keyedBy: Key.self)
    try form.encode(blame.description, forKey: .rule)
    try form.encode(kind.rawValue, forKey: .kind)
    try form.encode(message, forKey: .message)
    try form.encode(events, forKey: .events)
    try form.encode(nullable: file, forKey: .repro)
    try form.encodeIfPresent(cause, forKey: .cause)
    try form.encode(seed.hexadecimal, forKey: .seed)
    try form.encode(index, forKey: .index)
    try form.encode(steps, forKey: .steps)
    try form.encode(reproduced, forKey: .reproduced)
    try form.encode(attempts, forKey: .attempts)
    let isShort = omittedSteps == nil && steps <= Finding.mostLines
    try form.encode(nullable: isShort ? program.text : nil, forKey: .program)
    let hasHistory = !isHistoryOmitted && history.events.count <= Finding.mostLines
    try form.encode(nullable: hasHistory ? history.text : nil, forKey: .history)
    if !output.isEmpty { try form.encode(output, forKey: .output) }
    guard isShort else { return }
    if !earlier.isEmpty { try form.encode(earlier.map(\.text), forKey: .earlier) }
    try form.encodeIfPresent(pins?.text(in: program), forKey: .pins)
    try form.encodeIfPresent(window, forKey: .window)
    try form.encodeIfPresent(choices?.text, forKey: .choices)
  }
}
