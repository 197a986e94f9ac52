import Foundation
import OQCommandLine
import OQModel
import OQReports
import OQSpecification

/// `oqcheck explain TOPIC`: prints what the specification says of a rule, or the rules on which a
/// freedom or a contested point bears.
enum ExplainCommand {
  static func run(_ options: ExplainOptions, _ console: Console) throws(Failure) -> ExitStatus {
    let style = ReportStyle(
      console.output, variables: ProcessInfo.processInfo.environment)
    if let reference = CrossReference(options.topic) {
      let rules = Catalogue.current.rules.filter { $0.see.contains(reference) }
      guard !rules.isEmpty else {
        throw Failure(.usage, "no rule refers to '\(options.topic.printable)'")
      }
      console.write(outcomes(of: "\(reference)"))
      console.write("\(reference) bears on\n\n" + RuleText.table(rules, style: style))
      return .conformant
    }
    if let transition = transition(options.topic) {
      console.write(text(of: transition))
      return .conformant
    }
    guard let rule = RuleID(options.topic).flatMap({ Catalogue.current[$0] }) else {
      do throws(Catalogue.UnknownPattern) {
        let rules = try Catalogue.current.select(options.topic)
        console.write(RuleText.table(rules, style: style))
        return .conformant
      } catch {
        throw Failure(.usage, error.description)
      }
    }
    console.write(RuleText.explanation(of: rule, style: style))
    return .conformant
  }

  /// The transition of the model that a topic names: `dispatch`, or `transition dispatch`.
  private static func transition(_ topic: String) -> Transition? {
    let prefix = "transition "
    let name = topic.hasPrefix(prefix) ? String(topic.dropFirst(prefix.count)) : topic
    return Transition.all.first {
      "\($0.id)" == name || $0.name == name || $0.name.prefix { $0 != "(" } == name
    }
  }

  private static func text(of transition: Transition) -> String {
    let rules = transition.rules.map(\.description).joined(separator: ", ")
    let freedoms = transition.freedoms.map { "ND-\($0)" }.joined(separator: ", ")
    let rows = [
      ("transition", transition.name), ("when", transition.guardText),
      ("does", transition.effect), ("rules", rules.isEmpty ? "-" : rules),
      ("freedoms", freedoms.isEmpty ? "-" : freedoms),
    ]
    var table = TextTable([TextTable.Column(), TextTable.Column()])
    table.rows = rows.map { [TextTable.Cell($0.0), TextTable.Cell($0.1)] }
    return table.lines(width: Terminal.standardWidth).map { $0 + "\n" }.joined()
  }

  /// The outcomes of a freedom that histories can show, one a line; nothing for other topics.
  private static func outcomes(of topic: String) -> String {
    guard topic.hasPrefix("ND-"), let number = Int(topic.dropFirst(3)),
      let freedom = Freedom.all.first(where: { $0.number == number })
    else { return "" }
    let names = freedom.branches.map { "\($0)".drop { $0 != "d" }.dropFirst() }
    guard !names.isEmpty else {
      return "\(topic) cannot be seen: \(freedom.unobservable ?? "no reason given")\n\n"
    }
    let words = names.map { Mangled.words(String($0.drop { $0.isNumber })) }
    return "\(topic) allows: \(words.joined(separator: ", "))\n\n"
  }
}

/// Names of cases as words.
private enum Mangled {
  /// `NotAwaited` as `not awaited`.
  static func words(_ name: String) -> String {
    name.reduce(into: "") { text, character in
      if character.isUppercase, !text.isEmpty { text.append(" ") }
      text += character.lowercased()
    }
  }
}
