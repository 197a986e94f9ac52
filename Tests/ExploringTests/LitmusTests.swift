import Foundation
import OQExploring
import OQHistory
import OQModel
import OQSpecification
import TestSupport
import Testing

/// The files of `Spec/Litmus`.
enum Litmus {
  static let specification = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Spec")

  static let names: [String] = {
    let folder = specification.appending(path: "Litmus").path
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return files.filter { $0.hasSuffix(".oqask") }.sorted()
  }()

  static func file(_ name: String) throws -> AskFile {
    let url = specification.appending(path: "Litmus/\(name)")
    return try AskFile(parsing: String(contentsOf: url, encoding: .utf8))
  }

  static func page(_ name: String) throws -> String {
    try String(contentsOf: specification.appending(path: name), encoding: .utf8)
  }
}

@Suite(.computing) struct LitmusTests {
  /// Contested points that the model says nothing of, so that no question can be about them.
  private static let beyondModel = [
    "C-7",  // results of invocations
    "C-15",  // the current queue
    "C-18",  // autorelease pools
    "C-22",  // listings
    "C-24",  // settings of the main queue
    "C-25",  // notifications
    "C-28",  // threads
  ]

  @Test(arguments: Litmus.names)
  func `is answered as its file expects`(name: String) throws {
    let file = try Litmus.file(name)
    let answer = Answer(file, path: name, profile: .core, bound: 200_000)
    #expect(answer.standing == .expected)
    for reading in answer.readings {
      #expect(reading.result.fault == nil)
      // A tenth of a second is enough for many more.
      #expect(reading.result.states <= 20_000)
      for place in file.questions.indices {
        #expect(
          reading.isExpected(place) != false,
          "\(reading.profile): \(file.questions[place].text)")
      }
    }
    #expect(file.program.steps <= 8)
    #expect(file.title.hasSuffix("?"))
    #expect(!file.about.isEmpty)
  }

  @Test func `there are enough of them, and every point is asked about`() throws {
    #expect(Litmus.names.count >= 60)
    let about = Set(try Litmus.names.flatMap { try Litmus.file($0).about })
    for freedom in Freedom.all where freedom.unobservable == nil {
      #expect(about.contains("ND-\(freedom.number)"), "ND-\(freedom.number)")
    }
    let contested = try Litmus.page("Contested.md").matches(of: #/\n## (C-[0-9]+) /#)
    #expect(contested.count > 20)
    for match in contested where !Self.beyondModel.contains(String(match.1)) {
      #expect(about.contains(String(match.1)), "\(match.1)")
    }
    let titles = try Litmus.names.map { try Litmus.file($0).title }
    #expect(Set(titles).count == titles.count)
  }

  @Test func `the page of questions gives the answers of the model`() throws {
    let page = try Litmus.page("QuestionsPeopleAsk.md")
    let links = page.matches(of: #/\(Litmus/([a-z-]+\.oqask)\)/#).map { String($0.1) }
    let asked = Array(links.prefix(20))
    #expect(Set(asked).count == 20)
    for name in Litmus.names { #expect(links.contains(name), "\(name) is not on the page") }
    for name in asked {
      let file = try Litmus.file(name)
      #expect(page.contains(file.title))
      let readings = Profile.allCases.map { Reading(file, $0) }
      for (place, question) in file.questions.enumerated() {
        let replies = readings.map { "\($0.profile): \($0.replies[place]?.word ?? "–")" }
        let line = "`\(question.text)` – \(replies.joined(separator: ", "))"
        #expect(page.contains(line), "\(name): \(line)")
      }
    }
  }

  @Test func `each line that an answer cites is checked, in the section of its document`() throws {
    let page = try Litmus.page("QuestionsPeopleAsk.md")
    let parts = page.split(separator: "\n## ")
    let answers = try #require(parts.first).split(separator: "\n### ").dropFirst()
    let table = try #require(parts.first { $0.hasPrefix("Checked against the documents\n") })
    let rows = table.matches(of: #/\n\| ([0-9]+) \| (S[0-4]):([0-9]+) \| ([^|]+) \| [^|]+ \|/#)
    for (place, answer) in answers.enumerated() {
      let cited = Set(answer.matches(of: #/S[0-4]:[0-9]+/#).map { String($0.0) })
      let checked = rows.filter { Int($0.1) == place + 1 }.map { "\($0.2):\($0.3)" }
      #expect(cited == Set(checked), "question \(place + 1)")
    }
    #expect(Set(rows.map(\.1)).count >= 10)
    let documents = try Litmus.page("Sources.md").split(separator: "\n## ")
    for row in rows {
      let document = try #require(documents.first { $0.hasPrefix(row.2 + " ") })
      let sections = document.matches(of: #/\n\| ([0-9]+)-([0-9]+) \| ([^|]+) \|/#)
      let line = try #require(Int(row.3))
      let section = sections.first { (Int($0.1) ?? 0)...(Int($0.2) ?? 0) ~= line }
      #expect(section?.3 == row.4, "\(row.2):\(line)")
    }
  }
}
