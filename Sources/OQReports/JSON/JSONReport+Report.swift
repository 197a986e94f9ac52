import OQAdapters
import OQHistory
import OQJudging
import OQModel
import OQReport
import OQSpecification

extension JSONReport {
  /// Most steps of a program, and most events of a history, that a report carries itself.
  package static let mostLines = 2_000

  /// The form of a report.
  ///
  /// - Parameter report: what a campaign found.
  /// - Complexity: O(size of the report).
  package init(_ report: Report) {
    self.init(
      schema: JSONReport.schemaVersion,
      tool: Tool(name: "oqcheck", version: report.toolVersion),
      spec: Spec(version: report.specification.version, digest: report.specification.digest),
      subject: Subject(
        name: report.subject.name, version: report.subject.version,
        capabilities: report.subject.capabilities.map(\.rawValue),
        stepBound: report.subject.stepBound),
      vocabulary: report.vocabulary, claim: report.claim, missing: report.missing.map(\.rawValue),
      profile: report.profile.rawValue, seed: report.seed.hexadecimal, programs: report.programs,
      undecided: report.undecided, outcome: report.outcome.rawValue, complete: report.isComplete,
      reason: report.reason, calibration: report.bodies.map { Calibration(bodies: $0) },
      rules: report.rules.map { Rule($0) }, findings: report.findings.map { Finding($0) },
      reach: report.reach.map {
        ModelReach(transitions: Reach($0.transitions), outcomes: Reach($0.outcomes))
      },
      census: report.census.map { Census($0, report.profile) },
      timings: report.timings.map {
        Timings(seconds: $0.seconds, programsPerSecond: $0.programsPerSecond)
      },
      shard: report.part.map { part in
        Shard(
          index: part.index, count: part.count, programs: part.limit, minimum: part.minimum,
          doubts: Dictionary(
            uniqueKeysWithValues: part.doubts.map { ($0.key.description, $0.value) }))
      },
      control: report.control.map {
        Control(name: $0.name, programs: $0.programs, findings: $0.findings.map { Finding($0) })
      })
  }
}

extension JSONReport.Reach {
  init(_ counts: [OQReport.ModelReach.Count]) {
    let missing = counts.filter { $0.count == 0 }.map(\.name)
    self.init(
      taken: counts.count - missing.count, total: counts.count, missing: missing,
      counts: counts.map { Count(name: $0.name, count: $0.count) })
  }
}

extension JSONReport.Census {
  /// The form of a census.
  ///
  /// - Parameters:
  ///   - census: what was observed.
  ///   - profile: the reading of the contract, which leaves out some outcomes.
  package init(_ census: OQModel.Census, _ profile: Profile) {
    self.init(
      programs: census.histories, undecided: census.undecided, unexplained: census.unexplained,
      freedoms: CensusText.freedoms(profile).map { number, branches in
        Freedom(
          id: "ND-\(number)",
          outcomes: branches.map { JSONReport.Reach.Count(name: $0.outcome, count: census[$0]) })
      })
  }
}

extension JSONReport.Rule {
  init(_ result: RuleResult) {
    self.init(
      id: result.id.description, level: result.level.description,
      verdict: result.verdict.rawValue, exercised: result.exercised,
      undecided: result.undecided, violations: result.violations,
      contexts: Dictionary(
        result.contexts.map { ($0.context, $0.count) }, uniquingKeysWith: +),
      reason: result.reason, challenged: result.challenge)
  }
}

extension JSONReport.Finding {
  init(_ finding: Finding) {
    let isShort = finding.steps <= JSONReport.mostLines
    let hasShortHistory = finding.history.events.count <= JSONReport.mostLines
    self.init(
      rule: finding.rule.description, kind: finding.kind.rawValue, message: finding.message,
      events: finding.events, repro: finding.file, seed: finding.seed.hexadecimal,
      index: finding.index, steps: finding.steps, reproduced: finding.reproduced,
      attempts: finding.attempts, program: isShort ? finding.program.text : nil,
      history: hasShortHistory ? finding.history.text : nil,
      earlier: isShort && !finding.earlier.isEmpty ? finding.earlier.map(\.text) : nil,
      output: finding.output.isEmpty ? nil : finding.output)
  }
}
