import OQHistory
import OQJudging
import OQReport
import OQReports
import OQSpecification
import OQText
import Testing

@Suite struct HTMLReportTests {
  @Test func `digests are those of the standard`() {
    #expect(
      SHA256.hexadecimal(of: [])
        == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(
      SHA256.hexadecimal(of: Array("abc".utf8))
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      SHA256.hexadecimal(
        of: Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8))
        == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
    #expect(SHA256.base64(of: "") == "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=")
  }

  @Test func `the policy names the script and the style that are there, and nothing else`() throws {
    let text = HTMLReport(try Samples.violated(), catalogue: try Samples.catalogue()).text
    let script = try #require(text.firstMatch(of: #/(?s)<script>(.*?)<\/script>/#))
    let style = try #require(text.firstMatch(of: #/(?s)<style>(.*?)<\/style>/#))
    #expect(text.contains("script-src 'sha256-\(SHA256.base64(of: String(script.1)))';"))
    #expect(text.contains("style-src 'sha256-\(SHA256.base64(of: String(style.1)))';"))
    #expect(text.contains("default-src 'none';"))
    for word in ["innerHTML", "outerHTML", "insertAdjacent", "document.write", "eval(", "http://"] {
      let places = script.1.ranges(of: word).count
      #expect(places == (word == "http://" ? 1 : 0), "\(word)")
    }
    #expect(!text.contains(" style=\"") && !text.contains(" onclick="))
  }

  @Test func `a page is not longer than it may be`() throws {
    let finding = try Samples.dependency()
    let rules = Catalogue.current.rules.map {
      Samples.result($0.id, .violated, 841, 2, 3, contexts: [.init("queued", 4)])
    }
    for count in [0, 20] {
      let report = try Samples.report(
        outcome: .violated, rules: rules, findings: Array(repeating: finding, count: count))
      let size = HTMLReport(report).text.utf8.count
      #expect(size <= 250_000 + 4_000 * count, "\(size) bytes for \(count) findings")
    }
  }

  @Test func `a long history is cut to what is next to the proof`() throws {
    var finding = try Samples.dependency()
    var events = finding.history.events
    events.removeLast()
    for number in 0..<400 {
      let ticket = 13 + 2 * number
      events.append(
        Event(
          ticket, .client(1), .call(Command(.isFinished, OperationID(0)))))
      events.append(Event(ticket + 1, .client(1), .returned(.returned(.boolean(true)))))
    }
    finding.history = History(of: finding.program, events: events)
    let report = try Samples.report(
      outcome: .violated, rules: [Samples.result("DEP-1", .violated, 1, 0, 1)],
      findings: [finding])
    let text = HTMLReport(report, catalogue: try Samples.catalogue()).text
    #expect(text.contains(#/of 812 events; the failure file has them all/#))
    #expect(text.contains("<tr class=m><td>11<td>d<td>end"))
    let start = try #require(text.firstRange(of: "<details class=\"finding\""))
    let end = try #require(text[start.lowerBound...].firstRange(of: "</table></section>"))
    #expect(text[start.lowerBound..<end.lowerBound].utf8.count < 6_000)
  }

  @Test func `a call is shown with its return, and a gap says what it leaves out`() throws {
    let report = try Samples.report(
      outcome: .violated, rules: [Samples.result("DEP-1", .violated, 1, 0, 1)],
      findings: [Samples.long()])
    let text = HTMLReport(report, catalogue: try Samples.catalogue()).text
    let rows = text.split(separator: "<tr").map { $0.split(separator: "<td").dropFirst() }
    let calls = rows.firstIndex { $0.last?.isEmpty == false && $0.contains(">is-finished x") }
    let place = try #require(calls)
    #expect(rows[place].first == ">7")
    let next = rows[(place + 1)...].first { $0.dropFirst().first == ">client2" }
    #expect(next?.first == ">58" && next?.contains(">= false") == true)
    #expect(text.contains("<tr class=g><td>⋮<td colspan=4>"))
    #expect(text.contains("left out; still running: <i>d</i> <i>x</i>\n<tr"))
    #expect(text.contains("left out; still running: <i>d</i>\n<tr"))
    // What is shown and what is left out is everything.
    let shown = rows.count { $0.first.flatMap { Int($0.dropFirst()) } != nil && $0.count == 5 }
    let leftOut = text.matches(of: #/colspan=4>([0-9]+) events? left out/#)
      .compactMap { Int($0.1) }.reduce(0, +)
    #expect(shown + leftOut == 396 && leftOut > 100)
  }

  @Test func `a code flow says what is left out`() throws {
    let report = try Samples.report(
      outcome: .violated, rules: [Samples.result("DEP-1", .violated, 1, 0, 1)],
      findings: [Samples.long(to: 12_000)])
    let text = try SARIFFormat().text(report)
    #expect(text.contains(#/client[0-9]: [^"]* \(behind [0-9]+ events left out\)/#))
  }

  @Test func `everything can be read without the script`() throws {
    let text = HTMLReport(
      try Samples.everything(), catalogue: try Samples.catalogue(),
      reproduction: Samples.reproduction
    ).text
    for words in [
      "x began at 7 although d, on which it depends, began at 4 and ended only at 11",
      "until begin d", "oqcheck replay .oqcheck/DEP-1-1a2b3c4d.oqrepro",
      "<td>7<td>x<td>begin", "Needs: b depends on a; undepend b a.", "ND-1", "class:async",
      "An operation that is not cancelled MUST NOT begin its task",
      "No run of the model has the event 7.", "challenged: in doubt",
    ] { #expect(text.contains(words), "\(words)") }
  }
}
