import OQHistory
import Testing

import OQDriver

@Suite struct `Messages between supervisor and worker` {
  static let requests: [WorkerRequest] = [
    .run("oqprogram 1\nqueue q\n"), .run(""), .confirm(bound: 10), .confirm(bound: 0.25),
    .calibrate,
  ]

  static let replies: [WorkerReply] =
    [
      .ready, .noSubject, .refused,
      .calibrated(Calibration(oneQueue: 2, twoQueues: 3, delay: 150)),
    ]
    + WorkerReply.End.allCases.flatMap { end in
      [
        .ended(.init(end, isReusable: true, adapterLied: false)),
        .ended(.init(end, isReusable: false, adapterLied: true, late: 3)),
      ]
    }

  @Test(arguments: requests) func `are read as requests`(request: WorkerRequest) {
    #expect(WorkerRequest(request.description) == request)
  }

  @Test(arguments: replies) func `are read as replies`(reply: WorkerReply) {
    #expect(WorkerReply(reply.description) == reply)
  }

  @Test(arguments: [
    "", "run", "confirm", "confirm x", "confirm -1", "confirm inf", "calibrate now", "hello",
  ]) func `are no requests where words are wrong`(text: String) {
    #expect(WorkerRequest(text) == nil)
  }

  @Test(arguments: [
    "", "ready 1", "completed", "completed 1 0", "completed 2 0 0", "completed 1 0 -1",
    "ended 1 0 0", "calibrated 1 2", "calibrated 1 2 x", "completed 1 0 0 0",
  ]) func `are no replies where words are wrong`(text: String) {
    #expect(WorkerReply(text) == nil)
  }

  @Test func `arrive whole, however they are split`() {
    let bytes = MessageBuffer.frame("one") + MessageBuffer.frame("") + MessageBuffer.frame("drei")
    for cut in 0...bytes.count {
      var buffer = MessageBuffer()
      var messages: [String] = []
      for part in [bytes[..<cut], bytes[cut...]] {
        buffer.receive(Array(part))
        while case .message(let text) = buffer.next() { messages.append(text) }
      }
      #expect(messages == ["one", "", "drei"])
      #expect(buffer.next() == .none)
    }
  }

  @Test func `are refused where length or text is none`() {
    var buffer = MessageBuffer()
    buffer.receive([255, 255, 255, 255])
    #expect(buffer.next() == .malformed)
    buffer = MessageBuffer()
    buffer.receive([1, 0, 0, 0, 0xFF])
    #expect(buffer.next() == .malformed)
  }
}

@Suite struct `The death of a worker` {
  @Test(arguments: [
    (ProcessStatus.exited(0), "EXIT"), (.exited(3), "EXIT"), (.signalled(4), "SIGILL"),
    (.signalled(5), "SIGTRAP"), (.signalled(6), "SIGABRT"), (.signalled(7), "SIGBUS"),
    (.signalled(9), "SIGKILL"), (.signalled(11), "SIGSEGV"), (.signalled(15), "SIGNAL"),
  ]) func `is named by its signal`(status: ProcessStatus, name: String) {
    #expect(Crash(status).signal.rawValue == name)
  }
}
