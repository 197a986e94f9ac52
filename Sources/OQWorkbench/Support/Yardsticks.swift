import OQCommands
import Foundation
import OQHistory
import OQSpecification
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Clocks of a bench.
enum Clock {
  /// Nanoseconds of processor time that this process spends on a piece of work.
  static func cpu(_ work: () -> Void) -> Double {
    let begin = now(CLOCK_PROCESS_CPUTIME_ID)
    work()
    return now(CLOCK_PROCESS_CPUTIME_ID) - begin
  }

  /// Nanoseconds that a piece of work takes.
  static func wall(_ work: () -> Void) -> Double {
    let begin = now(CLOCK_MONOTONIC)
    work()
    return now(CLOCK_MONOTONIC) - begin
  }

  private static func now(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }

  /// The most memory that this process has had so far, in bytes.
  static var peakOfMemory: Int {
    var usage = rusage()
    #if canImport(Darwin)
      getrusage(RUSAGE_SELF, &usage)
      return Int(usage.ru_maxrss)
    #else
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
      return Int(usage.ru_maxrss) * 1024
    #endif
  }
}

/// Work that is always the same: it measures the machine.
enum Yardstick {
  /// Nanoseconds of processor time for the digest of 64 KiB.
  @Sendable static func cost() -> Double {
    let text = String(repeating: "0123456789abcdef", count: 4096)
    let rounds = 20
    return Clock.cpu { for _ in 0..<rounds { _ = Digest(of: text).description } } / Double(rounds)
  }

  /// Nanoseconds of processor time for some atomic additions.
  static func additions(_ count: Int) -> Double {
    let counter = Atomic<Int>(0)
    return Clock.cpu {
      for _ in 0..<count { counter.wrappingAdd(1, ordering: .sequentiallyConsistent) }
    }
  }
}

/// The calls of a program on Foundation, without anything of the suite.
enum RawLoop {
  /// Adds operations to a queue and waits for them.
  static func run(operations count: Int) {
    let queue = OperationQueue()
    let operations = (0..<count).map { _ in BlockOperation {} }
    for operation in operations { queue.addOperation(operation) }
    queue.waitUntilAllOperationsAreFinished()
  }
}

/// Programs and histories that a bench measures with.
enum LargeHistory {
  /// A queue to which a client adds operations, one after another, and waits for all of them.
  static func program(operations count: Int) -> Program {
    let names = (0..<count).map { "x\($0)" }
    return parsed(
      ["queue q"] + names.map { "op \($0)" } + ["client 1"] + names.map { "  add q \($0)" }
        + ["  wait-all q"])
  }

  /// A program that Foundation refuses by a trap.
  static var trapping: Program {
    parsed(["queue q", "op a", "client 1", "  add q a", "  wait a", "  add q a"])
  }

  /// A program that cannot go on, for no fault of the queue.
  static var resting: Program {
    parsed(["queue q suspended", "op a", "client 1", "  add q a", "  wait a"])
  }

  private static func parsed(_ lines: [String]) -> Program {
    do {
      return try Program(parsing: (["oqprogram 1"] + lines).joined(separator: "\n") + "\n")
    } catch {
      preconditionFailure("\(error)")
    }
  }

  /// A history that a correct queue may make: one queue with limit 2, every third operation waits
  /// for the one before it, and a wait for all of them.
  ///
  /// - Parameter count: about how many events.
  /// - Returns: the history.
  static func bigQueue(events count: Int) -> History {
    let size = max(8, count / 4)
    var program = Program(queues: [Program.Queue("q", limit: 2)])
    program.operations = (0..<size).map { number in
      Program.Operation(
        "x\(number)", dependencies: number % 3 == 2 ? [OperationID(number - 1)] : [])
    }
    var events: [Event] = []
    events.reserveCapacity(4 * size + 3)
    func note(_ lane: Lane?, _ kind: Event.Kind) {
      events.append(Event(events.count + 1, lane, kind))
    }
    func run(_ number: Int) {
      let body = Lane.callback(Callback(OperationID(number)))
      note(body, .enter)
      note(body, .leave)
    }
    for number in 0..<size {
      note(.client(1), .call(Command(.add, QueueID(0), .operation(OperationID(number)))))
      note(.client(1), .returned(.done))
      if number >= 4 { run(number - 4) }
    }
    for number in (size - 4)..<size { run(number) }
    note(.client(1), .call(Command(.waitAll, QueueID(0))))
    note(.client(1), .returned(.done))
    note(nil, .ended)
    return History(of: program, events: events)
  }
}
