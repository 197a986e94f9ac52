import OQHistory
import OQSpecification

extension Checkers {
  /// SUSP-3: after a resume the operations that wait in the queue are executed.
  ///
  /// A missing begin counts only at a confirmed quiescence, of an operation whose begin is owed as
  /// for QUEUE-1: its queue runs if the last resume returned and every suspension had returned
  /// before it was called. The rule is broken rather than another one where the operation was
  /// in the queue when that resume was called, and nothing else let it go ahead later.
  static let resumeStartsWaiting = Checker("SUSP-3", antecedent: [.resume]) {
    index, profile, judgement in
    let stall = Stall(index, profile)
    for one in index.startCases(stall).withoutDropped {
      guard case .resume(let resume) = one.release else { continue }
      let contexts = cells(resume.laneCell, in: ["from client", "from body"])
      if let begin = one.begin {
        judgement.hold(one.add.called, resume.called, begin, in: contexts)
      } else if let stall {
        judgement.miss(
          at: stall,
          index.missedBegin(
            one, stall, "\(index.name(one.queue)) was resumed at \(resume.called)"),
          events: [one.add.called, one.add.returned, resume.called, resume.returned], in: contexts)
      }
    }
  }
}
