import OQJudging
import OQSpecification

extension Precedence {
  /// Who leaves faults to whom among the rules on operations and queues.
  ///
  /// The more exact rule is the one that speaks of fewer situations, so that each rule still
  /// answers for the others. No rule leaves a fault to one that it derives from, and with the bases
  /// the table has no cycle; a test holds it to both.
  package static let operations = Precedence([
    // A state that is wrong in one situation, and the order of states in every one.
    "STATE-2": ["STATE-7", "CANCEL-2"],
    "STATE-3": ["DEP-52", "DONE-9"],
    "STATE-5": ["STATE-2", "STATE-7", "CANCEL-2", "DONE-1", "BLOCK-6"],
    "STATE-7": ["CANCEL-2", "BLOCK-1"],
    "STATE-4": ["CANCEL-56"],
    "STATE-6": ["CANCEL-2"],
    "STATE-9": ["CANCEL-19", "QUEUE-54"],
    "NONC-1": ["NONC-2"],
    "KVO-1": ["CANCEL-19"],
    "KVO-3": ["STATE-7"],
    "KVO-13": ["STATE-7", "CANCEL-6"],
    // A start that does the wrong thing, and what follows from it.
    "START-2": ["START-4", "STATE-10", "DONE-9"],
    "START-6": ["START-4"],
    "EXEC-1": ["START-5", "START-6", "START-52", "START-55", "QUEUE-17"],
    "BLOCK-2": ["START-5", "START-6", "START-52", "START-55", "QUEUE-17"],
    "CANCEL-2": ["BLOCK-54"],
    "CANCEL-3": ["START-7"],
    "DEP-1": ["START-4", "EXEC-2", "DEP-2", "DEP-53"],
    // A finish that comes without its task, and what relies on the finish.
    "EXEC-2": ["CANCEL-10", "CANCEL-19", "BLOCK-2", "BLOCK-4", "QUEUE-4", "WAIT-3"],
    "DONE-4": ["DONE-3", "ASYNC-6"],
    // A finish across a suspension that lacks one of its effects.
    "DONE-3": ["SUSP-2", "ASYNC-6"],
    "DEP-52": ["SUSP-2"],
    "STATE-10": ["DEP-52"],
    "WAIT-4": ["SUSP-2"],
    "WAIT-51": ["SUSP-2"],
    "DONE-1": ["CANCEL-10"],
    "DONE-9": ["DONE-1"],
    "BLOCK-1": ["CANCEL-19", "EXEC-2"],
    "WAIT-1": ["DONE-9", "CANCEL-19", "EXEC-2"],
    "WAIT-2": ["DONE-9", "SUSP-2"],
    "DONE-2": ["KVO-54"],
    "KVO-10": ["ASYNC-52", "PRIO-54"],
    "WAIT-3": ["SUSP-54", "CANCEL-19"],
    // A release that does not come, and who waits for it.
    "READY-2": ["DEP-53"],
    "DEP-11": ["DEP-10"],
    "READY-3": ["DEP-2", "DEP-4"],
    "READY-51": ["DEP-3"],
    "DEP-2": ["KVO-10", "ASYNC-52", "DEP-12", "DEP-17"],
    "DEP-17": ["DEP-16"],
    "CANCEL-1": ["STATE-9"],
    // Something that keeps a whole queue from its work, and each operation that waits in it.
    "QUEUE-1": [
      "DEP-16", "PRIO-4", "QUEUE-3", "QUEUE-12", "LIMIT-4", "LIMIT-56", "WAIT-6",
      "SUSP-3", "SUSP-52", "LIMIT-53", "OP-52", "ASYNC-6", "READY-6",
    ],
    "QUEUE-3": ["DEP-16", "PRIO-4", "QUEUE-2"],
    "QUEUE-2": ["LIMIT-56"],
    "LIMIT-56": ["QUEUE-15"],
    "QUEUE-15": ["WAIT-7"],
    "WAIT-7": ["WAIT-6"],
    "WAIT-6": ["QUEUE-52"],
    "QUEUE-52": ["PRIO-54"],
    "PRIO-54": ["QUEUE-12"],
    "QUEUE-12": ["QUEUE-54"],
    "LIMIT-53": ["READY-5"],
    "READY-5": ["PRIO-54"],
    "SUSP-52": ["READY-5"],
    "LIMIT-1": ["LIMIT-5", "PRIO-8"],
    "LIMIT-2": ["PRIO-8"],
    "LIMIT-4": ["READY-5"],
    "SUSP-3": ["PRIO-4", "LIMIT-4", "DEP-16"],
    "SUSP-53": ["SUSP-1"],
    "CANCEL-5": ["SUSP-3", "LIMIT-53", "WAIT-2"],
    "CANCEL-10": ["LIMIT-4"],
    "DEP-16": ["WAIT-6", "WAIT-7"],
    "OP-52": ["CANCEL-9", "WAIT-7"],
    "CANCEL-4": ["OP-6"],
    "PRIO-2": ["PRIO-9"],
    // A member that is missing from the list in one situation.
    "QUEUE-7": ["QUEUE-10", "QUEUE-52", "ASYNC-12"],
    "QUEUE-9": ["ASYNC-12", "CANCEL-53"],
    "QUEUE-10": ["ASYNC-12"],
  ])
}
