import OQAdapters
import OQHistory
import OQJudging
import OQReport
import OQReports
import OQRunner
import OQSpecification

/// One test case: a rule of the contract, and the implementation that is held to it.
public struct ConformanceRule: Sendable, Hashable, Identifiable, CustomStringConvertible {
  /// The ``id`` of the case that fails where nothing, or not everything, could be judged.
  public static let adapter = "adapter"
  /// The ``id`` of the case that fails where the model accepts no such history and no rule says
  /// why.
  public static let unexplained = "unexplained"
  /// The ``id`` of the case that fails where a class stalls, a correct class does not, and no rule
  /// says why.
  public static let difference = "difference"
  /// The ``id`` of the case that fails where a process died and no rule speaks of it.
  public static let crash = "crash"

  /// The rule's id, such as `DEP-9`; or ``adapter``, ``unexplained``, ``difference``,
  /// ``crash``.
  public let id: String
  /// What it says, in a few words.
  public let title: String
  let campaign: SharedCampaign

  /// The id and the title.
  public var description: String { "\(id): \(title)" }

  /// Passes if the implementation keeps the rule.
  ///
  /// The first case that is checked runs the programs for all of them; meanwhile no thread of the
  /// caller is blocked.
  ///
  /// - Throws: a ``ConformanceFailure`` if the rule is violated, with the smallest program that
  ///   shows it and the events that prove it; or if it could not be decided.
  public func check() async throws {
    if let failure = failure(in: await campaign.result) { throw failure }
  }

  /// Whether the rule is violated, and ``ConformanceOptions/expectations`` name everything that
  /// breaks it: the condition of a known issue.
  ///
  /// ```swift
  /// try await withKnownIssue { try await rule.check() } when: { await rule.isExpected }
  /// ```
  public var isExpected: Bool {
    get async {
      guard case .judged(let report) = await campaign.result, let blame = Finding.Blame(id),
        let expectations = try? campaign.plan.get().expectations,
        failure(in: .judged(report)) != nil
      else { return false }
      return report.isExpected(
        blame, by: expectations.valid(for: report.subject.version, on: Today.text))
    }
  }

  /// Why the case fails; nil if it passes.
  func failure(in result: CampaignResult) -> ConformanceFailure? {
    let report: Report
    switch result {
    case .failed(let reason):
      return ConformanceFailure(
        id == Self.adapter ? reason : "not judged: the case '\(Self.adapter)' says why")
    case .judged(let value): report = value
    }
    switch id {
    case Self.adapter: return report.doubt(campaign.options).map { ConformanceFailure($0) }
    case Self.unexplained, Self.difference, Self.crash: return finding(in: report).map(violation)
    default: break
    }
    guard let rule = report.rules.first(where: { $0.id.description == id }) else {
      return ConformanceFailure("\(id): not judged")
    }
    guard rule.isEnforced else { return nil }
    switch rule.verdict {
    case .satisfied, .notApplicable: return nil
    case .violated:
      return finding(in: report).map(violation)
        ?? ConformanceFailure("\(self)\nviolated by \(rule.violations) programs")
    case .vacuous, .inconclusive:
      guard campaign.options.requiresDecisions else { return nil }
      let reason = rule.reason.map { ", " + $0 } ?? ""
      return ConformanceFailure(
        """
        \(self)
        \(rule.verdict.rawValue) after \(report.programs) programs\(reason); run more programs, or \
        do not require decisions
        """)
    }
  }

  private func finding(in report: Report) -> Finding? {
    report.findings.first { $0.blame.description == id }
  }

  private func violation(_ finding: Finding) -> ConformanceFailure {
    // No seed makes the programs of kept failures.
    let kept = (try? campaign.plan.get().request.corpus.count) ?? 0
    let reproduction = ReproduceCommands(
      subject: campaign.name, folder: campaign.options.findings, corpus: kept,
      tool: campaign.options.command)
    let text = FindingText(
      finding, catalogue: .current, reproduction: reproduction, style: ReportStyle())
    return ConformanceFailure(
      text.lines.joined(separator: "\n"), attachments: attachments(finding))
  }
}

extension ConformanceRule {
  /// The program, the history and the failure file of a finding.
  private func attachments(_ finding: Finding) -> [ConformanceAttachment] {
    let repro = ReproFile(
      subject: campaign.name, profile: campaign.options.profile.reading, finding: finding)
    let name = finding.file ?? "\(id).oqrepro"
    let stem = name.split(separator: ".").first.map(String.init) ?? id
    return [
      ConformanceAttachment(name: "\(stem).oqprogram", text: finding.program.text),
      ConformanceAttachment(name: "\(stem).oqhistory", text: finding.history.text),
      ConformanceAttachment(name: name, text: repro.text),
    ]
  }
}

extension Report {
  /// Why the campaign as a whole decides less than it should; nil if it does not.
  fileprivate func doubt(_ options: ConformanceOptions) -> String? {
    if outcome == .unusable { return reason ?? "the implementation could not be driven" }
    if let reason { return reason }
    let wanted = options.only.isEmpty ? options.programs : options.only.count
    guard programs < wanted || !isComplete else { return nil }
    return """
      \(programs) of \(wanted) programs ran within \(options.budget) s: ask for fewer, or for a \
      longer budget
      """
  }
}

/// Why an implementation does not keep a rule, or why that is not known.
public struct ConformanceFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong, in one or more lines, for a terminal.
  public let description: String
  /// What a violation can be looked at with: program, history and failure file; empty for a case
  /// that could not be decided.
  ///
  /// ```swift
  /// for file in failure.attachments { Attachment.record(file.text, named: file.name) }
  /// ```
  public let attachments: [ConformanceAttachment]

  init(_ description: String, attachments: [ConformanceAttachment] = []) {
    self.description = description
    self.attachments = attachments
  }
}

/// A file that belongs to a failure.
public struct ConformanceAttachment: Sendable, Hashable {
  /// Its name, without folder.
  public let name: String
  /// Its text.
  public let text: String
}
