import OQHistory
import Testing

import OQDriver

/// What a thread writes when its program is over.
@Suite struct LateRecordTests {
  @Test func `a record of an earlier program is no event of the next one`() throws {
    let log = try MappedLog.inProcess(capacity: 16)
    let earlier = Recorder(log: log)
    earlier.enter(LaneCode(Callback(OperationID(5))), thread: 1)
    #expect(log.advanceEpoch() == 0)
    let program = try Program(
      parsing: """
        oqprogram 1
        queue q
        op a
        client 1
          add q a
        """)
    let recorder = Recorder(log: log)
    let client = LaneCode(.client(1))
    recorder.call(client, step: 0, thread: 2)
    // The task of an operation that this program does not have.
    earlier.enter(LaneCode(Callback(OperationID(7))), thread: 1)
    recorder.returned(client, step: 0, thread: 2, .returned(.none))
    earlier.leave(LaneCode(Callback(OperationID(7))), thread: 1)
    recorder.end(.ended)

    let history = HistoryDecoder.history(of: program, in: log)
    let lines = history.text.split(separator: "\n").drop { $0 != "events" }.dropFirst()
    #expect(lines.map(String.init) == ["1 client1 add q a", "2 client1 ok", "3 - ended"])
    #expect(HistoryIndex(history).operations.count == 1)
  }
}
