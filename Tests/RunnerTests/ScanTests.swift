import Glibc
import OQCheckers
import OQDriver
import OQHistory
import OQJudging
import OQReport
import OQRunner
import OQSpecification
import OQSubjects
import TestSupport
import Testing

private func point(_ lane: Lane, _ occurrence: Int, in step: Int = 0) -> SubjectPoint {
  SubjectPoint(lane, .call(step), .mutexUnlock, caller: "f", occurrence: occurrence)
}

@Suite struct `The schedules of a scan` {
  private func schedules(_ scan: Scan) -> [[Hold]] {
    var scan = scan
    var all: [[Hold]] = []
    while let next = scan.nextSchedule() { all.append(next) }
    return all
  }

  @Test func `hold each point alone, in every round`() {
    let points = [point(.client(1), 1), point(.client(1), 2), point(.client(1), 1)]
    let scan = Scan(of: points, rounds: 2)
    #expect(scan.count == 4)
    #expect(
      schedules(scan) == [points[0], points[1], points[0], points[1]].map { [Hold(at: $0)] })
  }

  @Test func `hold each call of a client with several in the first run`() {
    let points = [
      point(.client(1), 1), point(.client(1), 2), point(.client(1), 1, in: 1), point(.client(2), 1),
      SubjectPoint(.client(2), .after, .mutexLock, caller: "f"),
    ]
    let scan = Scan(of: points)
    #expect(scan.opening == 1)
    #expect(scan.count == 6)
    #expect(
      schedules(scan) == [[points[0], points[2], points[3]].map { Hold(at: $0) }]
        + points.map { [Hold(at: $0)] })
  }

  @Test func `then two points of different lanes`() {
    let points = [point(.client(1), 1), point(.client(1), 2), point(.client(2), 1)]
    let pairs = schedules(Scan(of: points, mostPairs: 10)).dropFirst(3)
    #expect(
      Array(pairs) == [
        [Hold(at: points[0]), Hold(at: points[2])], [Hold(at: points[2]), Hold(at: points[1])],
      ])
  }

  @Test func `keep to the number of pairs that is asked for`() {
    let points = (1...20).map { point(.client($0 % 2 + 1), $0) }
    let scan = Scan(of: points, mostPairs: 5)
    #expect(scan.count == 25)
    #expect(schedules(scan).dropFirst(20).allSatisfy { $0[0].point.lane != $0[1].point.lane })
  }

  @Test func `of nothing are none`() {
    #expect(schedules(Scan(of: [], rounds: 3, mostPairs: 9)).isEmpty)
  }
}

@Suite(.limit(minutes: 3)) struct `A scan` {
  private static let race = """
    queue q limit=1
    op a
    op b
    client 1
      add q a
      wait a
    client 2
      add q b
      wait b
    """

  private func scanner(_ executor: any Executor) -> Scanner {
    Scanner(executor: executor, judge: Judge(roster: .operations, profile: .core)) { true }
  }

  // Such a program gets a fresh process. There the runtime of Swift still makes its tables, and it
  // takes their locks with functions that have points.
  @Test func `counts the points of a program with the main queue in a fresh process`() throws {
    let executor = try workers("reference")
    defer { executor.shutDown() }
    let outcome = try scanner(executor).counted(
      try program(
        """
        queue m main
        queue r
        op a kind=block
        op b
        in a: is-current m
        client 1
          add m a
          until end a
        client 2
          add r b
          until end b
        """))
    #expect(!outcome.points.isEmpty)
    // "_ZN5swift" begins the symbols of the runtime, which is written in C++.
    let ofRuntime = outcome.points.map(\.caller).filter {
      $0.hasPrefix("swift_") || $0.hasPrefix("_ZN5swift") || $0.hasPrefix("libswiftCore")
    }
    #expect(ofRuntime.isEmpty)
    #expect(outcome.deaths == 0)
    #expect(executor.counts.undecided == 0)
  }

  @Test func `holds the lanes of a correct queue, and breaks nothing`() throws {
    let executor = try workers("reference")
    defer { executor.shutDown() }
    let outcome = try scanner(executor).scan(try program(Self.race), mostPairs: 20)
    // Lanes of clients make calls, and threads of the pool go on after the client code.
    let lanes = Set(outcome.points.map(\.lane))
    #expect(lanes.isSuperset(of: [.client(1), .client(2)]))
    #expect(outcome.points.contains { $0.span == .after })
    #expect(outcome.runs == outcome.schedules)
    #expect(outcome.held > 0)
    #expect(outcome.showings.isEmpty)
    #expect(executor.counts.undecided == 0)
  }

  @Test(arguments: [false, true])
  func `lets one of two held lanes go before the other`(isReversed: Bool) throws {
    let executor = try workers("reference")
    defer { executor.shutDown() }
    let program = try program(
      """
      queue q
      queue r
      client 1
        meet 1
        suspend q
      client 2
        meet 1
        suspend r
      """)
    let points = try scanner(executor).counted(program).points
    let last = [1, 2].compactMap { client in
      points.last { $0.lane == .client(client) && $0.span == .call(1) }
    }
    try #require(last.count == 2)
    let holds = (isReversed ? last.reversed() : last).map { Hold(at: $0) }
    // On a busy machine a lane may come so late that the other one is no longer held.
    var held = 0
    for _ in 0..<40 where held < 10 {
      let run = try executor.executeQuickly(
        program, TrialMode(following: Pins([], holding: holds)))
      guard run.points?.held == 2 else { continue }
      held += 1
      let order = run.history.events.compactMap { event in
        if case .returned = event.kind { event.lane } else { nil }
      }
      #expect(order == holds.map(\.point.lane))
    }
    #expect(held == 10, "runs in which both lanes stood")
  }

  @Test func `shows a race that luck seldom shows, and its hold shows it again`() throws {
    let mutant = "mutant:add-racing-with-last-finish-loses-wake-up"
    let executor = try workers(mutant)
    defer { executor.shutDown() }
    let program = try program(
      """
      queue q
      op a
      op b
      in a: hold
      client 1
        add q a
        until begin a
        open a
        until is-finished a
        add q b
        wait b
      """)
    let scanner = scanner(executor)
    let outcome = try scanner.scan(program, rounds: 2)
    let blame = Finding.Blame.rule("QUEUE-1")
    #expect(!outcome.showings(of: blame).isEmpty)
    let workshop = Workshop(
      judge: Judge(roster: .operations, profile: .core), executor: executor, seed: 1
    ) { true }
    let best = try #require(
      try workshop.steadiest(
        of: outcome.showings(of: blame), Trial([program], isAlone: false), times: 20,
        scanningAgain: { try scanner.scan(program, following: $0) }))
    #expect(best.tries.shown >= 18, "\(best.tries.shown) of \(best.tries.runs)")
    let window = try #require(try workshop.window(of: best.trial, blame))
    let span = try #require(window.span)
    #expect(1 <= span.first && span.first <= span.last && span.last <= span.points)
    #expect(try workshop.window(of: Trial([program], isAlone: false), blame) == nil)
  }

  @Test func `lets others go on once the held lane stands there, whoever has met first`() throws {
    let executor = try workers("reference")
    defer { executor.shutDown() }
    let program = try program(
      """
      queue q
      op a
      op b
      in a: hold
      client 1
        add q a
        until begin a
        meet 1
        add q b
      client 2
        meet 1
        open a
      """)
    let point = try #require(
      try scanner(executor).counted(program).points.first {
        $0.lane == .client(1) && $0.span == .call(3) && $0.function == .mutexUnlock
      })
    let opening = Pins.Pin(.client(2), .step(1))
    let returned = Pins.Pin(.client(1), .returned(3))
    var held = 0
    for _ in 0..<60 {
      let run = try executor.executeQuickly(
        program, TrialMode(following: Pins([], holding: [Hold(at: point)])))
      guard run.points?.held == 1 else { continue }
      held += 1
      let order = Pins.passed(in: run.history, program).map(\.pin)
      let places = (order.firstIndex(of: opening), order.firstIndex(of: returned))
      #expect(try #require(places.0) < #require(places.1))
    }
    #expect(held > 0)
  }

  @Test func `sees no points where nobody runs, and says so`() throws {
    let executor = ScriptedExecutor { _, _ in false }
    let outcome = try scanner(executor).scan(try program(healthy))
    #expect(outcome.points.isEmpty)
    #expect(outcome.runs == 0)
  }
}

@Suite(.limit(minutes: 3)) struct `A campaign with a scan` {
  /// Two clients that act at once on two operations, of which one waits for the other.
  private func race(_ first: String, _ second: String) throws -> Program {
    try program(
      """
      queue q
      op a
      op b deps=a
      client 1
        meet 1
        \(first)
      client 2
        meet 1
        \(second)
      """)
  }

  @Test func `counts what became of its schedules`() throws {
    let judge = Judge(roster: .operations, profile: .core)
    var share = HoldingExecutor.Share()
    share.one = 2
    let executor = HoldingExecutor(try workers("reference"), judge: judge, share: share)
    defer { executor.shutDown() }
    let program = try program(healthy)
    for index in 0..<4 { _ = try executor.execute(program, index: UInt64(index)) }
    #expect(try executor.settle().isEmpty)
    let count = executor.count
    #expect(count.programs == 2)
    #expect(count.schedules > 0)
    #expect(count.held + count.givenUp + count.notReached + count.deaths == count.schedules)
    #expect(count.showings == 0)
    #expect(count.drawn == nil)
    let lanes = try #require(count.lanes)
    #expect(lanes.all == 2 * program.scripts.count && lanes.withoutPoints < lanes.all)
  }

  @Test func `scans beside, and settles only once every scan is over`() throws {
    let judge = Judge(roster: .operations, profile: .core)
    var share = HoldingExecutor.Share()
    share.one = 1
    let executor = HoldingExecutor(
      try workers("reference"), judge: judge, share: share, scanningOn: [try workers("reference")])
    defer { executor.shutDown() }
    let program = try program(healthy)
    var ended = 0
    for index in 0..<5 { ended += try executor.submit(program, index: UInt64(index)).count }
    let settled = try executor.settle()
    #expect(ended + settled.count == 5)
    #expect(settled.allSatisfy { !$0.isAfterthought })
    #expect(executor.count.programs == 5)
    #expect(executor.count.schedules > 0)
  }

  // A lost wake-up shows in a schedule that stands still, which is told only once that is final.
  @Test(arguments: [false, true])
  func `tells of a schedule that stands still`(isBeside: Bool) throws {
    let mutant = "mutant:add-racing-with-last-finish-loses-wake-up"
    let judge = Judge(roster: .operations, profile: .core)
    var share = HoldingExecutor.Share()
    share.one = 1
    share.patience = .seconds(20)
    let executor = HoldingExecutor(
      try workers(mutant), judge: judge, share: share,
      scanningOn: isBeside ? [try workers(mutant)] : [])
    defer { executor.shutDown() }
    let program = try program(
      """
      queue q
      op a
      op b
      in a: hold
      client 1
        add q a
        until begin a
        open a
        until is-finished a
        add q b
        wait b
      client 2
        is-cancelled a
      """)
    _ = try executor.execute(program, index: 7)
    let shown = try executor.settle().filter(\.isAfterthought)
    #expect(!shown.isEmpty && shown.allSatisfy { $0.index == 7 && $0.pins != nil })
    let blames = shown.map { judge.judge($0.history).violations.map(\.blame) }
    #expect(blames.contains([.rule("QUEUE-1")]))
    #expect(executor.count.showings > 0)
  }

  @Test func `leaves programs out where scans may lag`() throws {
    let judge = Judge(roster: .operations, profile: .core)
    var share = HoldingExecutor.Share()
    share.one = 1
    share.mayLag = true
    let executor = HoldingExecutor(
      try workers("reference"), judge: judge, share: share, scanningOn: [try workers("reference")])
    defer { executor.shutDown() }
    let program = try program(healthy)
    for index in 0..<40 { _ = try executor.submit(program, index: UInt64(index)) }
    _ = try executor.settle()
    #expect((1..<40).contains(executor.count.programs))
  }

  @Test(arguments: [false, true])
  func `fills its time with small programs in which clients meet`(mayLag: Bool) throws {
    var share = HoldingExecutor.Share()
    // Larger than any index: no program is chosen by its index.
    share.one = 1 << 40
    share.mayLag = mayLag
    let executor = HoldingExecutor(
      try workers("reference"), judge: Judge(roster: .operations, profile: .core), share: share,
      scanningOn: [try workers("reference")])
    defer { executor.shutDown() }
    _ = try executor.submit(try program(healthy), index: 1)
    _ = try executor.settle()
    #expect(executor.count.programs == 0)
    let race = try race("add q a", "cancel-all q")
    _ = try executor.submit(race, index: 2)
    // A scan that has not begun is left out when settling.
    while mayLag, executor.count.programs == 0 { sched_yield() }
    _ = try executor.settle()
    #expect(executor.count.programs == (mayLag ? 1 : 0))
  }

  @Test func `prefers the encounter that has been scanned least`() throws {
    var pool = EncounterPool()
    pool.offer(try program(healthy), 0)
    #expect(pool.next() == nil)
    for index in 1...3 { pool.offer(try race("add q a", "cancel a"), UInt64(index)) }
    pool.offer(try race("add q b", "start a"), 4)
    pool.offer(try race("cancel a", "add q a"), 5)
    pool.offer(try race("cancel-all q", "add q a"), 6)
    // Two alike wait, and each third one is about objects that are not related.
    #expect((1...5).map { _ in pool.next()?.index } == [1, 4, 6, 2, nil])
    for index in UInt64(0)..<100 { pool.offer(try race("add q a", "cancel a"), index) }
    #expect(pool.next()?.index == 0)
    // A rare encounter is not let go for many others.
    pool.offer(try race("add q a", "wait a"), 100)
    #expect(pool.next()?.index == 100)
    #expect((1...2).map { _ in pool.next()?.index } == [1, nil])
  }

  @Test func `prefers small programs with an encounter to large ones`() throws {
    var pool = EncounterPool()
    var large = try race("add q a", "cancel a")
    large.scripts[0].steps += Array(repeating: .command(Command(.cancelAll, QueueID(0))), count: 40)
    for index in 0..<3 { pool.offer(large, UInt64(index)) }
    for index in 10..<13 { pool.offer(try race("add q a", "cancel a"), UInt64(index)) }
    #expect((1...5).map { _ in pool.next()?.index } == [10, 11, 0, 1, nil])
    // A small one that has been scanned once comes before a large one that has not.
    pool.offer(try race("cancel b", "start b"), 20)
    #expect(pool.next()?.index == 20)
    large.scripts[1].steps[1] = .command(Command(.start, OperationID(0)))
    pool.offer(large, 21)
    pool.offer(try race("cancel b", "start b"), 22)
    #expect((1...2).map { _ in pool.next()?.index } == [22, 21])
  }

  @Test func `tells encounters apart by all that meet, and by the closest of them`() throws {
    let relations = try [
      race("add q b", "cancel b"), race("add q b", "start a"), race("cancel a", "suspend q"),
    ].map { $0.encounter?.relation }
    #expect(relations == [.operation, .dependency, .other])
    #expect(try race("until is-finished a", "cancel a").encounter == nil)
    var three = try race("add q a", "suspend q")
    three.scripts.append(
      Program.Script(.client(3), [.meet(1), .command(Command(.isFinished, OperationID(0)))]))
    #expect(three.encounter?.steps == ["add", "is-finished", "suspend"])
    #expect(three.encounter?.relation == .operation)
  }

  @Test func `ends a scan that nobody waits for`() throws {
    let judge = Judge(roster: .operations, profile: .core)
    var share = HoldingExecutor.Share()
    share.one = 1
    let executor = HoldingExecutor(
      try workers("reference"), judge: judge, share: share, scanningOn: [try workers("reference")])
    _ = try executor.submit(try program(healthy), index: 0)
    _ = try executor.settle { false }
    executor.shutDown()
    #expect(executor.count.programs <= 1)
  }

  @Test func `a fault of a scan is told when settling`() throws {
    let judge = Judge(roster: .operations, profile: .core)
    var share = HoldingExecutor.Share()
    share.one = 1
    let broken = try workers("no-such-subject")
    let executor = HoldingExecutor(
      try workers("reference"), judge: judge, share: share, scanningOn: [broken])
    defer { executor.shutDown() }
    _ = try executor.submit(try program(healthy), index: 0)
    #expect(throws: WorkerFault.noSubject("no-such-subject")) { _ = try executor.settle() }
  }

  @Test func `passes on what is set aside, so that nobody keeps it`() throws {
    let judge = Judge(roster: .operations, profile: .core)
    let executor = HoldingExecutor(Suspecting(), judge: judge)
    #expect(executor.suspected().map(\.index) == [5])
  }

  @Test func `tries some of many points, which lie evenly among them`() throws {
    let points = (1...10).map { point(.client(1), $0) }
    #expect(Scanner.spread(points, atMost: 10) == points)
    #expect(Scanner.spread(points, atMost: 4).map(\.occurrence) == [1, 3, 6, 8])
    let executor = try workers("reference")
    defer { executor.shutDown() }
    let scanner = Scanner(executor: executor, judge: Judge(roster: .operations, profile: .core)) {
      true
    }
    let outcome = try scanner.scan(try program(healthy), mostPoints: 3)
    #expect(outcome.points.count > 3 && outcome.tried == 3 && outcome.runs == 3)
  }

  /// Two clients that meet, and cancel at once.
  private let racing = """
    queue q
    op a
    client 1
      add q a
      meet 1
      cancel a
      is-cancelled a
    client 2
      meet 1
      cancel-all q
    """

  @Test func `tries first what lanes do once clients have met, evenly`() throws {
    #expect(PointOrder.evenly([0, 1, 2, 3, 4, 5]) == [0, 4, 2, 1, 5, 3])
    #expect(PointOrder.evenly([7]) == [7] && PointOrder.evenly([Int]()).isEmpty)
    let race = try program(racing)
    let points = [
      point(.client(1), 1, in: 0), point(.client(1), 1, in: 2), point(.client(1), 2, in: 2),
      point(.client(1), 3, in: 2), point(.client(1), 1, in: 3), point(.client(2), 1, in: 1),
    ]
    let ordered = [1, 3, 2, 5, 4, 0].map { points[$0] }
    #expect(PointOrder.trying(points, of: race, atMost: 9) == ordered)
    // Of too many those are left out that are tried last.
    #expect(PointOrder.trying(points, of: race, atMost: 2) == [points[1], points[3]])
    // The next program that is much like it has others tried.
    #expect(PointOrder.trying(points, of: race, atMost: 2, turn: 1) == [points[2], points[5]])
    #expect(PointOrder.trying(points, of: try program(healthy), atMost: 9) == points)
    let locked = SubjectPoint(.client(2), .call(1), .mutexLock, caller: "f", occurrence: 1)
    #expect(
      PointOrder.trying([locked] + points, of: race, atMost: 9)
        == ordered.prefix(4) + [locked] + ordered.suffix(2))
    #expect(
      (0...3).map { PointOrder.trying([locked] + points, of: race, atMost: 5, turn: $0).last }
        == [locked, points[2], points[1], points[4]])
  }

  @Test func `tries points first behind which a hold turns steps round`() throws {
    let race = try program(racing)
    func point(_ client: Int, _ step: Int, _ function: PointFunction, _ number: Int) -> SubjectPoint
    {
      SubjectPoint(.client(client), .call(step), function, caller: "f", occurrence: number)
    }
    var report = PointReport()
    // Client 1 takes two locks one after the other, then client 2 the second of them.
    report.points = [
      point(1, 0, .mutexLock, 1), point(1, 2, .mutexLock, 1), point(1, 2, .mutexUnlock, 1),
      point(1, 2, .mutexLock, 2), point(1, 2, .mutexUnlock, 2), point(2, 1, .mutexLock, 1),
      point(2, 1, .mutexUnlock, 1), point(1, 2, .mutexLock, 3), point(1, 2, .mutexUnlock, 3),
    ]
    report.objects = Dictionary(
      uniqueKeysWithValues: zip(report.points, [2, 1, 1, 2, 2, 2, 2, 1, 1]))
    let contended = PointOrder.contended(in: report, of: race)
    #expect(contended == [report.points[2]])
    let order = PointOrder.trying(report.points, contended: contended, of: race, atMost: 9)
    #expect(order.first == report.points[2] && Set(order) == Set(report.points))
    #expect(PointOrder.contended(in: report, of: try program(healthy)).isEmpty)
    // Where nobody uses it later there is nothing to turn round.
    report.points.removeSubrange(5...6)
    #expect(PointOrder.contended(in: report, of: race).isEmpty)
  }

  @Test func `holds lanes at points that are drawn`() throws {
    let judge = Judge(roster: .operations, profile: .core)
    var share = HoldingExecutor.Share()
    share.scans = false
    let base = try workers("reference") { $0.heldAtRandom = 7 }
    let executor = HoldingExecutor(base, judge: judge, share: share)
    defer { executor.shutDown() }
    let program = try program(healthy)
    for index in 0..<40 {
      let execution = try executor.execute(program, index: UInt64(index))
      #expect(judge.judge(execution.history).violations.isEmpty)
      #expect((execution.points == nil) == (index % 2 == 1))
    }
    #expect(executor.count.programs == 0)
    #expect(executor.count.drawn ?? 0 > 0)
  }
}

/// An executor that has set a program aside.
private final class Suspecting: Executor {
  func execute(_ program: Program) -> Execution {
    Execution(program, History(of: program, events: []))
  }

  func suspected() -> [Execution] {
    var execution = execute(Program())
    execution.index = 5
    return [execution]
  }
}

struct `Programs with a race` {
  @Test func `are those in which two clients meet, and each does something next`() throws {
    let race = "queue q\nop a\nclient 1\n  meet 1\n  suspend q\nclient 2\n  meet 1\n  add q a\n"
    #expect(try program(race).hasRace)
    let turns = "queue q\nop a\nclient 1\n  suspend q\n  meet 1\nclient 2\n  meet 1\n  add q a\n"
    #expect(try !program(turns).hasRace)
    #expect(try !program(healthy).hasRace)
  }
}
