import OQHistory
import Testing

import OQDriver

/// What a log says of a program that records bodies only.
@Suite struct UnrecordedCallTests {
  private let log: MappedLog
  private let recorder: Recorder
  private let program: Program
  private let client = LaneCode(.client(1))
  private let body = LaneCode(Callback(OperationID(0)))

  init() throws {
    log = try MappedLog.inProcess(capacity: 100)
    recorder = Recorder(log: log)
    program = try Program(
      parsing: """
        oqprogram 1 record=bodies
        queue q
        op a
        in a
          cancel a
          hold
          is-finished a
        client 1
          add q a
          resume q
          until is-finished a
          wait a
          start a
          meet 1
          cancel a
        """)
  }

  private func lines(death: Crash? = nil) -> [String] {
    let history = HistoryDecoder.history(of: program, in: log, death: death)
    return history.text.split(separator: "\n").drop { $0 != "events" }.dropFirst().map(String.init)
  }

  @Test func `every call that may have been made without a word is told at a death`() {
    recorder.enter(body, thread: 7)
    #expect(
      lines(death: Crash(.kill)) == [
        "1 a begin", "2 client1 made add q a", "3 client1 made resume q", "4 a made cancel a",
        "5 - crashed SIGKILL",
      ])
  }

  @Test func `at the end client code may be in the middle of its calls`() {
    recorder.enter(body, thread: 7)
    recorder.end(.ended)
    #expect(lines().suffix(2) == ["4 a made cancel a", "5 - ended"])
  }

  @Test func `a lane that waits for a value has made no further call`() {
    recorder.made(client, step: 0, thread: 7, .done)
    recorder.made(client, step: 1, thread: 7, .done)
    recorder.call(client, step: 2, thread: 7)
    recorder.returned(client, step: 2, thread: 7, .returned(.boolean(false)))
    recorder.quiescent(Quiescence(threads: 3, canaries: 1))
    recorder.end(.stalled)
    #expect(
      lines().suffix(4) == [
        "3 client1 is-finished a", "4 client1 = false", "5 - quiescent threads=3 canaries=1",
        "6 - stalled",
      ])
  }

  @Test func `when nothing moves a lane is in the one call that follows`() {
    recorder.made(client, step: 0, thread: 7, .done)
    recorder.made(client, step: 1, thread: 7, .done)
    recorder.call(client, step: 2, thread: 7)
    recorder.returned(client, step: 2, thread: 7, .returned(.boolean(true)))
    recorder.quiescent(Quiescence(threads: 3, canaries: 1))
    recorder.end(.stalled)
    #expect(
      lines().suffix(3) == [
        "5 client1 made wait a", "6 - quiescent threads=3 canaries=1", "7 - stalled",
      ])
  }

  @Test func `a call that came back after a quiescence is told once`() {
    recorder.made(client, step: 0, thread: 7, .done)
    recorder.quiescent(Quiescence(threads: 3, canaries: 1))
    recorder.made(client, step: 1, thread: 7, .done)
    recorder.enter(body, thread: 8)
    recorder.leave(body, thread: 8)
    #expect(
      lines() == [
        "1 client1 made add q a ok", "2 - quiescent threads=3 canaries=1",
        "3 client1 made resume q ok", "4 a begin", "5 a end",
      ])
  }

  @Test func `what was told behind a hole may have been done before it`() {
    recorder.thread(client, thread: 7)
    _ = log.reserve()
    recorder.made(client, step: 0, thread: 7, .done)
    recorder.enter(body, thread: 8)
    #expect(
      lines(death: Crash(.kill)) == [
        "1 client1 made add q a", "2 client1 made resume q", "4 - crashed SIGKILL",
      ])
  }

  @Test func `a journal writes each outcome once, in order`() {
    let journal = Journal(client, thread: 7, steps: 7, recorder: recorder)
    #expect(journal.isWritten)
    journal.note(step: 0, .done)
    journal.note(step: 1, .rejected(.raised))
    #expect(!journal.isWritten)
    #expect(log.next.position == 0, "noting leaves the log alone")
    journal.write()
    journal.note(step: 3, .done)
    journal.write()
    journal.write()
    #expect(journal.isWritten)
    #expect(
      lines() == [
        "1 client1 made add q a ok", "2 client1 made resume q rejected raised",
        "3 client1 made wait a ok", "4 client1 made start a",
      ])
  }
}
