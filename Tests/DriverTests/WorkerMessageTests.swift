import OQHistory
import Testing

import OQDriver

@Suite struct `Messages between supervisor and worker` {
  static let requests: [WorkerRequest] = [
    .run(Program()), .run(everything), .run(everything, pins: ["client 1: call 0", "a: begin"]),
    .runUnaided(Program()), .runUnaided(everything), .confirm(bound: 10), .confirm(bound: 0.25),
    .calibrate,
  ]

  /// A program with every kind of declaration, lane, step, argument and value.
  static let everything: Program = {
    var suspended = Program.Queue("s", dispatch: .concurrent)
    suspended.suspended = true
    let (a, b, q) = (OperationID(0), OperationID(1), QueueID(0))
    let last = Callback(b, .completion, index: 70_000, occurrence: 80_000)
    let kinds = Program.Kind.allCases.enumerated().map { index, kind in
      Program.Operation(
        "o\(index)", kind: kind, blocks: index, dependencies: index == 2 ? [a, b] : [],
        priority: index == 3 ? .veryLow : nil, completion: index == 4)
    }
    let arguments = Verb.allCases.compactMap { verb -> Step? in
      let target: Handle = verb.entry.family == .queue ? .queue(q) : .operation(a)
      let argument: Command.Argument? =
        switch verb.entry.parameter {
        case .none: Command.Argument.none
        case .operation: .operation(b)
        case .operations: .operations([b, a])
        case .integer: .integer(.min)
        case .priority: .priority(.veryHigh)
        case .boolean: .boolean(true)
        case .observer: .observer(verb.entry.family == .queue ? .isSuspended : .isReady, b)
        }
      return argument.map { .command(Command(verb, target, $0)) }
    }
    let reads: [Outcome.Value] = [
      .none, .boolean(false), .integer(-1), .operations([]), .operations([b]), .priority(.low),
    ]
    return Program(
      queues: [
        Program.Queue("q", limit: 3, suspended: true), Program.Queue("ö", isMain: true), suspended,
      ],
      operations: kinds,
      scripts: [
        Program.Script(.callback(last), [.hold, .open(last), .drop(.queue(q))]),
        Program.Script(.client(1), arguments),
        Program.Script(
          .client(2),
          [.until(.began(last)), .until(.ended(last)), .meet(7), .drop(.operation(a))]
            + reads.map { .until(.reads(Command(.isReady, a), $0)) }),
      ],
      settings: Program.Settings(
        jitter: .max, oneCore: true, recording: .bodies, longWork: true,
        lingering: true))
  }()

  static let replies: [WorkerReply] =
    [
      .ready, .noSubject, .refused,
      .calibrated(Calibration(oneQueue: 2, twoQueues: 3, delay: 150)),
    ]
    + WorkerReply.End.allCases.flatMap { end in
      [
        .ended(.init(end, isReusable: true, adapterLied: false)),
        .ended(.init(end, isReusable: false, adapterLied: true, late: 3)),
        .ended(.init(end, isReusable: true, adapterLied: false, wasWoken: true)),
      ]
    }

  @Test(arguments: requests) func `are read as requests`(request: WorkerRequest) {
    #expect(WorkerRequest(request.description) == request)
  }

  @Test(arguments: replies) func `are read as replies`(reply: WorkerReply) {
    #expect(WorkerReply(reply.description) == reply)
  }

  @Test func `have no programs where they are cut short`() {
    let text = WorkerRequest.run(Self.everything).description
    for length in 0..<text.count {
      #expect(WorkerRequest(String(text.prefix(length))) != .run(Self.everything))
    }
    for wrong in [
      "run off", "run off\n", "run off\n0 0", "run off\n0 0 0 0 0 0 0 0 0\n",
      "run off\n0 0 0 0 0 0 0 x\n", "run\n0 0 0 0 0 0 0 0\n", "run on\n0 0 0 0 0 0 0 0\n",
      "run random x\n0 0 0 0 0 0 0 0\n",
    ] {
      #expect(WorkerRequest(wrong) == nil)
    }
    #expect(WorkerRequest("run off\n0 0 0 0 0 0 0 0\n") == .run(Program()))
    #expect(WorkerRequest("run off\n0 0 0 0 0 0 0 0\nname") == nil)
  }

  @Test(arguments: [PointMode.off, .counted, .random(.max)])
  func `say what becomes of points`(mode: PointMode) {
    let request = WorkerRequest.run(Self.everything, pins: ["a begin", "b end"], points: mode)
    #expect(WorkerRequest(request.description) == request)
  }

  @Test func `bring back what became of them`() {
    var ending = WorkerReply.Ending(.completed, isReusable: true, adapterLied: false, late: 2)
    ending.points = ["1 0 0", "client1 in 1 sem_post f 1"]
    let reply = WorkerReply.ended(ending)
    #expect(WorkerReply(reply.description) == reply)
    #expect(WorkerReply("ready\n1 0 0") == nil)
  }

  @Test(arguments: [
    "", "run", "confirm", "confirm x", "confirm -1", "confirm inf", "calibrate now", "hello",
  ]) func `are no requests where words are wrong`(text: String) {
    #expect(WorkerRequest(text) == nil)
  }

  @Test(arguments: [
    "", "ready 1", "completed", "completed 1 0", "completed 2 0 0", "completed 1 0 -1",
    "ended 1 0 0", "calibrated 1 2", "calibrated 1 2 x", "completed 1 0 0 0 0",
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
