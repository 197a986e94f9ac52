import Foundation
import OQHistory
import OQJudging
import OQReport
import OQReports
import OQSpecification
import OQText
import TestSupport
import Testing

/// What a page of a report does in a real browser.
@Suite(
  .awaiting, .limit(minutes: 2),
  .enabled(if: Browser.path != nil, Comment(rawValue: Browser.advice)))
struct BrowserTests {
  private func page(_ report: Report) throws -> String {
    HTMLReport(
      report, catalogue: try Samples.catalogue(), reproduction: Samples.reproduction
    ).text
  }

  /// The page with a script of the test, which its policy then names, too.
  private func page(_ report: Report, checking script: String) throws -> String {
    let checks = """

      (async () => {
      const failures = [];
      const check = (name, holds) => { if (!holds) failures.push(name); };
      const one = (selector) => document.querySelector(selector);
      const all = (selector) => [...document.querySelectorAll(selector)];
      const seen = (selector) => all(selector).filter((one) => one.getClientRects().length > 0);
      const key = (name, target) => (target ?? document.activeElement ?? document.body)
        .dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }));
      const rest = () => new Promise((done) => setTimeout(done, 50));
      try {
      \(script)
      } catch (error) { failures.push(`${error}`); }
      const result = document.createElement("p");
      result.id = "result";
      result.textContent = failures.length ? failures.join("; ") : "nothing failed";
      document.body.append(result);
      })();

      """
    let text = try page(report)
    let policy = "script-src 'sha256-\(SHA256.base64(of: checks))' "
    return text.replacing("script-src ", with: policy)
      .replacing("</body>", with: "<script>\(checks)</script></body>")
  }

  private func expect(
    _ report: Report, anchor: String = "", sourceLocation: SourceLocation = #_sourceLocation,
    _ script: String
  ) throws {
    let view = try Browser.open(try page(report, checking: script), anchor: anchor)
    let result = view.document.firstMatch(of: #/<p id="result">([^<]*)</#)
    #expect(result.map { "\($0.1)" } == "nothing failed", sourceLocation: sourceLocation)
    #expect(view.console == [], sourceLocation: sourceLocation)
  }

  @Test func `a page runs its script and says nothing on the console`() throws {
    for report in [try Samples.everything(), try Samples.empty()] {
      let view = try Browser.open(try page(report))
      #expect(view.document.contains("<html lang=\"en\" class=\"ready\">"))
      #expect(view.console == [])
    }
  }

  @Test func `a page without its script shows everything, and nothing that needs it`() throws {
    let report = try Samples.violated()
    let inner = try page(report).replacing("&", with: "&amp;").replacing("\"", with: "&quot;")
    let messages = report.findings.map { "\"\($0.message.replacing("\"", with: "'"))\"" }
    // A frame that runs no script shows the page; its neighbour looks at it.
    let outer = """
      <p id="result"></p><iframe id="frame" sandbox="allow-same-origin" width="1280" height="900"
      srcdoc="\(inner)"></iframe><script>
      frame.addEventListener("load", () => {
        const page = frame.contentDocument, failures = [];
        const check = (name, holds) => { if (!holds) failures.push(name); };
        const all = (selector) => [...page.querySelectorAll(selector)];
        const isSeen = (one) => one.getClientRects().length > 0;
        check("no script has run", page.documentElement.className === "");
        check("no filter", !isSeen(page.querySelector("#filter")));
        check("no chart, no button", all(".chart, .command button").length === 0);
        for (const one of all("details")) one.open = true;
        check("every finding", all("details.finding").every(isSeen)
          && all("details.finding").length === \(report.findings.count));
        check("every rule", all("tr.rule").filter(isSeen).length === \(report.rules.count));
        check("pictures", all("pre.picture").length > 0 && all("pre.picture").every(isSeen));
        check("events", all("table.events").every(isSeen));
        check("commands", all("pre.command").filter(isSeen).length > 0);
        const text = page.body.innerText.replaceAll('"', "'");
        for (const one of [\(messages.joined(separator: ","))]) check(one, text.includes(one));
        result.textContent = failures.length ? failures.join("; ") : "nothing failed";
      });
      </script>
      """
    let view = try Browser.open(outer)
    let result = view.document.firstMatch(of: #/<p id="result">([^<]*)</#)
    #expect(result.map { "\($0.1)" } == "nothing failed")
    // The browser says that it has not run the script, and nothing else.
    #expect(view.console.allSatisfy { $0.contains("Blocked script execution") }, "\(view.console)")
  }

  @Test func `filters show what they say`() throws {
    try expect(
      Samples.violated(),
      """
      check("all rules", seen("tr.rule").length === 7);
      one("input[value=satisfied]").click();
      check("no satisfied rule", seen("tr.rule").length === 6 && one("#DEP-9").hidden);
      one("#find").value = "wait-2";
      one("#find").dispatchEvent(new Event("input", { bubbles: true }));
      check("one rule", seen("tr.rule").length === 1);
      check("empty areas are hidden", one("#area-DEP").hidden);
      check("count", one("#shown").textContent === "0 of 4 findings, 1 of 7 rules");
      """)
  }

  @Test func `keys move, find, and open`() throws {
    try expect(
      Samples.violated(),
      """
      key("j");
      const first = document.activeElement;
      check("the first finding", first.parentElement.id === "DEP-1/1");
      key("j");
      check("the next one", document.activeElement.parentElement.id === "DEP-2/1");
      key("k");
      check("back", document.activeElement === first);
      key("/");
      check("find", document.activeElement.id === "find");
      key("j", one("#find"));
      check("a letter in the field is a letter", document.activeElement.id === "find");
      key("Escape", one("#find"));
      check("out of the field", document.activeElement.id !== "find");
      key("?");
      check("the keys", one("#keys").open);
      one("#keys").close();
      check("one can copy", seen("pre.command button").length > 0);
      """)
  }

  @Test func `a history is drawn, and an event says what it changes and what was legal`() throws {
    try expect(
      Samples.dependencyOnly(),
      """
      const finding = document.getElementById("DEP-1/1");
      finding.open = true;
      await rest();
      check("13 events", finding.querySelectorAll(".event").length === 13);
      check("3 rings", finding.querySelectorAll(".ring").length === 3);
      check("2 bodies", finding.querySelectorAll("rect.body").length === 2);
      const event = finding.querySelector("[data-ticket='7']");
      event.dispatchEvent(new MouseEvent("click", { bubbles: true }));
      const told = finding.querySelector(".told").textContent;
      check(`says ${told}`, told.includes("7  x  begin  (proves it)") && told.includes("d end"));
      check("address", location.hash === "#DEP-1/1/e7");
      key("ArrowLeft");
      check("the one before", document.activeElement.dataset.ticket === "6");
      check("the text picture is away", finding.querySelector(".picture").hidden);
      """)
  }

  @Test func `an address leads to an event`() throws {
    try expect(
      Samples.violated(), anchor: "unexplained/1/e2",
      """
      await rest();
      const finding = document.getElementById("unexplained/1");
      check("open", finding.open);
      check("chosen", finding.querySelector("[aria-current]").dataset.ticket === "2");
      """)
  }

  @Test func `hostile names are inert`() throws {
    let hostile = "</script><script>document.title='x'</script><img src=x onerror=alert(1)>\u{202E}"
    var finding = try Samples.dependency()
    finding.message = hostile
    finding.file = hostile
    finding.output = hostile
    finding.program.operations[0] = Program.Operation(hostile)
    var report = try Samples.report(
      outcome: .violated, reason: hostile,
      rules: [Samples.result("DEP-1", .violated, 1, 0, 1, reason: hostile)], findings: [finding])
    report.toolVersion = hostile
    let text = try page(report)
    #expect(!text.contains("<img"))
    #expect(!text.contains("\u{202E}"))
    #expect(text.ranges(of: "<script>").count == 1)
    try expect(
      report,
      """
      check("no element of it", all("img").length === 0 && all("script").length === 2);
      check("title", document.title.startsWith("sample: "));
      check("shown", one(".message").textContent.includes("<img src=x"));
      """)
  }

  @Test(arguments: [1280, 400])
  func `a page is as wide as its window`(width: Int) throws {
    let inner = try page(
      Samples.everything(),
      checking: """
        for (const finding of all("details")) finding.open = true;
        await rest();
        const width = document.documentElement.scrollWidth;
        parent.postMessage(`${width} of ${innerWidth}`, "*");
        """)
    // A window has a least width, a frame has none.
    let outer = """
      <p id="result"></p><script>
      addEventListener("message", (event) => { result.textContent = event.data; });
      </script><iframe width="\(width)" height="800" src="page.html"></iframe>
      """
    let view = try Browser.open(outer, beside: ["page.html": inner])
    let seen = view.document.firstMatch(of: #/<p id="result">([0-9]+) of ([0-9]+)</#)
    let least = try #require(seen.flatMap { Int($0.1) })
    let room = try #require(seen.flatMap { Int($0.2) })
    #expect(least <= room && room <= width && room > width - 40, "\(least) of \(room)")
  }

  @Test func `a thousand findings can be used soon`() throws {
    let finding = try Samples.dependency()
    let report = try Samples.report(
      outcome: .violated, rules: [Samples.result("DEP-1", .violated, 1, 0, 1000)],
      findings: Array(repeating: finding, count: 1000))
    try expect(
      report,
      """
      check("all of them", all("details.finding").length === 1000);
      const start = performance.now();
      one("#find").value = "dep-1/500";
      one("#find").dispatchEvent(new Event("input", { bubbles: true }));
      check("filtered", seen("details.finding").length === 1);
      key("j", document.body);
      check("focused", document.activeElement.parentElement.id === "DEP-1/500");
      """)
  }
}
