import OQHistory
import OQModel
import OQSpecification

/// What one reading of the contract answers to the questions of a file.
package struct Reading {
  /// What the model says of a question.
  package enum Reply: Sendable, Hashable {
    /// No run shows it.
    case never
    /// Some runs show it, and some do not.
    case sometimes
    /// Every run shows it.
    case always
    /// Number of orders.
    case orders(Int)
    /// The bound was reached before an answer.
    case undecided

    /// The word for it.
    package var word: String {
      switch self {
      case .never: "never"
      case .sometimes: "sometimes"
      case .always: "always"
      case .orders(let number): "\(number) \(number == 1 ? "order" : "orders")"
      case .undecided: "not decided"
      }
    }
  }

  /// A truth value for each fact of the file.
  package typealias Row = [Bool]

  /// The reading of the contract.
  package let profile: Profile
  /// What was found.
  package let result: Exploration
  /// By question; nil where it is not asked in this reading.
  package let replies: [Reply?]
  /// The outcomes at the ends of runs, by the length of the shortest way.
  package let rows: [Row]
  /// The outcomes that a run may show when its clients are through, though more is to come.
  package let cutRows: Set<Row>
  /// Facts that questions need and no run shows, by question: the vacuous ones.
  package let missing: [Int: Term.Part]
  /// Code of clients that every run comes to the end of.
  package let owed: [Callback]
  private let file: AskFile
  private var explorer: Explorer

  /// Answers the questions of a file.
  ///
  /// - Parameters:
  ///   - file: the file.
  ///   - profile: the reading of the contract.
  ///   - guards: guards broken on purpose.
  ///   - leftOut: outcomes of freedoms that the model does not take.
  ///   - bound: most states.
  package init(
    _ file: AskFile, _ profile: Profile, guards: Guards = [], leftOut: Set<Branch> = [],
    bound: Int = Explorer.usualBound
  ) {
    self.file = file
    self.profile = profile
    explorer = Explorer(
      file.stage, profile: profile, lookout: file.lookout, guards: guards, leftOut: leftOut,
      bound: bound)
    let result = explorer.run()
    self.result = result
    replies = file.questions.map { question in
      question.profiles.contains(profile) ? Reading.reply(question, file, result) : nil
    }
    var rows: [Row] = []
    for ending in result.endings {
      let row = Reading.row(ending.seen, stalls: ending.stall != nil, file)
      if !rows.contains(row) { rows.append(row) }
    }
    self.rows = rows
    cutRows = Set(result.cuts.map { Reading.row($0, stalls: false, file) })
    var missing: [Int: Term.Part] = [:]
    for (place, question) in file.questions.enumerated() where question.profiles.contains(profile) {
      missing[place] = Reading.missing(question, file, result)
    }
    self.missing = result.isComplete ? missing : [:]
    owed = Reading.owed(file, result)
  }

  /// The truth values of what a run has shown.
  ///
  /// - Parameters:
  ///   - seen: what it has shown.
  ///   - stalls: whether a client waits in vain at its end.
  ///   - file: the file.
  /// - Returns: one value for each fact.
  package static func row(_ seen: UInt64, stalls: Bool, _ file: AskFile) -> Row {
    file.facts.map { $0.isFact(seen, stalls: stalls, file.lookout) }
  }

  /// Whether the answer to a question is the expected one; nil where it is not decided or asked.
  package func isExpected(_ question: Int) -> Bool? {
    guard let reply = replies[question] else { return nil }
    switch (file.questions[question].kind, reply) {
    case (_, .undecided): return nil
    case (.allowed, .sometimes), (.allowed, .always), (.forbidden, .never), (.always, .always):
      return true
    case (.count(let number), .orders(let found)): return number == found
    default: return false
    }
  }

  /// A shortest run in which a question's words are true or false; nil where there is none.
  ///
  /// - Parameters:
  ///   - question: the place of the question, which is no count.
  ///   - truth: whether they are to be true.
  /// - Returns: what happens in it, in order.
  package mutating func witness(_ question: Int, _ truth: Bool) -> [Happening]? {
    let asked = file.questions[question]
    let ending = result.endings.first { ending in
      asked.terms.allSatisfy {
        $0.holds(ending.seen, stalls: ending.stall != nil, file.lookout)
      } == truth
    }
    return ending.map { explorer.way(to: $0.scene) }
  }

  /// A shortest run that comes nearest to a question: it shows as much as any of what the question
  /// needs.
  package mutating func nearest(_ question: Int) -> [Happening]? {
    let lookout = file.lookout
    let parts = file.questions[question].terms.flatMap(\.parts)
    let count = { (ending: Exploration.Ending) in
      parts.count { lookout.has($0.place, in: ending.seen) }
    }
    guard let most = result.endings.map(count).max() else { return nil }
    return result.endings.first { count($0) == most }.map { explorer.way(to: $0.scene) }
  }

  // MARK: How answers are found

  private static func reply(
    _ question: Question, _ file: AskFile, _ result: Exploration
  ) -> Reply {
    if case .count = question.kind {
      guard result.isComplete else { return .undecided }
      return .orders(orders(question, file, result))
    }
    let truths = Set(
      result.endings.map { ending in
        question.terms.allSatisfy {
          $0.holds(ending.seen, stalls: ending.stall != nil, file.lookout)
        }
      })
    // More runs can only add to what has been found.
    if truths.count == 2 { return .sometimes }
    guard result.isComplete, let truth = truths.first else { return .undecided }
    return truth ? .always : .never
  }

  /// In how many orders the events of a count come.
  private static func orders(
    _ question: Question, _ file: AskFile, _ result: Exploration
  ) -> Int {
    let places = question.terms.compactMap { term in
      if case .event(let place) = term.fact { place } else { nil }
    }
    let signatures = result.endings.map { ending in
      var signature = places.map { file.lookout.has($0, in: ending.seen) }
      for (order, pair) in file.lookout.orders.enumerated()
      where places.contains(pair[0]) && places.contains(pair[1]) {
        signature.append(file.lookout.hasOrder(order, in: ending.seen))
      }
      return signature
    }
    return Set(signatures).count
  }

  /// What a question presupposes and no run shows.
  ///
  /// That an event never comes is an answer where the question is about the event alone. It is none
  /// where an order, a value or a further fact is asked for.
  private static func missing(
    _ question: Question, _ file: AskFile, _ result: Exploration
  ) -> Term.Part? {
    for term in question.terms {
      let isAlone: Bool =
        switch term.fact {
        case .event(let place): question.terms.count == 1 && term.parts.first?.place == place
        case .order, .sequence: false
        case .stalls: true
        }
      if isAlone { continue }
      for part in term.parts
      where !result.endings.contains(where: { file.lookout.has(part.place, in: $0.seen) }) {
        return part
      }
    }
    return nil
  }

  private static func owed(_ file: AskFile, _ result: Exploration) -> [Callback] {
    guard result.isComplete, !result.endings.contains(where: { $0.stall != nil }) else {
      return []
    }
    return file.lookout.sights.enumerated().compactMap { place, sight in
      guard case .end(let callback) = sight, callback.occurrence == 1,
        result.endings.allSatisfy({ file.lookout.has(place, in: $0.seen) })
      else { return nil }
      return callback
    }
  }
}
