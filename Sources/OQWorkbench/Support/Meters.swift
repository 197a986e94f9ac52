import Foundation
import OQAdapters
import OQCheckers
import OQCommandLine
import OQCommands
import OQContracts
import OQDriver
import OQHistory
import OQJudging
import OQModel
import OQPrograms
import OQReport
import OQRunner
import OQSpecification
import OQSubjects

/// The figures of `oqcheck bench`, in the order in which they are measured.
struct Meters {
  let seed: UInt64
  let programs: Int
  let console: Console
  private let judge: Judge
  private let model: JudgedSubject
  private let generator: Generator

  init(seed: UInt64, programs: Int, console: Console) throws(Failure) {
    self.seed = seed
    self.programs = programs
    self.console = console
    model = try JudgedSubject.find(.named("model"), in: .suite())
    let selection = try model.rules([], .core)
    judge = Judge(selection)
    generator = model.generator(seed: seed, selection)
  }

  var all: [Meter] {
    get throws(Failure) {
      checking + [generation, judging, campaign, exploration, recorder, points, tax, memory]
        + (try processes)
    }
  }

  // MARK: Pure parts

  /// Judging a large history: its cost per event must not grow.
  private var checking: [Meter] {
    let small = LargeHistory.bigQueue(events: 1_000)
    func cost(_ history: History) -> Double {
      let rounds = max(1, 20_000 / history.events.count)
      let time = Clock.cpu { for _ in 0..<rounds { _ = judge.judge(history) } }
      return time / Double(rounds * history.events.count)
    }
    return [10_000, 100_000, 1_000_000].map { count in
      Meter(
        "checking-\(count)", "index, all rules and the model on one queue, \(count) events",
        unit: "ns CPU per event", against: "the same with 1000 events",
        value: { cost(LargeHistory.bigQueue(events: count)) }, baseline: { cost(small) })
    }
  }

  private var generation: Meter {
    let (generator, programs) = (generator, programs)
    return Meter(
      "generation", "making a program and its text", unit: "ns CPU per program",
      against: "64 KiB of hashing",
      value: {
        var size = 0
        let time = Clock.cpu {
          for index in 0..<UInt64(programs) { size += generator.program(at: index).text.utf8.count }
        }
        return time / Double(max(1, min(size, programs)))
      }, baseline: Yardstick.cost)
  }

  private var judging: Meter {
    let histories = modelHistories
    let judge = judge
    return Meter(
      "judging", "all rules and the model on a history of the model", unit: "ns CPU per program",
      against: "64 KiB of hashing",
      value: {
        Clock.cpu { for history in histories { _ = judge.judge(history) } }
          / Double(histories.count)
      }, baseline: Yardstick.cost)
  }

  private var campaign: Meter {
    Meter(
      "campaign-model", "a campaign on the model, whatever it takes", unit: "ns per program",
      against: "64 KiB of hashing",
      value: { try rate(of: model) }, baseline: Yardstick.cost)
  }

  private var exploration: Meter {
    let family = SmallPrograms()
    let chosen = (0..<min(40, family.count)).map { family[$0] }
    return Meter(
      "exploration", "all runs of the model with a small program", unit: "ns CPU per run",
      against: "64 KiB of hashing",
      value: {
        var runs = 0
        let time = Clock.cpu {
          for program in chosen {
            runs += HistoryGraph(program, profile: .core, bound: 20_000)?.count ?? 0
          }
        }
        return time / Double(max(1, runs))
      }, baseline: Yardstick.cost)
  }

  private var memory: Meter {
    Meter(
      "memory", "what a history of 100000 events takes while it is judged",
      unit: "bytes per event", against: "the records of the log",
      value: {
        let history = LargeHistory.bigQueue(events: 100_000)
        let before = Clock.peakOfMemory
        _ = judge.judge(history)
        // Later turns take no more than the first one has left: the peak is the answer.
        return Double(max(Clock.peakOfMemory - before, 1) + history.events.count * 64)
          / Double(history.events.count)
      }, baseline: { 64 })
  }

  private var modelHistories: [History] {
    let executor = ModelExecutor(profile: .core, seed: seed)
    return (0..<UInt64(programs)).compactMap {
      try? executor.execute(generator.program(at: $0), index: $0).history
    }
  }

  // MARK: In this process

  private var recorder: Meter {
    let count = 100_000
    return Meter(
      "recorder", "a ticket and its record", unit: "ns CPU per event",
      against: "an atomic addition",
      value: {
        let log = try MappedLog.inProcess(capacity: count)
        return Clock.cpu { for _ in 0..<count { log.append(LogRecord(1, 2, 3)) } } / Double(count)
      }, baseline: { Yardstick.additions(count) / Double(count) })
  }

  /// What a point costs that is off, of which each program makes some.
  private var points: Meter {
    let count = 1_000_000
    return Meter(
      "points-off", "a lock and its unlock through points that are off", unit: "ns CPU per pair",
      against: "the two functions of the system, called without the points",
      value: { MutexPairs.seen(count) / Double(count) },
      baseline: { MutexPairs.unseen(count) / Double(count) })
  }

  /// What the driver costs beside the same calls without it.
  private var tax: Meter {
    let count = 8
    let rounds = max(50, programs / 5)
    return Meter(
      "tax-foundation", "a program of 8 operations under the driver, in this process",
      unit: "ns CPU per program", against: "the same calls in a loop on the same queue",
      value: {
        let program = LargeHistory.program(operations: count)
        let driver = Driver(
          subject: FoundationSubject(), log: try MappedLog.inProcess(capacity: 4096))
        return Clock.cpu {
          for _ in 0..<rounds where driver.isReusable { _ = driver.execute(program) }
        } / Double(rounds)
      },
      baseline: {
        Clock.cpu { for _ in 0..<rounds { RawLoop.run(operations: count) } } / Double(rounds)
      })
  }

  // MARK: In processes of their own

  private var processes: [Meter] {
    get throws(Failure) {
      let foundation = try JudgedSubject.find(.named("foundation"), in: .suite())
      let reference = try JudgedSubject.find(.named("reference"), in: .suite())
      let plain = LargeHistory.program(operations: 2)
      return [
        Meter(
          "campaign-reference", "a campaign on the reference queue", unit: "ns per program",
          against: "a campaign on the model", value: { try rate(of: reference) },
          baseline: { try rate(of: model) }),
        Meter(
          "campaign-foundation", "a campaign on Foundation", unit: "ns per program",
          against: "a campaign on the reference queue", value: { try rate(of: foundation) },
          baseline: { try rate(of: reference) }),
        Meter(
          "trap", "a program that ends by a trap, and another worker", unit: "ns per program",
          against: "a program that completes",
          value: { try time(of: LargeHistory.trapping, on: foundation, 40) },
          baseline: { try time(of: plain, on: foundation, 200) }),
        Meter(
          "rest", "a program that comes to rest, to its quiescence", unit: "ns per program",
          against: "a program that completes",
          value: { try time(of: LargeHistory.resting, on: reference, 20) },
          baseline: { try time(of: plain, on: reference, 200) }),
        Meter(
          "wire", "a program over the wire", unit: "ns per program",
          against: "the same in a worker",
          value: { try wireTime(of: plain, 200) },
          baseline: { try time(of: plain, on: reference, 200) }),
        Meter(
          "control", "a campaign on a class that fails most programs, and its control",
          unit: "ns per program", against: "the same campaign without a control",
          value: { try classTime(withControl: true) },
          baseline: { try classTime(withControl: false) }),
        Meter(
          "shrinking", "making a failing program smaller", unit: "runs",
          against: "the steps that it loses", value: { try shrinking().runs },
          baseline: { try shrinking().steps }),
      ]
    }
  }

  /// Nanoseconds for each program of a campaign; processes are started before the clock.
  private func rate(of subject: JudgedSubject) throws -> Double {
    let selection = try subject.rules([], .core)
    let generator = subject.generator(seed: seed, selection)
    let campaign = Campaign(judge: Judge(selection), indices: Indices(programs: programs)) {
      generator.program(at: $0)
    }
    let executor = try subject.commandExecutor(profile: .core, seed: seed)
    defer { executor.shutDown() }
    executor.calibration = try executor.calibrate()
    // Nobody waits for suspects: what they wait for is the patience of the suite.
    var result: Campaign.Result?
    let time = Clock.wall { result = campaign.run(on: [executor]) { false } }
    if let fault = result?.fault { throw Failure(.fault, fault) }
    return time / Double(max(1, result?.programs ?? 0))
  }

  /// Nanoseconds for one program after another, without judging.
  private func time(
    of program: Program, on subject: JudgedSubject, _ rounds: Int
  ) throws -> Double {
    try time(of: program, on: try subject.commandExecutor(profile: .core, seed: seed), rounds)
  }

  private func wireTime(of program: Program, _ rounds: Int) throws -> Double {
    let words = [ReservedArguments.ownExecutable, "serve", "reference"]
    let executor = WireExecutor(WireExecutor.Options(words, harness: "oqcheck \(Tool.version)"))
    return try time(of: program, on: executor, rounds)
  }

  private func time(
    of program: Program, on executor: any Executor, _ rounds: Int
  ) throws -> Double {
    defer { executor.shutDown() }
    executor.calibration = try executor.calibrate()
    _ = try executor.executeQuickly(program)
    var fault: (any Error)?
    let time = Clock.wall {
      do {
        for _ in 0..<rounds { _ = try executor.executeQuickly(program) }
      } catch {
        fault = error
      }
    }
    if let fault { throw fault }
    return time / Double(rounds)
  }

  /// Nanoseconds for each program of a campaign on a class with a mistake that most programs show.
  private func classTime(withControl: Bool) throws -> Double {
    let judged = try JudgedSubject.find(.named("class:works-twice"), in: .suite())
    let selection = try judged.rules([], .core)
    let seed = seed
    var request = Inquiry.Request(
      toolVersion: Tool.version, subject: judged.description, selection: selection,
      generator: judged.generator(seed: seed, selection))
    request.programs = programs
    // What is found is worked on with and without a control: that would only be added to both.
    request.treatment = .raw
    let control = judged.control.map { control in
      Inquiry.ControlSubject(control.description.name) {
        try control.commandExecutor(profile: .core, seed: seed)
      }
    }
    let inquiry = Inquiry(
      request, executor: { try judged.commandExecutor(profile: .core, seed: seed) },
      control: withControl ? control : nil)
    let begun = ContinuousClock.now
    let report = try inquiry.run().report
    return (ContinuousClock.now - begun) / .nanoseconds(1) / Double(max(1, report.programs))
  }

  /// Runs until the first program that a broken queue fails is small, and the steps it loses.
  private func shrinking() throws -> (runs: Double, steps: Double) {
    let broken = try JudgedSubject.find(.mutant("slot-leaks"), in: .suite())
    let selection = try broken.rules([], .core)
    let generator = broken.generator(seed: seed, selection)
    let judge = Judge(selection, asksModel: false)
    let executor = try broken.commandExecutor(profile: .core, seed: seed)
    defer { executor.shutDown() }
    executor.calibration = try executor.calibrate()
    for index in 0..<UInt64(2_000) {
      let program = generator.program(at: index)
      let execution = try executor.executeQuickly(program)
      guard let violation = judge.judge(execution.history).violations.first else { continue }
      var runs = 0
      let workshop = Workshop(judge: judge, executor: executor, seed: seed) {
        runs += 1
        return true
      }
      let finding = try workshop.finding(
        of: Campaign.Sighting(
          violation: violation, index: index, program: program, history: execution.history))
      return (Double(runs), Double(max(1, program.steps - finding.steps)))
    }
    throw Failure(.fault, "no program of the first 2000 shows that the mutant is broken")
  }
}
