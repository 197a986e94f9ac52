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
      #expect(view.document.contains("<html lang=\"en\" class=\"ready\""))
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
        check("no chart, no button", all(".chart, .copy button").length === 0);
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
      check("no buttons that nobody sees", all(".finding:not([open]) .copy").length === 0);
      first.click();
      await rest();
      check("one can copy", all(".finding[open] .copy button").length > 0);
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

  @Test func `an event that is left out is said to be`() throws {
    let report = try Samples.report(
      outcome: .violated, rules: [Samples.result("DEP-1", .violated, 1, 0, 1)],
      findings: [Samples.long()])
    try expect(
      report, anchor: "DEP-1/1/e100",
      """
      await rest();
      check("told", one(".told").textContent === "Event 100 is left out here.");
      """)
  }

  @Test func `bars end where their calls and bodies end, and at gaps`() throws {
    let report = try Samples.report(
      outcome: .violated, rules: [Samples.result("DEP-1", .violated, 1, 0, 1)],
      findings: [Samples.long()])
    try expect(
      report,
      """
      const at = (ticket) => Number(one(`[data-ticket='${ticket}'] .dot`).getAttribute("cx"));
      const ends = (kind) => all(`rect.${kind}`).map((bar) => {
        const from = Number(bar.getAttribute("x"));
        return [from, from + Number(bar.getAttribute("width"))];
      });
      const has = (kind, from, to) => ends(kind).some((bar) =>
        Math.abs(bar[0] - from) < 1 && Math.abs(bar[1] - to) < 1);
      check("gaps", ends("gap").length >= 2 && /^[0-9]+ left out$/.test(
        one("rect.gap").nextElementSibling.textContent));
      check("the call returns what it returned", has("call", at(7), at(58)));
      check("the other call", has("call", at(398), at(399)));
      check("d runs across the gaps", has("body", at(4), at(400)) || !one("[data-ticket='400']"));
      const left = ends("gap").find((gap) => gap[0] > at(58));
      check("x ends in a gap", has("body", at(8), left[0]));
      """)
  }

  @Test func `what a call is refused with ends it, and a death ends everything`() throws {
    var finding = try Samples.dependency()
    finding.history = try History(
      parsing: "oqhistory 1\nqueue q\nop d\nop x deps=d\n" + """
        events
        1 client1 add q d
        2 client1 rejected raised
        3 client2 add q x
        4 d begin
        5 client1 wait-all q
        6 d crashed SIGILL
        """)
    finding.events = [6]
    let report = try Samples.report(
      outcome: .violated, rules: [Samples.result("DEP-1", .violated, 1, 0, 1)],
      findings: [finding])
    try expect(
      report,
      """
      const at = (ticket) => Number(one(`[data-ticket='${ticket}'] .dot`).getAttribute("cx"));
      const bars = all("rect.call, rect.body");
      check("four", bars.length === 4);
      const ends = bars.map((bar) =>
        Math.round(Number(bar.getAttribute("x")) + Number(bar.getAttribute("width"))));
      const wanted = [2, 6, 6, 6].map((ticket) => Math.round(at(ticket)));
      check(`${ends}`, ends.sort().join() === wanted.sort().join());
      """)
  }

  @Test(arguments: ["START-5", "START-5/1", "START-5/1/e398", "area-START", "rules"])
  func `an address leads below the bar`(anchor: String) throws {
    var finding = try Samples.long()
    finding.blame = .rule("START-5")
    let report = try Samples.report(
      outcome: .violated,
      rules: Catalogue.current.rules.map { Samples.result($0.id, .violated, 841, 2, 3) },
      findings: [Samples.dependency(), finding])
    try expect(
      report, anchor: anchor,
      """
      await rest();
      const bar = one("#filter").getBoundingClientRect();
      check("a bar", bar.top === 0 && bar.height > 20);
      const name = "\(anchor)".replace(/[/]e[0-9]+$/, "");
      const target = name === "\(anchor)" ? document.getElementById(name)
        : one("[data-ticket='398'] .dot");
      const place = target.getBoundingClientRect();
      check(`${place.top} to ${place.bottom}, ${bar.height} of ${innerHeight}`,
        place.top >= bar.bottom && place.top < innerHeight - 40);
      if (target.matches(".dot")) {
        const told = one("[id='START-5/1'] .told").getBoundingClientRect();
        check("what it says is seen", told.bottom <= innerHeight);
        check("it can be moved from", document.activeElement.dataset.ticket === "398");
        key("ArrowRight");
        check("moved", document.activeElement.dataset.ticket === "399");
      }
      """)
  }

  @Test(arguments: [1280, 400])
  func `short words stay whole, and no button lies over a command`(width: Int) throws {
    let inner = try page(
      Samples.violated(),
      checking: """
        for (const one of all("details")) one.open = true;
        await rest();
        const lines = (node) => {
          const range = document.createRange();
          range.selectNodeContents(node);
          return new Set([...range.getClientRects()].map((one) => Math.round(one.top))).size;
        };
        const cells = all(".events td:nth-child(-n+2), .events th:nth-child(-n+3)");
        check("cells", cells.length > 20);
        for (const cell of cells) check(`${cell.textContent} is broken`, lines(cell) === 1);
        for (const line of all(".copy")) {
          const [words, button] = [...line.children].map((one) => one.getBoundingClientRect());
          check("apart", words.right <= button.left && line.firstChild.scrollWidth
            <= line.firstChild.clientWidth);
        }
        parent.postMessage(failures.length ? failures.join("; ") : "nothing failed", "*");
        """)
    let outer = """
      <p id="result"></p><script>
      addEventListener("message", (event) => { result.textContent = event.data; });
      </script><iframe width="\(width)" height="800" src="page.html"></iframe>
      """
    let view = try Browser.open(outer, beside: ["page.html": inner])
    let result = view.document.firstMatch(of: #/<p id="result">([^<]*)</#)
    #expect(result.map { "\($0.1)" } == "nothing failed")
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
