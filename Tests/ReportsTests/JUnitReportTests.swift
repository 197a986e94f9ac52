import Foundation
import OQHistory
import OQJudging
import OQReport
import OQReports
import OQSpecification
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct JUnitReportTests {
  private func text(_ report: Report) throws -> String {
    JUnitReport(
      report, catalogue: try Samples.catalogue(),
      reproduction: ReproduceCommands(subject: "sample")
    ).text
  }

  @Test func `the document can be parsed, and its counts are those of its cases`() throws {
    for report in [try Samples.violated(), try Samples.conformant(), try Samples.empty()] {
      let root = try Element.parse(text(report))
      #expect(root.name == "testsuites")
      let suites = root.children.filter { $0.name == "testsuite" }
      for suite in [root] + suites {
        let cases = suite.descendants("testcase")
        #expect(suite.attributes["tests"] == "\(cases.count)")
        for (attribute, name) in [
          ("failures", "failure"), ("errors", "error"), ("skipped", "skipped"),
        ] where suite.name == "testsuite" || name != "skipped" {
          #expect(suite.attributes[attribute] == "\(suite.descendants(name).count)")
        }
      }
      // What Jenkins' schema allows of the whole.
      let allowed: Set = ["name", "time", "tests", "failures", "disabled", "errors"]
      #expect(Set(root.attributes.keys).isSubset(of: allowed))
      let cases = root.descendants("testcase").map { $0.attributes["name"] ?? "" }
      #expect(Set(cases).count == cases.count)
    }
  }

  @Test func `each verdict has its own result`() throws {
    let root = try Element.parse(text(Samples.violated()))
    let cases = root.descendants("testcase")
    func result(_ id: String) throws -> Element? {
      try #require(cases.first { ($0.attributes["name"] ?? "").hasPrefix(id) }).children.first
    }
    #expect(try result("DEP-9") == nil)
    #expect(try result("DEP-1")?.name == "failure")
    #expect(try result("DEP-1")?.attributes["type"] == "history")
    #expect(try result("DEP-2")?.attributes["type"] == "stalled")
    #expect(try result("WAIT-1")?.attributes["message"]?.hasPrefix("inconclusive") == true)
    #expect(
      try result("WAIT-2")?.attributes["message"]
        == "violated by 4 programs, not enforced under profile core")
    #expect(try result("WAIT-3")?.attributes["message"]?.hasPrefix("vacuous") == true)
    #expect(
      try result("WAIT-4")?.attributes["message"] == "not applicable: needs operationWait")
    #expect(try result("crash")?.name == "failure")
    #expect(try result("unexplained")?.name == "failure")
    #expect(try result("the run") == nil)
  }

  @Test func `a failure carries program, picture and commands`() throws {
    let root = try Element.parse(text(Samples.violated()))
    let failure = try #require(
      root.descendants("failure").first { $0.text.contains("DEP-1 violated") })
    #expect(failure.text.contains("op x deps=d"))
    #expect(failure.text.contains("▲4"))
    #expect(failure.text.contains("oqcheck replay DEP-1-1a2b3c4d.oqrepro"))
    #expect(failure.text.contains("oqcheck run sample --seed 0x7 --only 12"))
  }

  @Test func `a subject that could not be driven is an error`() throws {
    let report = try Samples.report(
      outcome: .unusable, reason: "claims <listing> & \"lies\"", rules: [])
    let root = try Element.parse(text(report))
    #expect(
      root.descendants("error").first?.attributes["message"]
        == "unusable: claims <listing> & \"lies\"")
  }

  @Test func `special characters come back, control characters do not`() throws {
    var finding = try Samples.dependency()
    finding.message = "a<b>&\"c\"'d'\n\te\u{0}\u{1}\u{1B}[31m\u{7F}\u{FFFE}\r]]>é🙂"
    let report = try Samples.report(
      outcome: .violated, rules: [Samples.result("DEP-1", .violated, 1, 0, 1)],
      findings: [finding])
    let failure = try #require(Element.parse(text(report)).descendants("failure").first)
    #expect(failure.attributes["message"] == "a<b>&\"c\"'d'\n\te[31m]]>é🙂")
  }

  @Test func `timings are attributes of the whole only where they were asked for`() throws {
    #expect(
      try Element.parse(text(Samples.conformant())).attributes["time"] == "12.340")
    #expect(try Element.parse(text(Samples.violated())).attributes["time"] == nil)
  }
}

/// An element as a parser of another make reads it.
private final class Element {
  let name: String
  let attributes: [String: String]
  var children: [Element] = []
  var text = ""

  init(_ name: String, _ attributes: [String: String]) {
    self.name = name
    self.attributes = attributes
  }

  static func parse(_ document: String) throws -> Element {
    let reader = Reader()
    let parser = XMLParser(data: Data(document.utf8))
    parser.delegate = reader
    guard parser.parse(), let root = reader.root else {
      throw parser.parserError ?? CocoaError(.fileReadCorruptFile)
    }
    return root
  }

  /// Elements with a name, at any depth, in document order.
  func descendants(_ name: String) -> [Element] {
    children.flatMap { ($0.name == name ? [$0] : []) + $0.descendants(name) }
  }

  private final class Reader: NSObject, XMLParserDelegate {
    var root: Element?
    private var open: [Element] = []

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      let element = Element(name, attributes)
      if root == nil { root = element }
      open.last?.children.append(element)
      open.append(element)
    }

    func parser(
      _ parser: XMLParser, didEndElement name: String, namespaceURI: String?,
      qualifiedName: String?
    ) { open.removeLast() }

    func parser(_ parser: XMLParser, foundCharacters string: String) { open.last?.text += string }
  }
}
