import OQHistory
import OQModel
import OQSpecification
import Testing

/// Queues: dispatch, limits, suspension, priorities, waiting, listing, progress.
enum QueueExamples {
  static let dispatching: [Example] = [
    .accepts(
      "an added operation runs", "queue q; op x",
      "client1 add q x; x begin; client1 ok; x end; client1 wait-all q; client1 ok"),
    .rejects(
      "DEP-1: a dependent overtakes", at: 6, "queue q; op d; op x deps=d",
      "client1 add q d; client1 ok; client1 add q x; client1 ok; d begin; x begin"),
    .rejects(
      "LIMIT-1: two bodies at limit 1", at: 6, "queue q limit=1; op x; op y",
      "client1 add q x; client1 ok; client1 add q y; client1 ok; x begin; y begin"),
    .accepts(
      "ND-20: a lowered limit does not stop what was chosen", "queue q limit=2; op x; op y",
      "client1 add q x; client1 ok; client1 add q y; client1 ok; client1 set-limit q 1; client1 ok; x begin; y begin"
    ),
    .accepts(
      "ND-44: what an operation that may have been chosen says of its blocks is not specified",
      "queue q; op x kind=block blocks=2",
      "client1 add q x; client1 ok; client1 execution-block-count x; client1 = 3"),
    .rejects(
      "ND-44: of a parked one it is", at: 4, "queue q suspended; op x kind=block blocks=2",
      "client1 add q x; client1 ok; client1 execution-block-count x; client1 = 3"),
    .rejects(
      "SUSP-1: a parked operation begins", at: 3, "queue q suspended; op x",
      "client1 add q x; client1 ok; x begin"),
    .accepts(
      "ND-14: an operation listed before the suspension begins", "queue q; op x",
      "client1 add q x; client1 ok; client1 suspend q; client1 ok; x begin"),
    .rejects(
      "ND-14: no more than there were slots", at: 9, "queue q limit=1; op x; op y",
      "client1 add q x; client1 ok; client1 add q y; client1 ok; client1 suspend q; client1 ok; x begin; x end; y begin"
    ),
    .rejects(
      "ND-14: not one that was added later", at: 5, "queue q; op x",
      "client1 suspend q; client1 ok; client1 add q x; client1 ok; x begin"),
    .accepts(
      "SUSP-3: resumed", "queue q suspended; op x",
      "client1 add q x; client1 ok; client1 resume q; x begin"),
    .rejects(
      "PRIO-3: the lower priority first", at: 7,
      "queue q limit=1 suspended; op x priority=low; op y priority=high",
      "client1 add q x; client1 ok; client1 add q y; client1 ok; client1 resume q; client1 ok; x begin"
    ),
    .accepts(
      "ND-10: a changed priority counts or not",
      "queue q limit=1 suspended; op x priority=low; op y priority=normal",
      "client1 add q x; client1 ok; client1 add q y; client1 ok; client1 set-priority x high; client1 ok; client1 resume q; client1 ok; y begin"
    ),
    .accepts(
      "PRIO-4: an operation that is not ready does not hold others up",
      "queue q limit=1; op d; op x deps=d priority=high; op y priority=low",
      "client1 add q x; client1 ok; client1 add q y; client1 ok; y begin"),
    .accepts(
      "ND-1: any of equals",
      "queue q limit=1 suspended; op x priority=low; op y priority=low",
      "client1 add q x; client1 ok; client1 add q y; client1 ok; client1 resume q; y begin"),
    .accepts(
      "an operation chosen before one of higher priority was added begins",
      "queue q limit=2; op x priority=normal; op y priority=very-low; op z priority=low",
      "client1 add q x; client1 ok; client1 add q y; client1 ok; client1 add q z; client1 ok; x begin; y begin; x end; y end; z begin"
    ),
    .rejects(
      "but not if that one was added first", at: 8,
      "queue q limit=2; op x priority=normal; op y priority=very-low; op z priority=low",
      "client1 add q x; client1 ok; client1 add q z; client1 ok; client1 add q y; client1 ok; x begin; y begin"
    ),
    .rejects(
      "PRIO-52: profile reference takes the first added", at: 6,
      "queue q limit=1 suspended; op x priority=low; op y priority=low", profile: .reference,
      "client1 add q x; client1 ok; client1 add q y; client1 ok; client1 resume q; y begin"),
    .rejects(
      "QUEUE-55: a barrier overtakes", at: 6, "queue q; op x; op b kind=barrier",
      "client1 add q x; client1 ok; client1 add-barrier q b; client1 ok; x begin; b begin"),
    .accepts(
      "ND-8: a barrier follows a finish in silence",
      "queue q; op x kind=asynchronous; op b kind=barrier",
      "client1 add q x; client1 ok; x.start begin; x.start end; client1 add-barrier q b; client1 ok; client1 store-finished x; client1 ok; b begin"
    ),
    .accepts(
      "ND-8: a barrier waits for what has finished in silence",
      "queue q; op x kind=asynchronous; op b kind=barrier",
      "client1 add q x; client1 ok; x.start begin; x.start end; client1 add-barrier q b; client1 ok; client1 store-finished x; client1 ok; - quiescent threads=2 canaries=0; - stalled"
    ),
    .rejects(
      "QUEUE-55: a barrier overtakes what has not reported", at: 7,
      "queue q; op x kind=asynchronous; op b kind=barrier",
      "client1 add q x; client1 ok; x.start begin; x.start end; client1 add-barrier q b; client1 ok; b begin"
    ),
    .rejects(
      "QUEUE-55: a barrier is overtaken", at: 5, "queue q; op x; op b kind=barrier",
      "client1 add-barrier q b; client1 ok; client1 add q x; client1 ok; x begin"),
    .accepts(
      "ND-43: what is behind a barrier is noticed one after the other",
      "queue q limit=1; op b kind=barrier; op x priority=low; op y priority=high",
      "client1 add-barrier q b; client1 ok; client1 add q x; client1 ok; client1 add q y; client1 ok; b begin; b end; x begin; x end; y begin"
    ),
    .accepts(
      "ND-42: what was noticed behind a barrier may be unready when it has run",
      "queue q; op b kind=barrier; op x kind=conditional",
      "client1 set-condition x true; client1 ok; client1 add-barrier q b; client1 ok; client1 add q x; client1 ok; client1 set-condition x false; client1 ok; b begin; b end; x begin"
    ),
    .rejects(
      "ND-43: what is behind a barrier is owed when it has run", at: 9,
      "queue q; op b kind=barrier; op x",
      "client1 add-barrier q b; client1 ok; client1 add q x; client1 ok; b begin; b end; client1 is-ready x; client1 = true; - quiescent threads=2 canaries=0; - stalled"
    ),
    .accepts(
      "ND-43: what is behind a barrier may read unready",
      "queue q; op x; op b kind=barrier; op y",
      "client1 add q x; client1 ok; client1 add-barrier q b; client1 ok; client1 add q y; client1 ok; client1 is-ready y; client1 = false; x begin; x end; b begin; b end; y begin"
    ),
    .rejects(
      "ND-43: what is before a barrier reads ready", at: 6,
      "queue q suspended; op x; op b kind=barrier",
      "client1 add q x; client1 ok; client1 add-barrier q b; client1 ok; client1 is-ready x; client1 = false"
    ),
    .rejects(
      "ND-43: what is the second before a barrier reads ready", at: 8,
      "queue q suspended; op w; op x; op b kind=barrier",
      "client1 add q w; client1 ok; client1 add q x; client1 ok; client1 add-barrier q b; client1 ok; client1 is-ready x; client1 = false"
    ),
    .accepts(
      "ND-43: what follows a barrier that came first may read unready",
      "queue q suspended; op b kind=barrier; op x",
      "client1 add-barrier q b; client1 ok; client1 add q x; client1 ok; client1 is-ready x; client1 = false"
    ),
    .rejects(
      "ND-43: what is in no queue is behind no barrier", at: 4,
      "queue q suspended; op x; op b kind=barrier",
      "client1 add-barrier q b; client1 ok; client1 is-ready x; client1 = false"
    ),
    .accepts(
      "QUEUE-55: a barrier between two", "queue q; op x; op b kind=barrier; op y",
      "client1 add q x; client1 ok; client1 add-barrier q b; client1 ok; client1 add q y; client1 ok; x begin; x end; b begin; b end; y begin"
    ),
    .accepts(
      "ND-36: a cancelled operation finishes without waiting", "queue q; op d; op x deps=d",
      "client1 add q x; client1 ok; client1 cancel x; client1 ok; client1 is-finished x; client1 = true"
    ),
    .accepts(
      "ND-25: or while the queue is suspended", "queue q suspended; op x",
      "client1 add q x; client1 ok; client1 cancel x; client1 ok; client1 is-finished x; client1 = true"
    ),
    .rejects(
      "SUSP-53: not in profile reference", at: 6, "queue q suspended; op x", profile: .reference,
      "client1 add q x; client1 ok; client1 cancel x; client1 ok; client1 is-finished x; client1 = true"
    ),
    .rejects(
      "CANCEL-8: a parked operation runs after cancelAll", at: 7, "queue q suspended; op x",
      "client1 add q x; client1 ok; client1 cancel-all q; client1 ok; client1 resume q; client1 ok; x begin"
    ),
    .accepts(
      "CANCEL-10: one added afterwards runs", "queue q; op x",
      "client1 cancel-all q; client1 ok; client1 add q x; client1 ok; x begin"),
    .rejects(
      "READY-4: an overridden isReady is ignored", at: 3, "queue q; op x kind=conditional",
      "client1 add q x; client1 ok; x begin"),
    .accepts(
      "READY-5: a condition comes true", "queue q; op x kind=conditional",
      "client1 add q x; client1 ok; client1 set-condition x true; client1 ok; x begin"),
    .rejects(
      "DEP-13: a dependent begins before the report", at: 8,
      "queue q; op d kind=asynchronous; op x deps=d",
      "client1 add q d; client1 ok; client1 add q x; client1 ok; d.start begin; d.start report-executing d; d.start ok; x begin"
    ),
  ]

  static let calls: [Example] = [
    .accepts(
      "ND-24: a second add is ignored", "queue q suspended; op x",
      "client1 add q x; client1 ok; client1 add q x; client1 ok; client1 count q; client1 = 1"),
    .rejects(
      "QUEUE-17: a second add counts", at: 6, "queue q suspended; op x",
      "client1 add q x; client1 ok; client1 add q x; client1 ok; client1 count q; client1 = 2"),
    .rejects(
      "QUEUE-17: profile reference asks for a raise", at: 4, "queue q suspended; op x",
      profile: .reference,
      "client1 add q x; client1 ok; client1 add q x; client1 ok"),
    .rejects(
      "a first add is rejected", at: 2, "queue q; op x", "client1 add q x; client1 rejected raised"),
    .accepts(
      "ND-34: a rejected group may have been added in part", "queue q suspended; op x; op y",
      "client1 add-group q x,x,y; client1 rejected raised; client1 operations q; client1 = y"),
    .rejects(
      "QUEUE-53: the list is out of order", at: 6, "queue q suspended; op x; op y",
      "client1 add q x; client1 ok; client1 add q y; client1 ok; client1 operations q; client1 = y,x"
    ),
    .accepts(
      "ND-13: a finished operation is still listed", "queue q; op x",
      "client1 add q x; client1 ok; x begin; x end; client1 wait x; client1 ok; client1 operations q; client1 = x"
    ),
    .rejects(
      "QUEUE-10: a running operation is not", at: 5, "queue q; op x",
      "client1 add q x; client1 ok; x begin; x operations q; x = -"),
    .rejects(
      "WAIT-1: a wait returns early", at: 5, "queue q; op x",
      "client1 add q x; client1 ok; x begin; client1 wait x; client1 ok"),
    .rejects(
      "WAIT-3: a wait for all returns early", at: 5, "queue q; op x",
      "client1 add q x; client1 ok; x begin; client1 wait-all q; client1 ok"),
    .accepts(
      "ND-15: an addition during the wait is not awaited", "queue q suspended; op x",
      "client1 wait-all q; client2 add q x; client2 ok; client1 ok"),
    .rejects(
      "QUEUE-4: a waiting group add returns early", at: 3, "queue q; op x",
      "client1 add-group-wait q x; x begin; client1 ok"),
    .accepts(
      "LIMIT-54: limit 0 is rejected", "queue q", "client1 set-limit q 0; client1 rejected raised"),
    .rejects(
      "LIMIT-55: a negative limit is stored", at: 4, "queue q",
      "client1 set-limit q -2; client1 ok; client1 limit q; client1 = -2"),
    .rejects(
      "SUSP-4: the accessor disagrees", at: 4, "queue q",
      "client1 suspend q; client1 ok; client1 is-suspended q; client1 = false"),
  ]

  static let progress: [Example] = [
    .accepts(
      "QUEUE-62: an empty group that waits may wait for the queue", "queue q suspended; op x",
      "client1 add q x; client1 ok; client1 add-group-wait q -; - quiescent threads=3 canaries=1; - stalled"
    ),
    .accepts(
      "QUEUE-62: and may return at once", "queue q suspended; op x",
      "client1 add q x; client1 ok; client1 add-group-wait q -; client1 ok"),
    .rejects(
      "QUEUE-62: an empty group that waits hangs although its queue is empty", at: 2, "queue q",
      "client1 add-group-wait q -; - quiescent threads=3 canaries=1; - stalled"),
    .rejects(
      "QUEUE-62: profile reference waits for nothing", at: 4, "queue q suspended; op x",
      profile: .reference,
      "client1 add q x; client1 ok; client1 add-group-wait q -; - quiescent threads=3 canaries=1; - stalled"
    ),
    .rejects(
      "QUEUE-62: without a wait", at: 4, "queue q suspended; op x",
      "client1 add q x; client1 ok; client1 add-group q -; - quiescent threads=3 canaries=1; - stalled"
    ),
    .accepts(
      "a parked operation is owed nothing", "queue q suspended; op x",
      "client1 add q x; client1 ok; client1 wait-all q; - quiescent canaries=1; - stalled"),
    .rejects(
      "QUEUE-1: a ready operation is never begun", at: 3, "queue q; op x",
      "client1 add q x; client1 ok; - quiescent canaries=1; - stalled"),
    .rejects(
      "QUEUE-8: a finished operation is listed at rest", at: 7, "queue q; op x",
      "client1 add q x; client1 ok; x begin; x end; - quiescent; client1 operations q; client1 = x; "
        + "- stalled"),
    .accepts(
      "ND-13: it is listed before everything is at rest", "queue q; op x",
      "client1 add q x; client1 ok; x begin; x end; client1 operations q; client1 = x; - quiescent; "
        + "- stalled"),
    .accepts(
      "a quiescence after which something moved owes nothing", "queue q; op x",
      "client1 add q x; client1 ok; - quiescent; x begin; x end; - quiescent; - stalled"),
    .accepts(
      "quiescence alone says nothing", "queue q; op x",
      "client1 add q x; client1 ok; - quiescent canaries=1"),
    .rejects(
      "DEP-2: the dependent is not released", at: 7, "queue q; op d; op x deps=d",
      "client1 add q x; client1 ok; client2 start d; d begin; d end; client2 ok; - quiescent; - stalled"
    ),
    .accepts(
      "DEP-6: a cycle stalls legally", "queue q; op x; op y deps=x",
      "client1 depend x y; client1 ok; client1 add q x; client1 ok; client1 add q y; client1 ok; - quiescent; - stalled"
    ),
    .accepts(
      "a held body stalls legally", "queue q; op x; op y",
      "client1 add q x; client1 ok; client1 add q y; client1 ok; x begin; client1 wait x; - quiescent; - stalled"
    ),
    .accepts(
      "ND-8: a finish that nobody was told of releases nobody",
      "queue q; op d kind=asynchronous; op x deps=d",
      "client1 add q d; client1 ok; client1 add q x; client1 ok; d.start begin; d.start store-finished d; d.start ok; d.start end; - quiescent; - stalled"
    ),
    .accepts(
      "ND-8: a finish that nobody was told of frees no slot",
      "queue q limit=1; op x kind=asynchronous; op y",
      "client1 add q x; client1 ok; client1 add q y; client1 ok; x.start begin; x.start store-finished x; x.start ok; x.start end; - quiescent; - stalled"
    ),
    .rejects(
      "LIMIT-4: a finish that was told frees the slot", at: 11,
      "queue q limit=1; op x kind=asynchronous; op y",
      "client1 add q x; client1 ok; client1 add q y; client1 ok; x.start begin; x.start report-executing x; x.start ok; x.start report-finished x; x.start ok; x.start end; - quiescent; - stalled"
    ),
    .accepts(
      "C-13: an overridden start may run inside the add, under a lock",
      "queue q; op x kind=asynchronous; op y",
      "client1 add q x; x.start begin; client2 add q y; client3 count q; - quiescent; - stalled"
    ),
    .rejects(
      "an overridden start that a client calls holds up nothing else", at: 4,
      "queue q; op x kind=asynchronous; op y",
      "client1 start x; x.start begin; client2 add q y; - quiescent; - stalled"
    ),
    .accepts(
      "without a thread nothing is owed of what was chosen and has no body",
      "queue q; op h; op x kind=base completion",
      "client1 add q h; client1 ok; h begin; client1 add q x; client1 ok; client1 set-completion x 2; client1 rejected raised; - quiescent; - stalled"
    ),
    .rejects(
      "DONE-3: a completion block never runs", at: 5, "op x completion",
      "client1 start x; x begin; x end; client1 ok; - quiescent; - stalled"),
    .rejects(
      "WAIT-2: a wait never returns", at: 6, "op x",
      "client1 start x; x begin; x end; client1 ok; client1 wait x; - quiescent; - stalled"),
    .rejects(
      "LIMIT-4: the slot is never given back", at: 7, "queue q limit=1; op x; op y",
      "client1 add q x; client1 ok; client1 add q y; client1 ok; x begin; x end; - quiescent; - stalled"
    ),
    .accepts(
      "DEP-57: a self-dependency hangs its caller", "op x",
      "client1 depend x x; - quiescent; - stalled"),
    .accepts(
      "C-16: a self-dependency hangs others that look", "op x",
      "client1 depend x x; client2 dependencies x; - quiescent; - stalled"),
    .accepts(
      "C-16: a cycle freezes everything", "queue q; op x; op y; op z",
      "client1 depend x y; client1 ok; client1 depend y x; client1 ok; client1 add q z; "
        + "client1 ok; - quiescent; - stalled"),
    .rejects(
      "C-16: a removed cycle freezes nothing", at: 7, "queue q; op x; op z",
      "client1 depend x x; client1 ok; client1 undepend x x; client1 ok; client1 add q z; "
        + "client1 ok; - quiescent; - stalled"),
    .rejects(
      "QUEUE-8: a look at dependencies never returns", at: 3, "op x; op y",
      "client1 depend x y; client2 dependencies x; - quiescent; - stalled"),
    .accepts(
      "ND-6: an untold condition stays unnoticed", "queue q; op x kind=conditional",
      "client1 add q x; client1 ok; client1 set-condition x true; client1 ok; - quiescent; - stalled"
    ),
    .rejects(
      "READY-5: a told one does not", at: 7, "queue q; op x kind=conditional",
      "client1 add q x; client1 ok; client1 set-condition x true; client1 ok; client1 notify-ready x; client1 ok; - quiescent; - stalled"
    ),
    .accepts(
      "ND-36: a cancelled operation waits for its dependencies", "queue q; op d; op x deps=d",
      "client1 add q x; client1 ok; client1 cancel x; client1 ok; client1 wait x; - quiescent; - stalled"
    ),
    .rejects(
      "CANCEL-51: not in profile reference", at: 6, "queue q; op d; op x deps=d",
      profile: .reference,
      "client1 add q x; client1 ok; client1 cancel x; client1 ok; client1 wait x; - quiescent; - stalled"
    ),
    .accepts(
      "ND-24: a custom operation that a queue has, started by hand, finishes by its report",
      "queue q suspended; op d; op x kind=asynchronous deps=d",
      "client1 add q x; client1 ok; client1 start x; x.start begin; x.start report-finished x; x.start ok; x.start is-finished x; x.start = true; x.start end; client1 ok; client1 wait x; client1 ok"
    ),
    .accepts(
      "ND-24: the queue may call its start later, once",
      "queue q suspended; op x kind=asynchronous",
      "client1 add q x; client1 ok; client1 start x; x.start begin; x.start report-finished x; x.start ok; x.start end; client1 ok; client1 resume q; client1 ok; x.start#2 begin; x.start#2 end"
    ),
    .rejects(
      "PRIO-7: equals that a group added first begin first", at: 11,
      "queue q limit=1; op w; op x priority=normal; op y priority=normal",
      profile: .reference,
      "client1 add q w; client1 ok; w begin; client1 add-group q x; client1 ok; client1 add q y; client1 ok; w end; client1 is-finished w; client1 = true; y begin"
    ),
    .rejects(
      "ASYNC-13: not twice", at: 13, "queue q suspended; op x kind=asynchronous",
      "client1 add q x; client1 ok; client1 start x; x.start begin; x.start report-finished x; x.start ok; x.start end; client1 ok; client1 resume q; client1 ok; x.start#2 begin; x.start#2 end; x.start#3 begin"
    ),
    .rejects(
      "WAIT-2: its finish ends waits", at: 12,
      "queue q limit=1 suspended; op d; op x kind=asynchronous deps=d",
      "client1 add q x; client1 ok; client2 start x; x.start begin; client2 ok; x.start report-finished x; x.start ok; client2 wait x; x.start end; client1 is-finished x; client1 = true; - quiescent threads=1 canaries=1; - stalled"
    ),
    .accepts(
      "ND-24: after a manual start the queue owes nothing", "queue q suspended; op x; op y",
      "client1 add q x; client1 ok; client1 add q y; client1 ok; client1 start x; x begin; x end; client1 ok; client1 resume q; client1 ok; client1 wait y; - quiescent; - stalled"
    ),
  ]

  static let bounds: [Example] = [
    Example(
      name: "more blocks than can be counted", profile: .core,
      text: Example.text(
        "op x kind=block",
        [String](repeating: "client1 add-execution-block x 1; client1 ok", count: 15)
          .joined(separator: "; ")), answer: .inconclusive),
    Example(
      name: "what was not recorded", profile: .core, text: Example.text("op x", "x begin"),
      answer: .inconclusive),
    Example(
      name: "a full log", profile: .core,
      text: Example.text("op x", "client1 cancel x; - overflow"), answer: .inconclusive),
    Example(
      name: "events missing before a crash", profile: .core,
      text: Example.text(
        "op x", "1 client1 cancel x; 2 client1 ok; 4 x begin; 5 client1 crashed SIGILL"),
      answer: .inconclusive),
    Example(
      name: "a report before the start", profile: .core,
      text: Example.text(
        "op x kind=asynchronous",
        "client1 report-finished x; client1 ok; client1 is-finished x; client1 = true"),
      answer: .inconclusive),
  ]
}

@Suite struct QueueExampleTests {
  @Test(arguments: QueueExamples.dispatching) func `what a queue begins`(example: Example) throws {
    try example.check()
  }

  @Test(arguments: QueueExamples.calls) func `what calls and reads return`(example: Example) throws
  {
    try example.check()
  }

  @Test(arguments: QueueExamples.progress) func `what is owed when nothing moves`(example: Example)
    throws
  {
    try example.check()
  }

  @Test func `a cancel that never returns need not have taken effect`() throws {
    let text = Example.text(
      "queue q; op h completion; op d; op x deps=d completion",
      "client1 add q h; client1 ok; client1 add q x; client1 ok; h begin; h end; h.completion begin; client1 cancel x; - quiescent; - stalled"
    )
    for reduced in [false, true] {
      let acceptor = Acceptor(profile: .reference, reduced: reduced, concurrency: 2)
      #expect(acceptor.judge(try History(parsing: text)) == .accepted, "reduced: \(reduced)")
    }
  }

  @Test(arguments: QueueExamples.bounds) func `what cannot be judged`(example: Example) throws {
    try example.check()
  }
}
