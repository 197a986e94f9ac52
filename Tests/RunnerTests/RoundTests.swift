import OQAdapters
import OQContracts
import OQDriver
import OQHistory
import OQReport
import OQRunner
import OQSpecification
import OQSubjects
import TestSupport
import Testing

/// Runs one program for certain, and takes all others of a campaign for finished.
private final class Chosen: Executor {
  private let program: Program
  private let inner: WorkerExecutor

  init(_ program: Program, _ inner: WorkerExecutor) {
    self.program = program
    self.inner = inner
  }

  func execute(_ program: Program) throws -> Execution {
    if program == self.program { return try inner.executeQuickly(program, TrialMode()) }
    return Execution(program, History(of: program, events: [Event(1, nil, .ended)]))
  }

  func executeQuickly(_ program: Program, _ mode: TrialMode) throws -> Execution {
    try inner.executeQuickly(program, mode)
  }

  func executeInOrder(
    _ programs: [Program], following pins: Pins?
  ) throws -> (last: Execution, ran: Int) {
    try inner.executeInOrder(programs, following: pins)
  }

  func calibrate() throws -> Calibration? { try inner.calibrate() }
}

/// What a campaign finds in one of its rounds.
@Suite(.waiting, .limit(minutes: 1)) struct `What a round has found` {
  @Test func `is worked on once, though its finding goes by another rule`() throws {
    let worker = try workers("mutant:first-dependency-releases")
    defer { worker.shutDown() }
    let judged = JudgedSubject(.driven(ReferenceSubject(name: "reference")))
    let selection = try judged.selection(["DEP-1", "DEP-53"], .core)
    var request = Inquiry.Request(
      toolVersion: "1", subject: judged.description, selection: selection,
      generator: judged.generator(seed: 5, selection))
    let program = try program(
      """
      queue q
      op a
      op c
      op b deps=c,a
      op d
      client 1
        undepend b d
        add q c
        add q b
        until begin b
      """)
    request.corpus = [Regression(program)]
    // Two rounds.
    request.programs = 1100
    var blames: [String] = []
    var listener = Inquiry.Listener()
    listener.confirms = { blame, _, _ in blames.append("\(blame)") }
    let report = try Inquiry(
      request, executor: { Chosen(program, worker) }, listener: listener
    ).run().report
    #expect(report.findings.map { "\($0.blame)" } == ["DEP-1"])
    #expect(blames == ["DEP-53"])
  }
}
