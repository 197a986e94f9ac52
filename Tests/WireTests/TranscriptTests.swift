import Foundation
import OQHistory
import OQSubjects
import OQWire
import TestSupport
import Testing

/// The golden conversations hold for both sides.
@Suite(.limit(minutes: 1)) struct `A golden transcript` {
  /// With this variable the transcripts are written anew from the reference queue.
  private static let isRegenerating =
    ProcessInfo.processInfo.environment["OQ_REGENERATE_GOLDENS"] != nil

  @Test(arguments: Transcript.names) func `has the lines of the harness, and its history`(
    name: String
  ) throws {
    if Self.isRegenerating { try Self.regenerate(name) }
    let golden = try Transcript(named: name)
    var conversation = WireConversation(harness: "test")
    var expected: [String] = []
    var sent: [String] = []
    for line in golden.lines {
      switch line {
      case .harness(let text):
        expected.append(text)
        if text.contains(#""do":"begin""#) { conversation.begin(golden.program) }
        sent += Self.output(&conversation)
      case .adapter(let text):
        // What the harness says next depends on this line; everything before it has been said.
        #expect(sent == expected, "before \(text)")
        try conversation.take(text)
        sent += Self.output(&conversation)
      }
    }
    #expect(sent.sorted() == expected.sorted())
    let run = try #require(conversation.run)
    let history = run.phase.isOver ? run.history() : Self.stalled(run)
    #expect(history.text == golden.history)
  }

  @Test(arguments: Transcript.names) func `has the lines of an adapter`(name: String) throws {
    let golden = try Transcript(named: name)
    let talk = try Talk(ReferenceSubject())
    let wanted = golden.lines.filter { if case .adapter = $0 { true } else { false } }.count
    let run = try talk.run(golden.program) { _ in
      talk.lines.count { if case .adapter = $0 { true } else { false } } >= wanted
    }
    // Lanes run at once, so lines of two lanes may come in another order, and stamps differ.
    #expect(Self.withoutStamps(talk.lines) == Self.withoutStamps(golden.lines))
    #expect(run.events > 0)
  }

  private static func output(_ conversation: inout WireConversation) -> [String] {
    conversation.takeOutput().split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func stalled(_ run: WireRun) -> History {
    var run = run
    run.noteQuiescence(Quiescence(threads: 2, canaries: 1))
    return run.stalledHistory()
  }

  private static func withoutStamps(_ lines: [Transcript.Line]) -> [String] {
    lines.compactMap { line -> String? in
      guard case .adapter(let text) = line, !text.contains(#""tell":"hello""#) else { return nil }
      return text.replacing(/"(at|entered)":(\[\d+,\d+\]|\d+)/, with: "")
    }.sorted()
  }

  private static func regenerate(_ name: String) throws {
    let text = try #require(transcriptPrograms[name])
    let program = try Program(parsing: "oqprogram 1\n" + text)
    let talk = try Talk(ReferenceSubject())
    let run = try talk.run(program) { run in
      run.phase.isOver || name == "stalled" && run.moves == 3
    }
    let history = run.phase.isOver ? run.history() : stalled(run)
    let transcript = Transcript(program, talk.lines, history)
    try transcript.text.write(to: Transcript.url(name), atomically: true, encoding: .utf8)
  }
}
