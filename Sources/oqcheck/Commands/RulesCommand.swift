import Foundation
import OQCommandLine
import OQReports
import OQSpecification

/// `oqcheck rules [PATTERN]`: lists rules.
enum RulesCommand {
  static func run(_ options: RulesOptions, _ console: Console) throws(Failure) -> ExitStatus {
    let rules: [Rule]
    do throws(Catalogue.UnknownPattern) {
      rules =
        try options.pattern.map { pattern throws(Catalogue.UnknownPattern) in
          try Catalogue.current.select(pattern)
        } ?? Catalogue.current.rules
    } catch {
      throw Failure(.usage, error.description)
    }
    let style = ReportStyle(
      console.output, variables: ProcessInfo.processInfo.environment)
    console.write(RuleText.table(rules, style: style))
    return .conformant
  }
}
