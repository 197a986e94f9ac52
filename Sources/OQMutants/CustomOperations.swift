import OQReference
import OQSpecification

extension Mutant {
  /// Mutants of the area ASYNC.
  static let customOperations = [
    Mutant(
      "custom-operation-leaves-with-start", breaks: "ASYNC-12",
      "an asynchronous operation is taken off the list of its queue when its start returns"
    ) {
      $0.startReturnPlan = [.unlist, .uncount]
    },
    Mutant(
      "cancelled-custom-operation-never-started", breaks: "ASYNC-13",
      "a queue finishes a cancelled asynchronous operation without calling its start"
    ) {
      $0.startCalls = { state, x in state[x].isCancelled && state[x].owner != nil ? 0 : 1 }
    },
    Mutant(
      "custom-start-called-twice", breaks: "ASYNC-13",
      "a queue calls the start of an asynchronous operation a second time when it has returned"
    ) {
      $0.startCalls = { state, x in state[x].isManual || state[x].isCancelled ? 1 : 2 }
    },
    Mutant(
      "finish-inside-start-lost", breaks: "ASYNC-52",
      "a finish that is reported before start has returned is stored, and nobody learns of it"
    ) {
      $0.reportsFinish = { state, x in
        Guards.reportsFinish(state, x) && state[x].blocksBegun == state[x].blocksEnded
      }
    },
  ]
}
