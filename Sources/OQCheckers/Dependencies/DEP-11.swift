import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// DEP-11: dependencies returns all operations that the receiver depends on, and no others.
  ///
  /// This is sound because a read is compared only with what was certain during all of it: edges
  /// made in time by a call that had returned, without a removal called before the read returned;
  /// and operations for which no making had been called, or a removal had returned. Listed twice or
  /// once is the same (ND-28), and one that was added again and is missing is DEP-51's finding;
  /// racing calls and edges made after the add may be listed or not.
  static let dependenciesAreListed = Checker("DEP-11", antecedent: [.dependencies]) {
    index, _, judgement in
    for record in index.operations {
      for listing in index.listings(of: record.id) {
        let x = index.name(record.id)
        let read = listing.read
        let context = index.stageContext(record.id, at: read.returned ?? read.called)
        if let missing = listing.certain.first(where: {
          $0.isSimple && !listing.listed.contains($0.dependency)
        }) {
          let d = index.name(missing.dependency)
          judgement.violate(
            "dependencies of \(x) read at \(read.called) lacks \(d), on which it depends",
            events: [missing.makings.last?.called, read.called, read.returned], in: context)
        } else if let extra = listing.extra.first {
          judgement.violate(
            "dependencies of \(x) read at \(read.called) lists \(index.name(extra)), on which it "
              + "does not depend",
            events: [read.called, read.returned], in: context)
        } else {
          judgement.hold(read.called, read.returned, in: context)
        }
      }
    }
  }
}
