import OQAdapters
import OQHistory
import OQReport
import OQSpecification
import OQText

/// The Static Analysis Results Interchange Format, version 2.1.0: one result for each finding, with
/// its history as the code flow.
package struct SARIFFormat: ReportFormat {
  /// Most results, which is what GitHub shows of a run.
  package static let mostResults = 5_000
  /// Most events of a code flow, which is what GitHub shows of one.
  package static let mostEvents = 1_000
  /// Most bytes of the text.
  package static let mostBytes = 9_900_000

  /// A format.
  package init() {}

  /// See ``ReportFormat``.
  package var name: String { "sarif" }
  /// See ``ReportFormat``.
  package var summary: String {
    "SARIF 2.1.0 for code scanning, with the history of each finding as its code flow"
  }
  /// See ``ReportFormat``.
  package var report: Renderer<Report> {
    { report, setting in
      // GitHub takes no file above 10 MB, so long histories are cut first, and results after that.
      var (results, events) = (SARIFFormat.mostResults, SARIFFormat.mostEvents)
      var text = ""
      repeat {
        text = try JSONForm.line(SARIF.Log(report, setting, results: results, events: events))
        if events > 4 { events /= 4 } else { results /= 2 }
      } while text.utf8.count > SARIFFormat.mostBytes && results > 0
      return text + "\n"
    }
  }
}

/// The parts of the form that are used; members are those of the standard.
private enum SARIF {
  struct Log: Encodable {
    enum CodingKeys: String, CodingKey {
      case schema = "$schema"
      case version, runs
    }
    let schema = "https://json.schemastore.org/sarif-2.1.0.json"
    let version = "2.1.0"
    let runs: [Run]
  }

  struct Run: Encodable {
    let tool: Tool
    let automationDetails: Details
    let invocations: [Invocation]
    let results: [Result]
    let columnKind = "unicodeCodePoints"
    let properties: [String: String]
  }

  struct Details: Encodable { let id: String }

  struct Invocation: Encodable {
    let executionSuccessful: Bool
    let exitCodeDescription: String
  }

  struct Tool: Encodable { let driver: Driver }

  struct Driver: Encodable {
    let name = "oqcheck"
    let version: String
    let rules: [Descriptor]
  }

  struct Descriptor: Encodable {
    let id: String
    let name: String?
    let shortDescription: Text
    let fullDescription: Text
    let help: Text
    let defaultConfiguration: Configuration
  }

  struct Configuration: Encodable { let level: String }
  struct Text: Encodable { let text: String }

  struct Result: Encodable {
    let ruleId: String
    let ruleIndex: Int
    let level: String
    let message: Text
    let locations: [Location]
    let codeFlows: [CodeFlow]?
    let partialFingerprints: [String: String]
    let baselineState: String?
    let suppressions: [Suppression]?
  }

  struct Suppression: Encodable {
    let kind = "external"
    let justification: String
  }

  struct Location: Encodable {
    var physicalLocation: Physical?
    var logicalLocations: [Logical]?
    var message: Text?
  }

  struct Physical: Encodable {
    let artifactLocation: Artifact
    let region: Region
  }

  struct Artifact: Encodable { let uri: String }
  struct Region: Encodable { let startLine: Int }
  struct Logical: Encodable { let fullyQualifiedName: String }
  struct CodeFlow: Encodable { let threadFlows: [ThreadFlow] }
  struct ThreadFlow: Encodable { let locations: [FlowLocation] }

  struct FlowLocation: Encodable {
    let location: Location
    let executionOrder: Int
    let importance: String
  }
}

extension SARIF.Log {
  init(_ report: Report, _ setting: Presentation, results most: Int, events: Int) {
    let findings = report.findings.prefix(most)
    var names: [String] = []
    for finding in findings where !names.contains("\(finding.blame)") {
      names.append("\(finding.blame)")
    }
    let results = findings.map { finding in
      SARIF.Result(
        finding, in: report, setting,
        index: names.firstIndex(of: "\(finding.blame)") ?? 0, events: events)
    }
    // A result that is gone would be an alert for systems that do not read its state.
    func properties(of report: Report) -> [String: String] {
      var properties = ["holds": report.holdsLine]
      properties["since"] = ChangeText.sentences(report).first?.printable
      return properties
    }
    runs = [
      SARIF.Run(
        tool: SARIF.Tool(
          driver: SARIF.Driver(
            version: report.toolVersion.printable, rules: names.map(SARIF.Descriptor.init))),
        automationDetails: SARIF.Details(
          id: "oqcheck/\(report.subject.name.printable)/\(report.profile)/"),
        invocations: [
          SARIF.Invocation(
            executionSuccessful: report.outcome != .unusable,
            exitCodeDescription: report.outcomeLine.printable)
        ], results: results, properties: properties(of: report))
    ]
  }
}

extension SARIF.Descriptor {
  init(_ name: String) {
    let rule = RuleID(name).flatMap { Catalogue.current[$0] }
    let title: String =
      switch name {
      case "crash": "The process died where no rule speaks of it"
      case "unexplained": "The model accepts no such history"
      default: rule?.title ?? name
      }
    self.init(
      id: name, name: nil, shortDescription: SARIF.Text(text: title),
      fullDescription: SARIF.Text(text: rule?.statement ?? title),
      help: SARIF.Text(
        text: rule?.ifViolated.map { "If violated, look at: \($0)" }
          ?? "oqcheck explain \(name)"),
      defaultConfiguration: SARIF.Configuration(level: "error"))
  }
}

extension SARIF.Result {
  init(_ finding: Finding, in report: Report, _ setting: Presentation, index: Int, events: Int) {
    let isEnforced =
      if case .rule(let id) = finding.blame {
        report.rules.first { $0.id == id }?.isEnforced ?? true
      } else { true }
    let file = finding.file ?? "\(finding.blame).oqrepro"
    let path = (setting.folder.map { $0.hasSuffix("/") ? $0 : $0 + "/" } ?? "") + file
    let place = SARIF.Physical(
      artifactLocation: SARIF.Artifact(uri: SARIF.reference(path)),
      region: SARIF.Region(startLine: 1))
    let commands = ReproduceCommands(of: report, in: setting)
    let again = commands.commands(for: finding).first.map { "\n\($0.printable)" } ?? ""
    ruleId = "\(finding.blame)"
    ruleIndex = index
    let excuse = report.expectation(of: finding)?.excuse.printable
    level = isEnforced && excuse == nil ? "error" : "note"
    suppressions = excuse.map { [SARIF.Suppression(justification: $0)] }
    let window = WindowText.line(finding).map { "\n\($0.printable)" } ?? ""
    message = SARIF.Text(text: finding.message.printable + window + again)
    locations = [SARIF.Location(physicalLocation: place)]
    codeFlows = SARIF.flow(of: finding, at: place, most: events).map { [$0] }
    partialFingerprints = [
      "program/v1": "\(finding.blame)/" + (finding.cause ?? file)
    ]
    baselineState = report.novelty(of: finding).map { $0 == .new ? "new" : "unchanged" }
  }
}

extension SARIF {
  static func flow(of finding: Finding, at place: Physical, most: Int) -> CodeFlow? {
    let events = finding.history.events
    guard !events.isEmpty else { return nil }
    let marks = Set(finding.events)
    let printer = StepPrinter(finding.history.declarations)
    let window = TimelineWindow(events, marks: marks, most: most)
    var leftOut = 0
    var locations: [FlowLocation] = []
    for piece in window.pieces {
      guard case .drawn(let range) = piece else {
        if case .leftOut(let range) = piece { leftOut = range.count }
        continue
      }
      for event in events[range] {
        let lane = (event.lane.map { printer.text($0) } ?? "harness").printable
        let words = "\(lane): \(printer.text(event.kind).printable)"
        let gap = leftOut == 0 ? "" : " (behind \(counted(leftOut, "event")) left out)"
        leftOut = 0
        locations.append(
          FlowLocation(
            location: Location(
              physicalLocation: place, logicalLocations: [Logical(fullyQualifiedName: lane)],
              message: Text(text: words + gap)),
            executionOrder: event.ticket,
            importance: marks.contains(event.ticket) ? "essential" : "important"))
      }
    }
    return CodeFlow(threadFlows: [ThreadFlow(locations: locations)])
  }

  /// A path as a reference (RFC 3986).
  static func reference(_ path: String) -> String {
    let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/".utf8)
    return path.utf8.map { byte in
      if plain.contains(byte) { return String(UnicodeScalar(byte)) }
      let digits = String(byte, radix: 16, uppercase: true)
      return "%" + (digits.count == 1 ? "0" : "") + digits
    }.joined()
  }
}
