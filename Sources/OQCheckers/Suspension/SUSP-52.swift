import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// SUSP-52: suspensions are not counted.
  ///
  /// This is sound as SUSP-4 for the flag. A missing begin after a resume that follows two
  /// suspensions counts as in SUSP-3, and belongs here.
  static let suspensionsDoNotNest = Checker("SUSP-52", antecedent: [.suspend, .resume]) {
    index, profile, judgement in
    judgeFlagReads(index, &judgement) { queue, set in
      set.map { index.flagSets(of: queue.id).undoesTwo($0) } ?? false
    } cells: { _, _ in
      []
    }
    judgeResumes(ofTwo: true, index, profile, &judgement)
  }
}
