import OQAdapters
import OQJudging
import OQReport
import OQSpecification

/// A report as JUnit XML, for CI systems: one suite per area, one case per rule.
///
/// A case fails where its rule is violated and enforced. It is skipped where the rule is vacuous,
/// inconclusive, not applicable, violated as somebody expects, or violated without being enforced:
/// under the profile, or because it is challenged. A first suite speaks of the run as a whole: a
/// subject that could not be driven is an error, a run that ended early or decided nothing is
/// skipped, and what no rule explains are cases of their own.
package struct JUnitReport: Sendable {
  private let report: Report
  private let catalogue: Catalogue
  private let reproduction: ReproduceCommands
  private let style: ReportStyle

  /// The XML of a report.
  ///
  /// - Parameters:
  ///   - report: what a campaign found.
  ///   - catalogue: the rules, for titles and statements.
  ///   - reproduction: how findings are run again; nil does it as the report says.
  ///   - width: columns of the pictures inside failures.
  package init(
    _ report: Report, catalogue: Catalogue = .current, reproduction: ReproduceCommands? = nil,
    width: Int = 100
  ) {
    self.report = report
    self.catalogue = catalogue
    self.reproduction = reproduction ?? ReproduceCommands(of: report)
    style = ReportStyle(width: width)
  }

  /// The document, ending in a newline; the same bytes for equal reports.
  package var text: String {
    let suites = [runSuite] + areas.map(suite)
    // Of the whole, Jenkins' schema knows no number of skipped cases.
    let counts = counts(suites.flatMap(\.cases)).filter { $0.name != "skipped" }
    var root = Markup(name: "testsuites", attributes: [("name", "oqcheck")] + counts)
    if let timings = report.timings { root.attributes.append(("time", seconds(timings))) }
    root.children = suites.map(\.markup)
    return root.document
  }

  // MARK: Suites

  private struct Suite {
    let cases: [Case]
    var markup: Markup
  }

  /// One case with its result.
  private struct Case {
    enum Result {
      case passed
      case skipped(String)
      case failed(message: String, kind: String, details: String, output: String)
      case erred(String)
    }

    let suite: String
    let name: String
    let result: Result
  }

  private var areas: [Area] {
    report.rules.map(\.id.area).reduce(into: []) { areas, area in
      if areas.last != area { areas.append(area) }
    }
  }

  private func suite(_ area: Area) -> Suite {
    let rules = report.rules.filter { $0.id.area == area }
    return suite(
      "\(area): \(area.title)",
      rules.map { Case(suite: area.rawValue, name: name($0), result: result($0)) })
  }

  private func suite(_ name: String, _ cases: [Case], properties: [Markup] = []) -> Suite {
    var markup = Markup(name: "testsuite", attributes: [("name", name)] + counts(cases))
    if !properties.isEmpty {
      markup.children.append(Markup(name: "properties", attributes: [], children: properties))
    }
    markup.children += cases.map(self.markup)
    return Suite(cases: cases, markup: markup)
  }

  private func counts(_ cases: [Case]) -> [(name: String, value: String)] {
    func count(_ matches: (Case.Result) -> Bool) -> String {
      "\(cases.count { matches($0.result) })"
    }
    return [
      ("tests", "\(cases.count)"),
      ("failures", count { if case .failed = $0 { true } else { false } }),
      ("errors", count { if case .erred = $0 { true } else { false } }),
      ("skipped", count { if case .skipped = $0 { true } else { false } }),
    ]
  }

  private func markup(_ one: Case) -> Markup {
    var element = Markup(
      name: "testcase", attributes: [("classname", one.suite), ("name", one.name)])
    switch one.result {
    case .passed: break
    case .skipped(let reason):
      element.children = [Markup(name: "skipped", attributes: [("message", reason)])]
    case .erred(let message):
      element.children = [Markup(name: "error", attributes: [("message", message)])]
    case .failed(let message, let kind, let details, let output):
      element.children = [
        Markup(
          name: "failure", attributes: [("message", message), ("type", kind)], text: details)
      ]
      if !output.isEmpty {
        element.children.append(Markup(name: "system-err", attributes: [], text: output))
      }
    }
    return element
  }

  // MARK: The run as a whole

  private var runSuite: Suite {
    let run: Case.Result =
      switch report.outcome {
      case .unusable: .erred(report.outcomeLine)
      case .inconclusive: .skipped(report.outcomeLine)
      case .conformant, .violated: .passed
      }
    let others = report.findings.filter {
      if case .rule(let id) = $0.blame { !report.rules.contains { $0.id == id } } else { true }
    }
    let numbers = Finding.numbers(others)
    let cases =
      [Case(suite: "run", name: "the run", result: run)]
      + zip(others, numbers).map {
        Case(
          // Of cases with one name some systems read the first alone.
          suite: "run", name: "\($0.blame)" + ($1 == 1 ? "" : " \($1)"),
          result: result($0))
      }
    return suite("run", cases, properties: properties)
  }

  /// What has no rule fails, unless somebody expects it.
  private func result(_ finding: Finding) -> Case.Result {
    if let excuse = report.expectation(of: finding)?.excuse {
      return .skipped("\(excuse): \(finding.message)")
    }
    return .failed(
      message: finding.message, kind: finding.kind.rawValue, details: details([finding]),
      output: finding.output)
  }

  private var properties: [Markup] {
    let subject = "\(report.subject.name) \(report.subject.version)"
    let values =
      [
        ("outcome", report.outcomeLine), ("subject", subject),
        ("specification", "\(report.specification.version) \(report.specification.digest)"),
        ("profile", "\(report.profile)"), ("claim", report.claim),
        ("seed", report.seed.hexadecimal), ("programs", "\(report.programs)"),
        ("holds", report.holdsLine),
      ]
      + changes
      + report.causes.map {
        ("cause.\($0.id)", $0.blames.map(\.description).joined(separator: " "))
      }
    return values.map {
      Markup(name: "property", attributes: [("name", $0.0), ("value", $0.1)])
    }
  }

  private var changes: [(String, String)] {
    guard let since = report.since else { return [] }
    return [("new", since.new), ("known", since.known), ("gone", since.gone)].map { name, entries in
      ("since.\(name)", entries.map(ChangeText.text).joined(separator: "; "))
    }
  }

  private func seconds(_ timings: Report.Timings) -> String {
    guard let thousandths = Int(exactly: (timings.seconds * 1000).rounded()) else { return "0" }
    let rest = "\(thousandths % 1000)"
    return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
  }

  // MARK: Rules

  private func name(_ result: RuleResult) -> String {
    "\(result.id)" + (catalogue[result.id].map { " \($0.title)" } ?? "")
  }

  private func result(_ result: RuleResult) -> Case.Result {
    switch result.verdict {
    case .satisfied: return .passed
    case .vacuous, .inconclusive, .notApplicable:
      return .skipped("\(result.verdict.rawValue): \(result.reason ?? "no reason given")")
    case .violated:
      let own = report.findings.filter { $0.blame == .rule(result.id) }
      // A rule without a finding of its own is seen in causes that go by another name.
      let findings = own.isEmpty ? report.examples(of: .rule(result.id)) : own
      let count = "violated by \(counted(result.violations, "program"))"
      let excuse =
        report.isEnforced(result)
        ? report.expectation(of: result)?.excuse : report.excuse(of: result)
      if let excuse {
        return .skipped("\(count), \(excuse)" + (findings.first.map { ": \($0.message)" } ?? ""))
      }
      return .failed(
        message: own.first?.message
          ?? findings.first.map { "\(count), as \($0.blame): \($0.message)" } ?? count,
        kind: findings.first?.kind.rawValue ?? Finding.Kind.history.rawValue,
        details: findings.isEmpty ? count : details(findings),
        output: findings.map(\.output).joined())
    }
  }

  /// The cause of a finding and what else it was seen as, in one line.
  private func cause(of finding: Finding) -> String? {
    guard let cause = report.causes.first(where: { $0.id == finding.cause }) else { return nil }
    let others = cause.blames.filter { $0 != finding.blame }.map(\.description)
    let situation = cause.situation(in: finding.program).joined(separator: "; ")
    return "cause \(cause.id)"
      + (others.isEmpty ? "" : ", seen as \(others.joined(separator: ", ")) too")
      + (situation.isEmpty ? "" : "; needs: \(situation)")
      + (report.novelty(of: cause)?.mark ?? "")
  }

  /// The same text as on a terminal, without styles.
  private func details(_ findings: [Finding]) -> String {
    findings.map { finding in
      (cause(of: finding).map { "\n\($0)\n" } ?? "") + "\n"
        + FindingText(
          finding, catalogue: catalogue, reproduction: reproduction, style: style,
          showsOutput: false
        ).lines.map { $0 + "\n" }.joined()
    }.joined()
  }
}
