import OQCheckers
import OQHistory
import OQPrograms
import OQReport
import OQRunner
import OQSpecification
import Testing

/// A queue with some commands, more than any failure needs.
private func busy(_ line: String) throws -> Program {
  try program(
    """
    queue q
    op a
    op b deps=a
    client 1
      add q a
      add q b
      \(line)
      wait-all q
      until end b
    """)
}

private let judge = Judge(roster: .operations, checkers: [], profile: .core)

/// A workshop that goes on as long as it likes.
private func workshop(_ executor: any Executor, _ mayGoOn: @escaping () -> Bool = { true })
  -> Workshop
{
  Workshop(judge: judge, executor: executor, seed: 1, mayGoOn: mayGoOn)
}

/// A death that a campaign found in the last of some programs of one process.
private func candidate(_ programs: [Program]) throws -> Campaign.Sighting {
  let program = try #require(programs.last)
  let history = History(of: program, events: [Event(1, nil, .crashed(Crash(.segmentation)))])
  let violation = try #require(judge.judge(history).violations.first)
  return Campaign.Sighting(
    violation: violation, index: 5, program: program, history: history,
    earlier: Array(programs.dropLast()))
}

struct `A death` {
  @Test func `that one program causes is blamed on it alone, and it is shrunk`() throws {
    let executor = ScriptedExecutor { programs, _ in
      programs.last?.calls(.cancelAll) == true
    }
    let programs = try [busy("count q"), busy("count q"), busy("cancel-all q")]
    let finding = try workshop(executor).finding(of: candidate(programs))
    #expect(finding.blame == .crash)
    #expect(finding.earlier.isEmpty)
    #expect(finding.program.text == "oqprogram 1\nqueue q\nclient 1\n  cancel-all q\n")
    #expect(finding.reproduced == Workshop.attempts)
    // Every attempt had a process of its own: a death may be the late work of another program.
    #expect(executor.runs.shared == 0)
  }

  @Test func `that takes two programs is shrunk to these two`() throws {
    let executor = ScriptedExecutor { programs, _ in
      programs.last?.calls(.suspend) == true
        && programs.dropLast().contains { $0.calls(.cancelAll) }
    }
    var programs = try (0..<20).map { _ in try busy("count q") }
    programs[7] = try busy("cancel-all q")
    programs.append(try busy("suspend q"))
    let finding = try workshop(executor).finding(of: candidate(programs))
    #expect(finding.earlier.map(\.text) == ["oqprogram 1\nqueue q\nclient 1\n  cancel-all q\n"])
    #expect(finding.program.text == "oqprogram 1\nqueue q\nclient 1\n  suspend q\n")
    #expect(finding.reproduced == Workshop.attempts)
    #expect(finding.attempts == Workshop.attempts)
    #expect(finding.steps == 4)
    #expect(finding.history.declarations.queues == finding.program.queues)
  }

  @Test func `that takes two programs and luck is shrunk to these two`() throws {
    let executor = ScriptedExecutor { programs, coin in
      programs.last?.calls(.suspend) == true
        && programs.dropLast().contains { $0.calls(.cancelAll) } && coin.shows(0.6)
    }
    var programs = try (0..<9).map { _ in try busy("count q") }
    programs[2] = try busy("cancel-all q")
    programs.append(try busy("suspend q"))
    let finding = try workshop(executor).finding(of: candidate(programs))
    #expect(finding.earlier.count == 1)
    #expect(finding.earlier.first?.calls(.cancelAll) == true)
    #expect(finding.program.calls(.suspend))
    #expect(finding.steps <= 6)
    #expect((4...19).contains(finding.reproduced))
  }

  @Test func `that an earlier program of the sequence shows ends the sequence there`() throws {
    // The program that was blamed never dies again: one before it does.
    let executor = ScriptedExecutor { programs, _ in programs.count == 3 }
    let programs = try (0..<6).map { _ in try busy("count q") }
    let finding = try workshop(executor).finding(of: candidate(programs))
    #expect(finding.earlier.count == 2)
    #expect(finding.reproduced == Workshop.attempts)
  }

  @Test func `that nothing shows again keeps its history and all programs`() throws {
    let executor = ScriptedExecutor { _, _ in false }
    let programs = try [busy("count q"), busy("cancel-all q"), busy("suspend q")]
    let candidate = try candidate(programs)
    let finding = try workshop(executor).finding(of: candidate)
    #expect(finding.kind == .crash)
    #expect(finding.reproduced == 0)
    #expect(finding.attempts == Workshop.attempts + Workshop.lastAttempts)
    #expect(finding.history == candidate.history)
    #expect(finding.sequence == programs)
  }
}

struct `A program that fails now and then` {
  /// Dies with a probability that is a property of the program.
  private func executor(_ probability: @escaping (Program) -> Double) -> ScriptedExecutor {
    ScriptedExecutor { programs, coin in
      coin.shows(programs.last.map(probability) ?? 0)
    }
  }

  /// Dies in each run but every so many-th.
  private func missing(_ period: Int) -> ScriptedExecutor {
    var runs = 0
    return ScriptedExecutor { _, _ in
      runs += 1
      return runs % period != 0
    }
  }

  @Test func `is accepted at its first failure and shrinks all the same`() throws {
    let executor = executor { $0.calls(.cancelAll) ? 0.3 : 0 }
    let finding = try workshop(executor).finding(of: candidate([busy("cancel-all q")]))
    #expect(finding.program.text == "oqprogram 1\nqueue q\nclient 1\n  cancel-all q\n")
    #expect((1...14).contains(finding.reproduced))
    #expect(finding.history.endsInDeath)
  }

  @Test func `does not take the place of one that always fails`() throws {
    let executor = executor { program in
      guard program.calls(.cancelAll) else { return 0 }
      return program.calls(.waitAll) ? 1 : 0.05
    }
    let finding = try workshop(executor).finding(of: candidate([busy("cancel-all q")]))
    #expect(finding.reproduced == Workshop.attempts)
    #expect(finding.steps == 3, "\(finding.program.text)")
  }

  @Test func `keeps a line that makes it steadier`() throws {
    let executor = executor { program in
      guard program.calls(.cancelAll) else { return 0 }
      return program.calls(.waitAll) ? 0.7 : 0.1
    }
    let finding = try workshop(executor).finding(of: candidate([busy("cancel-all q")]))
    #expect(finding.program.calls(.waitAll), "\(finding.program.text)")
    #expect(finding.reproduced >= 8)
    #expect(finding.steps < (try busy("cancel-all q").steps))
  }

  @Test func `is shrunk though it shows only once in dozens of runs`() throws {
    let executor = executor { $0.calls(.cancelAll) ? 0.03 : 0 }
    let finding = try workshop(executor).finding(of: candidate([busy("cancel-all q")]))
    #expect(finding.program.calls(.cancelAll))
    #expect(finding.steps <= 5, "\(finding.program.text)")
  }

  @Test func `keeps a line without which it misses now and then`() throws {
    let executor = executor { program in
      guard program.calls(.cancelAll) else { return 0 }
      return program.calls(.waitAll) ? 1 : 0.85
    }
    let finding = try workshop(executor).finding(of: candidate([busy("cancel-all q")]))
    #expect(finding.program.calls(.waitAll), "\(finding.program.text)")
    #expect(finding.reproduced == Workshop.attempts && finding.attempts == Workshop.attempts)
  }

  /// Also where the subject has no points, so that a miss calls for no hold.
  @Test(arguments: [true, false])
  func `runs a hundred times before something else is said to show it always`(
    scansPoints: Bool
  ) throws {
    func tries(missing period: Int) throws -> Workshop.Tries? {
      let workshop = Workshop(
        judge: judge, executor: missing(period), seed: 1, scansPoints: scansPoints,
        mayGoOn: { true })
      let trial = Trial([try busy("cancel-all q")], isAlone: true)
      let some = try workshop.rerun(trial, for: .crash, times: period)
      #expect(some.shown == period - 1)
      return try workshop.certain(trial, some, .crash, [])?.1
    }
    // Twenty runs show no miss of either.
    #expect(try tries(missing: 30) == nil)
    let certain = try #require(try tries(missing: 60))
    #expect(certain.shown == Workshop.attempts && certain.runs == Workshop.attempts)
  }

  @Test func `is told from one that always fails once it has run a hundred times`() throws {
    func tries(missing period: Int) throws -> (Int, Int) {
      let workshop = workshop(missing(period))
      let trial = Trial([try busy("cancel-all q")], isAlone: true)
      let some = try workshop.rerun(trial, for: .crash, times: Workshop.attempts)
      let all = try workshop.doubted(trial, some, .crash)
      return (all.shown, all.runs)
    }
    #expect(try tries(missing: 25) == (96, 100))
    // One miss in a hundred is what a failure that nearly always shows may have.
    #expect(try tries(missing: 60) == (20, 20))
    // What has missed already is known to miss.
    #expect(try tries(missing: 10) == (18, 20))
  }

  @Test func `keeps the last failing history when time is over`() throws {
    var left = 7
    let executor = executor { $0.calls(.cancelAll) ? 1 : 0 }
    let finding = try workshop(executor) {
      left -= 1
      return left > 0
    }.finding(of: candidate([busy("cancel-all q")]))
    #expect(finding.history.endsInDeath)
    #expect(finding.history.declarations.operations == finding.program.operations)
    #expect(finding.program.calls(.cancelAll))
  }
}
