import OQHistory

/// An executor each of whose processes runs many programs, one after the other.
protocol LastingExecutor: Executor {
  /// Whether there is a process that waits for a program.
  var hasProcess: Bool { get }

  /// What nobody has asked for yet, among it deaths after the end of a program.
  var settled: [Execution] { get set }

  /// Ends the process; the next program has another one.
  func retire()
}

extension LastingExecutor {
  /// See ``Executor/executeInOrder(_:following:)``; the process is replaced before and after.
  func runInOrder(
    _ programs: [Program], following pins: Pins?
  ) throws -> (last: Execution, ran: Int) {
    precondition(!programs.isEmpty, "a sequence has at least one program")
    retire()
    defer { retire() }
    let before = settled.count
    func order(_ position: Int) -> Pins? { position + 1 == programs.count ? pins : nil }
    var last = try executeQuickly(programs[0], following: order(0))
    // Objects of a program die when the next one begins: a last one without any ends the sequence.
    for (position, program) in (programs.dropFirst() + [Program()]).enumerated() {
      guard hasProcess else { return (last, position + 1) }
      let isFarewell = position + 1 == programs.count
      let execution = try executeQuickly(program, following: order(position + 1))
      if settled.count > before {
        // It died between two programs, and this one ran in another process.
        return (settled.removeLast(), position + 1)
      }
      if case .crashed(let death)? = execution.history.events.last?.kind, isFarewell {
        last = last.sequel(death)
        last.output = execution.output
        return (last, position + 1)
      }
      if !isFarewell { last = execution }
    }
    return (last, programs.count)
  }
}

extension Execution {
  /// What is known of a program after whose end its process died.
  func sequel(_ death: Crash) -> Execution {
    var sequel = Execution(program, history.crashed(death))
    sequel.index = index
    sequel.earlier = earlier
    sequel.isAfterthought = true
    return sequel
  }
}
