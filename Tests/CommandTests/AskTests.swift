import Foundation
import TestSupport
import Testing

private let cancelled = """
  oqask 1
  title Does the body run after a cancel?
  why It may.
  queue q
  op a
  client 1
    add q a
    cancel a
    wait-all q

  """

/// A dependent is added while its dependency runs.
///
/// Where the dependent takes the second slot, the other operation ends only after it has begun.
private let early = """
  oqask 1
  title Does it?
  why No.
  queue q limit=2
  op a
  op b deps=a
  op c
  in a: hold
  client 1
    add q a
    until begin a
    add q b
    add q c
    until end c
    open a
    wait b

  """

@Suite(.awaiting, .limit(minutes: 5)) struct AskTests {
  private func ask(
    _ text: String, _ options: String..., folder: Folder? = nil
  ) async throws -> Ending {
    let folder = try folder ?? Folder()
    let path = try folder.write(text, to: "a.oqask")
    return try await Command(["ask", path] + options, in: folder).end()
  }

  @Test func `ask: shows replies, outcomes, a witness and what decides`() async throws {
    let ending = try await ask(cancelled + "allowed: begin a after return cancel a\n")
    #expect(ending.status == 0)
    for part in [
      "Does the body run after a cancel?", "sometimes", "as expected", "Outcomes at the end",
      "Decided by", "A shortest run with", "add q a", "all of them", "bound 2000000",
    ] {
      #expect(ending.output.contains(part), "\(part)")
    }
  }

  @Test func `ask: the status tells contradicted, undecided, vacuous and malformed apart`()
    async throws
  {
    #expect(try await ask(cancelled + "forbidden: begin a\n").status == 1)
    #expect(
      try await ask(cancelled + "forbidden: begin a before call add q a\n", "--bound", "20").status
        == 2)
    let vacuous = try await ask(
      "oqask 1\ntitle A?\nwhy B.\nqueue q suspended\nop a completion\nclient 1\n  add q a\n"
        + "forbidden: begin a.completion before begin a\n")
    #expect(vacuous.status == 65)
    #expect(vacuous.output.contains("'begin a.completion' happens in no run. The nearest run:"))
    let malformed = try await ask(cancelled + "allowed: begin b\n")
    #expect(malformed.status == 65)
    #expect(malformed.errors.contains("line 10, column 9"))
  }

  @Test func `ask: a subject shows only what the model allows`() async throws {
    let ending = try await ask(
      cancelled + "allowed: begin a\n", "--on", "reference", "--runs", "20")
    #expect(ending.status == 0)
    #expect(ending.output.contains("20 runs"))
  }

  @Test func `ask: with --scan it says in how many runs a lane was held`() async throws {
    let ending = try await ask(
      cancelled + "allowed: begin a\n", "--on", "foundation", "--runs", "2", "--scan")
    #expect(ending.status == 0, "\(ending.output)\(ending.errors)")
    #expect(ending.output.contains("of them with a lane held"))
  }

  @Test func `ask: a broken subject contradicts the model`() async throws {
    let ending = try await ask(
      early + "forbidden: begin b before end a\n",
      "--on", "mutant:executing-counts-as-finished", "--runs", "20")
    #expect(ending.status == 1, "\(ending.output)\(ending.errors)")
    #expect(ending.output.contains("showed what the model never does"))
  }

  @Test func `ask: differences of two profiles alone`() async throws {
    let text =
      "oqask 1\ntitle Twice?\nwhy B.\nop a\nclient 1\n  start a\n  start a\n"
      + "allowed core: start a #2 is rejected\n"
    let folder = try Folder()
    let ending = try await ask(text, "--diff", "core", "--diff", "reference", folder: folder)
    #expect(ending.output.contains("may"))
    #expect(ending.output.contains("never"))
    // The second name may follow the first.
    let short = try await ask(text, "--diff", "core", "reference", folder: folder)
    #expect(short.output == ending.output)
    let same = try await ask(cancelled + "allowed: begin a\n", "--diff", "core", "--diff", "guide")
    #expect(same.output == "")
    #expect(try await ask(text, "--diff", "core").status == 64)
    #expect(try await ask(text, "--diff", "core", "--diff", "nobody").status == 64)
  }

  #if os(Linux)
    @Test func `ask: differences of two subjects alone`() async throws {
      let text = early + "forbidden: begin b before end a\n"
      let adapter = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Adapters/python/adapter.py").path
      let (python, mutant) = ("exec:python3 \(adapter)", "mutant:executing-counts-as-finished")
      let same = try await ask(
        text, "--runs", "4", "--diff", "foundation", python)
      #expect(same.status == 0, "\(same.errors)")
      #expect(same.output == "")
      let other = try await ask(
        text, "--on", "foundation", "--on", mutant, "--runs", "4", "--diff", "foundation",
        "--diff", mutant)
      #expect(other.status == 1)
      #expect(other.output.contains("on foundation"))
      #expect(other.output.contains("on \(mutant)"))
      // Beside title, heading, names of columns and the model there are the two outcomes.
      #expect(other.output.split(separator: "\n").count == 6, "\(other.output)")
    }
  #endif

  @Test func `ask: JSON shows the nearest run, and the run of a subject that contradicts`()
    async throws
  {
    let folder = try Folder()
    let vacuous = try await ask(
      "oqask 1\ntitle A?\nwhy B.\nqueue q suspended\nop a completion\nclient 1\n  add q a\n"
        + "forbidden: begin a.completion before begin a\n", "--json", "out.json", folder: folder)
    #expect(vacuous.output.contains("vacuous\n"))
    #expect(!vacuous.output.contains("Decided by"))
    let refused = try answer(in: folder)
    let gap = try #require(refused["vacuous"] as? [String: Any])
    #expect(gap["part"] as? String == "begin a.completion")
    #expect(gap["line"] as? Int == 8)
    for line in try #require(gap["nearest"] as? [String]) {
      #expect(vacuous.output.contains(line), "\(line)")
    }
    let broken = try await ask(
      early + "always: begin b before end a\n", "--on", "mutant:executing-counts-as-finished",
      "--runs", "20", "--json", "out.json", folder: folder)
    #expect(broken.status == 1, "\(broken.output)\(broken.errors)")
    let contradicted = try answer(in: folder)
    #expect(contradicted["vacuous"] == nil)
    let runs = try #require(contradicted["contradictions"] as? [[String: Any]])
    #expect(runs.map { $0["profile"] as? String } == ["core"])
    for line in try #require(runs.first?["history"] as? [String]) {
      #expect(broken.output.contains(line), "\(line)")
    }
    let witnesses = try #require(contradicted["witnesses"] as? [[String: Any]])
    #expect(witnesses.map { $0["line"] as? Int } == [17])
    let subject = try #require((contradicted["subjects"] as? [[String: Any]])?.first)
    #expect(subject["count"] as? Int == 20)
    #expect(subject["withoutEnd"] as? Int == 0)
  }

  /// The one answer that was written.
  private func answer(in folder: Folder) throws -> [String: Any] {
    let list = try JSONSerialization.jsonObject(with: folder.data("out.json")) as? [[String: Any]]
    return try #require(list?.first)
  }

  @Test func `ask: JSON says what the text says`() async throws {
    let folder = try Folder()
    let ending = try await ask(
      cancelled + "allowed: begin a\ncount 2: begin a\n", "--json", "out.json", folder: folder)
    #expect(ending.status == 0)
    let list = try JSONSerialization.jsonObject(with: folder.data("out.json")) as? [[String: Any]]
    let answer = try #require(list?.first)
    #expect(answer["standing"] as? String == "as expected")
    let questions = try #require(answer["questions"] as? [[String: Any]])
    #expect((questions[0]["replies"] as? [String: String])?["core"] == "sometimes")
    #expect((questions[1]["replies"] as? [String: String])?["core"] == "2 orders")
    let witness = try #require(answer["witness"] as? [String])
    #expect(!witness.isEmpty)
    for line in witness { #expect(ending.output.contains(line), "\(line)") }
  }

  @Test(.limit(minutes: 1))
  func `ask: the reference queue shows only what the model allows, in the whole library`()
    async throws
  {
    let folder = try Folder()
    let library = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Spec/Litmus").path
    let ending = try await Command.run(
      "ask", library, "--on", "reference", "--runs", "10", in: folder)
    #expect(ending.status == 0, "\(ending.output)\(ending.errors)")
    #expect(ending.output.split(separator: "\n").count >= 60)
  }
}
