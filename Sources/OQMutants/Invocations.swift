import OQReference
import OQSpecification

extension Mutant {
  /// Mutants of the areas INVOC and ERR, and of the names of errors.
  static let invocations = [
    Mutant(
      "argument-dropped", breaks: "INVOC-1",
      "the method of an invocation operation gets no argument"
    ) {
      $0.passesArgument = { _, _ in false }
    },
    Mutant(
      "method-called-twice", breaks: "INVOC-2",
      "an invocation operation calls its method twice"
    ) {
      $0.nextBlock = { state, x in
        guard state[x].kind == .invocation else { return Guards.nextBlock(state, x) }
        return state[x].blocksBegun < 2 ? 0 : nil
      }
    },
    Mutant(
      "invocation-leaves-thread", breaks: "INVOC-3",
      "the start of an invocation operation leaves the call to another thread and returns"
    ) {
      $0.detaches = { state, x in state[x].kind == .invocation && state[x].isManual }
    },
    Mutant(
      "cancelled-result-is-nil", breaks: "INVOC-4",
      "a cancelled invocation operation has no result instead of an error"
    ) {
      $0.reads.result = { state, x, _ in
        state[x].isCancelled ? .none : Guards.result(state, x)
      }
    },
    Mutant(
      "cancelled-result-is-value", breaks: "INVOC-4", grade: .rare,
      "an invocation operation that was cancelled while its method ran has the value as result"
    ) {
      $0.reads.result = { state, x, _ in
        state[x].isFinished && state[x].blocksEnded > 0 ? state[x].result : Guards.result(state, x)
      }
    },
    Mutant(
      "result-cleared-by-finish", breaks: "INVOC-5",
      "the value that a method returned is not kept"
    ) {
      $0.keeps = { _, _, result in
        if case .value = result { .none } else { result }
      }
    },
    Mutant(
      "void-result-is-nil", breaks: "INVOC-51",
      "the result of a method that returns nothing is nil"
    ) {
      $0.keeps = { _, _, result in result == .nothing ? .none : result }
    },
    Mutant(
      "result-raises-before-finish", breaks: "INVOC-52",
      "asking for the result before the finish is answered by an error"
    ) {
      $0.reads.result = { state, x, _ in
        state[x].isFinished ? Guards.result(state, x) : .nothing
      }
    },
    Mutant(
      "method-error-lost", breaks: "INVOC-53",
      "the result of a method that threw is nil"
    ) {
      $0.keeps = { _, _, result in result == .error ? .none : result }
    },
    Mutant(
      "method-error-leaves-start", breaks: "INVOC-53",
      "the error of a method leaves the start"
    ) {
      $0.propagates = { _, _ in true }
    },
    Mutant(
      "unknown-method-accepted", breaks: "INVOC-54",
      "an invocation operation is made of a method that the target does not have"
    ) {
      $0.invocationCheck = { _, arguments in arguments.map { $0 <= 1 } ?? true }
    },
    Mutant(
      "start-swallows-error", breaks: "ERR-1",
      "the start catches the error of the task"
    ) {
      $0.propagates = { _, _ in false }
    },
    Mutant(
      "error-of-another-name", breaks: "START-53", profile: .reference,
      "a forbidden start is answered by an error of another name"
    ) {
      $0.errorName = { _, misuse in
        misuse == .startBeforeReady ? .assertion : .invalidArgument
      }
    },
  ]
}
