import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// START-3: isAsynchronous is false where no class overrides it.
  ///
  /// This is sound because nothing sets the value: whatever the state of the operation, the
  /// accessor that every class of the library inherits gives false at every instant of the call. An
  /// operation with a `start` of its own may override the accessor too and is left out.
  static let notAsynchronousByDefault = Checker("START-3", antecedent: [.isAsynchronous]) {
    index, _, judgement in
    for record in index.operations
    where record.hasDefaultStart && record.declaration.kind != .flagged {
      let reads = record.reads(.isAsynchronous)
      let contexts = cells(record.kindCell, in: ["task", "one block", "several blocks"])
      if let read = reads.first(true) {
        judgement.violate(
          "isAsynchronous of \(index.name(record.id)) read true at \(read.returned), although its"
            + " class does not override it",
          events: [read.called, read.returned], in: contexts)
      } else {
        for read in reads { judgement.hold(read.called, read.returned, in: contexts) }
      }
    }
  }
}
