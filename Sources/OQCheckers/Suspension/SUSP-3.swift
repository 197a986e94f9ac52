import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// SUSP-3: after a resume the operations that wait in the queue are executed.
  ///
  /// A missing begin counts only at a confirmed quiescence, of an operation whose begin is owed as
  /// for QUEUE-1: its queue runs if the last resume returned and every suspension had returned
  /// before it was called. The rule is broken rather than another one where the operation was in
  /// the queue when that resume was called, and nothing else let it go ahead later; or where it was
  /// added later, and nothing of the queue has begun since that resume, so that nothing shows that
  /// the suspension is over. A resume that follows two suspensions belongs to SUSP-52.
  static let resumeStartsWaiting = Checker("SUSP-3", antecedent: [.resume]) {
    index, profile, judgement in
    judgeResumes(ofTwo: false, index, profile, &judgement)
  }

  /// Judges the operations that a resume let go ahead.
  ///
  /// - Parameters:
  ///   - ofTwo: whether resumes are judged that follow two suspensions, or the others.
  ///   - index: the history, indexed.
  ///   - profile: the reading of the contract to judge by.
  ///   - judgement: receives the cases.
  static func judgeResumes(
    ofTwo: Bool, _ index: HistoryIndex, _ profile: Profile, _ judgement: inout Judgement
  ) {
    let stall = index.stall(profile)
    for one in index.startCases(stall) {
      guard case .resume(let resume) = one.release,
        index.flagSets(of: one.queue).undoesTwo(resume) == ofTwo
      else { continue }
      let contexts = ofTwo ? [] : cells(resume.laneCell, in: ["from client", "from body"])
      if let begin = one.begin {
        judgement.hold(one.add.called, resume.called, begin, in: contexts)
      } else if let stall {
        let twice = ofTwo ? " after two suspensions" : ""
        judgement.miss(
          at: stall,
          index.missedBegin(
            one, stall, "\(index.name(one.queue)) was resumed at \(resume.called)\(twice)"),
          events: [one.add.called, one.add.returned, resume.called, resume.returned]
            .compactMap(\.self).sorted(), in: contexts,
          missing: .begin(one.operation))
      }
    }
  }
}
