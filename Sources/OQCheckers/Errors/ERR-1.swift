import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// Checkers of the area ERR.
  static let errors: [Checker] = [errorReachesStart, legalCallIsAccepted]

  /// ERR-1: the default start catches no error of the task: it reaches the caller.
  ///
  /// The rule is judged where the only start was called before the task threw and came back after
  /// it, and nothing was called that could have added the operation to a queue: then the task ran
  /// inside this start. Nothing is said of the operation afterwards (ND-33). Where the start was
  /// answered by a named error it must be that of the task; an error without a name counts.
  static let errorReachesStart = Checker("ERR-1", antecedent: [.throwError]) {
    index, _, judgement in
    for record in index.operations
    where record.hasDefaultStart && record.declaration.kind != .block
      && !record.declaration.kind.isInvocation
    {
      guard let thrown = record.calls(.throwError).first(where: \.succeeded),
        record.adds.isEmpty, record.manualStarts.count == 1, let start = record.manualStarts.first,
        start.called < thrown.called, let returned = start.returned, returned > thrown.called
      else { continue }
      let rejection = start.outcome?.rejection
      if rejection == .taskError || rejection == .raised {
        judgement.hold(start.called, thrown.called, returned)
      } else if rejection != .trapped {
        let answer = rejection.map { "was answered by '\($0.rawValue)'" } ?? "returned"
        judgement.violate(
          "the start of \(index.name(record.id)) \(answer) at \(returned) although its task threw an"
            + " error at \(thrown.called)",
          events: [start.called, thrown.called, returned])
      }
    }
  }
}
