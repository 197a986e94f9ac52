import OQCommandLine
import OQModel
import OQReports
import OQSpecification
import OQText

/// `oqcheck explain TOPIC`: prints what the specification says of a rule, a freedom, a contested
/// point, a line of a source document, a transition of the model, a word of the glossary or a
/// cell.
enum ExplainCommand {
  static func run(_ options: ExplainOptions, _ console: Console) throws(Failure) -> ExitStatus {
    let style = ReportStyle(
      console.output, variables: console.variables)
    switch options.topic {
    case .transition(nil): console.write(BookText.transitions(style: style))
    case .transition(let name?):
      console.write(BookText.explanation(of: try transition(name), style: style))
    case .cell(let names): console.write(try CellText.text(of: names))
    case .entry(let topic): console.write(try text(of: topic, style))
    }
    return .conformant
  }

  private static func text(of topic: String, _ style: ReportStyle) throws(Failure) -> String {
    if let reference = CrossReference(topic) { return try text(of: reference, style) }
    if case .seed(let seed, let line) = Citation(topic) {
      return BookText.explanation(of: seed, line: line, style: style)
    }
    if let rule = RuleID(topic).flatMap({ Catalogue.current[$0] }) {
      return RuleText.explanation(of: rule, style: style)
    }
    if let transition = known(topic) { return BookText.explanation(of: transition, style: style) }
    if let entry = Glossary.current.entry(of: topic) {
      return BookText.explanation(of: entry, style: style)
    }
    do throws(Catalogue.UnknownPattern) {
      return RuleText.table(try Catalogue.current.select(topic), style: style)
    } catch {
      throw unknown(topic)
    }
  }

  private static func text(
    of reference: CrossReference, _ style: ReportStyle
  ) throws(Failure) -> String {
    let book = Book.current
    if let entry = book.freedom(reference) {
      return BookText.explanation(of: entry, style: style)
    }
    if let point = book.point(reference) { return BookText.explanation(of: point, style: style) }
    throw Failure(
      .usage,
      """
      there is no \(reference); freedoms are ND-1 to ND-\(book.freedoms.count), contested points \
      C-1 to C-\(book.contested.count)
      """)
  }

  // MARK: Transitions

  /// The transition with a name: `dispatch`, or `dispatch(q, x)`.
  private static func known(_ name: String) -> Transition? {
    Transition.all.first {
      "\($0.id)" == name || $0.name == name || $0.name.prefix { $0 != "(" } == name
    }
  }

  private static func transition(_ name: String) throws(Failure) -> Transition {
    if let transition = known(name) { return transition }
    let names = Transition.all.map { "\($0.id)" }
    throw Failure(
      .usage,
      "no transition is called '\(name.printable)'"
        + proposal(Suggestion.nearest(name, among: names)),
      hint: "See 'oqcheck explain transition'.")
  }

  /// The error for a topic that nothing has; with the nearest names of all kinds.
  private static func unknown(_ topic: String) -> Failure {
    let book = Book.current
    var names = Catalogue.current.rules.map { "\($0.id)" }
    names += Catalogue.current.chapters.map { "\($0.area)-*" }
    names += book.freedoms.map { "\($0.reference)" } + book.contested.map { "\($0.reference)" }
    names += Transition.all.map { "\($0.id)" } + Glossary.current.entries.flatMap(\.words)
    return Failure(
      .usage,
      "no rule, freedom, contested point, transition or word matches '\(topic.printable)'"
        + proposal(Suggestion.nearest(topic, among: names)),
      hint: "See 'oqcheck rules', 'oqcheck explain transition' and Spec/Glossary.md.")
  }

  /// What may have been meant, as the end of a message.
  private static func proposal(_ near: [String]) -> String {
    near.isEmpty ? "" : "; did you mean \(near.joined(separator: " or "))?"
  }
}
