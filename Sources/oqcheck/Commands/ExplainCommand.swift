import Foundation
import OQCommandLine
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
      console.write("\(reference) bears on\n\n" + RuleText.table(rules, style: style))
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
}
