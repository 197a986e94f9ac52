import OQHistory
import OQSpecification

extension Checkers {
  /// EXEC-1: an operation's task runs at most once.
  ///
  /// Counting needs no order: every entry of a body is recorded once, with the number of the entry.
  /// The blocks of a block operation with several blocks are BLOCK-2's.
  static let taskRunsAtMostOnce = Checker("EXEC-1") { index, _, judgement in
    for record in index.operations where !record.bodies.isEmpty {
      guard record.declaration.kind != .block || record.declaration.blocks == 1 else { continue }
      let runs = record.bodies.filter { $0.callback.index == 1 }
      guard let first = runs.first else { continue }
      if let second = runs.dropFirst().first {
        judgement.violate(
          "the task of \(index.name(record.id)) began at \(first.begin) and again at \(second.begin)",
          events: [first.begin, second.begin])
      } else {
        judgement.hold(first.begin, first.end)
      }
    }
  }
}
