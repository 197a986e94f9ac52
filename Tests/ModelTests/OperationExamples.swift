import OQHistory
import OQModel
import OQSpecification
import Testing

/// One operation or a few, mostly without a queue: start, dependencies, cancel, completion.
enum OperationExamples {
  static let starts: [Example] = [
    .accepts(
      "a manual start runs the body", "op x",
      "client1 start x; x begin; x is-executing x; x = true; x end; client1 ok; client1 is-finished x; client1 = true"
    ),
    .rejects(
      "start returns before the body ended", at: 3, "op x", "client1 start x; x begin; client1 ok"),
    .rejects(
      "executing after the finish", at: 6, "op x",
      "client1 start x; x begin; x end; client1 ok; client1 is-executing x; client1 = true"),
    .rejects(
      "the body runs twice", at: 4, "op x", "client1 start x; x begin; x end; x#2 begin"),
    .rejects(
      "a body without start", at: 3, "op x", "client1 is-ready x; client1 = true; x begin"),
    .accepts(
      "START-6: start on a finished operation returns", "op x",
      "client1 start x; x begin; x end; client1 ok; client1 start x; client1 ok"),
    .accepts(
      "START-6: start on a finished operation is rejected", "op x",
      "client1 start x; x begin; x end; client1 ok; client1 start x; client1 rejected raised"),
    .rejects(
      "START-6: profile guide asks for a raise", at: 6, "op x", profile: .guide,
      "client1 start x; x begin; x end; client1 ok; client1 start x; client1 ok"),
    .rejects(
      "START-6: profile reference asks for a return", at: 6, "op x", profile: .reference,
      "client1 start x; x begin; x end; client1 ok; client1 start x; client1 rejected raised"),
    .accepts(
      "START-5: start on an executing operation is rejected", "op x",
      "client1 start x; x begin; client2 start x; client2 rejected raised; x end; client1 ok"),
    .rejects(
      "START-5: start on an executing operation returns", at: 4, "op x",
      "client1 start x; x begin; client2 start x; client2 ok"),
    .accepts(
      "START-55: a start that loses a race returns", "op x",
      "client1 start x; client2 start x; x begin; client2 ok; x end; client1 ok"),
    .accepts(
      "START-4: start on an operation that is not ready is rejected", "op d; op x deps=d",
      "client1 start x; client1 rejected raised"),
    .rejects(
      "START-4: start on an operation that is not ready returns", at: 2, "op d; op x deps=d",
      "client1 start x; client1 ok"),
    .rejects(
      "start on a ready operation is rejected", at: 2, "op x",
      "client1 start x; client1 rejected raised"),
    .accepts(
      "a trap in the call is a rejection", "op d; op x deps=d",
      "client1 start x; client1 crashed SIGILL"),
    .rejects(
      "a memory fault is not", at: 2, "op d; op x deps=d",
      "client1 start x; client1 crashed SIGSEGV"),
    .rejects(
      "a trap where nothing may be rejected", at: 2, "op x",
      "client1 cancel x; client1 crashed SIGILL"),
    .accepts(
      "the base class runs nothing", "op x kind=base",
      "client1 start x; client1 ok; client1 is-finished x; client1 = true"),
    .accepts(
      "BLOCK-53: no blocks at all", "op x kind=block blocks=0", "client1 start x; client1 ok"),
    .rejects(
      "BLOCK-1: finished before all blocks", at: 4, "op x kind=block blocks=2",
      "client1 start x; x begin; x end; client1 ok"),
    .accepts(
      "ND-18: blocks in any order, overlapping", "op x kind=block blocks=2",
      "client1 start x; x.2 begin; x begin; x.2 end; x end; client1 ok"),
    .accepts(
      "ND-31: a cancel skips blocks", "op x kind=block blocks=2",
      "client1 start x; x begin; client2 cancel x; client2 ok; x end; client1 ok"),
    .accepts(
      "ND-31: or does not", "op x kind=block blocks=2",
      "client1 start x; x begin; client2 cancel x; client2 ok; x.2 begin; x end; x.2 end; client1 ok"
    ),
    .accepts(
      "ND-44: a late block runs", "op x kind=block",
      "client1 start x; x begin; x add-execution-block x 2; x ok; x end; x.2 begin; x.2 end; client1 ok"
    ),
    .accepts(
      "ND-44: or is rejected", "op x kind=block",
      "client1 start x; x begin; x add-execution-block x 2; x rejected raised; x end; client1 ok"),
    .accepts(
      "ND-44: or never runs", "op x kind=block",
      "client1 start x; x begin; x add-execution-block x 2; x ok; x end; client1 ok"),
    .rejects(
      "BLOCK-51: a block begins after the finish", at: 7, "op x kind=block",
      "client1 start x; x begin; x add-execution-block x 2; x ok; x end; client1 ok; x.2 begin"),
  ]

  static let cancels: [Example] = [
    .rejects(
      "CANCEL-3: the body of a cancelled operation", at: 4, "op x",
      "client1 cancel x; client1 ok; client1 start x; x begin"),
    .accepts(
      "START-8: start finishes a cancelled operation", "op x",
      "client1 cancel x; client1 ok; client1 start x; client1 ok; client1 is-finished x; client1 = true"
    ),
    .rejects(
      "START-8: start leaves a cancelled operation unfinished", at: 6, "op x",
      "client1 cancel x; client1 ok; client1 start x; client1 ok; client1 is-finished x; client1 = false"
    ),
    .accepts(
      "ND-12: a cancel that races with the start", "op x",
      "client1 start x; client2 cancel x; client2 ok; x begin; x end; client1 ok"),
    .accepts(
      "ND-21: cancelled in no queue, finished at once", "op x completion",
      "client1 cancel x; client1 ok; client1 is-finished x; client1 = true; x.completion begin"),
    .accepts(
      "ND-21: or not", "op x",
      "client1 cancel x; client1 ok; client1 is-finished x; client1 = false"),
    .rejects(
      "STATE-3: finished, then not", at: 6, "op x",
      "client1 cancel x; client1 ok; client1 is-finished x; client1 = true; client1 is-finished x; client1 = false"
    ),
    .rejects(
      "STATE-9: cancelled without a cancel", at: 2, "op x",
      "client1 is-cancelled x; client1 = true"),
    .rejects(
      "CANCEL-1: a cancel that does nothing", at: 4, "op x",
      "client1 cancel x; client1 ok; client1 is-cancelled x; client1 = false"),
    .accepts(
      "ND-38: cancel after the finish sets the flag", "op x",
      "client1 start x; x begin; x end; client1 ok; client1 cancel x; client1 ok; client1 is-cancelled x; client1 = true"
    ),
    .rejects(
      "CANCEL-55: profile reference does not", at: 8, "op x", profile: .reference,
      "client1 start x; x begin; x end; client1 ok; client1 cancel x; client1 ok; client1 is-cancelled x; client1 = true"
    ),
    .rejects(
      "CANCEL-2: a cancel ends the execution", at: 6, "op x",
      "client1 start x; x begin; client2 cancel x; client2 ok; client2 is-finished x; client2 = true"
    ),
  ]

  static let dependencies: [Example] = [
    .accepts(
      "ND-5: readiness follows the finish with a delay", "op d; op x deps=d",
      "client1 start d; d begin; d end; client1 ok; client1 is-ready x; client1 = false; client1 is-ready x; client1 = true"
    ),
    .rejects(
      "READY-51: ready, then not", at: 4, "op x",
      "client1 is-ready x; client1 = true; client1 is-ready x; client1 = false"),
    .rejects(
      "READY-2: ready before the dependency finished", at: 4, "op d; op x deps=d",
      "client1 start d; d begin; d is-ready x; d = true"),
    .accepts(
      "DEP-9: the last dependency is removed", "op d; op x deps=d",
      "client1 undepend x d; client1 ok; client1 is-ready x; client1 = false; client1 start x; x begin"
    ),
    .accepts(
      "ND-28: listed twice", "op d; op x deps=d",
      "client1 depend x d; client1 ok; client1 dependencies x; client1 = d,d"),
    .accepts(
      "ND-28: listed as often as it was added", "op d; op x deps=d",
      "client1 depend x d; client1 ok; client1 depend x d; client1 ok; client1 dependencies x; client1 = d,d,d"
    ),
    .accepts(
      "ND-28: never ready after a dependency was added again", "queue q; op d; op x deps=d",
      "client1 depend x d; client1 ok; client1 add-group q d,x; client1 ok; d begin; d end; client1 is-ready x; client1 = false; - quiescent threads=3 canaries=1; - stalled"
    ),
    .accepts(
      "ND-28: never ready after one removal of two", "queue q; op d; op x deps=d",
      "client1 depend x d; client1 ok; client1 undepend x d; client1 ok; client1 add q x; client1 ok; client1 is-ready x; client1 = false; - quiescent threads=3 canaries=1; - stalled"
    ),
    .accepts(
      "ND-28: a finished dependency that is added again may count for ever",
      "queue q; op d; op x deps=d",
      "client1 add q d; client1 ok; d begin; d end; client1 wait d; client1 ok; client1 depend x d; client1 ok; client1 add q x; client1 ok; - quiescent threads=3 canaries=1; - stalled"
    ),
    .accepts(
      "ND-28: one removal takes one of two out of the list", "op d; op x deps=d",
      "client1 depend x d; client1 ok; client1 undepend x d; client1 ok; client1 dependencies x; client1 = d"
    ),
    .accepts(
      "ND-28: isReady of what was added again", "op d; op x deps=d",
      "client1 depend x d; client1 ok; client1 start d; d begin; d is-ready x; d = true"),
    .rejects(
      "READY-2: ready although another dependency is unfinished", at: 6,
      "op d; op e; op x deps=d,e",
      "client1 depend x d; client1 ok; client1 start e; e begin; e is-ready x; e = true"),
    .rejects(
      "DEP-1: a dependency that was added again holds back the task all the same", at: 6,
      "queue q; op d; op x deps=d",
      "client1 depend x d; client1 ok; client1 add-group q d,x; client1 ok; d begin; x begin"),
    .rejects(
      "DEP-2: the same without the second addition", at: 7, "queue q; op d; op x deps=d",
      "client1 add-group q d,x; client1 ok; d begin; d end; client1 is-ready x; client1 = false; - quiescent threads=3 canaries=1; - stalled"
    ),
    .rejects(
      "DEP-51: listed three times", at: 4, "op d; op x deps=d",
      "client1 depend x d; client1 ok; client1 dependencies x; client1 = d,d,d"),
    .rejects(
      "DEP-10: a dependency is not listed", at: 2, "op d; op x deps=d",
      "client1 dependencies x; client1 = -"),
    .accepts(
      "DEP-57: a self-dependency is rejected", "op x", "client1 depend x x; client1 rejected raised"
    ),
    .rejects(
      "DEP-57: an operation that depends on itself starts", at: 4, "op x",
      "client1 depend x x; client1 ok; client1 start x; x begin"),
    .accepts(
      "a cycle may be rejected", "op x; op y deps=x",
      "client1 depend x y; client1 rejected raised"),
    .rejects(
      "an acyclic edge may not", at: 2, "op x; op y", "client1 depend x y; client1 rejected raised"
    ),
    .accepts(
      "ND-41: not ready right after depending on a finished operation", "op d; op x",
      "client1 start d; d begin; d end; client1 ok; client1 depend x d; client1 ok; client1 is-ready x; client1 = false"
    ),
  ]

  static let completions: [Example] = [
    .accepts(
      "the completion block runs after the finish", "op x completion",
      "client1 start x; x begin; x end; x.completion begin; x.completion is-finished x; x.completion = true"
    ),
    .rejects(
      "DONE-1: before the body ended", at: 3, "op x completion",
      "client1 start x; x begin; x.completion begin"),
    .rejects(
      "DONE-9: the operation is not finished", at: 6, "op x completion",
      "client1 start x; x begin; x end; x.completion begin; x.completion is-finished x; x.completion = false"
    ),
    .rejects(
      "DONE-2: twice", at: 6, "op x completion",
      "client1 start x; x begin; x end; x.completion begin; x.completion end; x.completion#2 begin"
    ),
    .rejects(
      "DONE-54: the replaced block runs", at: 6, "op x completion",
      "client1 set-completion x 2; client1 ok; client1 start x; x begin; x end; x.completion begin"),
    .accepts(
      "ND-23: replaced while executing", "op x completion",
      "client1 start x; x begin; x set-completion x 2; x ok; x end; x.completion.2 begin"),
    .rejects(
      "ND-23: not both", at: 7, "op x completion",
      "client1 start x; x begin; x set-completion x 2; x ok; x end; x.completion.2 begin; x.completion begin"
    ),
    .rejects(
      "DONE-7: profile guide asks for a raise", at: 4, "op x", profile: .guide,
      "client1 start x; x begin; x set-completion x 1; x ok"),
  ]
}

@Suite struct OperationExampleTests {
  @Test(arguments: OperationExamples.starts) func `start and blocks`(example: Example) throws {
    try example.check()
  }

  @Test(arguments: OperationExamples.cancels) func `cancelling`(example: Example) throws {
    try example.check()
  }

  @Test(arguments: OperationExamples.dependencies) func `dependencies`(example: Example) throws {
    try example.check()
  }

  @Test(arguments: OperationExamples.completions) func `completion blocks`(example: Example) throws
  {
    try example.check()
  }
}
