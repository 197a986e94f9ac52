import Foundation
import OQHistory
import OQJudging
import OQReport
import OQReports
import OQSpecification
import TestSupport
import Testing

/// The limits and rules of the systems that read the formats.
@Suite struct CIFormatTests {
  private func many(_ count: Int) throws -> Report {
    let finding = try Samples.dependency()
    return try Samples.report(
      outcome: .violated, rules: [Samples.result("DEP-1", .violated, 1, 0, count)],
      findings: Array(repeating: finding, count: count))
  }

  private static let hostile = "a%b\n::error::x,y:z|<img src=x>`*#\u{1B}[2J\u{202E}]]>\u{0}"

  private func hostileReport() throws -> Report {
    var finding = try Samples.dependency()
    finding.message = Self.hostile
    finding.output = Self.hostile
    return try Samples.report(
      outcome: .violated, reason: Self.hostile,
      rules: [
        Samples.result("DEP-1", .violated, 1, 0, 1),
        Samples.result("DEP-2", .vacuous, 0, 0, reason: Self.hostile),
      ], findings: [finding])
  }

  @Test(arguments: ReportFormats.all.map(\.name))
  func `no format lets text of a subject steer a terminal or turn the direction of text`(
    name: String
  ) throws {
    let format = try #require(ReportFormats.all.first { $0.name == name })
    let text = try format.text(hostileReport())
    if name.hasPrefix("json") || name == "sarif" || name == "perfetto" {
      // JSON has escapes of its own for control characters, and readers show what they like.
      #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    } else {
      let isSafe = text.unicodeScalars.allSatisfy {
        $0 == "\n" || ![.control, .format].contains($0.properties.generalCategory)
      }
      #expect(isSafe, "\(text)")
    }
  }

  // MARK: JSON in lines

  @Test func `JSON in lines is read back, and what is cut off is refused`() throws {
    let report = try Samples.everything()
    let text = try JSONLinesFormat().text(report)
    #expect(JSONLinesFormat.isReport(text))
    #expect(try JSONLinesFormat.read(text) == report)
    let lines = text.split(separator: "\n")
    #expect(lines.count == 2 + report.rules.count + report.findings.count)
    for count in 0..<lines.count {
      let cut = lines.prefix(count).joined(separator: "\n")
      #expect(throws: (any Error).self, "\(count) lines") { try JSONLinesFormat.read(cut) }
    }
    var missing = lines
    missing.remove(at: 2)
    #expect(throws: (any Error).self) {
      try JSONLinesFormat.read(missing.joined(separator: "\n"))
    }
    #expect(throws: (any Error).self) { try JSONLinesFormat.read(text + text) }
    #expect(throws: (any Error).self) { try JSONLinesFormat.read(String(text.dropLast(20))) }
  }

  // MARK: TAP

  @Test func `TAP has a plan, a point for each rule, and directives`() throws {
    let text = try TAPFormat().text(Samples.violated())
    let lines = text.split(separator: "\n")
    #expect(lines.prefix(2) == ["TAP version 13", "1..9"])
    let points = lines.filter { $0.hasPrefix("ok ") || $0.hasPrefix("not ok ") }
    #expect(points.count == 9)
    for (number, point) in points.enumerated() {
      #expect(point.contains(" \(number + 1) - "), "\(point)")
    }
    #expect(text.contains(#/not ok 1 - DEP-1 [^\n]*\n  ---\n/#))
    #expect(text.contains(#/not ok 5 - WAIT-2 [^\n]* # TO.O not enforced under profile core\n/#))
    #expect(text.contains(#/ok 6 - WAIT-3 [^\n]* # SKIP vacuous: /#))
    let hostile = try TAPFormat().text(hostileReport())
    #expect(hostile.contains("`*\\#"), "a number sign begins no directive")
  }

  @Test(
    .limit(minutes: 2),
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/prove"), "no prove"))
  func `TAP is read by Perl's harness`() throws {
    func verdict(_ report: Report) throws -> (status: Int32, isUnderstood: Bool) {
      let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).tap")
      defer { try? FileManager.default.removeItem(at: file) }
      try TAPFormat().text(report).write(to: file, atomically: true, encoding: .utf8)
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/prove")
      process.arguments = ["--exec", "cat", file.path]
      let output = Pipe()
      process.standardOutput = output
      process.standardError = output
      try process.run()
      let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      return (process.terminationStatus, !text.contains("Parse errors"))
    }
    #expect(try verdict(Samples.conformant()) == (0, true))
    #expect(try verdict(Samples.violated()) == (1, true))
    #expect(try verdict(Samples.everything()).isUnderstood)
    #expect(try verdict(hostileReport()) == (1, true))
  }

  // MARK: GitHub

  @Test func `annotations are nine, one that counts the rest, and the outcome`() throws {
    let lines = try GitHubFormat().text(many(50)).split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("::error ") } == 10)
    #expect(lines.contains { $0.hasPrefix("::error title=and 41 more::") })
    #expect(lines.count == 11)
    #expect(try GitHubFormat().text(many(9)).split(separator: "\n").count == 10)
    let hostile = try GitHubFormat().text(hostileReport()).split(separator: "\n")
    #expect(hostile.count == 2)
    #expect(hostile[0].contains("::a%25b%0A::error::x,y:z"))
  }

  @Test func `a summary stays below the limit, and says what it leaves out`() throws {
    let text = try MarkdownFormat().text(many(5000))
    #expect(text.utf8.count <= MarkdownFormat.mostBytes + 100)
    #expect(text.hasSuffix(" more, too many for this page\n"))
    let hostile = try MarkdownFormat().text(hostileReport())
    #expect(!hostile.contains("<img") || hostile.contains("\\<img"))
    #expect(hostile.contains("\\`\\*\\#"))
  }

  // MARK: SARIF

  @Test func `SARIF has what the standard and GitHub ask for`() throws {
    for report in [try Samples.violated(), try Samples.everything(), try hostileReport()] {
      let log = try JSONValue(parsing: SARIFFormat().text(report))
      #expect(log["version"]?.string == "2.1.0")
      #expect(log["$schema"]?.string?.contains("sarif-2.1.0") == true)
      let runs = try #require(log["runs"]?.elements)
      #expect(runs.count == 1)
      let driver = try #require(runs[0]["tool"]?["driver"])
      #expect(driver["name"]?.string == "oqcheck")
      let rules = try #require(driver["rules"]?.elements).compactMap { $0["id"]?.string }
      #expect(Set(rules).count == rules.count)
      let results = try #require(runs[0]["results"]?.elements)
      #expect(results.count == report.findings.count)
      for result in results {
        let index = try #require(result["ruleIndex"]?.number)
        #expect(result["ruleId"]?.string == rules[Int(index)])
        #expect(result["message"]?["text"]?.string?.isEmpty == false)
        #expect(["error", "note"].contains(result["level"]?.string))
        let place = try #require(result["locations"]?.elements?.first?["physicalLocation"])
        let uri = try #require(place["artifactLocation"]?["uri"]?.string)
        #expect(uri.wholeMatch(of: #/([A-Za-z0-9._~/-]|%[0-9A-F]{2})+/#) != nil, "\(uri)")
        #expect(place["region"]?["startLine"]?.number == 1)
        #expect(result["partialFingerprints"]?["program/v1"]?.string?.isEmpty == false)
        let flow = result["codeFlows"]?.elements?.first?["threadFlows"]?.elements?.first
        let locations = try #require(flow?["locations"]?.elements)
        #expect(!locations.isEmpty && locations.count <= SARIFFormat.mostEvents)
        let orders = locations.compactMap { $0["executionOrder"]?.number }
        #expect(orders.count == locations.count && orders == orders.sorted())
      }
    }
  }

  @Test func `SARIF stays within 10 MB`() throws {
    let text = try SARIFFormat().text(many(5_100))
    #expect(text.utf8.count <= SARIFFormat.mostBytes)
    #expect(text.ranges(of: "\"ruleIndex\"").count > 2_000)
  }

  // MARK: Perfetto, JUnit, badge

  @Test func `spans of one thread of a trace lie inside each other`() throws {
    for report in [try Samples.everything(), try hostileReport()] {
      let trace = try JSONValue(parsing: PerfettoFormat().text(report))
      let events = try #require(trace["traceEvents"]?.elements)
      var threads: [String: [(from: Double, to: Double)]] = [:]
      for event in events where event["ph"]?.string == "X" {
        let process = try #require(event["pid"]?.number)
        let key = "\(process)/\(try #require(event["tid"]?.number))"
        let start = try #require(event["ts"]?.number)
        threads[key, default: []].append((start, start + (try #require(event["dur"]?.number))))
      }
      #expect(!threads.isEmpty)
      for spans in threads.values {
        for (place, one) in spans.enumerated() {
          for other in spans[..<place] {
            let isApart = one.to <= other.from || other.to <= one.from
            let isInside =
              one.from >= other.from && one.to <= other.to
              || other.from >= one.from && other.to <= one.to
            #expect(isApart || isInside)
          }
        }
      }
    }
  }

  @Test func `JUnit names no case twice, and each begins with what is blamed`() throws {
    var report = try Samples.violated()
    report.findings += [try Samples.crash(), try Samples.crash(), try Samples.unexplained()]
    let text = JUnitReport(report).text
    let names = text.matches(of: #/<testcase classname="([^"]*)" name="([^"]*)"/#)
      .map { "\($0.1).\($0.2)" }
    #expect(Set(names).count == names.count)
    #expect(names.contains("run.crash 2") && names.contains("run.crash 3"))
    #expect(names.filter { !$0.hasPrefix("run.") }.allSatisfy { $0.contains(#/\.[A-Z]+-[0-9]+/#) })
  }

  @Test func `a badge says the outcome`() throws {
    let text = try BadgeFormat().text(Samples.violated())
    #expect(text.contains("aria-label=\"operation queue: violated (core)\""))
    #expect(text.contains("#c01c28"))
  }
}
