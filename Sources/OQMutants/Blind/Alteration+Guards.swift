import OQReference

/// Alterations of decisions that answer something.
extension Alteration {
  private typealias Of<Question, Answer> =
    any WritableKeyPath<Behavior, Behavior.Decision<Question, Answer>> & Sendable
  private typealias OfTwo<First, Second, Answer> =
    any WritableKeyPath<Behavior, Behavior.PairDecision<First, Second, Answer>> & Sendable

  /// Another answer of a decision about an operation.
  private static func operation<Answer>(
    _ member: String, _ text: String, _ path: Of<OperationID, Answer>,
    _ other: @escaping @Sendable (Answer, State, OperationID) -> Answer
  ) -> Alteration {
    Alteration(member, text, .operation) { behavior, circumstance in
      let old = behavior[keyPath: path]
      behavior[keyPath: path] = { state, x in
        let answer = old(state, x)
        return circumstance.holds(state, x) ? other(answer, state, x) : answer
      }
    }
  }

  /// Another answer of a decision about a queue.
  private static func queue<Answer>(
    _ member: String, _ text: String, _ path: Of<QueueID, Answer>,
    _ other: @escaping @Sendable (Answer, State, QueueID) -> Answer
  ) -> Alteration {
    Alteration(member, text, .queue) { behavior, circumstance in
      let old = behavior[keyPath: path]
      behavior[keyPath: path] = { state, q in
        let answer = old(state, q)
        return circumstance.holds(state, nil, q) ? other(answer, state, q) : answer
      }
    }
  }

  /// Another answer of a decision about something else.
  private static func value<Question, Answer>(
    _ member: String, _ text: String, _ path: Of<Question, Answer>,
    _ other: @escaping @Sendable (Answer) -> Answer
  ) -> Alteration {
    Alteration(member, text, .neither) { behavior, _ in
      let old = behavior[keyPath: path]
      behavior[keyPath: path] = { other(old($0, $1)) }
    }
  }

  /// Another answer of a decision about an operation and something else.
  private static func pair<Second, Answer>(
    _ member: String, _ text: String, _ path: OfTwo<OperationID, Second, Answer>,
    _ other: @escaping @Sendable (Answer) -> Answer
  ) -> Alteration {
    Alteration(member, text, .operation) { behavior, circumstance in
      let old = behavior[keyPath: path]
      behavior[keyPath: path] = { state, x, second in
        let answer = old(state, x, second)
        return circumstance.holds(state, x) ? other(answer) : answer
      }
    }
  }

  // MARK: Yes or no

  /// Alterations of decisions that say yes or no.
  static let answers: [Alteration] = [false, true].flatMap { answer in
    let text = answer ? "is true" : "is false"
    return [
      operation("isReady", text, \.isReady) { _, _, _ in answer },
      operation("isUnbarred", text, \.isUnbarred) { _, _, _ in answer },
      queue("mayDispatch", text, \.mayDispatch) { _, _, _ in answer },
      queue("slotFree", text, \.slotFree) { _, _, _ in answer },
      operation("runsBody", text, \.runsBody) { _, _, _ in answer },
      operation("sharesBlocks", text, \.sharesBlocks) { _, _, _ in answer },
      operation("reportsFinish", text, \.reportsFinish) { _, _, _ in answer },
      operation("detaches", text, \.detaches) { _, _, _ in answer },
      operation("cancelCheck", text, \.cancelCheck) { _, _, _ in answer },
      operation("passesArgument", text, \.passesArgument) { _, _, _ in answer },
      operation("propagates", text, \.propagates) { _, _, _ in answer },
      operation("countsProgress", text, \.countsProgress) { _, _, _ in answer },
      operation("awaitsAdded", text, \.awaitsAdded) { _, _, _ in answer },
      pair("opens", text, \.opens) { _ in answer },
      value("awaitsGroup", text, \.awaitsGroup) { _ in answer },
      value("isOver", text, \.isOver) { _ in answer },
      value("invocationCheck", text, \.invocationCheck) { _ in answer },
    ]
  }

  // MARK: Admissions

  private static let admitted: [(text: String, admission: Admission)] = [
    ("accepts", .accept), ("ignores", .ignore), ("refuses", .reject(.startWhileQueued)),
  ]

  /// Alterations of decisions that admit a call or refuse it.
  static let admissions: [Alteration] = admitted.flatMap { text, admission in
    [
      operation("startCheck", text, \.startCheck) { _, _, _ in admission },
      operation("completionCheck", text, \.completionCheck) { _, _, _ in admission },
      operation("blockCheck", text, \.blockCheck) { _, _, _ in admission },
      queue("underlyingCheck", text, \.underlyingCheck) { _, _, _ in admission },
      pair("addCheck", text, \.addCheck) { _ in admission },
      pair("dependencyCheck", text, \.dependencyCheck) { _ in admission },
      value("observationCheck", text, \.observationCheck) { _ in admission },
      Alteration("limitCheck", text, .queue) { behavior, circumstance in
        let old = behavior.limitCheck
        behavior.limitCheck = { state, q, limit in
          circumstance.holds(state, nil, q) ? admission : old(state, q, limit)
        }
      },
      Alteration("groupCheck", text, .queue) { behavior, circumstance in
        let old = behavior.groupCheck
        behavior.groupCheck = { state, members, q in
          circumstance.holds(state, nil, q) ? admission : old(state, members, q)
        }
      },
    ]
  }

  // MARK: Lists

  /// What is left of a list.
  enum Shortening: String, CaseIterable {
    case withoutFirst = "leaves out the first"
    case withoutLast = "leaves out the last"
    case empty = "leaves out all"

    /// What is left of a list.
    func rest<Element>(of list: [Element]) -> [Element] {
      switch self {
      case .withoutFirst: Array(list.dropFirst())
      case .withoutLast: list.dropLast()
      case .empty: []
      }
    }
  }

  /// Alterations of decisions that name several things.
  static let lists: [Alteration] = Shortening.allCases.flatMap { short in
    [
      operation("released", short.rawValue, \.released) { list, _, _ in short.rest(of: list) },
      operation("wakes", short.rawValue, \.wakes) { list, _, _ in short.rest(of: list) },
      queue("cancelTargets", short.rawValue, \.cancelTargets) { list, _, _ in
        short.rest(of: list)
      },
      value("awaited", short.rawValue, \.awaited) { short.rest(of: $0) },
    ]
  }

  // MARK: Choices

  /// Alterations of decisions that choose one of several things, or a number.
  static let choices: [Alteration] = [
    queue("choose", "takes none", \.choose) { _, _, _ in nil },
    queue("choose", "takes the last of the most urgent", \.choose) { _, state, q in
      state[q].ready.last { !$0.isEmpty }?.members.last
    },
    queue("choose", "takes the least urgent", \.choose) { _, state, q in
      state[q].ready.first { !$0.isEmpty }?.members.first
    },
    operation("nextBlock", "takes none", \.nextBlock) { _, _, _ in nil },
    operation("nextBlock", "leaves one out", \.nextBlock) { block, state, x in
      block.flatMap { $0 + 1 < state[x].blocks ? $0 + 1 : nil }
    },
    queue("barrierDue", "takes none", \.barrierDue) { _, _, _ in nil },
    queue("barrierDue", "takes the first", \.barrierDue) { _, state, q in
      state[q].barriers.first { !$0.isRunning }?.id
    },
    operation("executor", "is 0", \.executor) { _, _, _ in 0 },
    operation("startCalls", "is 0", \.startCalls) { _, _, _ in 0 },
    operation("startCalls", "is 2", \.startCalls) { _, _, _ in 2 },
    operation("completionPriority", "is low", \.completionPriority) { _, _, _ in 0 },
    pair("keeps", "keeps nothing", \.keeps) { _ in .none },
    value("initialPriority", "is high", \.initialPriority) { _ in 4 },
    value("initialPriority", "is low", \.initialPriority) { _ in -4 },
    value("adjustPriority", "goes one step down", \.adjustPriority) { max($0 - 4, -8) },
    value("adjustPriority", "goes one step up", \.adjustPriority) { min($0 + 4, 8) },
    value("initialThreadPriority", "is low", \.initialThreadPriority) { _ in 0 },
    value("errorName", "is another one", \.errorName) { _ in .assertion },
  ]
}
