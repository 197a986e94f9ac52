import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// DEP-10: a dependency stays listed after it has finished, until it is removed.
  ///
  /// This is sound as DEP-11, limited to dependencies whose task had ended, or whose finish had
  /// been seen, before the read was called; whether the finish has had its effects does not matter.
  static let finishedDependencyStaysListed = Checker("DEP-10", antecedent: [.dependencies]) {
    index, _, judgement in
    for record in index.operations {
      for listing in index.listings(of: record.id) {
        let read = listing.read
        for link in listing.certain {
          guard let ended = index[link.dependency].finishTrace, ended < read.called,
            index[link.dependency].bodies.allSatisfy({ $0.ended(before: read.called) })
          else { continue }
          if listing.listed.contains(link.dependency) {
            judgement.hold(
              ended, read.returned,
              in: index.stageContext(record.id, at: read.returned ?? read.called))
          } else {
            let d = index.name(link.dependency)
            judgement.violate(
              "dependencies of \(index.name(record.id)) read at \(read.called) lacks \(d), which "
                + "had finished by \(ended) and was never removed",
              events: [link.makings.last?.called, ended, read.called, read.returned])
          }
        }
      }
    }
  }
}
