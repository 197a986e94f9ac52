import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// BLOCK-51: a block added while the operation executes or after it has finished does no harm.
  ///
  /// The state is certain: executing where a block of the operation is running from before the call
  /// until after its answer, finished where a sign of the finish lies before the call. Every answer
  /// is legal, but an error in profile reference. Where the number of the block was given by no
  /// other call its begins are those of this block: after an error or a finish there is none, else
  /// one at most, that ends before any sign of the finish (ND-44).
  static let lateBlockIsHarmless = Checker("BLOCK-51", antecedent: [.addExecutionBlock]) {
    index, profile, judgement in
    let records = index.operations.filter { !$0.calls(.addExecutionBlock).isEmpty }
    let dependents = index.certainDependents
    for record in records {
      let sign = index.firstFinishSign(of: record.id, dependents: dependents[record.id.index])
      for call in record.calls(.addExecutionBlock) {
        guard let late = LateBlock(call, record, sign) else { continue }
        judge(late, profile, sign, index, &judgement)
      }
    }
  }

  private static func judge(
    _ late: LateBlock, _ profile: Profile, _ sign: FinishSign?, _ index: HistoryIndex,
    _ judgement: inout Judgement
  ) {
    let call = late.call
    let state = late.isFinished ? "finished" : "executing"
    let runs = late.runs.map(\.begin)
    if let fault = fault(late, profile, sign) {
      let block = index.words.text(Callback(late.operation, index: late.number))
      judgement.violate(
        "\(block), added at \(call.called) while \(index.name(late.operation)) was \(state), \(fault)",
        events: [
          late.since, call.called, call.returned, runs.first,
          runs.dropFirst().first ?? sign?.ticket,
        ],
        in: [state])
    } else {
      judgement.hold(late.since, call.called, call.returned, runs.first, in: [state])
    }
  }

  /// What is wrong with a late block, in words; nil where nothing is.
  private static func fault(_ late: LateBlock, _ profile: Profile, _ sign: FinishSign?) -> String? {
    if profile == .reference, late.call.succeeded { return "was accepted" }
    guard let run = late.runs.first else { return nil }
    if late.call.isRejected { return "was rejected and yet began at \(run.begin)" }
    if late.isFinished { return "began at \(run.begin)" }
    if let second = late.runs.dropFirst().first {
      return "began at \(run.begin) and again at \(second.begin)"
    }
    guard let sign, !run.ended(before: sign.ticket) else { return nil }
    return "began at \(run.begin) and was not over when it had finished (\(sign.words))"
  }
}

/// A block that was added when the operation was certainly executing or finished.
private struct LateBlock {
  let operation: OperationID
  let number: Int
  let call: Call
  let isFinished: Bool
  /// Ticket that shows the state: of the begin of a running block, or of the sign of the finish.
  let since: Ticket
  /// The runs that are certainly of this block, by begin.
  let runs: [Interval]

  init?(_ call: Call, _ record: HistoryIndex.OperationRecord, _ sign: FinishSign?) {
    guard let returned = call.returned, let number = call.command.integer else { return nil }
    if let sign, sign.ticket < call.called {
      isFinished = true
      since = sign.ticket
    } else if let running = record.firstBodies.first(where: {
      $0.begin < call.called && $0.contains(returned)
    }) {
      isFinished = false
      since = running.begin
    } else {
      return nil
    }
    operation = record.id
    self.number = number
    self.call = call
    let isOnly =
      number > record.declaration.blocks
      && record.calls(.addExecutionBlock).count { $0.command.integer == number } == 1
    runs = isOnly ? record.bodies.filter { $0.callback.index == number } : []
  }
}
