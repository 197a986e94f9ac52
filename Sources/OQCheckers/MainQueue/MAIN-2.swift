import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// MAIN-2: there is one main queue.
  ///
  /// The harness asks for it before the program begins, and each read asks again and compares; the
  /// answer depends on nothing else, so that the moment does not matter.
  static let mainQueueIsOne = Checker("MAIN-2", antecedent: [.isMain]) { index, _, judgement in
    for read in index.calls where read.command.verb == .isMain {
      guard let queue = read.command.queue, let value = read.outcome?.boolean else { continue }
      if value == index[queue].declaration.isMain {
        judgement.hold(read.called, read.returned)
      } else {
        judgement.violate(
          "\(index.name(queue)) read as \(value ? "the" : "not the") main queue at"
            + " \(read.returned ?? 0)",
          events: [read.called, read.returned])
      }
    }
  }
}
