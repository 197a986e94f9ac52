/// Two chapters in the strict form, with rules of every shape that texts distinguish.
enum SampleChapters {
  static let dependencies = """
    # DEP: Dependencies

    A dependency is an edge.

    ## DEP-1 Dependencies finish before the task begins

    level: CORE
    kind: safety
    check: checked
    oracle: both
    needs: -
    outcomes: -
    derived: -
    contexts: queued, manual
    sources: S0:213; S1:14
    mutants: first-dependency-releases, last-edge-only
    see: ND-7, ND-36

    > An operation that is not cancelled MUST NOT begin its task before every operation
    > that it depends on has finished.

    **Antecedent.** The situation occurs.

    **Intent.** The dependent reads what the dependency wrote.

    **Check.** The order of two tickets is forced.

    **If violated, look at.** A counter that starts at one less than the number of edges; a release
    when the dependency begins; edges that are looked up in one queue only.

    **Note.** Contested for cancelled operations (C-4).

    ## DEP-2 Finished dependencies release the dependent

    level: CORE
    kind: liveness
    check: checked
    oracle: both
    needs: -
    outcomes: -
    derived: -
    contexts: -
    sources: S0:213; S1:14
    mutants: mutant-of-dep-2
    see: -

    > An operation whose dependencies have finished MUST begin.

    **Antecedent.** The situation occurs.

    **Intent.** Users rely on it.

    **Check.** The order of two tickets is forced.

    ## DEP-9 Removal releases

    level: CORE
    kind: liveness
    check: checked
    oracle: both
    needs: -
    outcomes: -
    derived: DEP-2: the edge is removed
    contexts: -
    sources: S0:213; S1:14
    mutants: -
    see: -

    > Removing the last dependency MUST release the dependent.

    **Antecedent.** The situation occurs.

    **Intent.** Users rely on it.

    **Check.** The order of two tickets is forced.

    """

  static let waiting = """
    # WAIT: Waiting

    Threads can wait.

    ## WAIT-1 A wait returns

    level: CORE
    kind: liveness
    check: checked
    oracle: both
    needs: -
    outcomes: -
    derived: -
    contexts: -
    sources: S0:213; S1:14
    mutants: mutant-of-wait-1
    see: -

    > A wait MUST return after the finish.

    **Antecedent.** The situation occurs.

    **Intent.** Users rely on it.

    **Check.** The order of two tickets is forced.

    ## WAIT-2 A wait inside a body traps

    level: PROFILE(guide)
    kind: exception
    check: checked
    oracle: both
    needs: raises, manualStart
    outcomes: core raised, returned; guide raised
    derived: -
    contexts: -
    sources: S0:213; S1:14
    mutants: mutant-of-wait-2
    see: -

    > A wait inside its own body MUST be refused.

    **Antecedent.** The situation occurs.

    **Intent.** Users rely on it.

    **Check.** The order of two tickets is forced.

    ## WAIT-3 A wait is not early

    level: CORE
    kind: safety
    check: sampled
    oracle: monitor
    needs: -
    outcomes: -
    derived: -
    contexts: -
    sources: S0:213; S1:14
    mutants: mutant-of-wait-3
    see: -

    > A wait MUST NOT return before the finish.

    **Antecedent.** The situation occurs.

    **Intent.** Users rely on it.

    **Check.** The order of two tickets is forced.

    ## WAIT-4 A wait costs nothing

    level: ADVICE
    kind: advice
    check: unchecked(cost is not observable)
    oracle: -
    needs: operationWait
    outcomes: -
    derived: -
    contexts: -
    sources: S0:213; S1:14
    mutants: -
    see: -

    > A waiting thread SHOULD sleep.

    **Antecedent.** The situation occurs.

    **Intent.** Users rely on it.

    **Check.** The order of two tickets is forced.

    """
}
