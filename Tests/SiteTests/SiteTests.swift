import Foundation
import OQCommandLine
import OQHistory
import OQReports
import OQSite
import OQSpecification
import Testing

/// The pages of the whole site, made once.
enum Pages {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  static let content = Result { () throws(SiteContent.Fault) in try SiteContent(root: root.path) }

  /// The files of the site by path.
  static let files = Result { () throws(SiteContent.Fault) in
    Dictionary(
      uniqueKeysWithValues: try Site(content.get()).files.map { ($0.path, $0.text) })
  }
}

@Suite(.serialized) struct SiteTests {
  @Test func `every rule has its page, with its text`() throws {
    let files = try Pages.files.get()
    for rule in Catalogue.current.rules {
      let page = try #require(files["\(rule.id).html"], "\(rule.id)")
      #expect(page.contains(HTML.text(rule.title)))
      #expect(page.contains("<blockquote>"))
      if rule.check.hasChecker {
        #expect(page.components(separatedBy: "<figure class=").count > 3, "\(rule.id)")
        #expect(page.contains("class=\"ring\""), "\(rule.id): nothing is marked")
      }
    }
  }

  @Test func `an illegal example shows why`() throws {
    let page = try #require(try Pages.files.get()["DEP-9.html"])
    #expect(
      page.contains("x has not begun although its dependency on d was removed at 1 and nothing"))
    #expect(page.contains("Near miss"))
    #expect(page.contains("oqcheck replay Spec/Examples/edge-survives-removal.oqrepro"))
    #expect(page.contains("READY-3") || page.contains("Freedoms.html"))
  }

  @Test func `every link leads to a page and to a place on it`() throws {
    let files = try Pages.files.get()
    let pages = files.filter { $0.key.hasSuffix(".html") }
    let anchors = pages.mapValues { text in
      Set(text.matches(of: /id="([^"]+)"/).map { String($0.1) })
    }
    var count = 0
    for (name, text) in pages.sorted(by: { $0.key < $1.key }) {
      for match in text.matches(of: /(?:href|src|action)="([^"]*)"/) {
        let target = String(match.1)
        if target.contains("://") { continue }
        count += 1
        let parts = target.split(separator: "#", omittingEmptySubsequences: false)
        let file = parts[0].isEmpty ? name : String(parts[0])
        #expect(files[file] != nil, "\(name): \(target)")
        if parts.count == 2 {
          #expect(anchors[file]?.contains(String(parts[1])) == true, "\(name): \(target)")
        }
      }
    }
    #expect(count > 10_000)
  }

  @Test func `no page has two elements of one name, and tags are closed`() throws {
    for (name, text) in try Pages.files.get() where name.hasSuffix(".html") {
      let ids = text.matches(of: #/ id="([^"]+)"/#).map { String($0.1) }
      #expect(Set(ids).count == ids.count, "\(name)")
      for tag in ["section", "figure", "svg", "table", "ul", "pre", "blockquote", "details"] {
        let opened = text.components(separatedBy: "<\(tag)").count
        #expect(opened == text.components(separatedBy: "</\(tag)>").count, "\(name): \(tag)")
      }
    }
  }

  @Test func `two runs give the same bytes`() throws {
    let again = try Site(Pages.content.get()).files
    let files = try Pages.files.get()
    #expect(again.count == files.count)
    for file in again { #expect(files[file.path] == file.text, "\(file.path)") }
  }

  @Test func `a rule with a checker and without an example fails`() throws {
    for kind in [RuleCase.Expectation.accept, .nearMiss] {
      var content = try Pages.content.get()
      content.cases.removeAll { $0.rule == "DEP-9" && $0.expectation == kind }
      #expect(throws: SiteContent.Fault.self) { try Site(content) }
    }
    var content = try Pages.content.get()
    content.cases.removeAll { one in
      if case .reject = one.expectation { one.rule == "DEP-9" } else { false }
    }
    #expect(content.problems == ["DEP-9: a rule with a checker needs an illegal example"])
  }

  @Test func `every command on a page is one that can be given`() throws {
    var commands: Set<String> = []
    for (name, text) in try Pages.files.get() where name.hasSuffix(".html") {
      for match in text.matches(of: /<pre class="command">([^<]+)<\/pre>/) {
        commands.insert(String(match.1))
      }
    }
    #expect(commands.count > 700)
    for command in commands.sorted() {
      let words = command.split(separator: " ").map { String($0) }
      #expect(words.first == "oqcheck", "\(command)")
      _ = try Invocation.parse(Array(words.dropFirst()))
      for word in words where word.hasPrefix("Spec/") {
        #expect(
          FileManager.default.fileExists(atPath: Pages.root.appending(path: word).path), "\(word)")
      }
    }
  }

  @Test func `figures of an earlier state of the rules are said to be, and nothing is pale`() throws
  {
    let words = "earlier state of the rules"
    let old = "class=\"old\"|[a-z] old\""
    for isOld in [false, true] {
      var content = try Pages.content.get()
      for place in content.figures.indices {
        content.figures[place].digest = isOld ? "0" : Catalogue.currentDigest
      }
      let files = try Site(content).files
      for name in ["DEP-9.html", "Keepers.html"] {
        let page = try #require(files.first { $0.path == name }).text
          .replacing("Figures of an earlier state of the rules are", with: "")
        #expect(page.contains(words) == isOld, "\(name)")
        #expect(try page.contains(Regex(old)) == isOld, "\(name)")
      }
      let style = try #require(files.first { $0.path == "style.css" }).text
      #expect(style.contains(".old {") && !style.contains("opacity"))
    }
  }

  @Test func `a picture shows both ends of a call, and says what is left out`() throws {
    let others = (1...60).map { "client2 is-suspended q\nclient2 = \($0 % 2 == 0)" }
    let history = try History(
      parsing: "oqhistory 1\nqueue q\nop x\nevents\nclient1 is-finished x\nx begin\n"
        + others.joined(separator: "\n") + "\nclient1 = false\nx end\n- ended")
    let all = HistoryPicture(history, marking: [1], title: "all", most: 200).markup
    #expect(!all.contains("class=\"gap\""))
    let picture = HistoryPicture(history, marking: [1], title: "some", most: 8).markup
    #expect(picture.contains(">is-finished x<") && picture.contains(">= false<"))
    let leftOut = picture.matches(of: />([0-9]+) left out</).compactMap { Int($0.1) }
    let dots = picture.components(separatedBy: "class=\"dot\"").count - 1
    #expect(leftOut.count == 2 && dots <= 8 && leftOut.reduce(0, +) + dots == 125)
    func edges(_ kind: String) throws -> [(from: Double, to: Double)] {
      let pattern = "class=\"\(kind)\" x=\"([0-9.]+)\"[^>]*? width=\"([0-9.]+)\""
      return try picture.matches(of: Regex(pattern)).map { match in
        let numbers = match.output.dropFirst().compactMap { $0.substring.flatMap { Double($0) } }
        return (numbers[0], numbers[0] + numbers[1])
      }
    }
    let gap = try #require(try edges("gap").first)
    #expect(try edges("call").contains { $0.from < gap.from && $0.to > gap.to })
    #expect(try edges("body").contains { $0.from < gap.from && $0.to > gap.to })
    // Calls that are left out have no line.
    #expect(try edges("call").count <= dots / 2)
  }

  @Test func `figures are kept as a report says`() throws {
    let figures = try Pages.content.get().figures
    #expect(figures.map(\.subject).contains("foundation"))
    #expect(figures.map(\.subject).contains("reference"))
    for figures in figures {
      #expect(try SubjectFigures.read(figures.text()) == figures)
      for id in figures.rules.keys { #expect(Catalogue.current[try #require(RuleID(id))] != nil) }
    }
  }
}
