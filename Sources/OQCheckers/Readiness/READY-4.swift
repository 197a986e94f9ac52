import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// READY-4: a queue does not start an operation whose overridden isReady was never true.
  ///
  /// The condition is false at first, and only a call of `set-condition` makes it true: until the
  /// first of them is called, the override returns false on every call. The checker leaves out
  /// operations that may have been cancelled (ND-35) or started by hand.
  static let falseConditionKeepsWaiting = Checker("READY-4") { index, _, judgement in
    for record in index.operations where record.declaration.kind == .conditional {
      guard let begin = record.begin, !record.mayBeCancelled(before: begin),
        let queue = record.startingQueue(at: begin), let add = record.possibleAdds.first
      else { continue }
      let contexts = index.limitContext(queue)
      let facets = Facet.holding((!index.firmEdges(of: record.id).isEmpty, .hasDependencies))
      let setting = record.calls(.setCondition).first {
        !$0.hadNoEffect && $0.command.argument == .boolean(true)
      }
      if let setting, setting.called < begin {
        // Set before the add, the condition was never false while it mattered.
        guard setting.called > add.called else { continue }
        judgement.hold(add.called, setting.called, begin, in: contexts, facets: facets)
      } else {
        judgement.violate(
          "\(index.name(record.id)) began at \(begin) in \(index.name(queue)) although its"
            + " condition "
            + (setting.map { "became true only at \($0.called)" } ?? "never became true"),
          events: [add.called, begin, setting?.called], in: contexts, facets: facets)
      }
    }
  }
}
