import OQCommandLine
import OQReports
import OQRunner
import OQSpecification

/// `oqcheck rules [PATTERN]`: lists rules, or what one reading of the contract enforces.
enum RulesCommand {
  static func run(_ options: RulesOptions, _ console: Console) throws(Failure) -> ExitStatus {
    let writer = ReportWriter(requests: options.reports, console: console)
    try writer.check()
    let catalogue = Catalogue.current
    guard catalogue.versions.contains(options.version) else {
      throw Failure(
        .usage,
        SelectionError.unknownVersion(options.version, known: catalogue.versions).description)
    }
    var rules: [Rule]
    do throws(Catalogue.UnknownPattern) {
      rules =
        try options.pattern.map { pattern throws(Catalogue.UnknownPattern) in
          try catalogue.select(pattern)
        } ?? catalogue.rules
    } catch {
      throw Failure(.usage, error.description)
    }
    rules.removeAll { $0.since > options.version }
    let list = RuleList(rules, enforcedIn: options.profile, of: catalogue)
    try writer.write(list) { $0.rules }
    return .conformant
  }
}
